package infoset;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;

/** What happened in a match while its program was away, asked of the server: the match as its own seat saw it, up to now. */
final class CatchingUp {
    private static final long VERSIONS = 100; // asked for at a time, so that usually one part holds them

    private CatchingUp() {}

    /**
     * Hands on what the seat was not told, in order. Throws what {@code ask} throws.
     *
     * <p>Only the first part of an answer is looked at, since that is all that comes through a bridge; the rest is asked
     * for anew.
     */
    static void run(
            Function<Wire.Replay, Wire.ReplayPart> ask,
            Match match,
            Happening.Behind behind,
            Consumer<Happening.Happened> tell) {
        long told = behind.told();
        while (told < behind.ver()) {
            long first = told;
            Wire.Replay message = Wire.Replay.of(match.matchId()).withView("seat:" + match.seat());
            message = message.withForm(Wire.ReplayForm.EVENTS).withFirst(first);
            for (ObjectNode entry : ask.apply(message.withLast(Math.min(first + VERSIONS, behind.ver()))).entries()) {
                long ver = entry.path("ver").asLong();
                if (!entry.path("type").asText().equals("events") || ver <= told) continue;
                told = ver;
                List<ObjectNode> items = new ArrayList<>();
                entry.path("items").forEach(item -> items.add((ObjectNode) item));
                if (!items.isEmpty()) tell.accept(new Happening.Happened(items, ver));
            }
            if (told == first) return;
        }
    }
}
