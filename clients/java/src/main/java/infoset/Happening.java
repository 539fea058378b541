package infoset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** What a message means for the player of a match. */
public sealed interface Happening {
    /** A decision waits for an answer; the same one may be asked again after a reconnect. */
    record Asked(Turn turn) implements Happening {}

    /** Something changed, as this seat may see it; {@code ver} is that of its view afterwards. */
    record Happened(List<ObjectNode> events, long ver) implements Happening {}

    /**
     * What changed in the versions behind {@code told}, up to {@code ver}, was told to nobody here: the program was away,
     * or is new.
     */
    record Behind(long told, long ver) implements Happening {}

    /** Somebody said something in the match. */
    record Talked(String name, String text) implements Happening {}

    /** A decision closed without an answer we know of. {@code isAway}: while there was no connection. */
    record Missed(long decision, String why, boolean isAway) implements Happening {}

    /** The match ended. */
    record Over(MatchResult result) implements Happening {}
}
