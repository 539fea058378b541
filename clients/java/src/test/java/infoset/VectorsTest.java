package infoset;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import infoset.Codec.Encoding;
import infoset.games.Colonizers;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The golden vectors of the protocol, in protocol/vectors/v1. */
class VectorsTest {
    private static final Path FOLDER = Path.of("../../protocol/vectors/v1");

    private static List<JsonNode> linesOf(String name) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : Files.readAllLines(FOLDER.resolve(name + ".ndjson"))) {
            lines.add(new ObjectMapper().readTree(line));
        }
        return lines;
    }

    private static byte[] unhex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
    }

    private static Encoding encoding(JsonNode line) {
        return line.path("encoding").asText().equals("json") ? Encoding.JSON : Encoding.MSGPACK;
    }

    /** A value as decode gives it: 1.0 and 1 are the same number, absent and null the same thing. */
    private static ObjectNode normal(JsonNode value) {
        return Codec.decode(bytes(value.toString()), Encoding.JSON);
    }

    /** Reads a message as a typed one and says in plain values what it has understood. */
    private static ObjectNode understood(String dir, ObjectNode plain) {
        Class<?> side = dir.equals("c2s") ? Wire.ClientMessage.class : Wire.ServerMessage.class;
        return normal(Typed.write(Typed.read(plain, side)));
    }

    @Test
    void everyMessageIsReadAndWritten() throws IOException {
        for (JsonNode line : linesOf("messages")) {
            String name = line.path("name").asText();
            String dir = line.path("dir").asText();
            ObjectNode value = normal(line.path("value"));
            assertEquals(value, Codec.decode(bytes(line.path("json").asText()), Encoding.JSON), name);
            for (String hex : texts(line.path("msgpack"))) {
                assertEquals(value, Codec.decode(unhex(hex), Encoding.MSGPACK), name);
            }
            for (Encoding encoding : Encoding.values()) {
                assertEquals(value, Codec.decode(Codec.encode(value, encoding), encoding), name);
            }
            ObjectNode written = understood(dir, value);
            assertEquals(value.path("type"), written.path("type"), name);
            for (var field : value.properties()) {
                boolean isEmpty = field.getValue().isContainerNode() && field.getValue().isEmpty();
                assertTrue(isEmpty || written.has(field.getKey()), name + ": " + field.getKey() + " is kept");
            }
            assertEquals(written, understood(dir, written), name);
        }
    }

    @Test
    void unusualMessagesAreUnderstood() throws IOException {
        for (JsonNode line : linesOf("tolerate")) {
            if (!line.path("dir").asText().equals("s2c")) continue;
            List<ObjectNode> forms = new ArrayList<>();
            texts(line.path("json")).forEach(text -> forms.add(Codec.decode(bytes(text), Encoding.JSON)));
            texts(line.path("msgpack")).forEach(hex -> forms.add(Codec.decode(unhex(hex), Encoding.MSGPACK)));
            for (ObjectNode plain : forms) {
                Wire.ServerMessage message = Typed.read(plain, Wire.ServerMessage.class);
                String name = line.path("name").asText();
                if (line.has("means")) {
                    assertEquals(understood("s2c", normal(line.path("means"))), normal(Typed.write(message)), name);
                } else {
                    assertInstanceOf(Wire.ServerMessage.Unknown.class, message, name);
                }
            }
        }
    }

    @Test
    void whatIsWrongIsRefused() throws IOException {
        for (JsonNode line : linesOf("reject")) {
            boolean isOurs = line.path("dir").asText().equals("s2c");
            boolean isBadFrame = line.path("code").asText().equals("bad_frame");
            // Of what clients may not send in msgpack, a client need not know all: float32, repeated keys.
            if (!isOurs && !(isBadFrame && encoding(line) == Encoding.JSON)) continue;
            byte[] frame = line.has("hex") ? unhex(line.path("hex").asText()) : bytes(line.path("text").asText());
            assertThrows(
                    InfosetException.Protocol.class,
                    () -> {
                        ObjectNode plain = Codec.decode(frame, encoding(line));
                        if (!plain.path("type").isTextual()) {
                            throw new InfosetException.Protocol("bad_message", "type", "expected text");
                        }
                        Typed.read(plain, Wire.ServerMessage.class);
                    },
                    line.path("name").asText());
        }
    }

    @Test
    void aRefusedMessageNamesItsField() {
        String text = "{'type':'timeout','match_id':'m_1','seat':'2','decision':1,'applied':'fallback','misses':1}";
        ObjectNode plain = Codec.decode(bytes(text.replace('\'', '"')), Encoding.JSON);
        var error =
                assertThrows(InfosetException.Protocol.class, () -> Typed.read(plain, Wire.ServerMessage.class));
        assertEquals("seat", error.path);
    }

    @Test
    void framesAreCutWhereverTheBytesEnd() throws IOException {
        for (JsonNode line : linesOf("frames")) {
            if (!line.has("encoding")) continue;
            Framer framer = new Framer(encoding(line), line.path("max_frame").asInt());
            List<byte[]> found = new ArrayList<>();
            boolean isEnded = false;
            try {
                for (String chunk : texts(line.path("chunks"))) {
                    byte[] data = unhex(chunk);
                    framer.feed(data, data.length);
                    Optional<byte[]> frame = framer.cut();
                    while (frame.isPresent()) {
                        if (frame.get().length > 0) found.add(frame.get());
                        frame = framer.cut();
                    }
                }
            } catch (InfosetException.Protocol tooLong) {
                isEnded = true;
            }
            List<byte[]> wanted = texts(line.path("payloads")).stream().map(VectorsTest::unhex).toList();
            assertArrayEquals(wanted.toArray(), found.toArray(), line.path("name").asText());
            assertEquals(line.has("error"), isEnded, line.path("name").asText());
        }
    }

    private static Turn turnOf(JsonNode plainLegal, Long n) {
        Wire.Legal legal = Typed.read(normal(plainLegal), Wire.Legal.class);
        List<JsonNode> actions = MatchTracker.listed(legal.actions());
        List<Wire.Param> params = MatchTracker.listed(legal.params());
        List<Wire.Slot> factors = MatchTracker.listed(legal.slots());
        List<Slot> slots = factors.stream().map(slot -> new Slot(slot.slot(), slot.options())).toList();
        return new Turn(null, 1, "main", n, actions, slots, params, 0, null, null, List.of(), false, null, 0, null, new Remark());
    }

    @Test
    void everyWayToAnswerIsChecked() throws IOException {
        for (JsonNode line : linesOf("index")) {
            Turn turn = turnOf(line.path("legal"), line.has("n") ? line.path("n").asLong() : null);
            for (JsonNode one : line.path("cases")) {
                if (one.has("index")) {
                    long index = one.path("index").asLong();
                    assertEquals(index, turn.readAnswer(Answer.index(index)).index(), one.toString());
                }
                if (one.has("action") && !turn.actions().isEmpty()) {
                    JsonNode listed = turn.actions().get((int) turn.indexOf(one.path("action")));
                    assertEquals(one.path("action").toString(), listed.toString());
                }
                if (one.has("picks")) {
                    List<Long> picks = texts(one.path("picks")).stream().map(Long::valueOf).toList();
                    assertEquals(picks, turn.readAnswer(Answer.picks(picks)).picks(), one.toString());
                }
            }
        }
    }

    @Test
    void whatIsNoAnswerIsRefusedAndSaysWhatIs() throws IOException {
        String legal = "{'actions':[['build',10],['skip']],'params':[{'kind':'offer','fields':{}}]}";
        Turn turn = turnOf(new ObjectMapper().readTree(legal.replace('\'', '"')), 2L);
        JsonNode unknown = Codec.JSON.arrayNode().add("build").add(9);
        for (Answer wrong : List.of(Answer.index(2), Answer.index(-1), Answer.action(unknown), Answer.nothing())) {
            String said = assertThrows(InfosetException.WrongChoice.class, () -> turn.readAnswer(wrong)).getMessage();
            assertTrue(said.contains("0 to 1") || said.contains("legal: "), said);
        }
        assertEquals(1, turn.readAnswer(Answer.action(new Colonizers.SkipAction())).index());
        assertEquals(0, turn.readAnswer(Answer.action(new Colonizers.BuildAction(10))).index());
        JsonNode free = Codec.JSON.arrayNode().add("offer").add(1);
        assertEquals(free.toString(), turn.readAnswer(Answer.action(free)).action().toString());
    }
}
