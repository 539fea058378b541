package infoset;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** What a seat was shown in a match, as a bot with {@code --trace} and {@code infoset replay --trace} write it. */
public final class Trace {
    static final String FORM = "infoset-trace/1";
    static final String THOUGHT = "thought"; // the type of lines that are no message
    private static final int NEAR = 3; // decisions on each side of a ply that are named where nothing is asked at it

    private Trace() {}

    /**
     * Asserts that a bot, on the seat of a trace, decides on {@code action} where {@code ver} is {@code ply}.
     *
     * <p>The bot is made anew, and told and asked everything that came before, whatever it answers; so it knows what it
     * knew then. The action is whatever {@code decide} may return. Throws AssertionError, which says what the bot
     * decides instead, or where near that ply something is asked; and whatever the bot or the file throws.
     */
    public static void assertDecision(Supplier<? extends Bot> make, Path file, long ply, Answer action) throws Exception {
        List<ObjectNode> messages = messages(file);
        List<Long> asked = asked(messages);
        if (!asked.contains(ply)) {
            throw new AssertionError(file + ": nothing is asked at ply " + ply + ", " + elsewhere(asked, ply));
        }
        Bot bot = make.get();
        MatchTracker tracker = null;
        Match match = null;
        for (ObjectNode plain : messages) {
            Wire.ServerMessage message = new Incoming(plain, 0).read();
            if (message instanceof Wire.MatchStart start) {
                match = Match.of(start);
                tracker = new MatchTracker(match);
                bot.onStart(match);
            }
            if (tracker == null) throw new AssertionError(file + ": no match begins in it");
            for (Happening happening : tracker.take(message, 0)) {
                if (happening instanceof Happening.Happened happened) bot.onEvents(match, happened.events());
                if (!(happening instanceof Happening.Asked question)) continue;
                Answer answer = bot.decide(question.turn());
                if (plain.path("ver").asLong() == ply) {
                    compare(question.turn(), answer, action, ply);
                    return;
                }
            }
        }
    }

    /** The plies at which something is asked. */
    private static List<Long> asked(List<ObjectNode> messages) {
        return messages.stream()
                .filter(plain -> plain.path("type").asText().equals("your_turn"))
                .map(plain -> plain.path("ver").asLong())
                .toList();
    }

    /** Where near a ply something is asked; {@code asked} is in order. */
    private static String elsewhere(List<Long> asked, long ply) {
        int at = (int) asked.stream().filter(ver -> ver < ply).count();
        List<Long> near = asked.subList(Math.max(at - NEAR, 0), Math.min(at + NEAR, asked.size()));
        if (near.isEmpty()) return "nor at any other";
        return "but near it at " + near.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static List<ObjectNode> messages(Path file) throws IOException {
        List<ObjectNode> messages = new ArrayList<>();
        boolean isFirst = true;
        for (String line : Files.readAllLines(file)) {
            ObjectNode plain = Codec.decode(line.getBytes(StandardCharsets.UTF_8), Codec.Encoding.JSON);
            if (isFirst && !plain.path("form").asText().equals(FORM)) {
                throw new AssertionError(file + ": expected the form " + FORM);
            }
            if (!isFirst && !plain.path("type").asText().equals(THOUGHT)) messages.add(plain);
            isFirst = false;
        }
        return messages;
    }

    private static void compare(Turn turn, Answer answer, Answer action, long ply) {
        String place = "ply " + ply + ", decision " + turn.decision() + " (" + turn.kind() + ")";
        String expected = spelled(turn, action, place);
        String found = spelled(turn, answer, place);
        if (!found.equals(expected)) {
            throw new AssertionError(place + ": expected " + expected + ", the bot answers " + found);
        }
    }

    /** What an answer stands for, as text. */
    private static String spelled(Turn turn, Answer answer, String place) {
        Choice choice;
        try {
            choice = turn.readAnswer(answer);
        } catch (InfosetException.WrongChoice wrong) {
            throw new AssertionError(place + ": " + wrong.getMessage(), wrong);
        }
        if (choice.action() != null) return choice.action().toString();
        if (choice.picks() != null) {
            ArrayNode options = Codec.JSON.arrayNode();
            for (int slot = 0; slot < choice.picks().size(); slot++) {
                options.add(turn.slots().get(slot).options().get(choice.picks().get(slot).intValue()));
            }
            return options.toString();
        }
        int index = choice.index().intValue();
        return index < turn.actions().size() ? turn.actions().get(index).toString() : choice.index().toString();
    }
}
