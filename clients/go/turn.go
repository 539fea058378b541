package infoset

import (
	"encoding/json"
	"fmt"
	"math/rand"
	"slices"
	"strings"

	"infoset.example/clients/go/wire"
)

const maxShownActions = 12 // legal actions named in a complaint

// Answer is what a bot returns: an index (int), one option per slot ([]int), or a written action (one of
// the game's Action types, or a list such as []any{"build", 5}). nil leaves an optional turn unanswered.
type Answer any

// Player is who sits on a seat.
type Player struct {
	Seat  int
	Name  string
	IsBot bool
}

// Match is one play of a game as its player knows it: all that stays the same from start to end.
type Match struct {
	MatchID string
	Game    string
	Rules   string
	Seat    int // -1: watched, not played
	Players []Player
	Options json.RawMessage
	Consts  json.RawMessage // what everybody may know, such as the costs of cards
	Clock   wire.ClockSpec
	Compute json.RawMessage // what thinking on the server may use
}

// NewMatch is the match as its player knows it.
func NewMatch(start *wire.MatchStart) *Match {
	match := &Match{
		MatchID: start.MatchID,
		Game:    start.Game,
		Rules:   start.Rules,
		Seat:    -1,
		Options: start.Options,
		Consts:  start.Consts,
		Clock:   start.Clock,
		Compute: start.Compute,
	}
	if start.Seat != nil {
		match.Seat = *start.Seat
	}
	for _, seat := range start.Players {
		match.Players = append(match.Players, Player{seat.Seat, wire.Value(seat.Name), seat.Kind == wire.SeatInfoKindBot})
	}
	return match
}

// Seats is how many seats the match has.
func (m *Match) Seats() int { return len(m.Players) }

func (m *Match) String() string { return fmt.Sprintf("%s %s seat %d", m.Game, m.MatchID, m.Seat) }

// MatchResult is how a match ended. Places (1 is best, ties share), Scores and Returns go by seat.
type MatchResult struct {
	Reason  string
	Places  []int
	Scores  []float64
	Returns []float64
	Seat    int
}

// Place is the player's own place, 0 if the match had no places.
func (r *MatchResult) Place() int { return at(r.Places, r.Seat) }

// Score is the player's own score, 0 if the match had no scores.
func (r *MatchResult) Score() float64 { return at(r.Scores, r.Seat) }

func at[T any](list []T, index int) T {
	var none T
	if index < 0 || index >= len(list) {
		return none
	}
	return list[index]
}

// Slot is one factor of a joint order: every combination of one option per slot is legal.
type Slot struct {
	Name    string
	Options []json.RawMessage
}

// Choice is a checked answer: exactly one of Index, Picks and Action is set.
type Choice struct {
	Index  *int
	Picks  []int
	Action json.RawMessage
	Note   string    // told to the server; "fallback: ..." says that the bot has not decided itself
	Value  []float64 // what the bot expects of each seat
}

// InsteadOf is the choice, played for a bot that has not decided itself: the server is told why.
func (c Choice) InsteadOf(why string) Choice {
	c.Note = "fallback: " + why
	return c
}

// Turn is one open decision of one seat.
type Turn struct {
	Match       *Match
	Decision    int
	Kind        string
	N           int               // how many actions an index can name; -1: too many, answer with picks
	Actions     []json.RawMessage // the actions, where they can be listed; the position is the index
	Slots       []Slot            // of a joint order
	Params      []wire.Param      // descriptions of further actions, answered in written form
	Fallback    int               // the index that a missed deadline plays
	Observation json.RawMessage   // everything the seat knows now; see Read
	DeadlineMs  *int              // the time left when the turn arrived; nil: untimed
	ClockMs     []int             // the time banks by seat
	Optional    bool              // may be left unanswered
	Tick        *int              // in simultaneous games the round that is decided
	Ver         int               // the version of the position that is shown
	Remote      *Remote           // thinks on the server, where that is offered

	note   string
	value  []float64
	values []float64 // of the actions
	said   []string
}

