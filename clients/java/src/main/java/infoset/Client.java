package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A connection to a server that lasts: requests and replies, the stream of messages, reconnects. Its methods wait;
 * it belongs to one thread.
 *
 * <pre>
 * connecting --welcome--&gt; open --link lost--&gt; reconnecting --welcome--&gt; open
 *      |                   |                       |
 *      +------- refused, or lost for good ---------+----&gt; over
 * </pre>
 *
 * <p>After a reconnect the server either resumes the session (missed messages follow, open requests are sent again
 * with their numbers) or opens a new one (it sends match_start and snapshot again, open requests fail with
 * ConnectionLost). Either way a Welcome stands in the stream.
 */
public final class Client implements AutoCloseable {
    private static final Set<String> THINKING = Set.of("determinize", "simulate", "rollout");

    /** A request without a final answer. */
    private static final class Open {
        final ObjectNode plain;
        final Deque<ObjectNode> answers = new ArrayDeque<>();
        boolean isLost;

        Open(ObjectNode plain) {
            this.plain = plain;
        }
    }

    private final Dialer dialer;
    private final Throttle throttle = new Throttle();
    private final Throttle thinking = new Throttle(); // for the requests that have a narrower limit
    private final TreeMap<Long, Open> open = new TreeMap<>();
    private final Deque<Incoming> inbox = new ArrayDeque<>();
    private long arrived;
    private Link link;
    private InfosetException over;
    private Wire.Welcome welcome;
    private long lastId;
    private long seq;
    private long acked;
    private boolean hasAsked; // for a sign of life
    private double heardS;

    /** Opens nothing yet. Throws {@link InfosetException.Address}. */
    public Client(String url, Login login) {
        Address address = Address.parse(url).with(login.encoding());
        if (login.key() == null && login.token() != null && !address.canCarryToken()) {
            String text = ": a token may only be sent under TLS; use infosets:// or wss://, or a key";
            throw new InfosetException.Address(address + text);
        }
        dialer = new Dialer(address, login);
    }

    // Opening and closing.

    /** Connects and logs in. Over stdio there is no login. */
    public void connect() {
        if (isStdio()) {
            link = Link.open(dialer.address, 0, null);
        } else {
            adopt(dialer.dial(dialer.login.timing().connectS(), null));
        }
    }

    /** Leaves on purpose: the session ends. May be called twice. */
    @Override
    public void close() {
        if (link == null) return;
        try {
            if (!isStdio()) link.send(Codec.JSON.objectNode().put("type", "bye"));
        } catch (Link.Closed gone) {
            Log.info("it was gone already: " + gone.getMessage());
        }
        link.close();
        link = null;
        over = new InfosetException.ConnectionLost("closed", 1000L);
    }

    public boolean isStdio() {
        return dialer.address.transport() == Address.Transport.STDIO;
    }

    /** Is there a working connection? If not, it will never come back. */
    public boolean isConnected() {
        return link != null;
    }

    /** What the server said at the last login: names, limits, features. Null over stdio. */
    public Wire.Welcome welcome() {
        return welcome;
    }

    // Talking.

    /** Sends a request and returns its reply. Throws {@link InfosetException.Request} where it is refused. */
    public <R> R request(Typed.Request<R> message) {
        return readAnswer(finish(begin(message)), message.reply());
    }

    /** Sends a request and returns its number at once: for {@code finish}, or {@code cancel}. */
    public long begin(Typed.Request<?> message) {
        ObjectNode plain = (ObjectNode) Typed.write(message);
        boolean isThinking = THINKING.contains(plain.path("type").asText());
        Dialer.sleepS((isThinking ? thinking : throttle).take(Dialer.nowS()));
        while (welcome != null && open.size() >= welcome.limits().maxInflight()) pump(Dialer.nowS() + 3600);
        long number = ++lastId;
        plain.put("id", number);
        open.put(number, new Open(plain));
        transmit(plain);
        return number;
    }

    /** The answer to a request that was begun. */
    public ObjectNode finish(long number) {
        ObjectNode answer = nextAnswer(number);
        open.remove(number);
        return answer;
    }

    /** Stops a request that was begun; its one answer still comes, with what there is. */
    public void cancel(long number) {
        request(Wire.Cancel.of().withTarget(number));
    }

