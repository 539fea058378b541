package infoset;

import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.jackson.dataformat.MessagePackFactory;

/** Bytes to plain values and back, by the rules of the protocol's data model. */
public final class Codec {
    private Codec() {}

    /** How a message becomes bytes. */
    public enum Encoding {
        JSON("json"),
        MSGPACK("msgpack");

        /** As it is written in addresses and subprotocols. */
        public final String word;

        Encoding(String word) {
            this.word = word;
        }
    }

    /** Makes plain values. */
    public static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final int MAX_DEPTH = 17; // objects and lists within each other, the message included
    private static final int MAX_ENTRIES = 4096; // of one list or object
    private static final long MAX_INTEGER = 9_007_199_254_740_991L; // 2^53 - 1
    private static final String PATCH = "patch"; // in it, and only there, null does not mean absent
    private static final ObjectMapper TEXT =
            new ObjectMapper(
                            JsonFactory.builder()
                                    .streamReadConstraints(
                                            StreamReadConstraints.builder().maxNestingDepth(64).build())
                                    .build())
                    .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final ObjectMapper BINARY = new ObjectMapper(new MessagePackFactory());

    /**
     * Reads a frame. Numbers without a fractional part come out as integers, and fields that are null are
     * left out, as absent ones, but in a patch, where they remove a field. Throws
     * {@link InfosetException.Protocol} for what the protocol does not allow.
     */
    public static ObjectNode decode(byte[] frame, Encoding encoding) {
        JsonNode plain;
        try {
            plain = encoding == Encoding.JSON ? TEXT.readTree(text(frame)) : readBinary(frame);
        } catch (IOException | RuntimeException wrong) {
            throw bad(String.valueOf(wrong.getMessage()));
        }
        if (plain instanceof ObjectNode message) return (ObjectNode) normal(message, 1, false);
        throw bad("expected an object");
    }

    /** Writes a frame. */
    public static byte[] encode(JsonNode plain, Encoding encoding) {
        try {
            return (encoding == Encoding.JSON ? TEXT : BINARY).writeValueAsBytes(plain);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static JsonNode readBinary(byte[] frame) throws IOException {
        try (MessageUnpacker unpacker = MessagePack.newDefaultUnpacker(frame)) {
            unpacker.skipValue();
            if (unpacker.hasNext()) throw bad("expected nothing behind the message");
        }
        return BINARY.readTree(frame);
    }

    /** Well-formed UTF-8 without lone surrogates behind escapes; Jackson would let some of that pass. */
    private static String text(byte[] frame) throws CharacterCodingException {
        return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(frame)).toString();
    }

    private static JsonNode normal(JsonNode plain, int depth, boolean keepsNull) {
        if (plain instanceof ObjectNode object) {
            check(object.size(), depth);
            ObjectNode kept = JSON.objectNode();
            for (Map.Entry<String, JsonNode> field : object.properties()) {
                String name = field.getKey();
                checkText(name);
                if (!keepsNull && field.getValue().isNull()) continue;
                kept.set(name, normal(field.getValue(), depth + 1, keepsNull || name.equals(PATCH)));
            }
            return kept;
        }
        if (plain instanceof ArrayNode array) {
            check(array.size(), depth);
            ArrayNode kept = JSON.arrayNode(array.size());
            array.forEach(item -> kept.add(normal(item, depth + 1, keepsNull)));
            return kept;
        }
        if (plain.isTextual()) checkText(plain.textValue());
        if (plain.isBinary() || plain.isPojo()) throw bad("binary values are not allowed");
        return plain.isNumber() ? integral(plain) : plain;
    }

    private static void check(int entries, int depth) {
        if (depth > MAX_DEPTH) throw bad("expected at most 16 levels below the message");
        if (entries > MAX_ENTRIES) throw bad("expected at most 4096 entries in a list or object");
    }

    private static void checkText(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!Character.isSurrogate(text.charAt(i))) continue;
            boolean isPair = i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1));
            if (!isPair) throw bad("expected surrogates in pairs");
            i++;
        }
    }

    private static JsonNode integral(JsonNode number) {
        double value = number.doubleValue();
        if (!Double.isFinite(value)) throw bad("expected a finite number");
        if (value != Math.rint(value)) return number;
        boolean isWithin = Math.abs(value) <= MAX_INTEGER && (!number.isBigInteger() || number.canConvertToLong());
        if (!isWithin) throw bad("expected integers within 2^53-1");
        return JSON.numberNode(number.longValue());
    }

    private static InfosetException.Protocol bad(String want) {
        return new InfosetException.Protocol(Wire.Code.BAD_FRAME, "", want);
    }
}
