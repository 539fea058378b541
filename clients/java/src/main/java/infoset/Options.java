package infoset;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Where to connect and what to play, from the command line and the environment. */
public final class Options {
    static final String HELP =
            """
              --url URL         infoset://HOST:PORT, ws://, wss:// or stdio: (default: $INFOSET_URL or this machine)
              --stdio           play one match on standard input and output, behind `infoset bridge --mode json`
              --name NAME       name to play under (default: $INFOSET_NAME)
              --token-file F    file with the secret token (default: the token in $INFOSET_TOKEN, else a guest)
              --key-file F      file with the private key to log in with instead
              --ca-file F       certificates to trust beside the usual authorities, under TLS
              --encoding NAME   json (default) or msgpack
              --wait SECONDS    keep trying this long while the server cannot be reached (to come back, ten minutes at least)
              --seek GAME       be paired with whoever seeks the same game
              --seats N         with --seek: number of seats
              --fill SECONDS    with --seek: wait before house bots fill the empty seats
              --tables N        with --seek and --ladder: matches at the same time (default: 1)
              --room ROOM       take a seat in this room
              --ladder LADDER   play rated matches on this ladder
              --seat N          with --room: seat, from 0
              --code CODE       with --room: code of an unlisted room
              --version TEXT    with --ladder: which program this is; another version begins anew (default: 1)
              --games N         matches to play in all (default: 1 with --seek and --room, else no end)
              --trace FOLDER    write there what the bot sees, thinks and does, a file for each match; see infoset trace
              --log FILE        write the log into this file, too (default: $INFOSET_LOG)
              --verbose         tell more on stderr
            """;

    private String url;
    private String name;
    private String token;
    private LoginKey key;
    private String caFile;
    private Codec.Encoding encoding;
    private String log;
    private Path traces;
    private double waitS;
    private boolean isVerbose;
    private boolean isHelp;
    private boolean hasGivenSeats;
    private String game;
    private Integer seats;
    private Long fillMs;
    private int tables = 1;
    private String room;
    private Integer seat;
    private String code;
    private String ladder;
    private String version;
    private int games;
    private final List<String> others = new ArrayList<>();

    private Options() {}

    /** The options of this process. {@code seek} (or null) is the game that is sought where none is named. */
    public static Options parse(String[] words, String seek) {
        return parse(List.of(words), System::getenv, System.console() != null, seek);
    }

    /** The same from what is given. {@code isTerminal}: is this a person's terminal? */
    static Options parse(List<String> words, UnaryOperator<String> environment, boolean isTerminal, String seek) {
        Options options = new Options();
        options.name = given(environment, "INFOSET_NAME");
        options.token = given(environment, "INFOSET_TOKEN");
        options.log = given(environment, "INFOSET_LOG");
        options.hasGivenSeats = options.token != null;
        Iterator<String> left = words.iterator();
        while (left.hasNext()) options.take(left.next(), left);
        options.complete(environment, isTerminal, seek);
        return options;
    }

    private void complete(UnaryOperator<String> environment, boolean isTerminal, String seek) {
        long ways = Stream.of(game, room, ladder).filter(Objects::nonNull).count();
        if (ways > 1) throw wrong("expected one of --seek, --room and --ladder");
        boolean isNamed = ways == 1;
        // Behind a bridge nobody says where to go; from a terminal, or under a server that gives seats, we connect.
        boolean isLeftOpen = url == null && !isNamed && !hasGivenSeats && !isTerminal;
        if (isLeftOpen || "1".equals(given(environment, "INFOSET_STDIO"))) url = "stdio:";
        boolean isStdio = url != null && url.startsWith("stdio");
        if (!isStdio && !hasGivenSeats && !isNamed) game = seek;
        hasGivenSeats |= isStdio;
        if (games == 0 && (isStdio || game != null || room != null)) games = 1;
        if (url == null) url = given(environment, "INFOSET_URL");
        if (url == null) url = "infoset://127.0.0.1:" + Address.DEFAULT_PORT;
    }

