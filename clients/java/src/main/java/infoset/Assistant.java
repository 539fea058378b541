package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/**
 * A program that sits beside a player; {@code infoset assist -- CMD} runs it. Fill in hooks: each hook's drawings replace
 * those of its call before. An exception in a hook goes to the owner's log; the others go on.
 */
public abstract class Assistant {
    private static final int MAX_LOG = 2000;

    protected final Canvas draw = new Canvas();
    /** What is played; null between matches. */
    protected Match match;
    /** The open decision, or null. */
    protected Turn turn;
    /** Of the last change. */
    protected List<ObjectNode> events = List.of();
    /** Everything the seat knows. */
    protected JsonNode state = Codec.JSON.missingNode();
    protected long seconds;
    protected List<String> rights = List.of();

    private final Map<String, JsonNode> shown = new HashMap<>(); // by layer
    private Link link;
    private MatchTracker tracker;
    private double askedS;

    // The hooks.

    /** A match begins, or is joined; also after a restart of this program. */
    public void start() throws Exception {}

    /** The owner is asked for a decision. Drawings stay until the next one. */
    public void everyTurn(Turn asked) throws Exception {}

    /** A second has passed; {@code seconds} since the match was joined. */
    public void everySecond() throws Exception {}

    /** Something has happened: {@code events} and {@code state} are new. Drawings stay until they are replaced. */
    public void everyChange() throws Exception {}

    public void over(MatchResult result) throws Exception {}

    /** The server has refused what this program asked for; the owner's log says so already. */
    public void refused(String code, String why) throws Exception {}

    // What hooks may do. They throw WrongChoice for an answer that is not legal, or where nothing is asked.

    /** Seconds until the deadline of the open decision, nothing where there is none. */
    protected final OptionalDouble leftS() {
        if (turn == null || turn.deadlineMs() == null) return OptionalDouble.empty();
        return OptionalDouble.of(Math.max(0, turn.deadlineMs() / 1000.0 - (Dialer.nowS() - askedS)));
    }

    /** A line for the owner's log. */
    protected final void log(String text) {
        log("info", text);
    }

    /** Proposes answers to the open decision, best first; none takes the last suggestion back. */
    protected final void suggest(String text, Answer... answers) {
        Turn asked = openTurn();
        List<Wire.Proposal> top = Arrays.stream(answers).map(one -> asked.readAnswer(one).proposal()).toList();
        sendAboutMatch(Wire.Suggest.of("", asked.decision(), top).withText(text));
    }

    /** Lays orders ready for some slots: slot -&gt; position among its options. */
    protected final void stage(Map<String, Long> orders) {
        sendAboutMatch(Wire.Stage.of("", openTurn().decision()).withOrders(orders));
    }

    /** Plays what is laid ready; needs the right {@code act}. */
    protected final void commit() {
        sendAboutMatch(Wire.Commit.of("", openTurn().decision()));
    }

    /** Answers the open decision; needs the right {@code act}. */
    protected final void act(Answer answer) {
        sendAboutMatch(openTurn().readAnswer(answer).act("", openTurn().decision()));
    }

    // Running.

    /**
     * The {@code main} of an assistant. Without options it is under a supervisor and talks with it over standard input and
     * output. With those of {@code infoset assist} it starts that around itself.
     */
    public static void run(String[] args, Supplier<? extends Assistant> make) {
        Program.guarded(
                () -> {
                    if (args.length == 0) {
                        Assistant assistant = make.get();
                        assistant.serve(Link.stdio());
                    } else {
                        superviseMyself(args);
                    }
                });
    }

