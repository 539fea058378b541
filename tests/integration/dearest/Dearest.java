import infoset.Answer;
import infoset.Bot;
import infoset.Program;
import infoset.Trace;
import infoset.Turn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Takes the last action, says what it thinks of each, and gives one wrong answer. Told to, it asserts a decision instead. */
public final class Dearest extends Bot {
    @Override
    public Answer decide(Turn turn) {
        if (turn.isProduct()) {
            return Answer.picks(turn.slots().stream().map(slot -> slot.options().size() - 1L).toList());
        }
        List<Double> values = new ArrayList<>();
        for (int at = 0; at < turn.actions().size(); at++) values.add(at == 0 ? null : (double) at);
        turn.weigh(values);
        return Answer.index(turn.decision() == 3 ? 999 : turn.n() - 1);
    }

    public static void main(String[] args) throws Exception {
        if (args.length > 0 && args[0].equals("assert")) {
            Answer action = Answer.index(Long.parseLong(args[3]));
            Trace.assertDecision(Dearest::new, Path.of(args[1]), Long.parseLong(args[2]), action);
        } else {
            Program.run(args, Dearest::new, "dearest", null);
        }
    }
}
