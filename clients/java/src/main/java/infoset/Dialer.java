package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;

/** Gets a connection and logs in, again and again while that may help. Knows nothing after {@code welcome}. */
final class Dialer {
    private static final int MAJOR = 1;
    private static final String OLD_KEY_LOGIN =
            "it speaks protocol 1.0, which has a key sign what could be used at other servers: use a token";
    private static final Set<String> MAY_PASS =
            Set.of(Wire.Code.RATE_LIMITED, Wire.Code.BUSY, Wire.Code.SHUTTING_DOWN);

    /** A link that is logged in. */
    record Dialled(Link link, Wire.Welcome welcome) {}

    /** An attempt failed in a way that may pass. */
    private static final class TryAgain extends Exception {
        private static final long serialVersionUID = 1;
        final InfosetException error;
        final double waitS;

        TryAgain(InfosetException error, double waitS) {
            super(error);
            this.error = error;
            this.waitS = waitS;
        }
    }

    final Address address;
    final Login login;
    final Backoff backoff;
    private final String secret; // it makes a guest the same one again, even where the session is gone

    Dialer(Address address, Login login) {
        this.address = address;
        this.login = login;
        SecureRandom random = new SecureRandom();
        backoff = new Backoff(random);
        byte[] bytes = new byte[16];
        random.nextBytes(bytes);
        secret = HexFormat.of().formatHex(bytes);
    }

    /** Connects and logs in, trying for so long. */
    Dialled dial(double patienceS, ObjectNode resume) {
        double giveUpS = nowS() + patienceS;
        while (true) {
            try {
                Dialled dialled = tryOnce(resume);
                backoff.reset();
                return dialled;
            } catch (TryAgain failed) {
                double waitS = backoff.nextWaitS(failed.waitS);
                if (nowS() + waitS > giveUpS) throw failed.error;
                sleepS(waitS);
            }
        }
    }

    private Dialled tryOnce(ObjectNode resume) throws TryAgain {
        Link link;
        try {
            link = Link.open(address, login.timing().welcomeS(), login.caFile());
        } catch (InfosetException.Connect error) {
            throw new TryAgain(error, 0);
        }
        try {
            return new Dialled(link, logIn(link, resume));
        } catch (Link.Closed closed) {
            link.close();
            var error = new InfosetException.Connect(address + ": closed during the login: " + closed.getMessage());
            if (closed.code != null && Wire.NO_RECONNECT.contains(closed.code)) throw error;
            throw new TryAgain(error, 0);
        } catch (TryAgain | InfosetException error) {
            link.close();
            throw error;
        }
    }

    private Wire.Welcome logIn(Link link, ObjectNode resume) throws Link.Closed, TryAgain {
        link.send(hello(resume));
        double giveUpS = nowS() + login.timing().welcomeS();
        ObjectNode answer = answer(link, giveUpS);
        if (answer.path("type").asText().equals("challenge")) {
            link.send(proof(read(answer, Wire.Challenge.class)));
            answer = answer(link, giveUpS);
        }
        return readWelcome(answer);
    }

    private ObjectNode answer(Link link, double giveUpS) throws Link.Closed, TryAgain {
        while (true) {
            Optional<byte[]> frame = link.receive(Math.max(0, giveUpS - nowS()));
            if (frame.isEmpty()) {
                throw new TryAgain(new InfosetException.Connect(address + ": no welcome in time"), 0);
            }
            try {
                if (frame.get().length > 0) return Codec.decode(frame.get(), address.encoding());
            } catch (InfosetException.Protocol error) {
                throw foreign(error);
            }
        }
    }

    /** Signs where we are, so that nobody can use it elsewhere. A server that does not want that might. */
    private ObjectNode proof(Wire.Challenge challenge) {
        if (login.key() == null) {
            throw new InfosetException.Login(Wire.Code.UNSUPPORTED, "it asks for a key, and there is none");
        }
        if (!Boolean.TRUE.equals(challenge.address())) {
            throw new InfosetException.Login(Wire.Code.UNSUPPORTED, OLD_KEY_LOGIN);
        }
        String where = address.dialled();
        String text = String.join("\n", "infoset key login", challenge.nonce(), challenge.server(), "" + MAJOR, where, "");
        return Codec.JSON.objectNode().put("type", "auth").put("sig", login.key().sign(text)).put("address", where);
    }

    private ObjectNode hello(ObjectNode resume) {
        ObjectNode hello = Codec.JSON.objectNode().put("type", "hello");
        hello.putArray("proto").add(MAJOR);
        hello.put("minor", Wire.MINOR);
        ObjectNode auth = hello.putObject("auth");
        if (login.key() != null) {
            auth.put("kind", "key").put("pub", login.key().pub());
        } else if (login.token() != null) {
            auth.put("kind", "token").put("token", login.token());
        } else {
            auth.put("kind", "guest").put("name", login.name()).put("token", secret);
        }
        hello.putObject("client").put("name", login.program()).put("lang", "java");
        var features = hello.putArray("features");
        login.features().forEach(features::add);
        hello.put("max_frame", Link.MAX_FRAME);
        if (resume != null) hello.set("resume", resume);
        return hello;
    }

    private <T> T read(ObjectNode plain, Class<T> type) {
        try {
            return Typed.read(plain, type);
        } catch (InfosetException.Protocol error) {
            throw foreign(error);
        }
    }

    private InfosetException.Connect foreign(InfosetException.Protocol error) {
        String text = ": what answers there does not speak the Infoset protocol (";
        return new InfosetException.Connect(address + text + error.getMessage() + ")");
    }

    private Wire.Welcome readWelcome(ObjectNode plain) throws TryAgain {
        if (plain.path("type").asText().equals("welcome")) return read(plain, Wire.Welcome.class);
        boolean isBye = plain.path("type").asText().equals("bye");
        String code = plain.path("code").asText();
        var error = new InfosetException.Login(code, plain.path(isBye ? "reason" : "msg").asText("no welcome"));
        boolean mayPass =
                isBye ? !Wire.NO_RECONNECT.contains(plain.path("code").asLong()) : MAY_PASS.contains(code);
        if (mayPass) throw new TryAgain(error, waitS(plain));
        throw error;
    }

    /** The {@code retry_ms} of an error or farewell in seconds; 0 if there is none. */
    static double waitS(JsonNode plain) {
        return plain.path("retry_ms").asDouble(0) / 1000;
    }

    static double nowS() {
        return System.nanoTime() / 1e9;
    }

    static void sleepS(double seconds) {
        if (seconds <= 0) return;
        try {
            Thread.sleep((long) (seconds * 1000));
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new InfosetException.ConnectionLost("interrupted", null);
        }
    }
}
