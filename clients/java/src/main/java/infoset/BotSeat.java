package infoset;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/** One bot on one seat of one match: shows it every turn, checks its answers, survives its mistakes. */
public final class BotSeat {
    private static final int MAX_TRIES = 5; // of one request that the server is too busy for
    private static final long BUSY_WAIT_MS = 200; // between such tries, where the server names no wait
    private static final Set<String> CLOSED =
            Set.of(
                    Wire.Code.STALE_DECISION,
                    Wire.Code.WRONG_STATE,
                    Wire.Code.NOT_FOUND,
                    Wire.Code.NOT_YOUR_SEAT);

    private final Match match;
    private final MatchTracker tracker;
    private final Client client;
    private final TraceWriter trace; // null where none is wanted
    private final Map<Long, Optional<Choice>> choices = new HashMap<>(); // not known to be accepted yet
    private Faults faults = Faults.NONE;
    private MatchResult result;
    private Bot bot; // null where it could not even be made: the fallback plays

    BotSeat(Match match, Supplier<? extends Bot> make, Client client, TraceWriter trace) {
        this.match = match;
        this.client = client;
        this.trace = trace;
        tracker = new MatchTracker(match);
        guard("the bot's constructor", () -> bot = make.get());
        call("onStart", () -> bot.onStart(match));
    }

    public Match match() {
        return match;
    }

    public Faults faults() {
        return faults;
    }

    /** How the match ended, null while it runs. */
    public MatchResult result() {
        return result;
    }

    /** The match went on without us: there is no result to be had. */
    void lose() {
        result = new MatchResult("went on without us", List.of(), List.of(), List.of(), match.seat());
    }

    /** Nothing more will come. */
    void close() {
        if (trace != null) trace.close();
    }

    /**
     * Takes one message about the match and calls the bot. Throws what ends the connection for good, and
     * {@link InfosetException.Command} for a trace that cannot be written.
     */
    void take(Wire.ServerMessage message, long number) {
        for (Happening happening : tracker.take(message, number)) {
            if (happening instanceof Happening.Asked asked) {
                answer(asked.turn());
            } else if (happening instanceof Happening.Happened happened) {
                tell(happened);
            } else if (happening instanceof Happening.Behind behind) {
                catchUp(behind);
            } else if (happening instanceof Happening.Talked talked) {
                call("onTalk", () -> bot.onTalk(match, talked.name(), talked.text()));
            } else if (happening instanceof Happening.Missed missed) {
                miss(missed);
            } else if (happening instanceof Happening.Over over) {
                result = over.result();
                call("onOver", () -> bot.onOver(match, over.result()));
                if (trace != null) trace.over(over.result());
            }
        }
    }

    private void tell(Happening.Happened happened) {
        if (trace != null) trace.events(happened.events(), happened.ver());
        call("onEvents", () -> bot.onEvents(match, happened.events()));
    }

    /** Tells what happened while nobody here was told. */
    private void catchUp(Happening.Behind behind) {
        String untold = match + ": what happened up to version " + behind.ver() + " is not told: ";
        try {
            CatchingUp.run(this::patiently, match, behind, this::tell);
        } catch (InfosetException.Request refused) {
            Log.warn(untold + refused.getMessage());
        } catch (InfosetException.ConnectionLost | InfosetException.ReplyTimeout lost) {
            if (!client.isConnected()) throw lost;
            Log.warn(untold + lost.getMessage());
        }
    }

    private interface Hook {
        void run() throws Exception;
    }

    private void call(String name, Hook hook) {
        if (bot == null) return;
        guard(
                name,
                () -> {
                    hook.run();
                    return true;
                });
    }

    /** Runs the bot's code; what it throws is logged with its story and counted. */
    private <T> Optional<T> guard(String what, Callable<T> work) {
        try {
            return Optional.ofNullable(work.call());
        } catch (InfosetException.ConnectionLost lost) {
            if (!client.isConnected()) throw lost;
            noteException(what, lost);
        } catch (Exception | LinkageError | StackOverflowError | AssertionError thrown) {
            noteException(what, thrown);
        }
        return Optional.empty();
    }

    private void noteException(String what, Throwable thrown) {
        faults = faults.plus(new Faults(1, 0, 0));
        Log.warn(match + ": " + what + " threw " + thrown, thrown);
    }

