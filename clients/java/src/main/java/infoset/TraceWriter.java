package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Writes the trace of one match: what a bot was shown, thought and did. Every line is on its way to the disk when the call
 * returns. All throw {@link InfosetException.Command} where that fails.
 *
 * <p>A trace is lines of JSON: the messages of the match as any client knows them, with the whole observation in every
 * question, and behind each question a {@code thought}. docs/traces.md says what is in them.
 */
final class TraceWriter implements AutoCloseable {
    private static final String NO_FILE_NAME = "[^\\p{L}\\p{N}_.-]";
    private static final double US_PER_MS = 1000.0;
    private static final long NS_PER_US = 1000;

    private final Path folder;
    private final String matchId;
    private final OutputStream file;

    /** Opens {@code MATCH-seatN.ndjson} in the folder, which is made if it is missing. */
    TraceWriter(Path folder, ObjectNode start) {
        this.folder = folder;
        matchId = start.path("match_id").asText();
        String name = matchId + "-seat" + start.path("seat").asInt() + ".ndjson";
        try {
            Files.createDirectories(folder);
            file = Files.newOutputStream(folder.resolve(name.replaceAll(NO_FILE_NAME, "_")));
        } catch (IOException error) {
            throw failed(error);
        }
        write(Codec.JSON.objectNode().put("form", Trace.FORM));
        write(start.deepCopy().without(List.of("seq", "re")));
    }

    /** What the bot was told; {@code ver} is that of its view afterwards. */
    void events(List<ObjectNode> items, long ver) {
        ObjectNode plain = message("events").put("ver", ver);
        plain.set("items", list(items));
        write(plain);
    }

    /** A question, and what came of it; no choice leaves it open. */
    void decided(Turn turn, Optional<Choice> choice, long tookNs) {
        write(question(turn));
        ObjectNode thought = Codec.JSON.objectNode().put("type", Trace.THOUGHT).put("decision", turn.decision());
        List<Double> values = turn.remarkMade().values();
        if (!values.isEmpty()) thought.set("values", Typed.write(values));
        choice.ifPresent(made -> put(made, thought));
        write(thought.put("ms", Math.round((double) tookNs / NS_PER_US) / US_PER_MS));
    }

    /** The end: nothing follows. */
    void over(MatchResult result) {
        ObjectNode plain = message("match_over").put("reason", result.reason());
        plain.set("places", Typed.write(result.places()));
        plain.set("scores", Typed.write(result.scores()));
        plain.set("returns", Typed.write(result.returns()));
        write(plain);
        close();
    }

    @Override
    public void close() {
        try {
            file.close();
        } catch (IOException error) {
            throw failed(error);
        }
    }

    private ObjectNode message(String type) {
        return Codec.JSON.objectNode().put("type", type).put("match_id", matchId);
    }

    /** A question as the message that asks it. */
    private ObjectNode question(Turn turn) {
        ObjectNode plain = message("your_turn").put("seat", turn.seat()).put("ver", turn.ver());
        plain.put("decision", turn.decision()).put("kind", turn.kind());
        if (turn.n() != null) plain.put("n", turn.n());
        plain.set("legal", legal(turn));
        plain.put("fallback", turn.fallback());
        plain.set("obs", turn.observation());
        if (turn.deadlineMs() != null) plain.put("deadline_ms", turn.deadlineMs());
        if (!turn.clockMs().isEmpty()) plain.set("clock", Typed.write(turn.clockMs()));
        if (turn.optional()) plain.put("optional", true);
        if (turn.tick() != null) plain.put("tick", turn.tick());
        return plain;
    }

    private static ObjectNode legal(Turn turn) {
        ObjectNode legal = Codec.JSON.objectNode().put("kind", turn.isProduct() ? "product" : "list");
        if (turn.isProduct()) {
            ArrayNode slots = legal.putArray("slots");
            for (Slot slot : turn.slots()) slots.addObject().put("slot", slot.name()).set("options", list(slot.options()));
        } else {
            legal.set("actions", list(turn.actions()));
        }
        if (!turn.params().isEmpty()) legal.set("params", Typed.write(turn.params()));
        return legal;
    }

    /** A choice as the fields of an {@code act}. */
    private static void put(Choice choice, ObjectNode thought) {
        if (choice.index() != null) thought.put("index", choice.index());
        if (choice.picks() != null) thought.set("picks", Typed.write(choice.picks()));
        if (choice.action() != null) thought.set("action", choice.action());
        if (choice.note() != null) thought.put("note", choice.note());
    }

    private static ArrayNode list(List<? extends JsonNode> items) {
        return Codec.JSON.arrayNode().addAll(items);
    }

    private void write(ObjectNode plain) {
        byte[] line = (plain + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            file.write(line);
        } catch (IOException error) {
            throw failed(error);
        }
    }

    private InfosetException.Command failed(IOException error) {
        return new InfosetException.Command("--trace " + folder + ": " + error);
    }
}
