package infoset;

import java.util.ArrayList;
import java.util.List;

/** What went wrong on one seat or many. */
public record Faults(int exceptions, int wrongAnswers, int missed) {
    public static final Faults NONE = new Faults(0, 0, 0);

    public Faults plus(Faults other) {
        return new Faults(
                exceptions + other.exceptions, wrongAnswers + other.wrongAnswers, missed + other.missed);
    }

    /** {@code ; 3 exceptions, 1 wrong answer}, nothing if all went well. */
    String text() {
        List<String> parts = new ArrayList<>();
        if (exceptions > 0) parts.add(Tally.count(exceptions, "exception", "exceptions"));
        if (wrongAnswers > 0) parts.add(Tally.count(wrongAnswers, "wrong answer", "wrong answers"));
        if (missed > 0) parts.add(Tally.count(missed, "missed decision", "missed decisions"));
        return parts.isEmpty() ? "" : "; " + String.join(", ", parts);
    }
}
