package infoset.samples;

import com.fasterxml.jackson.databind.node.TextNode;
import infoset.Answer;
import infoset.Bot;
import infoset.Program;
import infoset.Turn;
import infoset.Wire;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** Plays any game whose actions can be listed, without knowing its rules: the server tries them out. */
public final class MonteCarloBot extends Bot {
    private static final int WORLDS = 16; // to try every action in, at most
    private static final long DECISIONS = 200; // of a long match: each may spend this share of the units left for it

    private int worlds = WORLDS;

    @Override
    public Answer decide(Turn turn) {
        if (turn.n() == null || turn.n() == 1 || turn.remote() == null) return turn.randomAnswer(random);
        Wire.Rollout ask = turn.remote().ask().withK(worlds).withN(2); // playouts in each
        Wire.Rollouts tried = turn.remote().rollout(ask.withFirst(TextNode.valueOf("all")).withMaxMs(1000L));
        pace(tried.budget());
        Map<Long, Double> means =
                tried.rows().stream()
                        .filter(row -> row.first() != null && row.first().index() != null)
                        .collect(Collectors.toMap(row -> row.first().index(), row -> row.mean().get(turn.seat())));
        turn.weigh(LongStream.range(0, turn.actions().size()).mapToObj(means::get).toList()); // for --trace
        return means.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(best -> Answer.index(best.getKey()))
                .orElse(Answer.index(turn.fallback()));
    }

    /** Tries fewer worlds where decisions cost more than the match has units for, and more again. */
    private void pace(Wire.Budget budget) {
        if (budget.leftGame() == null) return;
        long share = budget.leftGame() / DECISIONS;
        if (budget.used() > share) worlds = Math.max(1, worlds / 2);
        else if (budget.used() < share / 4) worlds = Math.min(WORLDS, worlds * 2);
    }

    public static void main(String[] args) {
        Program.run(args, MonteCarloBot::new, "monte-carlo-java", null);
    }
}
