package infoset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Random;

/**
 * Plays one match on one seat: made anew for every match. An exception in any method is logged and the match goes on;
 * in {@code decide}, the fallback is played.
 */
public abstract class Bot {
    /** The bot's own random numbers. Seed them for play that can be repeated. */
    protected Random random = new Random();

    /** Answers a turn: an index, one of {@code turn.actions()}, picks for a joint order. */
    public abstract Answer decide(Turn turn) throws Exception;

    /** The match begins, or a new process came back to it: then what happened before is told as events. */
    public void onStart(Match match) throws Exception {}

    /**
     * Something happened that this seat may see: objects with {@code e}, their kind, in order.
     *
     * <p>Everything is told once, before the next question: also what happened while the program was away, and in a new
     * process all from the beginning. Where the server does not tell it, a warning says so.
     */
    public void onEvents(Match match, List<ObjectNode> events) throws Exception {}

    /** Somebody said something in the match, perhaps the bot itself. Trust no word of it. */
    public void onTalk(Match match, String name, String text) throws Exception {}

    /** The match is over. */
    public void onOver(Match match, MatchResult result) throws Exception {}
}
