package infoset;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Counts results over many matches and says them in words. */
public final class Tally {
    private int matches;
    private int withoutResult;
    private final List<Long> places = new ArrayList<>();

    public void add(MatchResult result) {
        matches++;
        result.place().ifPresentOrElse(places::add, () -> withoutResult++);
    }

    /** {@code played 10 matches: 4 first places, average place 1.90}. */
    public String text() {
        List<String> details = new ArrayList<>();
        if (!places.isEmpty()) {
            double average = places.stream().mapToLong(Long::longValue).average().orElse(0);
            int first = (int) places.stream().filter(place -> place == 1).count();
            details.add(count(first, "first place", "first places"));
            details.add(String.format(Locale.ROOT, "average place %.2f", average));
        }
        if (withoutResult > 0) details.add(withoutResult + " without a result");
        String head = "played " + count(matches, "match", "matches");
        return details.isEmpty() ? head : head + ": " + String.join(", ", details);
    }

    /** {@code colonizers m_5xT2 seat 2: place 1 of 4, score 38 (finished)}. */
    public static String resultText(Match match, MatchResult result) {
        if (result.place().isEmpty()) return match + ": no result (" + result.reason() + ")";
        double score = result.score().orElse(0.0);
        String number = score == Math.rint(score) ? String.valueOf((long) score) : String.valueOf(score);
        return match + ": place " + result.place().get() + " of " + result.places().size() + ", score " + number
                + " (" + result.reason() + ")";
    }

    static String count(int number, String one, String many) {
        return number + " " + (number == 1 ? one : many);
    }
}
