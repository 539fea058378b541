package infoset;

/**
 * Which seats to take; null is absent. With neither {@code game} nor {@code room}, those that the server gives, or the
 * one on stdio.
 *
 * @param fillMs the wait before house bots fill the empty seats
 * @param tables matches of the game that are sought or played at the same time
 * @param matches how many are played in all; 0: until stopped
 */
public record Plan(
        String game, Integer seats, Long fillMs, int tables, String room, Integer seat, String code, int matches) {
    /** Matches that are sought at the same time, at most. */
    static final int MAX_TABLES = 64;

    /** Is paired for so many matches of a game. */
    public static Plan seek(String game, int matches) {
        return new Plan(game, null, null, 1, null, null, null, matches);
    }

    /** The same with so many matches at the same time. */
    public Plan withTables(int number) {
        return new Plan(game, seats, fillMs, number, room, seat, code, matches);
    }
}
