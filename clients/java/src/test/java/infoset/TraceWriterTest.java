package infoset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a bot's own play leaves in a folder for traces. */
class TraceWriterTest {
    private static final String SNAPSHOT =
            "{'type':'snapshot','match_id':'m_1','ver':7,'obs':{'round':2},'clock':[9],'pending':[{"
                    + ClientTest.QUESTION.replace("'decision':1", "'decision':2") + "}]}";
    private static final String START =
            "{'type':'match_start','match_id':'m_1','game':'colonizers','rules':'colonizers/1.0','role':'player',"
                    + "'seat':0,'players':[{'seat':0,'kind':'bot'}],'clock':{'kind':'none'},'consts_hash':'c'}";

    @TempDir Path folder;

    private static ObjectNode plain(String text) {
        return ClientTest.plain(text);
    }

    /** The lines of the only file in a folder; how long a thought took is left out. */
    private static List<ObjectNode> written(Path folder) throws IOException {
        List<ObjectNode> lines = new ArrayList<>();
        try (var files = Files.list(folder)) {
            for (String line : Files.readAllLines(files.toList().get(0))) {
                ObjectNode read = plain(line);
                assertEquals(read.path("type").asText().equals("thought"), read.path("ms").isNumber());
                lines.add(read.without(List.of("ms")));
            }
        }
        return lines;
    }

    private static Turn turn(String asked) {
        Match match = Match.of(Typed.read(plain(START), Wire.MatchStart.class));
        Wire.ServerMessage message = new Incoming(plain(asked), 0).read();
        return ((Happening.Asked) new MatchTracker(match).take(message, 0).get(0)).turn();
    }

    private static String question(String more) {
        return "{'type':'your_turn','match_id':'m_1','seat':0,'ver':3,'obs':{}," + more + "}";
    }

    private static final class Weighing extends Bot {
        @Override
        public Answer decide(Turn turn) throws Exception {
            turn.weigh(0.5, Double.NaN, Double.NEGATIVE_INFINITY);
            if (turn.decision() == 1) throw new Exception("no idea");
            return Answer.action(plain("{'action':['build',10]}").path("action"));
        }
    }

    @Test
    void aMatchIsWrittenFromItsStartToItsEndAndAQuestionThatIsAskedAgainOnce() throws IOException {
        List<Integer> before = new ArrayList<>();
        ClientTest.Story story =
                script -> {
                    script.greet(false);
                    script.seat();
                    script.say("{'type':'events','match_id':'m_1','ver':1,'items':[{'e':'taxes','amount':2}]}");
                    script.ask(1);
                    ObjectNode act = script.hear("act");
                    before.add(written(folder).size());
                    script.accept(act);
                    script.say(SNAPSHOT);
                    String nothing = "{'type':'replay_part','replay':'m_1','i':0,'entries':[],'more':false}";
                    script.answer(script.hear("replay"), nothing);
                    script.hear("act");
                    script.cut();
                    script.greet(false);
                    script.answer(script.hear("sync"), SNAPSHOT);
                    script.startMatch();
                    script.say(SNAPSHOT);
                    script.accept(script.hear("act"));
                    script.end();
                };
        try (ClientTest.Script script = new ClientTest.Script(story);
                Client client = new Client(script.url(), Login.guest("x"))) {
            client.connect();
            new Host(client, Weighing::new, Plan.seek("colonizers", 1), seat -> {}, folder).run();
        }
        String legal = "'legal':{'kind':'list','actions':[['build',10],['build',9],['skip']]}";
        String asked = "{'type':'your_turn','match_id':'m_1','seat':0,'ver':1,'decision':1,'kind':'build','n':3,";
        List<ObjectNode> told =
                List.of(
                        plain("{'form':'infoset-trace/1'}"),
                        plain(START),
                        plain("{'type':'events','match_id':'m_1','ver':1,'items':[{'e':'taxes','amount':2}]}"),
                        plain(asked + legal + ",'fallback':2,'obs':{}}"),
                        thought(1, "'index':2,'note':'fallback: decide raised an exception'"),
                        plain(
                                asked.replace("'ver':1,'decision':1", "'ver':7,'decision':2") + legal
                                        + ",'fallback':2,'obs':{'round':2},'clock':[9]}"),
                        thought(2, "'index':0"),
                        plain("{'type':'match_over','match_id':'m_1','reason':'finished','places':[1],'scores':[3],'returns':[1]}"));
        assertEquals(told, written(folder));
        assertEquals(List.of(5), before, "lines are there before the act is sent");
        assertTrue(Files.exists(folder.resolve("m_1-seat0.ndjson")));
    }

    /** With values as {@link Weighing} gives them; a field that is null would not be read, an entry of a list is. */
    private static ObjectNode thought(int decision, String choice) {
        return plain("{'type':'thought','decision':" + decision + ",'values':[0.5,null,null]," + choice + "}");
    }

