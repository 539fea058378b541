package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/**
 * One open decision of one seat.
 *
 * @param n how many actions an index can name; null: too many, answer with picks
 * @param actions the actions by index, where they can be listed
 * @param slots the factors of a joint order
 * @param params further actions, answered in written form
 * @param fallback the index that a missed deadline plays
 * @param observation everything the seat knows now
 * @param deadlineMs time left when the turn arrived; null: untimed
 * @param clockMs the time banks by seat
 * @param optional may be left unanswered
 * @param tick simultaneous games: the round being decided, else null
 * @param ver the version of the position that is shown
 * @param remote thinking on the server; null where that is not offered
 * @param remarkMade see {@link #remark}, {@link #say} and {@link #weigh(double...)}
 */
public record Turn(
        Match match,
        long decision,
        String kind,
        Long n,
        List<JsonNode> actions,
        List<Slot> slots,
        List<Wire.Param> params,
        long fallback,
        JsonNode observation,
        Long deadlineMs,
        List<Long> clockMs,
        boolean optional,
        Long tick,
        long ver,
        Remote remote,
        Remark remarkMade) {
    private static final int MAX_SHOWN = 12; // legal actions named in a complaint

    public int seat() {
        return match.seat();
    }

    public String game() {
        return match.game();
    }

    public boolean isProduct() {
        return !slots.isEmpty();
    }

    /** The observation in the game's own type: {@code turn.known(Catan.Observation.class)}. */
    public <T> T known(Class<T> type) {
        return Typed.read(observation, type);
    }

    /** The legal actions of one type, such as {@code Colonizers.BuildAction.class}. */
    public <T extends Typed.Row> List<T> actionsAs(Class<T> type) {
        return actions.stream().filter(one -> Typed.isTold(one, type)).map(one -> Typed.read(one, type)).toList();
    }

    /** The legal actions that begin with {@code verb}. */
    public List<JsonNode> actionsWith(String verb) {
        return actions.stream().filter(action -> action.path(0).asText().equals(verb)).toList();
    }

    /** The position of an action, the first of equals. Throws {@link InfosetException.WrongChoice}. */
    public long indexOf(JsonNode action) {
        int found = actions.indexOf(plain(action));
        if (found < 0) throw wrong(action + " is not legal now; " + legalText());
        return found;
    }

    /**
     * Says something of the act that will answer this turn, to be read in the replay by the bot's owner alone.
     *
     * @param note cut at 500 characters; null or empty: none
     * @param value the result that the bot expects of each seat, from -1 to 1, or nothing
     * @throws IllegalArgumentException for any other value
     */
    public void remark(String note, double... value) {
        boolean isValue = value.length == match.seats() && Arrays.stream(value).allMatch(one -> one >= -1 && one <= 1);
        if (value.length > 0 && !isValue) {
            String want = "expected a number from -1 to 1 for each of " + match.seats() + " seats";
            throw new IllegalArgumentException("value: " + want);
        }
        if (value.length > 0) remarkMade.value(value);
        if (note != null && !note.isEmpty()) remarkMade.note(note);
    }

    /**
     * Says something to the table just before the act is sent, where the room lets programs talk. What the server
     * refuses is logged; the act is sent all the same.
     *
     * @param text cut at 300 characters
     */
    public void say(String text) {
        if (!text.isBlank()) remarkMade.say(text.strip());
    }

    /**
     * Notes what the bot thinks of the actions, for whoever looks at its trace; plays nothing.
     *
     * @param values one for each of {@link #actions}, in their order; NaN: none
     * @throws IllegalArgumentException for another number of values
     */
    public void weigh(double... values) {
        weigh(Arrays.stream(values).boxed().toList());
    }

    /**
     * The same with null where the bot has no value.
     *
     * @throws IllegalArgumentException for another number of values
     */
    public void weigh(List<Double> values) {
        if (isProduct() && !values.isEmpty()) {
            String why = "a joint order lists no actions to weigh, got " + values.size();
            throw new IllegalArgumentException("values: " + why);
        }
        if (values.size() != actions.size()) {
            String want = "expected a number or null for each of " + actions.size() + " listed actions";
            throw new IllegalArgumentException("values: " + want + ", got " + values.size());
        }
        remarkMade.values(values);
    }

    /** A legal answer drawn uniformly: an index, or picks where there are too many for an index. */
    public Answer randomAnswer(Random random) {
        if (n != null) return Answer.index(random.longs(1, 0, Math.max(1, n)).sum());
        return Answer.picks(slots.stream().map(slot -> (long) random.nextInt(slot.options().size())).toList());
    }

    /** What a missed deadline would play. */
    public Choice fallbackChoice() {
        return n != null ? new Choice(fallback, null, null) : new Choice(null, Collections.nCopies(slots.size(), 0L), null);
    }

    /** Checks what a bot returned. Throws {@link InfosetException.WrongChoice}, which says what was expected. */
    public Choice readAnswer(Answer answer) {
        if (answer instanceof Answer.Index one) return readIndex(one.index());
        if (answer instanceof Answer.Picks several) return readPicks(several.picks());
        if (answer instanceof Answer.Action written) return readAction(plain(written.action()));
        throw wrong("expected " + answerText() + ", got nothing");
    }

    Turn with(Remote server) {
        return new Turn(
                match, decision, kind, n, actions, slots, params, fallback, observation, deadlineMs, clockMs,
                optional, tick, ver, server, remarkMade);
    }

    private Choice readIndex(long index) {
        if (n == null || index < 0 || index >= n) throw wrong("expected " + answerText() + ", got " + index);
        return new Choice(index, null, null);
    }

    private Choice readPicks(List<Long> picks) {
        if (!isProduct() || picks.size() != slots.size()) {
            throw wrong("expected " + answerText() + ", got " + picks.size() + " picks");
        }
        for (int i = 0; i < picks.size(); i++) {
            int count = slots.get(i).options().size();
            if (picks.get(i) < 0 || picks.get(i) >= count) {
                String name = slots.get(i).name();
                throw wrong("slot " + name + ": expected 0 to " + (count - 1) + ", got " + picks.get(i));
            }
        }
        return new Choice(null, picks, null);
    }

    private Choice readAction(JsonNode action) {
        int found = actions.indexOf(action);
        if (found >= 0) return new Choice((long) found, null, null);
        if (params.stream().anyMatch(param -> param.kind().equals(action.path(0).asText()))) {
            return new Choice(null, null, action);
        }
        throw wrong(action + " is not legal now; " + legalText());
    }

    /** As it would come over the wire: 5 is the same number whether it is an int or a long. */
    private static JsonNode plain(JsonNode action) {
        var wrapped = Codec.JSON.objectNode();
        wrapped.set("action", action);
        byte[] text = Codec.encode(wrapped, Codec.Encoding.JSON);
        return Codec.decode(text, Codec.Encoding.JSON).path("action");
    }

    private String answerText() {
        String range = "an index from 0 to " + ((n == null ? 1 : n) - 1);
        if (!isProduct()) return range + " or one of the legal actions";
        String names = slots.stream().map(Slot::name).collect(Collectors.joining(", "));
        return (n == null ? "" : range + " or ") + "one option per slot (" + names + ")";
    }

    private String legalText() {
        if (isProduct()) return "this is a joint order: expected " + answerText();
        String shown = actions.stream().limit(MAX_SHOWN).map(JsonNode::toString).collect(Collectors.joining(", "));
        int more = actions.size() - MAX_SHOWN;
        return "legal: " + shown + (more > 0 ? " and " + more + " more" : "");
    }

    private static InfosetException.WrongChoice wrong(String text) {
        return new InfosetException.WrongChoice(text);
    }
}
