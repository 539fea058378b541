package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** One factor of a joint order: every combination of one option per slot is legal. */
public record Slot(String name, List<JsonNode> options) {}
