package assistant

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"infoset.example/clients/go"
)

const (
	started  = `{"type":"match_start","match_id":"m_1","game":"colonizers","rules":"colonizers/1.0","role":"assist","seat":0,"players":[],"clock":{"kind":"none"},"consts_hash":"c","ver":0}`
	question = `{"type":"your_turn","match_id":"m_1","seat":0,"ver":1,"decision":17,"kind":"build","n":2,"legal":{"actions":[["build",9],["skip"]]},"obs":{}}`
	ended    = `{"type":"match_over","match_id":"m_1","reason":"finished","places":[1],"scores":[1],"returns":[1]}`
)

type helper struct {
	NoHooks
	turn   func(a *Assistant) error
	isOver bool
}

func (h *helper) EveryTurn(a *Assistant, _ *infoset.Turn) error { return h.turn(a) }

func (h *helper) EverySecond(a *Assistant, _ int) error {
	a.Draw.Table("", [2]string{"turn", "1"})
	return nil
}

func (h *helper) Over(*Assistant, *infoset.MatchResult) error {
	h.isOver = true
	return nil
}

// tell tells an assistant lines and returns what it said, a JSON text for each message.
func tell(h *helper, lines ...string) []string {
	var said []string
	a := New(h, func(message any) {
		text, _ := json.Marshal(message)
		said = append(said, string(text))
	}, func() time.Time { return time.Unix(0, 0) })
	for _, line := range lines {
		a.Take([]byte(line))
	}
	return said
}

func TestAnAssistantSuggestsLegalAnswersAndDraws(t *testing.T) {
	said := tell(&helper{turn: func(a *Assistant) error {
		a.Draw.Mark("cell:1,2", "good")
		return a.Suggest("why not", []any{"skip"})
	}}, started, question)
	wanted := []string{
		`{"decision":17,"text":"why not","top":[{"index":1}],"type":"suggest"}`,
		`{"type":"overlay","layer":"turn","items":[{"k":"mark","at":["cell:1,2"],"c":"good"}],"until":"turn"}`,
	}
	if strings.Join(said, "\n") != strings.Join(wanted, "\n") {
		t.Error(said)
	}
}

func TestAnAnswerThatIsNotLegalIsNotSuggested(t *testing.T) {
	var err error
	tell(&helper{turn: func(a *Assistant) error { err = a.Suggest("", 7); return nil }}, started, question)
	if _, isWrong := err.(*infoset.WrongChoiceError); !isWrong {
		t.Error(err)
	}
}

func TestWhatHasNotChangedIsNotDrawnAgain(t *testing.T) {
	said := tell(&helper{}, started, `{"type":"tick","seconds":1}`, `{"type":"tick","seconds":2}`)
	if len(said) != 1 {
		t.Error(said)
	}
}

func TestAPanicInAHookGoesToTheOwnersLogAndTheOthersGoOn(t *testing.T) {
	h := &helper{turn: func(*Assistant) error { panic("oh no") }}
	said := tell(h, started, question, ended)
	if len(said) != 1 || !strings.Contains(said[0], `"level":"error"`) || !strings.Contains(said[0], "oh no") || !h.isOver {
		t.Error(said)
	}
}
