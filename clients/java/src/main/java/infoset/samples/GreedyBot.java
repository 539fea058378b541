package infoset.samples;

import infoset.Answer;
import infoset.Bot;
import infoset.Match;
import infoset.Program;
import infoset.Turn;

/** Plays every game by a rule of thumb of its own, and a game that has none at random. */
public final class GreedyBot extends Bot {
    private Bot bot; // for the game that is played

    @Override
    public void onStart(Match match) throws Exception {
        bot =
                switch (match.game()) {
                    case "catan" -> new GreedyCatan();
                    case "colonizers" -> new GreedyColonizers();
                    case "crossfire" -> new GreedyCrossfire();
                    default -> new RandomBot();
                };
        bot.onStart(match);
    }

    @Override
    public Answer decide(Turn turn) throws Exception {
        return bot.decide(turn);
    }

    public static void main(String[] args) {
        Program.run(args, GreedyBot::new, "greedy-java", null);
    }
}
