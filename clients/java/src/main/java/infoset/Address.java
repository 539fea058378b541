package infoset;

import infoset.Codec.Encoding;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;

/**
 * Where a server is and how to talk to it: {@code infoset://host:port} (TCP), {@code infosets://} (with TLS),
 * {@code ws://}, {@code wss://}, with {@code +msgpack} behind the scheme in msgpack; {@code stdio:} for the messages
 * of one match on standard input and output.
 */
public record Address(Transport transport, String host, int port, boolean tls, String path, Encoding encoding) {
    public static final int DEFAULT_PORT = 7421;

    private static final Map<String, Integer> PORTS =
            Map.of("infoset", DEFAULT_PORT, "infosets", DEFAULT_PORT, "ws", 80, "wss", 443);

    public enum Transport {
        TCP,
        WEB_SOCKET,
        STDIO
    }

    /** What was dialled, as a key signs it, whatever it goes over. */
    String dialled() {
        String shown = host.contains(":") ? "[" + host + "]" : host;
        return (tls ? "infosets://" : "infoset://") + shown.toLowerCase(Locale.ROOT) + ":" + port;
    }

    /** Reads an address. Throws {@link InfosetException.Address}, which says what was expected. */
    public static Address parse(String text) {
        if (text.equals("stdio:") || text.equals("stdio")) {
            return new Address(Transport.STDIO, "", 0, false, "", Encoding.JSON);
        }
        int end = text.indexOf("://");
        String[] scheme = (end < 0 ? "infoset" : text.substring(0, end)).split("\\+", 2);
        if (!PORTS.containsKey(scheme[0])) {
            throw wrong(text, "expected infoset://, infosets://, ws://, wss:// or stdio:");
        }
        String suffix = scheme.length > 1 ? scheme[1] : "json";
        Encoding encoding =
                Arrays.stream(Encoding.values())
                        .filter(one -> one.word.equals(suffix))
                        .findFirst()
                        .orElseThrow(() -> wrong(text, "expected +json or +msgpack"));
        String rest = end < 0 ? text : text.substring(end + 3);
        int slash = rest.indexOf('/');
        String path = slash < 0 || slash == rest.length() - 1 ? "/v1" : rest.substring(slash);
        String place = slash < 0 ? rest : rest.substring(0, slash);
        int colon = place.startsWith("[") ? place.indexOf("]:") + 1 : place.indexOf(':');
        String host = (colon > 0 ? place.substring(0, colon) : place).replaceAll("[\\[\\]]", "");
        int port = colon > 0 ? port(text, place.substring(colon + 1)) : PORTS.get(scheme[0]);
        if (host.isEmpty() || place.startsWith(":")) throw wrong(text, "the host is missing");
        Transport transport = scheme[0].startsWith("ws") ? Transport.WEB_SOCKET : Transport.TCP;
        return new Address(transport, host, port, scheme[0].endsWith("s") && !scheme[0].equals("ws"), path, encoding);
    }

    /** The same in another encoding; null: no other. */
    Address with(Encoding other) {
        return other == null ? this : new Address(transport, host, port, tls, path, other);
    }

    /** May a secret token go this way: under TLS, or without leaving this machine? */
    public boolean canCarryToken() {
        boolean isHere = host.equals("localhost") || host.equals("::1") || host.startsWith("127.");
        return tls || isHere || transport == Transport.STDIO;
    }

    @Override
    public String toString() {
        String named = host.contains(":") ? "[" + host + "]" : host;
        return switch (transport) {
            case STDIO -> "stdio:";
            case TCP -> (tls ? "infosets://" : "infoset://") + named + ":" + port;
            case WEB_SOCKET -> (tls ? "wss://" : "ws://") + named + ":" + port + path;
        };
    }

    private static int port(String text, String digits) {
        if (digits.matches("\\d{1,5}")) {
            int port = Integer.parseInt(digits);
            if (port >= 1 && port <= 65535) return port;
        }
        throw wrong(text, "the port must be a number from 1 to 65535");
    }

    private static InfosetException.Address wrong(String text, String why) {
        return new InfosetException.Address("'" + text + "': " + why);
    }
}
