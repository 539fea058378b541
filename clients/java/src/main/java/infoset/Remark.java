package infoset;

import java.util.ArrayList;
import java.util.List;

/** What a bot says with its act: to its owner alone ({@link Turn#remark}), and to the table ({@link Turn#say}). */
public final class Remark {
    private static final int MAX_NOTE = 500; // characters that are sent
    private static final int MAX_SAID = 300; // of a line to the table

    private String note;
    private List<Double> value = List.of();
    private final List<String> said = new ArrayList<>();

    void note(String text) {
        note = cut(text, MAX_NOTE);
    }

    void say(String text) {
        said.add(cut(text, MAX_SAID));
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
