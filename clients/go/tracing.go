package infoset

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"time"

	"infoset.example/clients/go/wire"
)

var noFileName = regexp.MustCompile(`[^\pL\pN_.-]`)

// trace writes what a bot was shown, thought and did in one match; AssertDecision and `infoset trace` read it. Every
// line is on its way to the disk when the call returns. A nil one writes nothing.
type trace struct {
	folder  string
	matchID string
	file    *os.File
	fail    func(error) // is told what hinders writing, once; nothing more is written then
}

// traced is a seat whose match can be traced, such as a BotSeat.
type traced interface{ traceTo(written *trace) }

// openTrace opens `MATCH-seatN.ndjson` in the folder, which is made if it is missing; start is the match_start. The
// error is a *CommandError.
func openTrace(folder string, start Incoming, fail func(error)) (*trace, error) {
	match := start.Message.(*wire.MatchStart)
	name := fmt.Sprintf("%s-seat%d.ndjson", match.MatchID, wire.Value(match.Seat))
	path := filepath.Join(folder, noFileName.ReplaceAllString(name, "_"))
	err := os.MkdirAll(folder, 0o777)
	if err != nil {
		return nil, traceError(folder, err)
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, traceError(folder, err)
	}
	t := &trace{folder: folder, matchID: match.MatchID, file: file}
	err = t.begin(start.Raw)
	if err != nil {
		t.close()
		return nil, traceError(folder, err)
	}
	t.fail = fail
	return t, nil
}

func (t *trace) begin(start json.RawMessage) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(start, &fields); err != nil {
		return err
	}
	for name, value := range fields {
		if name == "seq" || name == "re" || string(value) == "null" {
			delete(fields, name)
		}
	}
	line, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(t.file, "{\"form\":%q}\n%s\n", traceForm, line)
	return err
}

// events are what the bot was told; ver is that of its view afterwards.
func (t *trace) events(items []json.RawMessage, ver int) {
	t.write(&wire.Events{MatchID: t.match(), Ver: ver, Items: items})
}

// decided is a question, and what came of it; nil leaves it open.
func (t *trace) decided(turn *Turn, choice *Choice, took time.Duration) {
	if t == nil {
		return
	}
	t.write(writeTurn(turn), writeThought(turn, choice, took))
}

// over is the end: nothing follows.
func (t *trace) over(result *MatchResult) {
	t.write(&wire.MatchOver{
		MatchID: t.match(),
		Reason:  result.Reason,
		Places:  append([]int{}, result.Places...),
		Scores:  append([]float64{}, result.Scores...),
		Returns: append([]float64{}, result.Returns...),
	})
}

// close closes the file; the match may have been lost sight of.
func (t *trace) close() {
	if t != nil && t.file != nil {
		_ = t.file.Close()
		t.file = nil
	}
}

func (t *trace) match() string {
	if t == nil {
		return ""
	}
	return t.matchID
}

func (t *trace) write(lines ...wire.ClientMessage) {
	if t == nil || t.file == nil {
		return
	}
	for _, line := range lines {
		text, err := wire.Write(line, 0)
		if err == nil {
			_, err = t.file.Write(append(text, '\n'))
		}
		if err != nil {
			t.close()
			t.fail(traceError(t.folder, err))
			return
		}
	}
}

func traceError(folder string, err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		err = path.Err
	}
	return &CommandError{fmt.Sprintf("--trace %s: %v", folder, err)}
}

// writeTurn is a question as the message that asks it.
func writeTurn(turn *Turn) *wire.YourTurn {
	asked := &wire.YourTurn{
		MatchID:    turn.Match.MatchID,
		Seat:       turn.Seat(),
		Ver:        turn.Ver,
		Decision:   turn.Decision,
		Kind:       turn.Kind,
		Legal:      wire.Legal{Kind: wire.LegalKindList, Actions: turn.Actions, Params: turn.Params},
		Fallback:   &turn.Fallback,
		Obs:        turn.Observation,
		DeadlineMs: turn.DeadlineMs,
		Clock:      turn.ClockMs,
		Tick:       turn.Tick,
	}
	if turn.N >= 0 {
		asked.N = &turn.N
	}
	if turn.Optional {
		asked.Optional = &turn.Optional
	}
	if asked.Obs == nil {
		asked.Obs = json.RawMessage("{}")
	}
	if turn.IsProduct() {
		asked.Legal.Kind = wire.LegalKindProduct
		for _, slot := range turn.Slots {
			asked.Legal.Slots = append(asked.Legal.Slots, wire.Slot{Slot: slot.Name, Options: slot.Options})
		}
	}
	return asked
}

// thought is what a bot made of a question: the line behind it, which is no message.
type thought struct {
	Decision int             `json:"decision"`
	Values   []*float64      `json:"values,omitempty"` // of the actions, in their order
	Index    *int            `json:"index,omitempty"`
	Picks    []int           `json:"picks,omitempty"`
	Action   json.RawMessage `json:"action,omitempty"`
	Note     string          `json:"note,omitempty"`
	Ms       float64         `json:"ms"`
}

func (*thought) MessageType() string { return thoughtType }

func writeThought(turn *Turn, choice *Choice, took time.Duration) *thought {
	line := &thought{Decision: turn.Decision, Ms: float64(took.Microseconds()) / 1000}
	for _, value := range turn.values {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			line.Values = append(line.Values, nil)
		} else {
			line.Values = append(line.Values, &value)
		}
	}
	if choice != nil {
		line.Index, line.Picks, line.Action, line.Note = choice.Index, choice.Picks, choice.Action, choice.Note
	}
	return line
}
