package infoset;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Takes seats on a server and plays the matches that come, one bot object for each. */
public final class Host {
    private final Client client;
    private final Supplier<? extends Bot> make;
    private final Plan plan;
    private final Consumer<BotSeat> onResult;
    private final Path traces; // null where none are wanted
    private final Map<String, BotSeat> seats = new TreeMap<>();
    private int seeks;
    private String soughtIn = ""; // the session that knows of them
    private int done;
    private InfosetException.Request refusal; // why our entry plays no more

    public Host(Client client, Supplier<? extends Bot> make, Plan plan, Consumer<BotSeat> onResult) {
        this(client, make, plan, onResult, null);
    }

    /** The same with a folder for traces: what each bot sees, thinks and does is written there; null: nothing is. */
    public Host(Client client, Supplier<? extends Bot> make, Plan plan, Consumer<BotSeat> onResult, Path traces) {
        this.client = client;
        this.make = make;
        this.plan = plan;
        this.onResult = onResult;
        this.traces = traces;
    }

    /**
     * Plays until the plan is fulfilled. Throws where the server refuses a seat, the connection is gone, or a trace
     * cannot be written.
     *
     * <p>Several matches take turns on this one thread: while a bot thinks, the others wait.
     */
    public void run() {
        try {
            play();
        } finally {
            seats.values().forEach(BotSeat::close);
        }
    }

    private void play() {
        takeSeat();
        while (!isFulfilled()) {
            Incoming incoming = client.receive();
            try {
                route(incoming);
            } catch (InfosetException.Protocol error) {
                Log.warn("a message of the server was passed over: " + error.getMessage());
            }
            for (BotSeat seat : over()) finish(seat);
            if (refusal != null && seats.isEmpty() && !isFulfilled()) throw refusal;
        }
    }

    /** Are as many matches over as the plan wants? */
    private boolean isPlayed() {
        return plan.matches() > 0 && done >= plan.matches();
    }

    /** Others may run then, from before the program was started: they are seen through. */
    private boolean isFulfilled() {
        return isPlayed() && seats.isEmpty();
    }

    private List<BotSeat> over() {
        return new ArrayList<>(seats.values().stream().filter(seat -> seat.result() != null).toList());
    }

    private void finish(BotSeat seat) {
        seats.remove(seat.match().matchId());
        seat.close();
        done++;
        onResult.accept(seat);
        if (isPlayed()) return;
        if (plan.room() == null) {
            seekMore();
        } else {
            insist(Wire.Ready.of(plan.room()));
        }
    }

    private void takeSeat() {
        if (plan.room() != null) {
            Boolean anySeat = plan.seat() == null ? true : null;
            Wire.Join join = Wire.Join.of(plan.room()).withCode(plan.code()).withSeat(plan.seat());
            insist(join.withAnySeat(anySeat).withReady(true));
        } else if (plan.ladder() != null) {
            enter();
        } else {
            seekMore();
        }
    }

    /** Makes the entry of the plan, and queues it for the matches that are left. */
    private void enter() {
        String name = client.welcome().name();
        var register = Wire.LadderRegister.of(plan.ladder(), name, Wire.PlayerKind.BOT).withVersion(plan.version());
        Wire.Ok made;
        try {
            made = client.request(register);
        } catch (InfosetException.ConnectionLost lost) {
            if (!client.isConnected()) throw lost;
            return; // the next welcome enters anew
        }
        var queue = Wire.LadderQueue.of(plan.ladder(), made.data().path("entry").asText());
        Long left = plan.matches() == 0 ? null : (long) (plan.matches() - done);
        insist(queue.withParallel(Math.min(plan.tables(), Plan.MAX_TABLES)).withGames(left));
    }

    /** Seeks until as many matches are played or sought as the plan wants. */
    private void seekMore() {
        if (plan.game() == null) return;
        Wire.Seek seek = Wire.Seek.of(plan.game()).withSeats(plan.seats()).withFillMs(plan.fillMs());
        try {
            while (isWanted() && insist(seek)) {
                seeks = sought() + 1;
                soughtIn = client.welcome().session();
            }
        } catch (InfosetException.Request refused) {
            boolean isEnough = refused.is(Wire.Code.BUSY) && sought() + seats.size() > 0;
            if (!isEnough) throw refused; // else more when one of them is over
        }
    }

    private boolean isWanted() {
        int atOnce = sought() + seats.size();
        boolean isLeft = plan.matches() == 0 || done + atOnce < plan.matches();
        return isLeft && atOnce < Math.min(plan.tables(), Plan.MAX_TABLES);
    }

    /** Matches that are sought and have not begun; a new session knows nothing of earlier ones. */
    private int sought() {
        return soughtIn.equals(client.welcome().session()) ? seeks : 0;
    }

    /** A request that is made anew at the next welcome where it got lost; was it answered? */
    private boolean insist(Typed.Request<?> message) {
        try {
            client.request(message);
            return true;
        } catch (InfosetException.ConnectionLost lost) {
            if (!client.isConnected()) throw lost;
            return false;
        }
    }

    private void route(Incoming incoming) {
        Wire.ServerMessage message = incoming.read();
        if (message instanceof Wire.MatchStart start) {
            open(start, incoming);
        } else if (message instanceof Wire.Welcome welcome && !welcome.resumed()) {
            lookAfterSeats();
        } else if (message instanceof Wire.Error error && (error.matchId() == null || isOfEntry(error))) {
            Log.warn("the server says: " + error.msg() + " (" + error.code() + ")");
            if (isOfEntry(error)) queueAgain();
        }
        BotSeat seat = seats.get(incoming.matchId());
        if (seat != null) seat.take(message, incoming.number());
    }

    /** Does it say what has become of our entry on a ladder? It names the match by which that came, which may be over. */
    private boolean isOfEntry(Wire.Error error) {
        return error.re() == null && error.code().equals(Wire.Code.WRONG_STATE) && plan.ladder() != null;
    }

    /** Our entry may be off the queue; one that is benched ends the plan, behind the matches that it still plays. */
    private void queueAgain() {
        try {
            enter();
        } catch (InfosetException.Request refused) {
            refusal = refused;
        }
    }

    private void open(Wire.MatchStart start, Incoming incoming) {
        if (start.role() != Wire.MatchStartRole.PLAYER || seats.containsKey(start.matchId())) return;
        TraceWriter trace = traces == null ? null : new TraceWriter(traces, incoming.plain());
        seats.put(start.matchId(), new BotSeat(Match.of(start), make, client, trace));
        if (plan.game() == null) return;
        seeks = Math.max(0, sought() - 1);
        seekMore();
    }

    /** A new session: what was sought is forgotten, and matches may have ended while nobody listened. */
    private void lookAfterSeats() {
        for (BotSeat seat : seats.values()) {
            try {
                client.request(Wire.Sync.of(seat.match().matchId()));
            } catch (InfosetException.Request refused) {
                // The next hall of a cluster may be there before it has all matches of the last one.
                if (refused.mayPass()) continue;
                Log.warn("match " + seat.match().matchId() + " went on without us");
                seat.lose();
            }
        }
        boolean isSeated = plan.room() != null && !seats.isEmpty();
        if (!isSeated && !isPlayed()) takeSeat();
    }
}
