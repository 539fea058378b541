package infoset.samples;

import infoset.Answer;
import infoset.Turn;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** An assistant for any game: shows the clock and counts what happens, by kind of event. */
public final class Assistant extends infoset.Assistant {
    private final Map<String, Integer> happened = new TreeMap<>();

    @Override
    public void everyChange() {
        events.forEach(event -> happened.merge(event.path("e").asText(), 1, Integer::sum));
    }

    @Override
    public void everyTurn(Turn asked) {
        log("you have " + (asked.n() == null ? "many" : asked.n()) + " actions");
        if (asked.n() != null) suggest("what a missed deadline would play", Answer.index(asked.fallback()));
    }

    @Override
    public void everySecond() {
        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("played", seconds + " s");
        leftS().ifPresent(left -> rows.put("time left", (int) left + " s"));
        happened.forEach((kind, count) -> rows.put(kind, count + " times"));
        draw.table("screen:top_right", rows);
    }

    public static void main(String[] args) {
        infoset.Assistant.run(args, Assistant::new);
    }
}
