package infoset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A client and its bots against a script: a server that says and expects one message after the other. */
class ClientTest {
    static final String QUESTION =
            "'decision':1,'kind':'build','n':3,'fallback':2,'legal':{'actions':[['build',10],['build',9],['skip']]}";

    static ObjectNode plain(String text) {
        return Codec.decode(text.replace('\'', '"').getBytes(StandardCharsets.UTF_8), Codec.Encoding.JSON);
    }

    interface Story {
        void tell(Script script) throws IOException;
    }

    static final class Script implements AutoCloseable {
        private final ServerSocket listener = new ServerSocket(0, 4, InetAddress.getLoopbackAddress());
        private final CompletableFuture<Void> running;
        private Socket socket;
        private BufferedReader lines;

        Script(Story story) throws IOException {
            running =
                    CompletableFuture.runAsync(
                            () -> {
                                try {
                                    story.tell(this);
                                } catch (IOException error) {
                                    throw new AssertionError(error);
                                }
                            });
        }

        String url() {
            return "infoset://127.0.0.1:" + listener.getLocalPort();
        }

        /** Takes the next connection and its hello, and lets it in. */
        ObjectNode greet(boolean isResumed) throws IOException {
            socket = listener.accept();
            lines = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
            ObjectNode hello = hear("hello");
            say(
                    "{'type':'welcome','proto':1,'minor':0,'session':'s_1','resume_token':'rt','resumed':" + isResumed
                            + ",'user':'u_1','name':'x','scopes':[],'features':[],'limits':{'max_frame_in':262144,"
                            + "'max_inflight':16,'msgs_per_s':5000,'queue_bytes':1,'resume_ttl_ms':1},"
                            + "'server':'script','now_ms':0}");
            return hello;
        }

        ObjectNode hear(String type) throws IOException {
            while (true) {
                ObjectNode plain = hear();
                if (plain.path("type").asText().equals(type)) return plain;
            }
        }

        ObjectNode hear() throws IOException {
            String line = lines.readLine();
            assertNotNull(line, "cut off");
            return plain(line);
        }

        void say(String text) throws IOException {
            socket.getOutputStream().write((plain(text) + "\n").getBytes(StandardCharsets.UTF_8));
        }

        void answer(ObjectNode request, String text) throws IOException {
            say(plain(text).put("re", request.path("id").asLong()).toString());
        }

        void cut() throws IOException {
            socket.close();
        }

        void seat() throws IOException {
            answer(hear("seek"), "{'type':'ok'}");
            startMatch();
        }

        void startMatch() throws IOException {
            say(
                    "{'type':'match_start','seq':1,'match_id':'m_1','game':'colonizers','rules':'colonizers/1.0',"
                            + "'role':'player','seat':0,'players':[{'seat':0,'kind':'bot'}],'clock':{'kind':'none'},"
                            + "'consts_hash':'c'}");
        }

        void ask(int decision) throws IOException {
            String asked = QUESTION.replace("'decision':1", "'decision':" + decision);
            say("{'type':'your_turn','seq':" + (decision + 1) + ",'match_id':'m_1','seat':0,'ver':1,'obs':{}," + asked + "}");
        }

        void accept(ObjectNode act) throws IOException {
            answer(act, "{'type':'act_ok','match_id':'m_1','decision':1,'elapsed_ms':0}");
        }

        void end() throws IOException {
            say(
                    "{'type':'match_over','match_id':'m_1','reason':'finished','places':[1],'scores':[3],"
                            + "'returns':[1]}");
            hear("bye");
        }

        @Override
        public void close() throws IOException {
            running.join();
            listener.close();
        }
    }

    private static final class Failing extends Bot {
        @Override
        public Answer decide(Turn turn) throws Exception {
            if (turn.decision() == 2) return Answer.index(7);
            throw new Exception("no idea");
        }
    }

    private static final class First extends Bot {
        @Override
        public Answer decide(Turn turn) {
            return Answer.index(0);
        }
    }

    private static final class Remarking extends Bot {
        @Override
        public Answer decide(Turn turn) {
            assertThrows(IllegalArgumentException.class, () -> turn.remark(null, 0.5, -0.5), "there is one seat");
            assertThrows(IllegalArgumentException.class, () -> turn.remark(null, 1.5));
            turn.remark("\uD83C\uDFB2".repeat(600), 0.5);
            return Answer.index(turn.decision() == 1 ? 0 : 7);
        }
    }

