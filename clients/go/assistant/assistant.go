// Package assistant is for programs that help a player: hooks, what the seat knows, drawing and suggesting.
// They run under `infoset assist`, which owns the connection.
package assistant

import (
	"encoding/json"
	"fmt"
	"time"

	"infoset.example/clients/go"
	"infoset.example/clients/go/internal/guard"
	"infoset.example/clients/go/wire"
)

const (
	secondLayer = "second"
	turnLayer   = "turn"
	changeLayer = "change"
	maxLogged   = 2000 // characters of one line of log, from its end
	maxWhy      = 500
)

// Hooks are what an assistant does. Each hook's drawings replace those of its call before. An error or a
// panic in a hook is shown to the owner as a sign with its text; the others go on. Embed NoHooks to have
// all but those you write.
type Hooks interface {
	// Start: a match begins, or is joined; also after a restart of this program.
	Start(a *Assistant) error
	// EveryTurn: the owner is asked for a decision. Drawings stay until the next one.
	EveryTurn(a *Assistant, turn *infoset.Turn) error
	// EverySecond: a second has passed; so many since the match was joined.
	EverySecond(a *Assistant, seconds int) error
	// EveryChange: something has happened; Events and Observation are new.
	EveryChange(a *Assistant) error
	// Over: the match has ended.
	Over(a *Assistant, result *infoset.MatchResult) error
	// Refused: the server has refused what this program asked for; the owner's log says so already.
	Refused(a *Assistant, code, why string) error
}

// NoHooks does nothing.
type NoHooks struct{}

// Start does nothing.
func (NoHooks) Start(*Assistant) error { return nil }

// EveryTurn does nothing.
func (NoHooks) EveryTurn(*Assistant, *infoset.Turn) error { return nil }

// EverySecond does nothing.
func (NoHooks) EverySecond(*Assistant, int) error { return nil }

// EveryChange does nothing.
func (NoHooks) EveryChange(*Assistant) error { return nil }

// Over does nothing.
func (NoHooks) Over(*Assistant, *infoset.MatchResult) error { return nil }

// Refused does nothing.
func (NoHooks) Refused(*Assistant, string, string) error { return nil }

// Assistant is what hooks may look at, and what they may do.
type Assistant struct {
	Draw    Canvas
	Match   *infoset.Match
	Turn    *infoset.Turn     // the open decision; nil: nothing is asked
	Events  []json.RawMessage // of the last change
	Seconds int
	Rights  []string
	Faults  int // errors and panics so far

	hooks   Hooks
	send    func(message any)
	now     func() time.Time
	easel   *easel
	tracker *infoset.MatchTracker
	asked   time.Time
}

// New is an assistant that says what it has to say through send.
func New(hooks Hooks, send func(message any), now func() time.Time) *Assistant {
	return &Assistant{hooks: hooks, send: send, now: now, easel: newEasel(send)}
}

// Observation is everything the seat knows now, as it was sent.
func (a *Assistant) Observation() json.RawMessage {
	if a.tracker == nil {
		return nil
	}
	return a.tracker.Observation
}

// Left is the time until the deadline of the open decision; false where there is none.
func (a *Assistant) Left() (time.Duration, bool) {
	if a.Turn == nil || a.Turn.DeadlineMs == nil {
		return 0, false
	}
	left := time.Duration(*a.Turn.DeadlineMs)*time.Millisecond - a.now().Sub(a.asked)
	return max(0, left), true
}

// Log writes a line for the owner's log. Printing to os.Stdout does the same.
func (a *Assistant) Log(words ...any) { a.log("info", fmt.Sprintln(words...)) }

func (a *Assistant) log(level, text string) {
	a.send(map[string]any{"type": "assist_log", "level": level, "text": cut(text, maxLogged)})
}

// Suggest proposes answers to the open decision, best first; none takes the last suggestion back. The
// error is a *infoset.WrongChoiceError for an answer that is not legal.
func (a *Assistant) Suggest(why string, answers ...infoset.Answer) error {
	top := make([]map[string]any, len(answers))
	for i, answer := range answers {
		choice, err := a.choice(answer)
		if err != nil {
			return err
		}
		top[i] = choice
	}
	return a.say("suggest", map[string]any{"top": top, "text": cut(why, maxWhy)})
}