// MaxNote is how many bytes of a remark are sent, MaxSaid how many of a line to the table.
const (
	MaxNote = 500
	MaxSaid = 300
)

// Say says something to the table just before the act is sent, where the room lets programs talk. It is cut at
// MaxSaid bytes. What the server refuses is logged; the act is sent all the same.
func (t *Turn) Say(text string) {
	if text = strings.TrimSpace(text); text != "" {
		t.said = append(t.said, cut(text, MaxSaid))
	}
}

// Remark says something of the act that will answer this turn, to be read in the replay by the bot's owner alone. A
// note is cut at MaxNote bytes; value, if there is one, is the result that the bot expects of each seat, from -1 to 1.
func (t *Turn) Remark(note string, value ...float64) error {
	isOut := func(one float64) bool { return !(one >= -1 && one <= 1) }
	if len(value) > 0 && (len(value) != t.Match.Seats() || slices.ContainsFunc(value, isOut)) {
		return fmt.Errorf("value: expected a number from -1 to 1 for each of %d seats", t.Match.Seats())
	}
	t.note = cut(note, MaxNote)
	t.value = slices.Clone(value)
	return nil
}

// Weigh notes what the bot thinks of the actions, for whoever looks at its trace (docs/traces.md): a value for each, in
// their order, NaN where it has none. It plays nothing. The error says how many values are expected.
func (t *Turn) Weigh(values []float64) error {
	if t.IsProduct() && len(values) > 0 {
		return fmt.Errorf("values: a joint order lists no actions to weigh, got %d", len(values))
	}
	if len(values) != len(t.Actions) {
		return fmt.Errorf("values: expected a number or NaN for each of %d listed actions, got %d", len(t.Actions), len(values))
	}
	t.values = slices.Clone(values)
	return nil
}

// cut is the beginning of a text, at most so many bytes, without half a character at its end.
func cut(text string, most int) string {
	return strings.ToValidUTF8(text[:min(len(text), most)], "")
}

// withRemark is the choice with what was remarked.
func (t *Turn) withRemark(choice Choice) Choice {
	choice.Note, choice.Value = t.note, t.value
	return choice
}

func newTurn(match *Match, asked *wire.Decision, obs json.RawMessage, clock []int) *Turn {
	turn := &Turn{
		Match:       match,
		Decision:    asked.Decision,
		Kind:        asked.Kind,
		N:           -1,
		Actions:     asked.Legal.Actions,
		Params:      asked.Legal.Params,
		Fallback:    wire.Value(asked.Fallback),
		Observation: obs,
		DeadlineMs:  asked.DeadlineMs,
		ClockMs:     clock,
		Optional:    wire.Value(asked.Optional),
	}
	if asked.N != nil {
		turn.N = *asked.N
	}
	for _, slot := range asked.Legal.Slots {
		turn.Slots = append(turn.Slots, Slot{slot.Slot, slot.Options})
	}
	return turn
}

// Seat is the seat that decides.
func (t *Turn) Seat() int { return t.Match.Seat }

// Game is the name of the game.
func (t *Turn) Game() string { return t.Match.Game }

// IsProduct tells whether this is a joint order, one option for each slot.
func (t *Turn) IsProduct() bool { return len(t.Slots) > 0 }

// Read reads the observation into the game's type, such as *colonizers.Observation.
func (t *Turn) Read(observation any) error { return json.Unmarshal(t.Observation, observation) }

// IndexOf is the position of an action, the first of equals. The error is a *WrongChoiceError.
func (t *Turn) IndexOf(action any) (int, error) {
	written, err := json.Marshal(action)
	if err != nil {
		return 0, &WrongChoiceError{err.Error()}
	}
	if index := find(t.Actions, written); index >= 0 {
		return index, nil
	}
	return 0, &WrongChoiceError{fmt.Sprintf("%s is not legal now; %s", written, t.legalText())}
}

// Verb is the word that action number `index` opens with.
func (t *Turn) Verb(index int) string {
	verb, _ := wire.ReadVerb(t.Actions[index])
	return verb
}

