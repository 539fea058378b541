package infoset

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"infoset.example/clients/go/wire"
)

const (
	traceForm   = "infoset-trace/1"
	thoughtType = "thought" // of the lines that are no message
	maxLineSize = 1 << 24   // bytes of a line of a trace
	nearPlies   = 3         // decisions on each side of a ply that are named where nothing is asked at it
)

// AssertDecision checks that a bot, on the seat of a trace, decides on the action where `ver` is ply; it is for
// tests. `infoset replay --trace` and `infoset bot --trace` write traces.
//
// The bot is made anew, and told and asked everything that came before, whatever it answers; so it knows what it
// knew then. The action is whatever Decide may return. The error says what the bot decides instead, where near that
// ply something is asked, or why the file is no trace.
func AssertDecision(factory BotFactory, file string, ply int, action Answer) error {
	messages, err := readTrace(file)
	if err != nil {
		return err
	}
	if asked := asked(messages); !slices.Contains(asked, ply) {
		return fmt.Errorf("%s: nothing is asked at ply %d, %s", file, ply, elsewhere(asked, ply))
	}
	replayed := &replayed{factory: factory}
	for _, message := range messages {
		turn, answer, err := replayed.take(message)
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		if asked, isAsked := message.(*wire.YourTurn); turn != nil && isAsked && asked.Ver == ply {
			return compareAnswers(turn, answer, action, ply)
		}
	}
	return fmt.Errorf("%s: the question at ply %d cannot be asked", file, ply)
}

// asked is where something is asked.
func asked(messages []wire.ServerMessage) (plies []int) {
	for _, message := range messages {
		if asked, isAsked := message.(*wire.YourTurn); isAsked {
			plies = append(plies, asked.Ver)
		}
	}
	return plies
}

// elsewhere says where near a ply something is asked; the plies are in order.
func elsewhere(asked []int, ply int) string {
	if len(asked) == 0 {
		return "nor at any other"
	}
	at, _ := slices.BinarySearch(asked, ply)
	near := []string{}
	for _, ver := range asked[max(at-nearPlies, 0):min(at+nearPlies, len(asked))] {
		near = append(near, fmt.Sprint(ver))
	}
	return "but near it at " + strings.Join(near, ", ")
}

// replayed is a bot before which a trace is played.
type replayed struct {
	factory BotFactory
	bot     Bot
	tracker *MatchTracker
}

// take shows one message to the bot; it returns a question and its answer, if it is one.
func (r *replayed) take(message wire.ServerMessage) (*Turn, Answer, error) {
	if start, isStart := message.(*wire.MatchStart); isStart {
		r.tracker, r.bot = NewMatchTracker(NewMatch(start)), r.factory()
		return nil, nil, r.bot.OnStart(r.tracker.Match)
	}
	if r.tracker == nil {
		return nil, nil, fmt.Errorf("a %s before the match", message.MessageType())
	}
	for _, happening := range r.tracker.Take(Incoming{Message: message}) {
		switch happening := happening.(type) {
		case *Happened:
			if err := r.bot.OnEvents(r.tracker.Match, happening.Events); err != nil {
				return nil, nil, err
			}
		case *Asked:
			answer, err := r.bot.Decide(happening.Turn)
			return happening.Turn, answer, err
		}
	}
	return nil, nil, nil
}

func compareAnswers(turn *Turn, answer, action Answer, ply int) error {
	place := fmt.Sprintf("ply %d, decision %d (%s)", ply, turn.Decision, turn.Kind)
	expected, err := turn.spell(action)
	if err != nil {
		return fmt.Errorf("%s: %w", place, err)
	}
	found, err := turn.spell(answer)
	if err != nil {
		return fmt.Errorf("%s: %w", place, err)
	}
	if found != expected {
		return fmt.Errorf("%s: expected %s, the bot answers %s", place, expected, found)
	}
	return nil
}

// spell is what an answer stands for, as text.
func (t *Turn) spell(answer Answer) (string, error) {
	choice, err := t.ReadAnswer(answer)
	switch {
	case err != nil:
		return "", err
	case choice.Index != nil && *choice.Index < len(t.Actions):
		return string(t.Actions[*choice.Index]), nil
	case choice.Index != nil:
		return fmt.Sprint(*choice.Index), nil
	case choice.Action != nil:
		return string(choice.Action), nil
	}
	options := []string{}
	for slot, pick := range choice.Picks {
		options = append(options, string(t.Slots[slot].Options[pick]))
	}
	return "[" + strings.Join(options, ",") + "]", nil
}

// readTrace reads the messages of a trace.
func readTrace(name string) ([]wire.ServerMessage, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, maxLineSize)
	var messages []wire.ServerMessage
	for number := 1; lines.Scan(); number++ {
		var head struct{ Form, Type string }
		if err := json.Unmarshal(lines.Bytes(), &head); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, number, err)
		}
		switch {
		case number == 1 && head.Form != traceForm:
			return nil, fmt.Errorf("%s: expected the form %s", name, traceForm)
		case number == 1 || head.Type == thoughtType:
			continue
		}
		message, _, err := wire.Read(slices.Clone(lines.Bytes()))
		if err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", name, number, err)
		}
		messages = append(messages, message)
	}
	return messages, lines.Err()
}