    private static void superviseMyself(String[] args) {
        List<String> words = new ArrayList<>(List.of("infoset", "assist"));
        words.addAll(List.of(args));
        words.add("--");
        ProcessHandle.Info myself = ProcessHandle.current().info();
        words.add(myself.command().orElse("java"));
        words.addAll(List.of("-cp", System.getProperty("java.class.path")));
        words.add(System.getProperty("sun.java.command").split(" ")[0]);
        try {
            int code = new ProcessBuilder(words).inheritIO().start().waitFor();
            if (code != 0) throw new InfosetException.Command("infoset assist ended with exit code " + code);
        } catch (IOException error) {
            throw new InfosetException.Command("cannot start `infoset assist`: " + error.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void serve(Link supervisor) {
        link = supervisor;
        try {
            while (true) {
                byte[] frame = supervisor.receive(3600).orElse(new byte[0]);
                if (frame.length > 0) takeFrame(frame);
            }
        } catch (Link.Closed gone) {
            Log.info("the supervisor is gone");
        }
    }

    private void takeFrame(byte[] frame) {
        try {
            take(Codec.decode(frame, Codec.Encoding.JSON));
        } catch (InfosetException.Protocol error) {
            log("warning", "a message was passed over: " + error.getMessage());
        }
    }

    private void take(ObjectNode plain) {
        switch (plain.path("type").asText()) {
            case "tick" -> {
                seconds = plain.path("seconds").asLong();
                if (match != null) hook("second", "removed", this::everySecond);
            }
            case "assist_start" -> {
                List<String> granted = new ArrayList<>();
                plain.path("rights").forEach(right -> granted.add(right.asText()));
                rights = granted;
            }
            case "error" -> {
                String code = plain.path("code").asText();
                hook(null, null, () -> refused(code, plain.path("msg").asText()));
            }
            default -> follow(new Incoming(plain, 0));
        }
    }

    private void follow(Incoming incoming) {
        Wire.ServerMessage message = incoming.read();
        if (message instanceof Wire.MatchStart begun) {
            begin(begun);
            return;
        }
        if (tracker == null) return;
        if (incoming.plain().path("obs").isObject()) state = incoming.plain().path("obs");
        if (message instanceof Wire.Snapshot) hook(null, null, this::start);
        if (message instanceof Wire.Events changed) {
            turn = null;
            events = changed.items();
            hook("change", "removed", this::everyChange);
        }
        tracker.take(message, incoming.number()).forEach(this::handle);
    }

    private void begin(Wire.MatchStart begun) {
        match = Match.of(begun);
        tracker = new MatchTracker(match);
        turn = null;
        events = List.of();
        state = Codec.JSON.missingNode();
        shown.clear();
        if (begun.ver() == 0) hook(null, null, this::start);
    }

    private void handle(Happening happening) {
        if (happening instanceof Happening.Asked asked) {
            turn = asked.turn();
            askedS = Dialer.nowS();
            shown.remove("turn"); // the owner's screen has dropped it by itself
            hook("turn", "turn", () -> everyTurn(asked.turn()));
        } else if (happening instanceof Happening.Missed) {
            turn = null;
        } else if (happening instanceof Happening.Over ended) {
            turn = null;
            hook(null, null, () -> over(ended.result()));
            match = null;
        }
    }

    private interface Hook {
        void run() throws Exception;
    }

    /** Runs a hook and shows what it draws as a layer, if it has changed; or logs what went wrong in it. */
    private void hook(String layer, String until, Hook hook) {
        draw.take();
        try {
            hook.run();
        } catch (Exception | AssertionError thrown) {
            draw.take();
            log("error", thrown + " at " + (thrown.getStackTrace().length > 0 ? thrown.getStackTrace()[0] : "?"));
            return;
        }
        List<Wire.Drawing> items = draw.take();
        if (layer == null) return;
        JsonNode plain = Typed.MAPPER.valueToTree(items);
        if (plain.equals(shown.getOrDefault(layer, Codec.JSON.arrayNode()))) return;
        shown.put(layer, plain);
        ObjectNode overlay = Codec.JSON.objectNode().put("type", "overlay").put("layer", layer).put("until", until);
        overlay.set("items", plain);
        send(overlay);
    }

    private Turn openTurn() {
        if (turn == null) throw new InfosetException.WrongChoice("nothing is asked now");
        return turn;
    }

    private void log(String level, String text) {
        String cut = text.length() <= MAX_LOG ? text : text.substring(0, MAX_LOG);
        send(Codec.JSON.objectNode().put("type", "assist_log").put("level", level).put("text", cut));
    }

    private void sendAboutMatch(Wire.ClientMessage message) {
        ObjectNode plain = (ObjectNode) Typed.write(message);
        send(match == null ? plain : plain.put("match_id", match.matchId()));
    }

    /** To the supervisor. Where that is gone, standard input ends, and so do we. */
    private void send(ObjectNode plain) {
        try {
            link.send(plain);
        } catch (Link.Closed gone) {
            Log.info("not sent: " + gone.getMessage());
        }
    }
}