// IndexesWith are the positions of the legal actions that begin with one of the verbs.
func (t *Turn) IndexesWith(verbs ...string) []int {
	var indexes []int
	for index := range t.Actions {
		if slices.Contains(verbs, t.Verb(index)) {
			indexes = append(indexes, index)
		}
	}
	return indexes
}

// RandomAnswer is a legal answer drawn uniformly: an index, or picks where there are too many for one.
func (t *Turn) RandomAnswer(chance *rand.Rand) Answer {
	if t.N >= 0 {
		return chance.Intn(t.N)
	}
	return t.RandomPicks(chance)
}

// RandomPicks is an option for each slot, drawn uniformly.
func (t *Turn) RandomPicks(chance *rand.Rand) []int {
	picks := make([]int, len(t.Slots))
	for i, slot := range t.Slots {
		picks[i] = chance.Intn(len(slot.Options))
	}
	return picks
}

// FallbackChoice is what a missed deadline would play.
func (t *Turn) FallbackChoice() Choice {
	if t.N < 0 {
		return Choice{Picks: make([]int, len(t.Slots))}
	}
	return Choice{Index: &t.Fallback}
}

// ReadAnswer checks what a bot returned. The error is a *WrongChoiceError, which says what was expected.
func (t *Turn) ReadAnswer(answer Answer) (Choice, error) {
	switch answer := answer.(type) {
	case int:
		if answer >= 0 && answer < t.N {
			return Choice{Index: &answer}, nil
		}
	case []int:
		if t.IsProduct() {
			return t.readPicks(answer)
		}
	case nil:
	default:
		return t.readAction(answer)
	}
	return Choice{}, &WrongChoiceError{fmt.Sprintf("expected %s, got %v", t.answerText(), answer)}
}

func (t *Turn) readPicks(picks []int) (Choice, error) {
	if len(picks) != len(t.Slots) {
		return Choice{}, &WrongChoiceError{fmt.Sprintf("expected %s, got %d of them", t.answerText(), len(picks))}
	}
	for i, slot := range t.Slots {
		if picks[i] < 0 || picks[i] >= len(slot.Options) {
			reason := fmt.Sprintf("slot %s: expected 0 to %d, got %d", slot.Name, len(slot.Options)-1, picks[i])
			return Choice{}, &WrongChoiceError{reason}
		}
	}
	return Choice{Picks: picks}, nil
}

func (t *Turn) readAction(action any) (Choice, error) {
	index, wrong := t.IndexOf(action)
	if wrong == nil {
		return Choice{Index: &index}, nil
	}
	written, err := json.Marshal(action)
	if err != nil {
		return Choice{}, wrong
	}
	if verb, err := wire.ReadVerb(written); err == nil {
		for _, param := range t.Params {
			if param.Kind == verb {
				return Choice{Action: written}, nil
			}
		}
	}
	return Choice{}, wrong
}

func (t *Turn) answerText() string {
	if !t.IsProduct() {
		return fmt.Sprintf("an index from 0 to %d or one of the legal actions", t.N-1)
	}
	names := make([]string, len(t.Slots))
	for i, slot := range t.Slots {
		names[i] = slot.Name
	}
	index := ""
	if t.N >= 0 {
		index = fmt.Sprintf("an index from 0 to %d or ", t.N-1)
	}
	return fmt.Sprintf("%sone option per slot (%s)", index, strings.Join(names, ", "))
}

func (t *Turn) legalText() string {
	if t.IsProduct() {
		return "this is a joint order: " + t.answerText()
	}
	shown := make([]string, 0, maxShownActions)
	for _, action := range t.Actions[:min(maxShownActions, len(t.Actions))] {
		shown = append(shown, string(action))
	}
	text := "legal: " + strings.Join(shown, ", ")
	if more := len(t.Actions) - maxShownActions; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}

func (t *Turn) String() string { return fmt.Sprintf("decision %d (%s)", t.Decision, t.Kind) }

// find is the first place of a JSON value in a list, -1 if it is not there.
func find(list []json.RawMessage, wanted json.RawMessage) int {
	return slices.IndexFunc(list, func(one json.RawMessage) bool { return wire.Same(one, wanted) })
}
