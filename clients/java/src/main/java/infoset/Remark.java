package infoset;

import java.util.ArrayList;
import java.util.List;

/**
 * What a bot says with its act: to its owner alone ({@link Turn#remark}), to the table ({@link Turn#say}), and to whoever
 * looks at its trace ({@link Turn#weigh(double...)}).
 */
public final class Remark {
    private static final int MAX_NOTE = 500; // characters that are sent
    private static final int MAX_SAID = 300; // of a line to the table

    private String note;
    private List<Double> value = List.of();
    private List<Double> values = List.of();
    private final List<String> said = new ArrayList<>();

    void note(String text) {
        note = cut(text, MAX_NOTE);
    }

    void say(String text) {
        said.add(cut(text, MAX_SAID));
    }

    /** What it thinks of the actions; null where it has no number. */
    void values(List<Double> byAction) {
        values = new ArrayList<>(byAction);
        values.replaceAll(one -> one == null || !Double.isFinite(one) ? null : one);
    }

    /** As given to the other; empty where nothing was said. */
    List<Double> values() {
        return values;
    }

    List<String> said() {
        return said;
    }

    /** The beginning of a text, at most so many characters. */
    private static String cut(String text, int most) {
        int characters = text.codePointCount(0, text.length());
        return text.substring(0, text.offsetByCodePoints(0, Math.min(characters, most)));
    }

    void value(double[] bySeat) {
        var boxed = new ArrayList<Double>();
        for (double one : bySeat) boxed.add(one);
        value = List.copyOf(boxed);
    }

    /** The choice with what was remarked. */
    Choice on(Choice choice) {
        return new Choice(choice.index(), choice.picks(), choice.action(), note, value);
    }
}
