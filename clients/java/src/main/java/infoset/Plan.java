package infoset;

/**
 * Which seats to take; null is absent. With neither {@code game} nor {@code room}, those that the server gives, or the
 * one on stdio.
 *
 * @param fillMs the wait before house bots fill the empty seats
 * @param matches how many are played in all; 0: until stopped
 */
public record Plan(String game, Long seats, Long fillMs, String room, Long seat, String code, int matches) {
    /** Is paired for so many matches of a game. */
    public static Plan seek(String game, int matches) {
        return new Plan(game, null, null, null, null, null, matches);
    }
}