// Stage lays orders ready for some slots: slot -> position among its options.
func (a *Assistant) Stage(orders map[string]int) error {
	return a.say("stage", map[string]any{"orders": orders})
}

// Commit plays what is laid ready; needs the right `act`.
func (a *Assistant) Commit() error { return a.say("commit", map[string]any{}) }

// Act answers the open decision; needs the right `act`.
func (a *Assistant) Act(answer infoset.Answer) error {
	choice, err := a.choice(answer)
	if err != nil {
		return err
	}
	return a.say("act", choice)
}

func (a *Assistant) choice(answer infoset.Answer) (map[string]any, error) {
	if a.Turn == nil {
		return nil, errNotAsked
	}
	choice, err := a.Turn.ReadAnswer(answer)
	switch {
	case err != nil:
		return nil, err
	case choice.Index != nil:
		return map[string]any{"index": *choice.Index}, nil
	case choice.Picks != nil:
		return map[string]any{"picks": choice.Picks}, nil
	default:
		return map[string]any{"action": choice.Action}, nil
	}
}

var errNotAsked = &infoset.CommandError{Reason: "nothing is asked now"}

func (a *Assistant) say(kind string, fields map[string]any) error {
	if a.Turn == nil {
		return errNotAsked
	}
	fields["type"], fields["decision"] = kind, a.Turn.Decision
	a.send(fields)
	return nil
}

// What the supervisor tells.

// Take takes one message and calls the hooks that it concerns. It never fails for what a hook does.
func (a *Assistant) Take(line []byte) {
	var told struct {
		Type    string   `json:"type"`
		Seconds int      `json:"seconds"`
		Rights  []string `json:"rights"`
		Code    string   `json:"code"`
		Msg     string   `json:"msg"`
	}
	if json.Unmarshal(line, &told) != nil {
		return
	}
	switch told.Type {
	case "tick":
		a.Seconds = told.Seconds
		if a.Match != nil {
			a.call(secondLayer, wire.UntilRemoved, func() error { return a.hooks.EverySecond(a, told.Seconds) })
		}
	case "assist_start":
		a.Rights = told.Rights
	case "error":
		a.call("", wire.UntilRemoved, func() error { return a.hooks.Refused(a, told.Code, told.Msg) })
	default:
		if message, envelope, err := wire.Read(line); err == nil {
			a.takeMessage(infoset.Incoming{Message: message, Envelope: envelope, Raw: line})
		}
	}
}

func (a *Assistant) takeMessage(incoming infoset.Incoming) {
	if start, isStart := incoming.Message.(*wire.MatchStart); isStart {
		a.Match = infoset.NewMatch(start)
		a.tracker = infoset.NewMatchTracker(a.Match)
		a.Turn, a.Events = nil, nil
		a.easel = newEasel(a.send)
		if start.Ver != nil && *start.Ver == 0 {
			a.start()
		}
		return
	}
	if a.tracker == nil {
		return
	}
	happenings := a.tracker.Take(incoming)
	switch message := incoming.Message.(type) {
	case *wire.Snapshot:
		a.start()
	case *wire.Events:
		a.Turn, a.Events = nil, message.Items
		a.call(changeLayer, wire.UntilRemoved, func() error { return a.hooks.EveryChange(a) })
	}
	for _, happening := range happenings {
		a.tell(happening)
	}
}

func (a *Assistant) start() {
	a.call("", wire.UntilRemoved, func() error { return a.hooks.Start(a) })
}

func (a *Assistant) tell(happening infoset.Happening) {
	switch happening := happening.(type) {
	case *infoset.Asked:
		a.Turn, a.asked = happening.Turn, a.now()
		a.easel.turnBegins(turnLayer)
		a.call(turnLayer, wire.UntilTurn, func() error { return a.hooks.EveryTurn(a, happening.Turn) })
	case *infoset.Missed:
		a.Turn = nil
	case *infoset.Over:
		a.Turn = nil
		a.call("", wire.UntilRemoved, func() error { return a.hooks.Over(a, happening.Result) })
		a.Match = nil
	}
}

// call calls a hook; it shows what the hook draws on its layer, if it has one, or what went wrong in it.
func (a *Assistant) call(layer string, until wire.Until, hook func() error) {
	a.Draw.take()
	if err := guard.Call(hook); err != nil {
		a.Faults++
		a.log("error", err.Error())
	} else if layer != "" {
		a.easel.show(layer, a.Draw.take(), until)
	}
}
