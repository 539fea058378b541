package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import infoset.Codec.Encoding;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

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

    /** Connects, waiting at most so long for an answer. Throws {@link InfosetException.Connect}. */
    static Link open(Address address, double timeoutS) {
        try {
            return switch (address.transport()) {
                case TCP -> new Stream(connect(address, timeoutS), address.encoding());
                case WEB_SOCKET -> new Web(address, timeoutS);
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

    private static Socket connect(Address address, double timeoutS) throws IOException {
        Socket socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.connect(new InetSocketAddress(address.host(), address.port()), (int) (timeoutS * 1000));
            if (!address.tls()) return socket;
            SSLSocketFactory factory = (SSLSocketFactory) SSLSocketFactory.getDefault();
            SSLSocket secure = (SSLSocket) factory.createSocket(socket, address.host(), address.port(), true);
            var parameters = secure.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS"); // or anybody's certificate would do
            secure.setSSLParameters(parameters);
            secure.startHandshake();
            return secure;
        } catch (IOException error) {
            socket.close();
            throw error;
        }
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

    /** A WebSocket. Its library calls us on a thread of its own; a queue brings that to ours. */
    private static final class Web extends Link implements WebSocket.Listener {
        private static final byte[] KEEP_ALIVE = {};

        private final BlockingQueue<Object> arrived = new LinkedBlockingQueue<>(); // frames, then one Closed
        private final StringBuilder text = new StringBuilder();
        private final Encoding encoding;
        private final WebSocket socket;
        private byte[] begun = {};
        private Closed ended;

        Web(Address address, double timeoutS) throws IOException {
            encoding = address.encoding();
            try {
                socket =
                        HttpClient.newHttpClient()
                                .newWebSocketBuilder()
                                .subprotocols("infoset.1." + encoding.word)
                                .connectTimeout(Duration.ofMillis((long) (timeoutS * 1000)))
                                .buildAsync(URI.create(address.toString()), this)
                                .join();
            } catch (CompletionException error) {
                throw new IOException(String.valueOf(error.getCause()), error);
            }
        }

        @Override
        void send(JsonNode plain) throws Closed {
            try {
                byte[] payload = Codec.encode(plain, encoding);
                boolean isText = encoding == Encoding.JSON;
                var sent =
                        isText
                                ? socket.sendText(new String(payload, java.nio.charset.StandardCharsets.UTF_8), true)
                                : socket.sendBinary(ByteBuffer.wrap(payload), true);
                sent.join();
            } catch (CompletionException error) {
                throw new Closed(error.getCause());
            }
        }

        @Override
        Optional<byte[]> receive(double timeoutS) throws Closed {
            if (ended != null) throw ended;
            try {
                Object next = arrived.poll((long) (timeoutS * 1000), TimeUnit.MILLISECONDS);
                if (next == null) return Optional.empty();
                socket.request(1);
                if (next instanceof byte[] frame) return Optional.of(frame);
                ended = (Closed) next;
                throw ended;
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new Closed("interrupted", null, 0);
            }
        }

        @Override
        public void close() {
            socket.sendClose(WebSocket.NORMAL_CLOSURE, "").whenComplete((done, error) -> socket.abort());
        }

        // WebSocket.Listener

        @Override
        public void onOpen(WebSocket opened) {
            opened.request(16);
        }

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean isLast) {
            text.append(part);
            if (text.length() > MAX_FRAME) return refuse();
            if (isLast) {
                arrived.add(text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8));
                text.setLength(0);
            } else {
                from.request(1);
            }
            return null;
        }

        @Override
        public CompletionStage<?> onBinary(WebSocket from, ByteBuffer part, boolean isLast) {
            byte[] grown = java.util.Arrays.copyOf(begun, begun.length + part.remaining());
            part.get(grown, begun.length, part.remaining());
            begun = grown;
            if (begun.length > MAX_FRAME) return refuse();
            if (isLast) {
                arrived.add(begun);
                begun = new byte[0];
            } else {
                from.request(1);
            }
            return null;
        }

        @Override
        public CompletionStage<?> onPing(WebSocket from, ByteBuffer message) {
            arrived.add(KEEP_ALIVE);
            return null;
        }

        @Override
        public CompletionStage<?> onClose(WebSocket from, int code, String reason) {
            arrived.add(new Closed(reason, (long) code, 0));
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            arrived.add(new Closed(error));
        }

        private CompletionStage<?> refuse() {
            arrived.add(new Closed("a message of more than " + MAX_FRAME + " bytes", null, 0));
            socket.abort();
            return null;
        }
    }
}
