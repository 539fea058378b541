package assistant

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"infoset.example/clients/go/wire"
)

const (
	side    = "screen:side"
	maxText = 120
	maxCell = 64
)

// Badge is one of the 16 signs, which look the same in every game and every client.
type Badge int

// The signs.
const (
	Cross Badge = iota
	Ring
	Skull
	Diamond
	Shield
	Eye
	Up
	Right
	Down
	Left
	Flag
	Star
	Question
	Bolt
	Lock
	Coin
)

// Canvas collects the drawings of one hook; what it draws replaces what it drew the time before. Anchors
// are names such as `cell:4,7` or `screen:side`; a colour is a name of the palette (`good`, `danger`,
// `seat0`, ...), `#rrggbb`, or empty.
type Canvas struct{ items []wire.Drawing }

// Text draws words at an anchor, which may be the screen itself.
func (c *Canvas) Text(at, color string, words ...any) {
	c.add(wire.Drawing{K: wire.DrawingKText, At: []string{at}, C: given(color), T: given(cut(fmt.Sprint(words...), maxText))})
}

// Badge draws one of the signs.
func (c *Canvas) Badge(at, color string, badge Badge) {
	c.add(wire.Drawing{K: wire.DrawingKBadge, At: []string{at}, C: given(color), N: wire.Ptr(int(badge))})
}

// Heat draws a tint, from 0 (cold) to 1 (hot).
func (c *Canvas) Heat(at string, value float64) {
	c.add(wire.Drawing{K: wire.DrawingKHeat, At: []string{at}, V: wire.Ptr(min(1, max(0, value)))})
}

// Arrow draws an arrow through two anchors or more.
func (c *Canvas) Arrow(color string, at ...string) {
	c.add(wire.Drawing{K: wire.DrawingKArrow, At: at, C: given(color)})
}

// Path draws a line through two anchors or more.
func (c *Canvas) Path(color string, at ...string) {
	c.add(wire.Drawing{K: wire.DrawingKPath, At: at, C: given(color)})
}

// Mark draws a frame.
func (c *Canvas) Mark(at, color string) {
	c.add(wire.Drawing{K: wire.DrawingKMark, At: []string{at}, C: given(color)})
}

// Ghost draws a piece that is not there, by its name.
func (c *Canvas) Ghost(at, color, piece string) {
	c.add(wire.Drawing{K: wire.DrawingKGhost, At: []string{at}, C: given(color), T: given(cut(piece, maxText))})
}

// Table draws lines of name and value in a panel at the side.
func (c *Canvas) Table(title string, rows ...[2]string) {
	lines := make([][]string, len(rows))
	for i, row := range rows {
		lines[i] = []string{cut(row[0], maxCell), cut(row[1], maxCell)}
	}
	c.add(wire.Drawing{K: wire.DrawingKTable, At: []string{side}, T: given(cut(title, maxText)), Rows: lines})
}

func (c *Canvas) add(drawing wire.Drawing) { c.items = append(c.items, drawing) }

// take is what was drawn since this was asked last.
func (c *Canvas) take() []wire.Drawing {
	items := c.items
	c.items = nil
	return items
}

// easel shows canvases as layers; a layer that has not changed is not sent again.
type easel struct {
	send  func(message any)
	shown map[string][]wire.Drawing
}

func newEasel(send func(any)) *easel { return &easel{send, map[string][]wire.Drawing{}} }

func (e *easel) show(layer string, items []wire.Drawing, until wire.Until) {
	same := func(a, b wire.Drawing) bool { return reflect.DeepEqual(a, b) }
	if slices.EqualFunc(items, e.shown[layer], same) {
		return
	}
	e.shown[layer] = items
	e.send(overlay{"overlay", layer, append([]wire.Drawing{}, items...), until})
}

// overlay is the message, with its items even where there are none: that clears the layer.
type overlay struct {
	Type  string         `json:"type"`
	Layer string         `json:"layer"`
	Items []wire.Drawing `json:"items"`
	Until wire.Until     `json:"until"`
}

// turnBegins: the owner's screen has dropped this layer by itself.
func (e *easel) turnBegins(layer string) { delete(e.shown, layer) }

// given is a text for a field that may be absent, nil for an empty one.
func given(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// cut shortens a text to so many characters, whole ones.
func cut(text string, most int) string {
	runes := []rune(strings.TrimSpace(text))
	return string(runes[:min(len(runes), most)])
}
