package infoset

import (
	"encoding/json"
	"slices"

	"infoset.example/clients/go/wire"
)

// Away is why a decision was missed: it closed while there was no connection.
const Away = "away"

// Happening is what a message means for the player of a match: *Asked, *Happened, *Talked, *Missed
// *Behind or *Over.
type Happening interface{ isHappening() }

// Asked tells that a decision waits for an answer; the same one may be asked again after a reconnect.
type Asked struct{ Turn *Turn }

// Happened tells that something changed, as this seat may see it.
type Happened struct {
	Events []json.RawMessage
	Ver    int // of the view afterwards
}

// Behind tells that what changed in the versions behind Told, up to Ver, was told to nobody here: the program was away,
// or is new.
type Behind struct{ Told, Ver int }

// Talked tells that somebody said something in the match.
type Talked struct{ Name, Text string }

// Missed tells that a decision closed without an answer we know of; why as the server put it, or Away.
type Missed struct {
	Decision int
	Why      string
}

// Over tells that the match ended.
type Over struct{ Result *MatchResult }

func (*Asked) isHappening()    {}
func (*Happened) isHappening() {}
func (*Behind) isHappening()   {}
func (*Talked) isHappening()   {}
func (*Missed) isHappening()   {}
func (*Over) isHappening()     {}

// MatchTracker follows one match through its messages and says what they mean. It does no I/O.
//
//	absent --your_turn, snapshot--> open --turn_closed, timeout, match_over--> closed
//	                                  |
//	                                  +--answered, accepted--> closed
type MatchTracker struct {
	Match       *Match
	Observation json.RawMessage // the newest one
	open        map[int]*Turn
	told        int         // the version up to which it is known what happened
	answered    map[int]int // by accepted decision when that was heard: questions that came before are old
}

// NewMatchTracker follows a match from its start.
func NewMatchTracker(match *Match) *MatchTracker {
	return &MatchTracker{Match: match, open: map[int]*Turn{}, answered: map[int]int{}}
}

// IsOpen tells whether a decision still waits for an answer, as far as the messages so far tell.
func (t *MatchTracker) IsOpen(decision int) bool { return t.open[decision] != nil }

// Close notes that a decision was answered and that the server accepted it, in the message that arrived as
// number `arrival`. A question that came before that one is old, even where it is looked at later.
func (t *MatchTracker) Close(decision, arrival int) {
	delete(t.open, decision)
	t.answered[decision] = arrival
}

// Take takes in one message about this match. What it does not know it skips.
func (t *MatchTracker) Take(incoming Incoming) []Happening {
	switch message := incoming.Message.(type) {
	case *wire.YourTurn:
		t.told = max(t.told, message.Ver)
		return t.takeTurn(message, incoming.Arrival)
	case *wire.Snapshot:
		return t.takeSnapshot(message, incoming.Arrival)
	case *wire.Events:
		if message.Obs != nil {
			t.Observation = message.Obs
		}
		t.told = message.Ver
		if len(message.Items) > 0 {
			return []Happening{&Happened{message.Items, message.Ver}}
		}
	case *wire.TurnClosed:
		return t.miss(message.Decision, message.Why)
	case *wire.Timeout:
		if message.Seat == t.Match.Seat {
			return t.miss(message.Decision, "timeout, "+message.Applied+" played")
		}
	case *wire.ChatMsg:
		return []Happening{&Talked{message.Name, message.Text}}
	case *wire.MatchOver:
		clear(t.open)
		result := &MatchResult{message.Reason, message.Places, message.Scores, message.Returns, t.Match.Seat}
		return []Happening{&Over{result}}
	}
	return nil
}

func (t *MatchTracker) takeTurn(asked *wire.YourTurn, arrival int) []Happening {
	decision := &wire.Decision{
		Decision:   asked.Decision,
		Kind:       asked.Kind,
		N:          asked.N,
		Legal:      asked.Legal,
		Fallback:   asked.Fallback,
		DeadlineMs: asked.DeadlineMs,
		Optional:   asked.Optional,
	}
	happenings := t.ask(decision, asked.Obs, asked.Clock, asked.Ver, arrival)
	if turn := t.open[asked.Decision]; turn != nil {
		turn.Tick = asked.Tick
	}
	return happenings
}

// takeSnapshot: it lists all open decisions; others are closed, missed while nobody looked.
func (t *MatchTracker) takeSnapshot(snapshot *wire.Snapshot, arrival int) []Happening {
	var happenings []Happening
	if snapshot.Ver > t.told {
		happenings = append(happenings, &Behind{t.told, snapshot.Ver})
		t.told = snapshot.Ver
	}
	for decision := range t.open {
		isOpen := func(open wire.Decision) bool { return open.Decision == decision }
		if !slices.ContainsFunc(snapshot.Pending, isOpen) {
			happenings = append(happenings, t.miss(decision, Away)...)
		}
	}
	t.Observation = snapshot.Obs
	for i := range snapshot.Pending {
		asked := t.ask(&snapshot.Pending[i], snapshot.Obs, snapshot.Clock, snapshot.Ver, arrival)
		happenings = append(happenings, asked...)
	}
	return happenings
}

func (t *MatchTracker) ask(asked *wire.Decision, obs json.RawMessage, clock []int, ver, arrival int) []Happening {
	turn := newTurn(t.Match, asked, obs, clock)
	turn.Ver = ver
	t.Observation = obs
	if heard, isAnswered := t.answered[turn.Decision]; isAnswered && arrival < heard {
		return nil
	}
	t.open[turn.Decision] = turn
	return []Happening{&Asked{turn}}
}

func (t *MatchTracker) miss(decision int, why string) []Happening {
	if t.open[decision] == nil {
		return nil
	}
	delete(t.open, decision)
	return []Happening{&Missed{decision, why}}
}
