package infoset.samples;

import com.fasterxml.jackson.databind.node.TextNode;
import infoset.Answer;
import infoset.Bot;
import infoset.Program;
import infoset.Turn;
import infoset.Wire;
import java.util.Comparator;

/** Plays any game whose actions can be listed, without knowing its rules: the server tries them out. */
public final class MonteCarloBot extends Bot {
    @Override
    public Answer decide(Turn turn) {
        if (turn.n() == null || turn.n() == 1 || turn.remote() == null) return turn.randomAnswer(random);
        Wire.Rollout ask = turn.remote().ask().withK(16).withN(2); // worlds; playouts in each
        Wire.Rollouts tried = turn.remote().rollout(ask.withFirst(TextNode.valueOf("all")).withMaxMs(1000L));
        Comparator<Wire.RollRow> byMean = Comparator.comparingDouble(row -> row.mean().get(turn.seat()));
        long best =
                tried.rows().stream()
                        .filter(row -> row.first() != null && row.first().index() != null)
                        .max(byMean)
                        .map(row -> row.first().index())
                        .orElse(turn.fallback());
        return Answer.index(best);
    }

    public static void main(String[] args) {
        Program.run(args, MonteCarloBot::new, "monte-carlo-java", null);
    }
}
