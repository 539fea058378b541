package infoset;

/**
 * Which seats to take; null is absent. With neither {@code game}, {@code room} nor {@code ladder}, those that the server
 * gives, or the one on stdio.
 *
 * @param fillMs the wait before house bots fill the empty seats
 * @param tables matches of the game or the ladder that are sought or played at the same time
 * @param ladder is entered with an entry under the name of its user, for rated matches
 * @param version of that entry: another one begins anew
 * @param matches how many are played in all; 0: until stopped
 */
public record Plan(
        String game,
        Integer seats,
        Long fillMs,
        int tables,
        String room,
        Integer seat,
        String code,
        String ladder,
        String version,
        int matches) {
    /** Matches that are sought at the same time, at most. */
    static final int MAX_TABLES = 64;

    /** Is paired for so many matches of a game. */
    public static Plan seek(String game, int matches) {
        return new Plan(game, null, null, 1, null, null, null, null, null, matches);
    }

    /** Plays so many rated matches on a ladder; 0: until stopped. */
    public static Plan ladder(String ladder, int matches) {
        return new Plan(null, null, null, 1, null, null, null, ladder, null, matches);
    }

    /** The same with so many matches at the same time. */
    public Plan withTables(int number) {
        return new Plan(game, seats, fillMs, number, room, seat, code, ladder, version, matches);
    }
}
