package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import infoset.Codec.Encoding;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;

/** Moves messages over TCP, WebSocket, or standard input and output. Knows no sessions. */
abstract class Link implements AutoCloseable {
    static final int MAX_FRAME = 1 << 20;

    /** A link has ended. {@code code} is the close code, null where the server gave none. */
    static final class Closed extends Exception {
        private static final long serialVersionUID = 1;
        final Long code;
        final double waitS;

        Closed(String reason, Long code, double waitS) {
            super(reason == null ? "the connection broke" : reason);
            this.code = code;
            this.waitS = waitS;
        }

        Closed(Throwable cause) {
            this(cause.getMessage(), null, 0);
        }
    }

    abstract void send(JsonNode plain) throws Closed;

    /** The next frame, an empty one for a keep-alive; nothing where none came in time. */
    abstract Optional<byte[]> receive(double timeoutS) throws Closed;

    @Override
    public abstract void close();

    /**
     * Connects, waiting at most so long for an answer. {@code caFile} (or null) is trusted beside the usual authorities.
     * Throws {@link InfosetException.Connect}.
     */
    static Link open(Address address, double timeoutS, String caFile) {
        try {
            return switch (address.transport()) {
                case TCP -> new Stream(Sockets.open(address, timeoutS, caFile), address.encoding());
                case WEB_SOCKET -> new WebSocketLink(Sockets.open(address, timeoutS, caFile), address, timeoutS);
                case STDIO -> stdio();
            };
        } catch (IOException error) {
            throw new InfosetException.Connect(address + ": " + error.getMessage());
        }
    }

    /** Standard input and output; what is printed goes to standard error from then on. */
    static Stream stdio() {
        System.out.flush();
        System.setOut(System.err);
        return new Stream(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.out));
    }

    /** Bytes in both directions. */
    static final class Stream extends Link {
        private final Socket socket; // null for standard input and output, where reading waits for ever
        private final InputStream in;
        private final OutputStream out;
        private final Encoding encoding;
        private final Framer framer;
        private final byte[] data = new byte[1 << 16];

        Stream(Socket socket, Encoding encoding) throws IOException {
            this.socket = socket;
            this.in = socket.getInputStream();
            this.out = socket.getOutputStream();
            this.encoding = encoding;
            this.framer = new Framer(encoding, MAX_FRAME);
        }

        Stream(InputStream in, OutputStream out) {
            this.socket = null;
            this.in = in;
            this.out = out;
            this.encoding = Encoding.JSON;
            this.framer = new Framer(Encoding.JSON, MAX_FRAME);
        }

        @Override
        void send(JsonNode plain) throws Closed {
            try {
                out.write(framer.frame(Codec.encode(plain, encoding)));
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
                    Optional<byte[]> frame = framer.cut();
                    if (frame.isPresent()) return frame;
                    long leftMs = (until - System.nanoTime()) / 1_000_000;
                    if (socket != null) socket.setSoTimeout((int) Math.max(1, Math.min(leftMs, Integer.MAX_VALUE)));
                    int count = in.read(data);
                    if (count < 0) throw new Closed("the connection was closed", null, 0);
                    framer.feed(data, count);
                }
            } catch (SocketTimeoutException late) {
                return Optional.empty();
            } catch (IOException | InfosetException error) {
                throw new Closed(error);
            }
        }

        @Override
        public void close() {
            try {
                if (socket != null) socket.close();
            } catch (IOException gone) {
                Log.info("closing: " + gone.getMessage());
            }
        }
    }
}
