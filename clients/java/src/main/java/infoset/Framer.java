package infoset;

import infoset.Codec.Encoding;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** Finds messages in a stream of bytes: JSON lines, or msgpack behind a length. Reads nothing itself. */
public final class Framer {
    private final Encoding encoding;
    private final int maxFrame;
    private byte[] begun = new byte[4096];
    private int size;
    private int searched;

    public Framer(Encoding encoding, int maxFrame) {
        this.encoding = encoding;
        this.maxFrame = maxFrame;
    }

    public void feed(byte[] data, int count) {
        if (size + count > begun.length) begun = Arrays.copyOf(begun, Math.max(size + count, 2 * begun.length));
        System.arraycopy(data, 0, begun, size, count);
        size += count;
    }

    /**
     * The next complete frame, an empty one for a keep-alive. Throws {@link InfosetException.Protocol} for one
     * that is too long, as soon as that is known.
     */
    public Optional<byte[]> cut() {
        return encoding == Encoding.JSON ? cutLine() : cutLength();
    }

    /** A message as it goes over the stream. */
    public byte[] frame(byte[] payload) {
        if (encoding == Encoding.MSGPACK) {
            return ByteBuffer.allocate(4 + payload.length).putInt(payload.length).put(payload).array();
        }
        byte[] line = Arrays.copyOf(payload, payload.length + 1);
        line[payload.length] = '\n';
        return line;
    }

    private Optional<byte[]> cutLine() {
        while (searched < size && begun[searched] != '\n') searched++;
        boolean hasCarriage = searched > 0 && begun[searched - 1] == '\r'; // which does not count
        int length = hasCarriage ? searched - 1 : searched;
        check(length);
        if (searched == size) return Optional.empty();
        byte[] line = Arrays.copyOf(begun, length);
        drop(searched + 1);
        return Optional.of(line);
    }

    private Optional<byte[]> cutLength() {
        if (size < 4) return Optional.empty();
        int length = ByteBuffer.wrap(begun).getInt();
        check(length);
        if (size < 4 + length) return Optional.empty();
        byte[] frame = Arrays.copyOfRange(begun, 4, 4 + length);
        drop(4 + length);
        return Optional.of(frame);
    }

    private void check(int length) {
        if (length < 0 || length > maxFrame) {
            String want = "expected frames of at most " + maxFrame + " bytes";
            throw new InfosetException.Protocol(Wire.Code.FRAME_TOO_BIG, "", want);
        }
    }

    private void drop(int count) {
        System.arraycopy(begun, count, begun, 0, size - count);
        size -= count;
        searched = 0;
    }
}