    private static final class Talking extends Bot {
        private final StringBuilder heard = new StringBuilder();

        @Override
        public void onTalk(Match match, String name, String text) {
            heard.append(name).append(": ").append(text);
        }

        @Override
        public Answer decide(Turn turn) {
            turn.say("  " + heard + "\uD83C\uDFB2".repeat(400) + " ");
            turn.say("   ");
            return Answer.index(0);
        }
    }

    private static Faults play(Supplier<? extends Bot> make, Story story) throws IOException {
        Faults[] faults = {null};
        try (Script script = new Script(story)) {
            try (Client client = new Client(script.url(), Login.guest("x"))) {
                client.connect();
                new Host(client, make, Plan.seek("colonizers", 1), seat -> faults[0] = seat.faults()).run();
            }
        }
        return faults[0];
    }

    @Test
    void anExceptionAndAWrongAnswerPlayTheFallback() throws IOException {
        Faults faults =
                play(
                        Failing::new,
                        script -> {
                            script.greet(false);
                            script.seat();
                            String[] notes = {"decide raised an exception", "wrong answer"};
                            for (int decision = 1; decision <= 2; decision++) {
                                script.ask(decision);
                                ObjectNode act = script.hear("act");
                                assertEquals(2, act.path("index").asInt());
                                assertEquals("fallback: " + notes[decision - 1], act.path("note").asText());
                                script.accept(act);
                            }
                            script.end();
                        });
        assertEquals(new Faults(1, 1, 0), faults);
    }

    @Test
    void aRemarkGoesAlongWithTheActAndWithNoFallback() throws IOException {
        Faults faults =
                play(
                        Remarking::new,
                        script -> {
                            script.greet(false);
                            script.seat();
                            script.ask(1);
                            ObjectNode act = script.hear("act");
                            assertEquals("\uD83C\uDFB2".repeat(500), act.path("note").asText());
                            assertEquals(plain("{'value':[0.5]}").path("value"), act.path("value"));
                            script.accept(act);
                            script.ask(2);
                            act = script.hear("act");
                            assertEquals("fallback: wrong answer", act.path("note").asText());
                            assertTrue(act.path("value").isMissingNode());
                            script.accept(act);
                            script.end();
                        });
        assertEquals(new Faults(0, 1, 0), faults);
    }

    @Test
    void whatABotSaysGoesBeforeItsActAndARefusalChangesNothing() throws IOException {
        String[] answers = {"{'type':'ok'}", "{'type':'error','code':'forbidden','msg':'programs are silent here'}"};
        Faults faults =
                play(
                        Talking::new,
                        script -> {
                            script.greet(false);
                            script.seat();
                            script.say(
                                    "{'type':'chat_msg','match_id':'m_1','user':'u_2','name':'ann','to':'all',"
                                            + "'text':'hi'}");
                            for (int decision = 1; decision <= 2; decision++) {
                                script.ask(decision);
                                ObjectNode said = script.hear();
                                assertEquals("chat", said.path("type").asText());
                                assertEquals("m_1", said.path("match_id").asText());
                                assertEquals("ann: hi" + "\uD83C\uDFB2".repeat(293), said.path("text").asText());
                                script.answer(said, answers[decision - 1]);
                                ObjectNode act = script.hear();
                                assertEquals("act", act.path("type").asText());
                                assertEquals(0, act.path("index").asInt());
                                script.accept(act);
                            }
                            script.end();
                        });
        assertEquals(Faults.NONE, faults);
    }

    @Test
    void anIllegalActionIsFollowedByTheFallback() throws IOException {
        Faults faults =
                play(
                        First::new,
                        script -> {
                            script.greet(false);
                            script.seat();
                            script.ask(1);
                            script.answer(
                                    script.hear("act"),
                                    "{'type':'error','code':'illegal_action','msg':'no','data':{'why':'too dear'}}");
                            ObjectNode act = script.hear("act");
                            assertEquals(2, act.path("index").asInt());
                            assertEquals("fallback: illegal", act.path("note").asText());
                            script.accept(act);
                            script.end();
                        });
        assertEquals(new Faults(0, 1, 0), faults);
    }

    @Test
    void aCutConnectionIsResumedAndTheRequestSentAgain() throws IOException {
        Faults faults =
                play(
                        First::new,
                        script -> {
                            script.greet(false);
                            script.seat();
                            script.ask(1);
                            ObjectNode act = script.hear("act");
                            script.cut();
                            ObjectNode hello = script.greet(true);
                            assertEquals(plain("{'session':'s_1','token':'rt','seq':2}"), hello.path("resume"));
                            assertEquals(act, script.hear("act"), "number and all");
                            script.accept(act);
                            script.end();
                        });
        assertEquals(Faults.NONE, faults);
    }

