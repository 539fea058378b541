package infoset.samples;

import infoset.Answer;
import infoset.Bot;
import infoset.Match;
import infoset.Turn;
import infoset.games.Colonizers;
import java.util.Comparator;
import java.util.Optional;

/** Keeps and builds the most valuable module it can get; collects Omnium for it. */
final class GreedyColonizers extends Bot {
    private Colonizers.Consts consts;

    @Override
    public void onStart(Match match) {
        consts = match.constsAs(Colonizers.Consts.class);
    }

    @Override
    public Answer decide(Turn turn) {
        var known = turn.known(Colonizers.Observation.class);
        if (known.phase() == Colonizers.ObservationPhase.DRAW) {
            boolean isShort = known.players().get(turn.seat()).hand().size() < 2;
            return Answer.action(isShort ? new Colonizers.DrawAction() : new Colonizers.OmniumAction());
        }
        Optional<Answer> keep =
                turn.actionsAs(Colonizers.KeepAction.class).stream()
                        .max(Comparator.comparingInt(action -> value(action.module())))
                        .map(Answer::action);
        Optional<Answer> build =
                turn.actionsAs(Colonizers.BuildAction.class).stream()
                        .max(Comparator.comparingInt(action -> value(action.module())))
                        .map(Answer::action);
        return keep.or(() -> build).orElse(Answer.index(turn.fallback()));
    }

    private int value(int module) {
        return consts.modules().get(module).value();
    }
}
