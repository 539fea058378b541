package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import infoset.Codec.Encoding;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.Optional;

/**
 * A WebSocket (RFC 6455) without extensions, on the thread of its user. The one of the JDK reads on threads of its own,
 * and does not always tell when a connection is reset.
 */
final class WebSocketLink extends Link {
    private static final String MAGIC = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; // RFC 6455, 1.3
    private static final int MAX_HEADER = 1 << 14; // of the answer to the handshake, in bytes
    private static final int CONTINUED = 0, TEXT = 1, BINARY = 2, CLOSE = 8, PING = 9, PONG = 10;
    private static final byte[] KEEP_ALIVE = {};

    private final SecureRandom random = new SecureRandom();
    private final Encoding encoding;
    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;
    private final byte[] data = new byte[1 << 16];
    private byte[] begun = new byte[4096]; // what has come of the next frame
    private int size;
    private final ByteArrayOutputStream message = new ByteArrayOutputStream(); // of the fragments so far

    WebSocketLink(Socket socket, Address address, double timeoutS) throws IOException {
        this.socket = socket;
        this.encoding = address.encoding();
        try {
            in = socket.getInputStream();
            out = socket.getOutputStream();
            socket.setSoTimeout((int) Math.max(1, timeoutS * 1000));
            shakeHands(address);
        } catch (IOException error) {
            socket.close();
            throw error;
        }
    }

    private void shakeHands(Address address) throws IOException {
        byte[] nonce = new byte[16];
        random.nextBytes(nonce);
        String key = Base64.getEncoder().encodeToString(nonce);
        String host = address.host().contains(":") ? "[" + address.host() + "]" : address.host();
        String request =
                String.join(
                        "\r\n",
                        "GET " + address.path() + " HTTP/1.1",
                        "Host: " + host + ":" + address.port(),
                        "Upgrade: websocket",
                        "Connection: Upgrade",
                        "Sec-WebSocket-Key: " + key,
                        "Sec-WebSocket-Version: 13",
                        "Sec-WebSocket-Protocol: infoset.1." + encoding.word,
                        "",
                        "");
        out.write(request.getBytes(StandardCharsets.US_ASCII));
        out.flush();
        String[] lines = readHeader().split("\r\n");
        if (!lines[0].startsWith("HTTP/1.1 101 ")) throw new IOException("no WebSocket: " + lines[0]);
        if (!isTold(lines, "sec-websocket-accept", accept(key))) throw new IOException("no WebSocket: a wrong accept key");
        if (!isTold(lines, "sec-websocket-protocol", "infoset.1." + encoding.word)) {
            throw new IOException("the server does not speak infoset.1." + encoding.word);
        }
    }

    /** Byte by byte, so that nothing of the first frame is taken. */
    private String readHeader() throws IOException {
        DataInputStream bytes = new DataInputStream(in);
        StringBuilder header = new StringBuilder();
        while (header.indexOf("\r\n\r\n", Math.max(0, header.length() - 4)) < 0) {
            if (header.length() > MAX_HEADER) throw new IOException("no WebSocket: an endless header");
            header.append((char) bytes.readUnsignedByte());
        }
        return header.toString();
    }

    private static boolean isTold(String[] lines, String name, String value) {
        return Arrays.stream(lines)
                .map(line -> line.split(":", 2))
                .anyMatch(parts -> parts.length == 2 && parts[0].equalsIgnoreCase(name) && parts[1].trim().equals(value));
    }

    private static String accept(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest((key + MAGIC).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    void send(JsonNode plain) throws Closed {
        write(encoding == Encoding.JSON ? TEXT : BINARY, Codec.encode(plain, encoding));
    }

    private void write(int kind, byte[] payload) throws Closed {
        ByteBuffer frame = ByteBuffer.allocate(14 + payload.length).put((byte) (0x80 | kind));
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else if (payload.length < 1 << 16) {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        } else {
            frame.put((byte) (0x80 | 127)).putLong(payload.length);
        }
        byte[] mask = new byte[4];
        random.nextBytes(mask);
        frame.put(mask);
        for (int i = 0; i < payload.length; i++) frame.put((byte) (payload[i] ^ mask[i & 3]));
        try {
            out.write(frame.array(), 0, frame.position());
            out.flush();
        } catch (IOException error) {
            throw new Closed(error);
        }
    }

    @Override
    Optional<byte[]> receive(double timeoutS) throws Closed {
        long until = System.nanoTime() + (long) (timeoutS * 1e9);
        try {
            while (true) {
                Optional<byte[]> found = cut();
                if (found.isPresent()) return found;
                long leftMs = (until - System.nanoTime()) / 1_000_000;
                socket.setSoTimeout((int) Math.max(1, Math.min(leftMs, Integer.MAX_VALUE)));
                int count = in.read(data);
                if (count < 0) throw new Closed("the connection was closed", null, 0);
                if (size + count > begun.length) begun = Arrays.copyOf(begun, Math.max(size + count, 2 * begun.length));
                System.arraycopy(data, 0, begun, size, count);
                size += count;
            }
        } catch (SocketTimeoutException late) {
            return Optional.empty();
        } catch (IOException error) {
            throw new Closed(error);
        }
    }

    /** The next message, an empty one for a ping; nothing where more has to come first. */
    private Optional<byte[]> cut() throws Closed {
        while (size >= 2) {
            int kind = begun[0] & 0x0F;
            int first = begun[1] & 0x7F;
            int head = first < 126 ? 2 : first == 126 ? 4 : 10;
            if (size < head) return Optional.empty();
            ByteBuffer header = ByteBuffer.wrap(begun);
            long length = first < 126 ? first : first == 126 ? header.getShort(2) & 0xFFFF : header.getLong(2);
            check((begun[0] & 0x70) == 0 && begun[1] >= 0, "a frame with a mask or an extension");
            check(length >= 0 && length + message.size() <= MAX_FRAME, "a message of more than " + MAX_FRAME + " bytes");
            if (size < head + length) return Optional.empty();
            boolean isLast = begun[0] < 0;
            int end = head + (int) length;
            byte[] payload = Arrays.copyOfRange(begun, head, end);
            System.arraycopy(begun, end, begun, 0, size - end);
            size -= end;
            Optional<byte[]> found = take(kind, isLast, payload);
            if (found.isPresent()) return found;
        }
        return Optional.empty();
    }

    private Optional<byte[]> take(int kind, boolean isLast, byte[] payload) throws Closed {
        switch (kind) {
            case PING -> {
                write(PONG, payload);
                return Optional.of(KEEP_ALIVE);
            }
            case PONG -> {
                return Optional.of(KEEP_ALIVE);
            }
            case CLOSE -> {
                Long code = payload.length < 2 ? null : (long) (ByteBuffer.wrap(payload).getShort() & 0xFFFF);
                String reason = payload.length < 2 ? "" : new String(payload, 2, payload.length - 2, StandardCharsets.UTF_8);
                throw new Closed(reason, code, 0);
            }
            case CONTINUED, TEXT, BINARY -> {
                message.writeBytes(payload);
                if (!isLast) return Optional.empty();
                byte[] whole = message.toByteArray();
                message.reset();
                return Optional.of(whole);
            }
            default -> throw new Closed("a frame of an unknown kind", null, 0);
        }
    }

    private static void check(boolean isFine, String wrong) throws Closed {
        if (!isFine) throw new Closed(wrong, null, 0);
    }

    @Override
    public void close() {
        try (socket) {
            write(CLOSE, ByteBuffer.allocate(2).putShort((short) 1000).array());
        } catch (Closed | IOException gone) {
            Log.info("closing: " + gone.getMessage());
        }
    }
}
