package infoset;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/**
 * One play of a game as its player knows it: all that stays the same from start to end.
 *
 * @param compute what thinking on the server may use; null where there is none
 */
public record Match(
        String matchId,
        String game,
        String rules,
        int seat,
        List<Player> players,
        JsonNode options,
        JsonNode consts,
        Wire.ClockSpec clock,
        JsonNode compute) {
    static Match of(Wire.MatchStart start) {
        List<Player> players =
                start.players().stream()
                        .map(
                                seat ->
                                        new Player(
                                                seat.seat(),
                                                seat.name() == null ? "" : seat.name(),
                                                seat.kind() == Wire.SeatInfoKind.BOT))
                        .toList();
        return new Match(
                start.matchId(),
                start.game(),
                start.rules(),
                start.seat() == null ? -1 : start.seat(),
                players,
                start.options(),
                start.consts(),
                start.clock(),
                start.compute());
    }

    /** How many seats the match has. */
    public int seats() {
        return players.size();
    }

    /** The constants in the game's own type. */
    public <T> T constsAs(Class<T> type) {
        return Typed.read(consts, type);
    }

    @Override
    public String toString() {
        return game + " " + matchId + " seat " + seat;
    }
}