    @Test
    void aNewSessionIsPlayedOnFromItsSnapshot() throws IOException {
        String snapshot = "{'type':'snapshot','match_id':'m_1','ver':1,'obs':{},'pending':[{" + QUESTION + "}]}";
        Faults faults =
                play(
                        First::new,
                        script -> {
                            ObjectNode first = script.greet(false);
                            script.seat();
                            script.ask(1);
                            script.hear("act");
                            script.cut();
                            ObjectNode hello = script.greet(false);
                            assertEquals(first.path("auth"), hello.path("auth"), "the same guest");
                            script.answer(script.hear("sync"), snapshot);
                            script.startMatch();
                            script.say(snapshot);
                            ObjectNode act = script.hear("act");
                            assertEquals(0, act.path("index").asInt(), "the choice that may have got lost");
                            script.accept(act);
                            script.end();
                        });
        assertEquals(Faults.NONE, faults);
    }

    @Test
    void aRefusalIsAnExceptionWithItsReason() throws IOException {
        String refusal =
                "{'type':'error','code':'bad_option','msg':'no','retry_ms':5,'data':{'path':'seats','want':'2 to 4'}}";
        Story story =
                script -> {
                    script.greet(false);
                    script.answer(script.hear("seek"), refusal);
                    script.hear("bye");
                };
        try (Script script = new Script(story);
                Client client = new Client(script.url(), Login.guest("x"))) {
            client.connect();
            var error = assertThrows(InfosetException.Request.class, () -> client.request(Wire.Seek.of("catan")));
            assertTrue(error.is(Wire.Code.BAD_OPTION));
            assertEquals("seats", error.path());
            assertEquals("2 to 4", error.want());
            assertEquals(5L, error.retryMs);
        }
    }

    @Test
    void waitsGrowUpToABoundAndStartOver() {
        Backoff backoff = new Backoff(new Random(1));
        double longest = 0;
        for (int i = 0; i < 200; i++) longest = Math.max(longest, backoff.nextWaitS(0));
        assertTrue(longest > 5 && longest <= Backoff.LONGEST_S);
        assertTrue(backoff.nextWaitS(60) >= 60);
        backoff.reset();
        assertTrue(backoff.nextWaitS(0) <= Backoff.FIRST_S);
    }

    @Test
    void aThrottleKeepsBelowTheRate() {
        Throttle throttle = new Throttle();
        assertEquals(0, throttle.take(0));
        throttle.allow(10, 0);
        double waited = 0;
        for (int i = 0; i < 100; i++) waited = throttle.take(0);
        assertTrue(waited > 8 && waited < 12);
    }

    @Test
    void anAddressIsReadAndABadOneSaysWhatItExpects() {
        Address address = Address.parse("wss+msgpack://[::1]/x");
        assertEquals("wss://[::1]:443/x", address.toString());
        assertEquals(Codec.Encoding.MSGPACK, address.encoding());
        assertEquals("infoset://localhost:7421", Address.parse("localhost").toString());
        assertEquals(Address.Transport.STDIO, Address.parse("stdio:").transport());
        for (String bad : List.of("infoset://", "host:port", "gopher://x", "ws+xml://x", "host:0", ":80")) {
            assertThrows(InfosetException.Address.class, () -> Address.parse(bad), bad);
        }
    }

    @Test
    void aTokenIsNotSentInTheClear() {
        Login login = Login.guest("x").withToken("t");
        assertThrows(InfosetException.Address.class, () -> new Client("infoset://example.org", login));
        assertEquals(false, new Client("ws://127.0.0.1", login).isConnected());
    }

    @Test
    void aProgramThatIsToldNothingPlaysOnStandardInputAndOutput() {
        assertEquals("stdio:", Options.parse(List.of(), name -> null, false, null).url());
        Options sought = Options.parse(List.of("--seek", "catan"), name -> null, false, null);
        assertEquals("infoset://127.0.0.1:7421", sought.url());
        Options hosted =
                Options.parse(List.of(), name -> name.equals("INFOSET_TOKEN") ? "inf_x" : null, false, null);
        assertEquals("infoset://127.0.0.1:7421", hosted.url());
        assertEquals(0, hosted.plan().matches());
    }
}
