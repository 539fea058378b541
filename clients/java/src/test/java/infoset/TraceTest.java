package infoset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TraceTest {
    private static final Path TRACE = Path.of("../../tests/golden/trace.ndjson");

    /** Takes the last action, and notes how much it had been told when it was asked. */
    private static final class Last extends Bot {
        private final List<Integer> seen;
        private int told;

        Last(List<Integer> seen) {
            this.seen = seen;
        }

        @Override
        public void onEvents(Match match, List<ObjectNode> events) {
            told += events.size();
        }

        @Override
        public Answer decide(Turn turn) {
            seen.add(told);
            return Answer.index(turn.n() - 1);
        }
    }

    @Test
    void aDecisionIsAssertedWhereTheBotKnowsWhatItKnew() throws Exception {
        List<Integer> seen = new ArrayList<>();
        Trace.assertDecision(() -> new Last(seen), TRACE, 10, Answer.action(Codec.JSON.arrayNode().add("skip")));
        assertEquals(seen.stream().sorted().toList(), seen);
        assertTrue(seen.size() == 4 && seen.get(3) > seen.get(0));
        Trace.assertDecision(() -> new Last(seen), TRACE, 10, Answer.index(5));
    }

    private static void assertTold(Path file, long ply, long index, String why) {
        AssertionError said =
                assertThrows(
                        AssertionError.class,
                        () -> Trace.assertDecision(() -> new Last(new ArrayList<>()), file, ply, Answer.index(index)));
        assertTrue(said.getMessage().contains(why), said.getMessage());
    }

    @Test
    void whatIsDecidedInsteadIsTold() {
        String both = "ply 1, decision 1 (pick): expected [\"pick\",5], the bot answers [\"pick\",3]";
        assertTold(TRACE, 1, 0, both);
        assertTold(TRACE, 1, 99, "expected an index from 0 to 3");
        assertTold(TRACE, 999, 0, "nothing is asked at ply 999, but near it at 10, 11, 21");
        assertTold(TRACE, 3, 0, "nothing is asked at ply 3, but near it at 1, 8, 9, 10");
        assertTold(Path.of("../../protocol/vectors/v1/messages.ndjson"), 1, 0, "expected the form infoset-trace/1");
    }
}
