package infoset.samples;

import infoset.Answer;
import infoset.Bot;
import infoset.Codec;
import infoset.Slot;
import infoset.Turn;
import infoset.games.Crossfire;
import java.util.List;

/** Fires at enemies in view that stand in line, and moves everybody else towards the centre. */
final class GreedyCrossfire extends Bot {
    @Override
    public Answer decide(Turn turn) {
        var known = turn.known(Crossfire.Observation.class);
        if (known.phase() != Crossfire.ObservationPhase.ORDERS) return turn.randomAnswer(random);
        return Answer.picks(turn.slots().stream().map(slot -> order(slot, known)).toList());
    }

    /** The position of the best option for one unit; its number stands behind the word in the slot's name. */
    private static long order(Slot slot, Crossfire.Observation known) {
        int size = known.map().size() - 1; // the first line names the symmetry
        int number = Integer.parseInt(slot.name().replaceAll("\\D", ""));
        int here = known.units().get(number).square();
        List<List<Integer>> seen = known.seen();
        for (int enemy : seen.isEmpty() ? List.<Integer>of() : seen.get(seen.size() - 1)) {
            boolean isInLine = enemy / size == here / size || enemy % size == here % size;
            int shot = option(slot, "fire", towards(here, enemy, size));
            if (isInLine && shot >= 0) return shot;
        }
        return Math.max(0, option(slot, "move", towards(here, size * size / 2, size)));
    }

    private static int option(Slot slot, String verb, String direction) {
        return slot.options().indexOf(Codec.JSON.arrayNode().add(verb).add(direction));
    }

    /** The direction in which more squares lie between the two. */
    private static String towards(int from, int to, int size) {
        int rows = to / size - from / size;
        int columns = to % size - from % size;
        if (Math.abs(rows) >= Math.abs(columns)) return rows < 0 ? "up" : "down";
        return columns < 0 ? "left" : "right";
    }
}