    private void take(String word, Iterator<String> left) {
        switch (word) {
            case "--url" -> url = value(word, left);
            case "--stdio" -> url = "stdio:";
            case "--name" -> name = value(word, left);
            case "--token-file" -> token = readToken(value(word, left));
            case "--key-file" -> key = LoginKey.load(value(word, left));
            case "--ca-file" -> caFile = value(word, left);
            case "--encoding" -> encoding = readEncoding(value(word, left));
            case "--wait" -> waitS = number(word, value(word, left), 0, 86400);
            case "--seek" -> game = value(word, left);
            case "--seats" -> seats = (int) number(word, value(word, left), 1, 16);
            case "--fill" -> fillMs = (long) (1000 * number(word, value(word, left), 0, 86400));
            case "--tables" -> tables = (int) number(word, value(word, left), 1, Plan.MAX_TABLES);
            case "--room" -> room = value(word, left);
            case "--seat" -> seat = (int) number(word, value(word, left), 0, 15);
            case "--code" -> code = value(word, left);
            case "--ladder" -> ladder = value(word, left);
            case "--version" -> version = value(word, left);
            case "--games" -> games = (int) number(word, value(word, left), 1, 1e9);
            case "--trace" -> traces = Path.of(value(word, left));
            case "--log" -> log = value(word, left);
            case "--verbose", "-v" -> isVerbose = true;
            case "--help", "-h" -> isHelp = true;
            default -> {
                if (word.startsWith("--")) throw wrong(word + ": no such option; --help lists them");
                others.add(word);
            }
        }
    }

    public String url() {
        return url;
    }

    public boolean isHelp() {
        return isHelp;
    }

    public boolean isVerbose() {
        return isVerbose;
    }

    /** The file for the log, or null. */
    public String log() {
        return log;
    }

    /** The folder for traces, or null. */
    public Path traces() {
        return traces;
    }

    /** What no option takes; for programs with words of their own. */
    public List<String> others() {
        return List.copyOf(others);
    }

    /** What to play. Throws {@link InfosetException.Command} where nothing is said. */
    public Plan plan() {
        if (game == null && room == null && ladder == null && !hasGivenSeats) {
            throw wrong("what shall be played? Add --seek GAME to be paired, --room ROOM to take a seat, or --ladder LADDER");
        }
        return new Plan(game, seats, fillMs, tables, room, seat, code, ladder, version, games);
    }

    /** Who logs in, by these options. */
    public Login login(String defaultName, String... features) {
        Login login = Login.guest(name == null ? defaultName : name, features).withToken(token);
        login = login.withKey(key).withEncoding(encoding).withCaFile(caFile);
        return login.withTiming(Timing.USUAL.withConnectS(waitS).withReconnectS(Math.max(waitS, Timing.USUAL.reconnectS())));
    }

    private static String given(UnaryOperator<String> environment, String variable) {
        String value = environment.apply(variable);
        return value == null || value.isEmpty() ? null : value;
    }

    private static String value(String word, Iterator<String> left) {
        if (!left.hasNext()) throw wrong(word + ": a value is missing");
        return left.next();
    }

    private static double number(String option, String text, double least, double most) {
        try {
            double value = Double.parseDouble(text);
            if (value >= least && value <= most) return value;
        } catch (NumberFormatException error) {
            // said below
        }
        throw wrong(option + ": expected a number from " + (long) least + " to " + (long) most + ", got " + text);
    }

    private static Codec.Encoding readEncoding(String name) {
        for (Codec.Encoding one : Codec.Encoding.values()) {
            if (one.word.equals(name)) return one;
        }
        throw wrong("--encoding: expected json or msgpack, got " + name);
    }

    private static String readToken(String path) {
        try {
            String token = Files.readString(Path.of(path)).strip();
            if (!token.isEmpty() && token.chars().noneMatch(Character::isWhitespace)) return token;
        } catch (IOException error) {
            throw wrong("token file " + path + ": " + error.getMessage());
        }
        throw wrong("token file " + path + ": expected one token and nothing else");
    }

    private static InfosetException.Command wrong(String text) {
        return new InfosetException.Command(text);
    }
}
