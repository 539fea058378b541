package infoset.samples;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import infoset.Codec;
import infoset.Codec.Encoding;
import infoset.Framer;
import infoset.InfosetException;
import infoset.Typed;
import infoset.Wire;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Optional;

/** The Java SDK as a testee: reads and writes what the golden vectors ask for (docs/conformance.md). */
public final class Testee {
    private static final HexFormat HEX = HexFormat.of();

    private Testee() {}

    public static void main(String[] args) throws IOException {
        var lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode question = new ObjectMapper().readTree(line);
            ObjectNode said;
            try {
                said = answer(question);
            } catch (InfosetException.Protocol error) {
                said = Codec.JSON.objectNode().put("ok", false).put("why", error.getMessage());
            }
            System.out.println(said.set("name", question.path("name")).toString());
            System.out.flush();
        }
    }

    private static ObjectNode answer(JsonNode question) {
        Encoding encoding = question.path("encoding").asText().equals("json") ? Encoding.JSON : Encoding.MSGPACK;
        return switch (question.path("do").asText()) {
            case "decode" -> decode(HEX.parseHex(question.path("data").asText()), encoding);
            case "encode" -> {
                Object message = Typed.read(question.path("value"), Wire.ClientMessage.class);
                byte[] written = Codec.encode(Typed.write(message), encoding);
                yield Codec.JSON.objectNode().put("ok", true).put("data", HEX.formatHex(written));
            }
            case "frames" -> frames(question, encoding);
            default -> Codec.JSON.objectNode().put("skip", true);
        };
    }

    private static ObjectNode decode(byte[] data, Encoding encoding) {
        ObjectNode plain = Codec.decode(data, encoding);
        if (!plain.path("type").isTextual()) {
            throw new InfosetException.Protocol(Wire.Code.BAD_MESSAGE, "type", "expected text");
        }
        Wire.ServerMessage message = Typed.read(plain, Wire.ServerMessage.class);
        ObjectNode said = Codec.JSON.objectNode().put("ok", true);
        if (!(message instanceof Wire.ServerMessage.Unknown)) said.set("value", Typed.write(message));
        return said;
    }

    private static ObjectNode frames(JsonNode question, Encoding encoding) {
        Framer framer = new Framer(encoding, question.path("max_frame").asInt());
        ArrayNode payloads = Codec.JSON.arrayNode();
        boolean isFine = true;
        try {
            for (JsonNode chunk : question.path("chunks")) {
                byte[] data = HEX.parseHex(chunk.asText());
                framer.feed(data, data.length);
                Optional<byte[]> frame = framer.cut();
                while (frame.isPresent()) {
                    if (frame.get().length > 0) payloads.add(HEX.formatHex(frame.get()));
                    frame = framer.cut();
                }
            }
        } catch (InfosetException.Protocol tooLong) {
            isFine = false;
        }
        ObjectNode said = Codec.JSON.objectNode().put("ok", isFine);
        return said.set("payloads", payloads);
    }
}