    /** Asks for a replay and hands its parts on in order, the last one included. */
    public void stream(Wire.Replay message, Consumer<Wire.ReplayPart> take) {
        long number = begin(message);
        long expected = 0;
        while (true) {
            Wire.ReplayPart part = readAnswer(nextAnswer(number), Wire.ReplayPart.class);
            if (part.i() != expected) continue; // it came again, after a resume
            expected++;
            if (!part.more()) open.remove(number);
            take.accept(part);
            if (!part.more()) return;
        }
    }

    /** Sends a request without asking for a reply; a refusal shows in the stream as a {@link Wire.Error}. */
    public void send(Wire.ClientMessage message) {
        Dialer.sleepS(throttle.take(Dialer.nowS()));
        transmit((ObjectNode) Typed.write(message));
    }

    /** How many messages have arrived, those that were not received yet included. */
    long arrived() {
        return arrived;
    }

    /** The next message that the server pushes; waits for it. Throws where there will be no more. */
    public Incoming receive() {
        while (true) {
            Optional<Incoming> incoming = poll(3600);
            if (incoming.isPresent()) return incoming.get();
        }
    }

    /** The same, but nothing if none comes within so many seconds. */
    public Optional<Incoming> poll(double timeoutS) {
        double untilS = Dialer.nowS() + timeoutS;
        while (inbox.isEmpty()) {
            pump(untilS);
            if (inbox.isEmpty() && Dialer.nowS() >= untilS) return Optional.empty();
        }
        return Optional.of(inbox.removeFirst());
    }

    static <R> R readAnswer(ObjectNode answer, Class<R> type) {
        if (type != Wire.ServerMessage.class && !Typed.isTold(answer, type)) {
            String want = "expected " + type.getSimpleName() + ", got " + answer.path("type");
            throw new InfosetException.Protocol(Wire.Code.BAD_MESSAGE, "type", want);
        }
        return Typed.read(answer, type);
    }

    /** Sends a message. Where the link is lost we come back first, by which what has a number is sent again. */
    private void transmit(ObjectNode plain) {
        try {
            working().send(plain);
        } catch (Link.Closed closed) {
            Link.Closed lost = lastWords(closed);
            comeBack(lost);
            if (!plain.has("id")) {
                throw new InfosetException.ConnectionLost("not sent: " + lost.getMessage(), lost.code);
            }
        }
    }

    /** Why a link that takes nothing more was closed: the server has said so before, if it could. */
    private Link.Closed lastWords(Link.Closed closed) {
        try {
            Optional<byte[]> frame = link.receive(0.1);
            while (frame.isPresent()) {
                if (frame.get().length > 0) take(Codec.decode(frame.get(), dialer.address.encoding()));
                frame = link.receive(0.1);
            }
        } catch (Link.Closed found) {
            return found.code != null ? found : closed;
        } catch (InfosetException.Protocol wrong) {
            Log.info("its last message was bad: " + wrong.getMessage());
        }
        return closed;
    }

    private Link working() {
        if (link != null) return link;
        throw over != null ? over : new InfosetException.ConnectionLost("call connect() first", null);
    }

    private ObjectNode nextAnswer(long number) {
        double untilS = Dialer.nowS() + dialer.login.timing().replyS();
        Open request = open.get(number);
        if (request == null) throw new InfosetException.ReplyTimeout("request " + number + " is not open");
        while (true) {
            if (request.isLost) {
                open.remove(number);
                throw new InfosetException.ConnectionLost("the connection was lost before the answer came", null);
            }
            ObjectNode answer = request.answers.poll();
            if (answer != null) {
                if (!answer.path("type").asText().equals("error")) return answer;
                open.remove(number);
                throw new InfosetException.Request(Typed.read(answer, Wire.Error.class));
            }
            if (Dialer.nowS() >= untilS) {
                open.remove(number);
                throw new InfosetException.ReplyTimeout("no answer to " + request.plain.path("type") + " in time");
            }
            pump(untilS);
        }
    }

    // Reading.