    private void miss(Happening.Missed missed) {
        Optional<Choice> choice = choices.remove(missed.decision());
        boolean wasAnswered = choice != null && choice.isPresent();
        if (wasAnswered && missed.isAway()) return; // it was taken, only the word of it was lost
        faults = faults.plus(new Faults(0, 0, 1));
        Log.warn(match + ": decision " + missed.decision() + " was missed (" + missed.why() + ")");
    }

    private void answer(Turn turn) {
        if (!tracker.isOpen(turn.decision())) return;
        Optional<Choice> choice = choices.get(turn.decision());
        if (choice == null) {
            boolean canCompute = match.compute() != null;
            Remote remote = canCompute ? new Remote(client, match.matchId(), turn.decision()) : null;
            choice = decideAndTrace(turn.with(remote));
            choices.put(turn.decision(), choice);
            say(turn);
        }
        choice.ifPresent(made -> act(turn, made));
    }

    private Optional<Choice> decideAndTrace(Turn turn) {
        long begunNs = System.nanoTime();
        Optional<Choice> choice = decide(turn);
        if (trace != null) trace.decided(turn, choice, System.nanoTime() - begunNs);
        return choice;
    }

    /** The bot's choice, or the fallback if it has none; nothing leaves an optional turn open. */
    private Optional<Choice> decide(Turn turn) {
        String what = "decide in decision " + turn.decision() + " (" + turn.kind() + ")";
        if (bot == null) return Optional.of(turn.fallbackChoice().insteadOf("the bot could not be made"));
        int before = faults.exceptions();
        Answer answer = guard(what, () -> bot.decide(turn)).orElse(Answer.nothing());
        if (faults.exceptions() > before) return Optional.of(turn.fallbackChoice().insteadOf("decide raised an exception"));
        if (answer instanceof Answer.Nothing && turn.optional()) return Optional.empty();
        try {
            return Optional.of(turn.remarkMade().on(turn.readAnswer(answer)));
        } catch (InfosetException.WrongChoice wrong) {
            faults = faults.plus(new Faults(0, 1, 0));
            Log.warn(match + ": " + what + ": the fallback is played: " + wrong.getMessage());
            return Optional.of(turn.fallbackChoice().insteadOf("wrong answer"));
        }
    }

    private void say(Turn turn) {
        for (String text : turn.remarkMade().said()) {
            try {
                client.request(Wire.Chat.of(text).withMatchId(match.matchId()));
            } catch (InfosetException.Request refused) {
                Log.info(match + ": not said: " + refused.getMessage());
            } catch (InfosetException.ConnectionLost | InfosetException.ReplyTimeout lost) {
                if (!client.isConnected()) throw lost;
                Log.info(match + ": not said: " + lost.getMessage());
            }
        }
    }

    private void act(Turn turn, Choice choice) {
        try {
            Wire.ActOk taken = patiently(choice.act(match.matchId(), turn.decision()));
            tracker.noteAccepted(turn.decision(), client.arrived());
            if (!Boolean.TRUE.equals(taken.sealed())) close(turn); // else the server, started anew, may ask again
        } catch (InfosetException.Request refused) {
            refused(turn, choice, refused);
        } catch (InfosetException.ConnectionLost | InfosetException.ReplyTimeout lost) {
            if (!client.isConnected()) throw lost;
            Log.info(match + ": not sent: " + lost.getMessage()); // a snapshot will ask again; the choice is kept
        }
    }

    private void refused(Turn turn, Choice choice, InfosetException.Request refused) {
        if (refused.is(Wire.Code.ILLEGAL_ACTION) && !choice.isSameMove(turn.fallbackChoice())) {
            faults = faults.plus(new Faults(0, 1, 0));
            Log.warn(match + ": illegal, the fallback is played: " + refused.getMessage());
            act(turn, turn.fallbackChoice().insteadOf("illegal"));
        } else if (CLOSED.contains(refused.code)) {
            Log.info(match + ": too late: " + refused.getMessage());
            close(turn);
        } else {
            Log.warn(match + ": not accepted: " + refused.getMessage());
        }
    }

    /** Sends a request, again and again where the server is too busy for it. */
    private <R> R patiently(Typed.Request<R> message) {
        for (int tries = 1; ; tries++) {
            try {
                return client.request(message);
            } catch (InfosetException.Request refused) {
                if (!refused.mayPass() || tries == MAX_TRIES) throw refused;
                Dialer.sleepS((refused.retryMs == null ? BUSY_WAIT_MS : refused.retryMs) / 1000.0);
            }
        }
    }

    private void close(Turn turn) {
        tracker.close(turn.decision());
        choices.remove(turn.decision());
    }
}