    @Test
    void jointOrdersWrittenActionsAndTurnsLeftOpenAreToldAsInAnAct() throws IOException {
        String slots = "'slots':[{'slot':'a','options':[['stay'],['go',1]]}]";
        String params = "'params':[{'kind':'offer','fields':{'give':{'len':5}}}]";
        String listed = "'legal':{'kind':'list','actions':[['skip']]";
        Turn many = turn(question("'decision':1,'kind':'order','legal':{" + slots + "},'fallback':0,'tick':4,'deadline_ms':500"));
        Turn offer = turn(question("'decision':2,'kind':'main','n':1," + listed + "," + params + "},'fallback':0"));
        Turn open = turn(question("'decision':3,'kind':'answer','n':1," + listed + "},'fallback':0,'optional':true"));
        try (TraceWriter trace = new TraceWriter(folder, plain(START))) {
            trace.decided(many, Optional.of(new Choice(null, List.of(1L), null)), 1_234_567);
            JsonNode action = plain("{'action':['offer',3]}").path("action");
            trace.decided(offer, Optional.of(new Choice(null, null, action, "hm", List.of(0.5))), 0);
            trace.decided(open, Optional.empty(), 0);
        }
        List<ObjectNode> told =
                List.of(
                        plain(question(
                                "'decision':1,'kind':'order','legal':{'kind':'product'," + slots
                                        + "},'fallback':0,'tick':4,'deadline_ms':500")),
                        plain("{'type':'thought','decision':1,'picks':[1]}"),
                        plain(question("'decision':2,'kind':'main','n':1," + listed + "," + params + "},'fallback':0")),
                        plain("{'type':'thought','decision':2,'action':['offer',3],'note':'hm'}"),
                        plain(question("'decision':3,'kind':'answer','n':1," + listed + "},'fallback':0,'optional':true")),
                        plain("{'type':'thought','decision':3}"));
        assertEquals(told, written(folder).subList(2, 8));
        String text = Files.readString(folder.resolve("m_1-seat0.ndjson"));
        assertFalse(text.contains("null"), text);
        assertTrue(text.contains("\"ms\":1.235"), text);
    }

    @Test
    void numbersOfTheStreamAreLeftOutAndOfTheNameWhatNoFileIsCalled() throws IOException {
        Path deep = folder.resolve("a").resolve("b");
        ObjectNode start = plain(START).put("match_id", "../\u00e4:1").put("seq", 3).put("re", 4);
        new TraceWriter(deep, start).close();
        assertTrue(Files.exists(deep.resolve(".._\u00e4_1-seat0.ndjson")));
        assertEquals(plain(START).put("match_id", "../\u00e4:1"), written(deep).get(1));
    }

    @Test
    void aFolderThatCannotBeWrittenIsToldByItsName() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "", StandardCharsets.UTF_8);
        assertFails(file.resolve("x"));
        assumeTrue(Files.exists(Path.of("/dev/full")));
        Files.createSymbolicLink(folder.resolve("m_1-seat0.ndjson"), Path.of("/dev/full"));
        assertFails(folder);
    }

    private static void assertFails(Path folder) {
        var said = assertThrows(InfosetException.Command.class, () -> new TraceWriter(folder, plain(START)));
        assertTrue(said.getMessage().startsWith("--trace " + folder + ": "), said.getMessage());
    }

    @Test
    void aJointOrderIsNotWeighed() {
        String slots = "'slots':[{'slot':'a','options':[['stay'],['go',1]]}]";
        Turn order = turn(question("'decision':1,'kind':'order','legal':{" + slots + "},'fallback':0"));
        String why = "values: a joint order lists no actions to weigh, got 2";
        assertEquals(why, assertThrows(IllegalArgumentException.class, () -> order.weigh(1, 2)).getMessage());
    }

    @Test
    void aValueIsSaidOfEachListedAction() {
        Turn turn = turn(question(ClientTest.QUESTION));
        String want = "values: expected a number or null for each of 3 listed actions, got 2";
        assertEquals(want, assertThrows(IllegalArgumentException.class, () -> turn.weigh(1, 2)).getMessage());
        assertEquals(List.of(), turn.remarkMade().values());
        turn.weigh(Arrays.asList(1.0, null, 3.0));
        assertEquals(Arrays.asList(1.0, null, 3.0), turn.remarkMade().values());
    }

    @Test
    void theFolderIsAnOption() {
        Options options = Options.parse(List.of("--seek", "catan", "--trace", "there"), name -> null, false, null);
        assertEquals(Path.of("there"), options.traces());
        assertTrue(Options.HELP.contains("--trace FOLDER"));
    }
}
