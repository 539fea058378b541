package infoset;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Collects the drawings of one hook; what it draws replaces what it drew the time before. Anchors are names such as
 * {@code cell:4,7} or {@code screen:side}; colours are names from the palette or {@code #rrggbb}.
 */
public final class Canvas {
    private static final int MAX_TEXT = 120;
    private static final int MAX_CELL = 64;

    private final List<Wire.Drawing> items = new ArrayList<>();

    public void text(String at, String words) {
        items.add(drawing(Wire.DrawingK.TEXT, at).withT(cut(words, MAX_TEXT)));
    }

    public void badge(String at, Badge badge) {
        items.add(drawing(Wire.DrawingK.BADGE, at).withN(badge.ordinal()));
    }

    /** A tint, from 0 (cold) to 1 (hot). */
    public void heat(String at, double value) {
        items.add(drawing(Wire.DrawingK.HEAT, at).withV(Math.min(1, Math.max(0, value))));
    }

    /** An arrow through two anchors or more. */
    public void arrow(String... at) {
        items.add(drawing(Wire.DrawingK.ARROW, at));
    }

    /** A line through two anchors or more. */
    public void path(String... at) {
        items.add(drawing(Wire.DrawingK.PATH, at));
    }

    /** A frame. */
    public void mark(String at) {
        items.add(drawing(Wire.DrawingK.MARK, at));
    }

    /** A piece that is not there, by its name. */
    public void ghost(String at, String piece) {
        items.add(drawing(Wire.DrawingK.GHOST, at).withT(cut(piece, MAX_TEXT)));
    }

    /** Lines of name and value in a panel. */
    public void table(String at, Map<String, String> rows) {
        List<List<String>> cells =
                rows.entrySet().stream()
                        .map(row -> List.of(cut(row.getKey(), MAX_CELL), cut(row.getValue(), MAX_CELL)))
                        .toList();
        items.add(drawing(Wire.DrawingK.TABLE, at).withRows(cells));
    }

    /** Gives the last drawing a colour. */
    public void color(String name) {
        if (!items.isEmpty()) items.add(items.remove(items.size() - 1).withC(name));
    }

    /** What was drawn since this was asked last. */
    List<Wire.Drawing> take() {
        List<Wire.Drawing> taken = List.copyOf(items);
        items.clear();
        return taken;
    }

    private static Wire.Drawing drawing(Wire.DrawingK kind, String... at) {
        return Wire.Drawing.of(kind).withAt(List.of(at));
    }

    private static String cut(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most));
    }
}
