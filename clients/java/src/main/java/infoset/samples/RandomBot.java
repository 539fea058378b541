package infoset.samples;

import infoset.Answer;
import infoset.Bot;
import infoset.Program;
import infoset.Turn;

/** Plays any game at random. */
public final class RandomBot extends Bot {
    @Override
    public Answer decide(Turn turn) {
        return turn.randomAnswer(random);
    }

    public static void main(String[] args) {
        Program.run(args, RandomBot::new, "random-java", null);
    }
}
