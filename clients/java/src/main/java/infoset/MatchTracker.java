package infoset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Follows one match through its messages and says what they mean for its player. Pure: no I/O.
 *
 * <pre>
 * absent --your_turn, snapshot--&gt; open --turn_closed, timeout, match_over--&gt; closed
 *                                   |
 *                                   +--answered, accepted--&gt; closed
 * </pre>
 */
public final class MatchTracker {
    private final Match match;
    private final TreeSet<Long> open = new TreeSet<>();
    private long told; // the version up to which it is known what happened
    private final Map<Long, Long> accepted = new HashMap<>(); // how many messages had arrived then

    public MatchTracker(Match match) {
        this.match = match;
    }

    public boolean isOpen(long decision) {
        return open.contains(decision);
    }

    /** {@code decision} is closed: it was answered and taken, or it is too late for that. */
    public void close(long decision) {
        open.remove(decision);
    }

    /** The server has accepted an answer, by when so many messages had arrived: what they ask is old. */
    void noteAccepted(long decision, long arrived) {
        accepted.put(decision, arrived);
    }

    /** Takes in one message about this match, the {@code number}th of all. What it does not know it skips. */
    public List<Happening> take(Wire.ServerMessage message, long number) {
        if (message instanceof Wire.YourTurn turn) {
            told = Math.max(told, turn.ver());
            Wire.Decision asked =
                    new Wire.Decision(
                            turn.decision(), turn.kind(), turn.n(), turn.legal(), turn.fallback(),
                            turn.deadlineMs(), turn.optional());
            return isOld(asked, number) ? List.of() : List.of(ask(asked, turn.obs(), turn.clock(), turn.tick(), turn.ver()));
        } else if (message instanceof Wire.Snapshot snapshot) {
            return takeSnapshot(snapshot, number);
        } else if (message instanceof Wire.Events events) {
            told = events.ver();
            return events.items().isEmpty() ? List.of() : List.of(new Happening.Happened(events.items(), events.ver()));
        } else if (message instanceof Wire.ChatMsg said) {
            return List.of(new Happening.Talked(said.name(), said.text()));
        } else if (message instanceof Wire.TurnClosed closed) {
            return miss(closed.decision(), closed.why(), false);
        } else if (message instanceof Wire.Timeout timeout && timeout.seat() == match.seat()) {
            return miss(timeout.decision(), "timeout, " + timeout.applied() + " played", false);
        } else if (message instanceof Wire.MatchOver over) {
            open.clear();
            return List.of(
                    new Happening.Over(
                            new MatchResult(
                                    over.reason(), over.places(), over.scores(), over.returns(), match.seat())));
        }
        return List.of();
    }

    /** A snapshot lists all open decisions: others are closed, missed while nobody looked. */
    private List<Happening> takeSnapshot(Wire.Snapshot snapshot, long number) {
        List<Happening> happenings = new ArrayList<>();
        if (snapshot.ver() > told) happenings.add(new Happening.Behind(told, snapshot.ver()));
        told = Math.max(told, snapshot.ver());
        List<Long> pending = snapshot.pending().stream().map(Wire.Decision::decision).toList();
        for (long decision : List.copyOf(open)) {
            if (!pending.contains(decision)) happenings.addAll(miss(decision, "away", true));
        }
        for (Wire.Decision asked : snapshot.pending()) {
            if (!isOld(asked, number)) happenings.add(ask(asked, snapshot.obs(), snapshot.clock(), null, snapshot.ver()));
        }
        return happenings;
    }

    private boolean isOld(Wire.Decision asked, long number) {
        return number <= accepted.getOrDefault(asked.decision(), -1L);
    }

    private Happening ask(Wire.Decision asked, ObjectNode obs, List<Long> clock, Long tick, long ver) {
        open.add(asked.decision());
        Wire.Legal legal = asked.legal();
        List<Slot> slots = listed(legal.slots()).stream().map(slot -> new Slot(slot.slot(), slot.options())).toList();
        Turn turn =
                new Turn(
                        match, asked.decision(), asked.kind(), asked.n(), listed(legal.actions()), slots,
                        listed(legal.params()), asked.fallback(), obs == null ? Codec.JSON.objectNode() : obs,
                        asked.deadlineMs(), listed(clock), Boolean.TRUE.equals(asked.optional()), tick, ver, null,
                        new Remark());
        return new Happening.Asked(turn);
    }

    /** To a bot it makes no difference whether a list is absent or empty. */
    static <T> List<T> listed(List<T> items) {
        return items == null ? List.of() : items;
    }

    private List<Happening> miss(long decision, String why, boolean isAway) {
        return open.remove(decision) ? List.of(new Happening.Missed(decision, why, isAway)) : List.of();
    }
}
