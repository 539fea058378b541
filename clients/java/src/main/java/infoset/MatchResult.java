package infoset;

import java.util.List;
import java.util.Optional;

/** How a match ended. {@code places} (1 is best, ties share), {@code scores} and {@code returns} go by seat. */
public record MatchResult(
        String reason, List<Long> places, List<Double> scores, List<Double> returns, int seat) {
    /** The player's own place, nothing if the match had no places. */
    public Optional<Long> place() {
        return own(places);
    }

    /** The player's own score, nothing if the match had no scores. */
    public Optional<Double> score() {
        return own(scores);
    }

    private <T> Optional<T> own(List<T> bySeat) {
        return seat >= 0 && seat < bySeat.size() ? Optional.of(bySeat.get(seat)) : Optional.empty();
    }
}
