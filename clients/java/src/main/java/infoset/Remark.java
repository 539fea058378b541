package infoset;

import java.util.ArrayList;
import java.util.List;

/** What a bot says of its act to its owner alone: see {@link Turn#remark}. */
public final class Remark {
    private static final int MAX_NOTE = 500; // characters that are sent

    private String note;
    private List<Double> value = List.of();

    void note(String text) {
        int characters = text.codePointCount(0, text.length());
        note = text.substring(0, text.offsetByCodePoints(0, Math.min(characters, MAX_NOTE)));
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
