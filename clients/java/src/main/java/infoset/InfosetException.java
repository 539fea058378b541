package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** Root of everything that goes wrong on purpose. Its message is a sentence for the person at the terminal. */
public class InfosetException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public InfosetException(String message) {
        super(message);
    }

    /** The server's address cannot be read, or not be used. */
    public static final class Address extends InfosetException {
        private static final long serialVersionUID = 1;

        public Address(String message) {
            super(message);
        }
    }

    /** The server cannot be reached, or does not speak the protocol. */
    public static final class Connect extends InfosetException {
        private static final long serialVersionUID = 1;

        public Connect(String message) {
            super(message);
        }
    }

    /** The server was reached and said no. */
    public static final class Login extends InfosetException {
        private static final long serialVersionUID = 1;

        /** The code of the server's error. */
        public final String code;

        public Login(String code, String text) {
            super("the server refused the login: " + text + " (" + code + ")");
            this.code = code;
        }
    }

    /** The connection is gone for good. */
    public static final class ConnectionLost extends InfosetException {
        private static final long serialVersionUID = 1;

        /** The close code, null if there was none. */
        public final Long code;

        public ConnectionLost(String message, Long code) {
            super(message);
            this.code = code;
        }
    }

    /** The server did not answer a request in time. */
    public static final class ReplyTimeout extends InfosetException {
        private static final long serialVersionUID = 1;

        public ReplyTimeout(String message) {
            super(message);
        }
    }

    /** What a bot returned is no answer to its turn. */
    public static final class WrongChoice extends InfosetException {
        private static final long serialVersionUID = 1;

        public WrongChoice(String message) {
            super(message);
        }
    }

    /** Bytes that are no message, or a message with a wrong field: {@code path} names it. */
    public static final class Protocol extends InfosetException {
        private static final long serialVersionUID = 1;

        public final String code;
        public final String path;

        public Protocol(String code, String path, String want) {
            super(code + ": " + (path.isEmpty() ? "" : path + ": ") + want);
            this.code = code;
            this.path = path;
        }
    }

    /** The command line, or a file named there, cannot be used. */
    public static final class Command extends InfosetException {
        private static final long serialVersionUID = 1;

        public Command(String message) {
            super(message);
        }
    }

    /** The server refused a request: {@code code} is stable, {@code text} for people. */
    public static final class Request extends InfosetException {
        private static final long serialVersionUID = 1;

        private static final Set<String> LATER =
                Set.of(
                        Wire.Code.RATE_LIMITED,
                        Wire.Code.BUSY,
                        Wire.Code.TOO_MANY_INFLIGHT,
                        Wire.Code.UNAVAILABLE,
                        Wire.Code.STORAGE_FULL);

        public final String code;
        public final String text;
        /** How long to wait before the same request may work, null if waiting does not help. */
        public final Long retryMs;

        private final transient ObjectNode data;

        Request(Wire.Error error) {
            super(sentence(error));
            code = error.code();
            text = error.msg();
            retryMs = error.retryMs();
            data = error.data();
        }

        /** Is this its code? The known ones are in {@link Wire.Code}. */
        public boolean is(String wanted) {
            return code.equals(wanted);
        }

        /** Is the same request worth another try? An unknown code is judged by its wait alone. */
        public boolean mayPass() {
            return LATER.contains(code) || retryMs != null;
        }

        /** The details, a missing node where there are none. */
        public JsonNode data() {
            return data == null ? Codec.JSON.missingNode() : data;
        }

        /** Why an action is illegal, from what the seat knows; empty for other errors. */
        public String why() {
            return data().path("why").asText();
        }

        /** The field that is wrong, of {@code bad_message} and {@code bad_option}. */
        public String path() {
            return data().path("path").asText();
        }

        /** What belongs there. */
        public String want() {
            return data().path("want").asText();
        }

        private static String sentence(Wire.Error error) {
            StringBuilder text = new StringBuilder(error.msg() + " (" + error.code() + ")");
            for (String name : new String[] {"why", "path", "want"}) {
                if (error.data() != null && error.data().path(name).isTextual()) {
                    text.append(": ").append(error.data().path(name).asText());
                }
            }
            return text.toString();
        }
    }
}
