package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A checked answer: exactly one of an index, one option per slot, or a written action; the others are null. */
public record Choice(Long index, List<Long> picks, JsonNode action) {
    Wire.Act act(String matchId, long decision) {
        return Wire.Act.of(matchId, decision).withIndex(index).withPicks(picks).withAction(action);
    }

    Wire.Proposal proposal() {
        return Wire.Proposal.of().withIndex(index).withPicks(picks).withAction(action);
    }
}