    /** Takes in one frame, or returns when the time is over. Comes back where the link is lost. */
    private void pump(double untilS) {
        Link current = working();
        double silenceS = dialer.login.timing().silenceS();
        try {
            Optional<byte[]> frame = current.receive(Math.max(0, Math.min(untilS - Dialer.nowS(), silenceS)));
            if (frame.isPresent()) {
                hasAsked = false;
                heardS = Dialer.nowS();
                if (frame.get().length > 0) take(Codec.decode(frame.get(), dialer.address.encoding()));
            } else if (!isStdio() && Dialer.nowS() - heardS >= silenceS) {
                askForSignOfLife();
            }
        } catch (Link.Closed closed) {
            comeBack(closed);
        } catch (InfosetException.Protocol error) {
            comeBack(new Link.Closed("the server sent a bad message: " + error.getMessage(), null, 0));
        }
    }

    private void askForSignOfLife() throws Link.Closed {
        if (hasAsked) throw new Link.Closed("no sign of life", null, 0);
        hasAsked = true;
        heardS = Dialer.nowS();
        link.send(Codec.JSON.objectNode().put("type", "ping").put("id", ++lastId));
    }

    private void take(ObjectNode plain) throws Link.Closed {
        JsonNode type = plain.path("type");
        if (!type.isTextual()) throw new InfosetException.Protocol(Wire.Code.BAD_MESSAGE, "type", "expected text");
        if (type.asText().equals("bye")) {
            Long code = plain.path("code").isIntegralNumber() ? plain.path("code").asLong() : null;
            throw new Link.Closed(plain.path("reason").asText(), code, Dialer.waitS(plain));
        }
        boolean isAnswer = plain.path("re").isIntegralNumber();
        boolean isProgress = type.asText().equals("progress");
        Open request = isAnswer ? open.get(plain.path("re").asLong()) : null;
        if (request != null && !isProgress) {
            request.answers.add(plain);
        } else if (isProgress || !(isAnswer || type.asText().equals("pong"))) {
            if (inbox.size() >= dialer.login.timing().maxInbox()) {
                throw new Link.Closed("more messages than anybody reads", null, 0);
            }
            inbox.add(new Incoming(plain, ++arrived));
        } // Else nobody waits for it: an answer that came too late, or twice after a resume.
        if (plain.path("seq").isIntegralNumber()) count(plain.path("seq").asLong());
    }

    /** Notes what was taken in: a link that breaks before that sends it again. */
    private void count(long number) throws Link.Closed {
        seq = number;
        if (seq - acked >= dialer.login.timing().ackEvery() && !isStdio()) {
            acked = seq;
            link.send(Codec.JSON.objectNode().put("type", "ack").put("seq", seq));
        }
    }

    // Staying connected.

    private void adopt(Dialer.Dialled dialled) {
        welcome = dialled.welcome();
        link = dialled.link();
        if (!welcome.resumed()) seq = acked = 0;
        throttle.allow(welcome.limits().msgsPerS(), Dialer.nowS());
        Long computes = welcome.limits().computesPerS();
        thinking.allow(computes == null ? 0 : computes, Dialer.nowS());
        hasAsked = false;
        heardS = Dialer.nowS();
    }

    private void comeBack(Link.Closed closed) {
        double patienceS = dialer.login.timing().reconnectS();
        boolean isFinal = closed.code != null && Wire.NO_RECONNECT.contains(closed.code);
        link.close();
        link = null;
        if (isStdio() || isFinal || patienceS <= 0) {
            over = new InfosetException.ConnectionLost(closed.getMessage(), closed.code);
            throw over;
        }
        ObjectNode resume = null;
        if (closed.code == null || !Wire.NO_RESUME.contains(closed.code)) {
            resume = Codec.JSON.objectNode().put("session", welcome.session());
            resume.put("token", welcome.resumeToken()).put("seq", seq);
        }
        Log.warn("connection lost (" + closed.getMessage() + "); reconnecting");
        Dialer.sleepS(dialer.backoff.nextWaitS(closed.waitS));
        try {
            adopt(dialer.dial(patienceS, resume));
        } catch (InfosetException error) {
            over = error;
            throw error;
        }
        Log.warn("reconnected: " + (welcome.resumed() ? "resumed" : "new session"));
        inbox.add(new Incoming((ObjectNode) Typed.write(welcome), ++arrived));
        settleOpenRequests();
    }

    /** Open requests after a reconnect: asked again in a resumed session, failed in a new one. */
    private void settleOpenRequests() {
        for (Open request : open.values()) {
            if (!welcome.resumed()) {
                request.isLost = true;
                continue;
            }
            try {
                link.send(request.plain);
            } catch (Link.Closed closed) {
                return; // the next read finds out
            }
        }
    }
}
