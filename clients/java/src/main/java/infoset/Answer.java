package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** What {@code decide} may return, checked by {@link Turn#readAnswer}. */
public sealed interface Answer {
    /** The position of an action. */
    record Index(long index) implements Answer {}

    /** An action in the game's notation. */
    record Action(JsonNode action) implements Answer {}

    /** One option per slot of a joint order. */
    record Picks(List<Long> picks) implements Answer {}

    /** Leaves an optional turn unanswered. */
    record Nothing() implements Answer {}

    static Answer index(long index) {
        return new Index(index);
    }

    static Answer action(JsonNode action) {
        return new Action(action);
    }

    /** A typed action, such as {@code new Colonizers.BuildAction(5)}. */
    static Answer action(Typed.Row action) {
        return new Action(Typed.write(action));
    }

    static Answer picks(List<Long> picks) {
        return new Picks(List.copyOf(picks));
    }

    static Answer nothing() {
        return new Nothing();
    }
}
