package infoset;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;

/** The log: warnings on standard error, and everything in a file of your own where one is named. */
public final class Log {
    private static PrintWriter file;
    private static boolean isVerbose;

    private Log() {}

    /** Writes everything into this file, too. Throws {@link InfosetException.Command}. */
    public static synchronized void open(String path) {
        try {
            var options = new StandardOpenOption[] {StandardOpenOption.CREATE, StandardOpenOption.APPEND};
            file = new PrintWriter(Files.newBufferedWriter(Path.of(path), StandardCharsets.UTF_8, options), true);
        } catch (IOException error) {
            throw new InfosetException.Command("log file " + path + ": " + error.getMessage());
        }
    }

    /** Shows what is told by {@code info}, too. */
    public static synchronized void setVerbose(boolean verbose) {
        isVerbose = verbose;
    }

    public static void warn(String text) {
        put(text, true, null);
    }

    /** A warning with the whole story behind it. */
    public static void warn(String text, Throwable story) {
        put(text, true, story);
    }

    public static void info(String text) {
        put(text, isVerbose, null);
    }

    /** Untrusted text as one line without control characters, fit for a terminal. */
    public static String clean(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }

    private static synchronized void put(String text, boolean isShown, Throwable story) {
        String line = LocalTime.now().truncatedTo(ChronoUnit.SECONDS) + " " + clean(text);
        if (isShown) {
            System.err.println(line);
            if (story != null) story.printStackTrace(System.err);
        }
        if (file != null) {
            file.println(line);
            if (story != null) story.printStackTrace(file);
        }
    }
}
