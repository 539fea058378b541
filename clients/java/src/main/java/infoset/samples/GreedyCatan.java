package infoset.samples;

import com.fasterxml.jackson.databind.JsonNode;
import infoset.Answer;
import infoset.Bot;
import infoset.Match;
import infoset.Turn;
import infoset.games.Catan;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Builds what it can pay, the best first, and says yes to a trade that brings what it lacks. */
final class GreedyCatan extends Bot {
    private Catan.Consts consts;

    @Override
    public void onStart(Match match) {
        consts = match.constsAs(Catan.Consts.class);
    }

    @Override
    public Answer decide(Turn turn) {
        var known = turn.known(Catan.Observation.class);
        if (known.phase() == Catan.ObservationPhase.ANSWER) return answer(turn, known);
        for (String verb : List.of("place_settlement", "city", "settlement")) {
            Optional<JsonNode> best =
                    turn.actionsWith(verb).stream()
                            .max(Comparator.comparingInt(action -> yieldOf(action.path(1).asInt(), known)));
            if (best.isPresent()) return Answer.action(best.get());
        }
        for (String verb : List.of("buy_dev", "road", "play_knight", "bank", "end_turn")) {
            List<JsonNode> actions = turn.actionsWith(verb);
            if (!actions.isEmpty()) return Answer.action(actions.get(random.nextInt(actions.size())));
        }
        return turn.randomAnswer(random);
    }

    /** How often of 36 rolls the hexes around a vertex yield. */
    private int yieldOf(int vertex, Catan.Observation known) {
        return IntStream.range(0, consts.hexVertices().size())
                .filter(hex -> consts.hexVertices().get(hex).contains(vertex))
                .map(hex -> known.board().numbers().get(hex))
                .filter(number -> number > 0)
                .map(number -> 6 - Math.abs(7 - number))
                .sum();
    }

    /** The proposer gives {@code give}: we get that. */
    private static Answer answer(Turn turn, Catan.Observation known) {
        List<Integer> hand = known.players().get(turn.seat()).hand();
        List<Integer> gets = known.offer().give() == null ? List.of() : known.offer().give();
        boolean isNeeded =
                IntStream.range(0, Math.min(hand.size(), gets.size()))
                        .anyMatch(kind -> hand.get(kind) == 0 && gets.get(kind) > 0);
        List<JsonNode> accept = turn.actionsWith("accept");
        return isNeeded && !accept.isEmpty()
                ? Answer.action(accept.get(0))
                : Answer.action(new Catan.RejectAction());
    }
}
