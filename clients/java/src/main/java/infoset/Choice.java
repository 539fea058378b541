package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * A checked answer: exactly one of an index, one option per slot, or a written action; the others are null. A note
 * that begins with {@code fallback:} tells the server that the bot has not decided itself; null is the usual one.
 *
 * @param value what the bot expects of each seat; empty: nothing
 */
public record Choice(Long index, List<Long> picks, JsonNode action, String note, List<Double> value) {
    /** What a bot has decided. */
    public Choice(Long index, List<Long> picks, JsonNode action) {
        this(index, picks, action, null, List.of());
    }

    /** The choice, played for a bot that has not decided itself: the server is told why. */
    public Choice insteadOf(String why) {
        return new Choice(index, picks, action, "fallback: " + why, List.of());
    }

    boolean isSameMove(Choice other) {
        return new Choice(index, picks, action).equals(new Choice(other.index, other.picks, other.action));
    }

    Wire.Act act(String matchId, long decision) {
        Wire.Act act = Wire.Act.of(matchId, decision).withIndex(index).withPicks(picks).withAction(action);
        return act.withNote(note).withValue(value);
    }

    Wire.Proposal proposal() {
        return Wire.Proposal.of().withIndex(index).withPicks(picks).withAction(action);
    }
}
