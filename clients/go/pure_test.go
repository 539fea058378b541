package infoset

import (
	"encoding/json"
	"math/rand"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"infoset.example/clients/go/games/catan"
	"infoset.example/clients/go/games/colonizers"
	"infoset.example/clients/go/games/crossfire"
	"infoset.example/clients/go/wire"
)

func TestAnAddressNamesTransportPortPathAndEncoding(t *testing.T) {
	for text, wanted := range map[string]string{
		"infoset://localhost": "infoset://localhost:7421",
		"10.0.0.7:99":         "infoset://10.0.0.7:99",
		"wss://host":          "wss://host:443/v1",
		"ws+msgpack://[::1]/": "ws://[::1]:80/v1",
	} {
		address, err := ReadAddress(text, "")
		if err != nil || address.String() != wanted {
			t.Errorf("%s: %s, %v", text, address, err)
		}
	}
	for _, text := range []string{"http://host", "infoset://", "ws://a@b", "ws://h?x=1", "ws+yaml://h", "infoset://h:x"} {
		if _, err := ReadAddress(text, ""); err == nil {
			t.Errorf("%s: read", text)
		}
	}
}

func TestOnlyTLSAndThisMachineMayCarryAToken(t *testing.T) {
	for text, wanted := range map[string]bool{"127.0.0.1": true, "wss://example.org": true, "ws://example.org": false} {
		if address, _ := ReadAddress(text, ""); address.CanCarryToken() != wanted {
			t.Errorf("%s: %v", text, !wanted)
		}
	}
	if _, err := NewClient("ws://example.org", Options{Token: "t"}); err == nil {
		t.Error("the token would have travelled in the clear")
	}
}

func TestWaitsDoubleUpToABoundOnTopOfWhatWasAsked(t *testing.T) {
	backoff := Backoff{Chance: func() float64 { return 1 }}
	var waits []time.Duration
	for range 8 {
		waits = append(waits, backoff.Next(0)/time.Millisecond)
	}
	if !slices.Equal(waits, []time.Duration{250, 500, 1000, 2000, 4000, 8000, 10000, 10000}) {
		t.Error(waits)
	}
	backoff.Reset()
	if wait := backoff.Next(3 * time.Second); wait != 3250*time.Millisecond {
		t.Error(wait)
	}
}

func TestMessagesBeyondTheBurstWait(t *testing.T) {
	var pace throttle
	now := time.Unix(0, 0)
	pace.allow(10, now)
	for i := range 18 {
		if wait := pace.take(now); wait != 0 {
			t.Fatalf("message %d: %v", i, wait)
		}
	}
	if pace.take(now) == 0 || pace.take(now.Add(10*time.Second)) != 0 {
		t.Error("it does not wait, or waits too long")
	}
}

func testMatch() *Match {
	return &Match{MatchID: "m_1", Game: "colonizers", Seat: 2, Players: make([]Player, 4)}
}

func testDecision() *wire.Decision {
	actions := []json.RawMessage{[]byte(`["build",10]`), []byte(`["build", 9]`), []byte(`["skip"]`)}
	return &wire.Decision{
		Decision: 17, Kind: "build", N: wire.Ptr(3), Legal: wire.Legal{Actions: actions}, Fallback: wire.Ptr(2),
	}
}

func testTurn() *Turn { return newTurn(testMatch(), testDecision(), nil, nil) }

func TestAnAnswerIsAnIndexOrAnAction(t *testing.T) {
	turn := testTurn()
	for _, answer := range []Answer{1, colonizers.BuildAction{Module: 9}, []any{"build", 9}, json.RawMessage(`["build",9]`)} {
		choice, err := turn.ReadAnswer(answer)
		if err != nil || choice.Index == nil || *choice.Index != 1 {
			t.Errorf("%v: %v, %v", answer, choice, err)
		}
	}
	for _, answer := range []Answer{3, -1, 1.5, "1", nil, true, []any{"build", 3}, []int{0}} {
		if _, err := turn.ReadAnswer(answer); err == nil {
			t.Errorf("%v: taken", answer)
		}
	}
	if !slices.Equal(turn.IndexesWith("build"), []int{0, 1}) || *turn.FallbackChoice().Index != 2 {
		t.Error("the wrong actions")
	}
}

func TestAJointOrderTakesOneOptionForEachSlot(t *testing.T) {
	asked := testDecision()
	option := json.RawMessage(`["x"]`)
	asked.N = nil
	asked.Legal = wire.Legal{Slots: []wire.Slot{
		{Slot: "a", Options: []json.RawMessage{option, option}}, {Slot: "b", Options: []json.RawMessage{option}},
	}}
	turn := newTurn(testMatch(), asked, nil, nil)
	if choice, err := turn.ReadAnswer([]int{1, 0}); err != nil || !slices.Equal(choice.Picks, []int{1, 0}) {
		t.Error(choice, err)
	}
	if _, err := turn.ReadAnswer([]int{1, 1}); err == nil || !strings.Contains(err.Error(), "slot b: expected 0 to 0") {
		t.Error(err)
	}
	if _, err := turn.ReadAnswer(turn.RandomAnswer(rand.New(rand.NewSource(1)))); err != nil {
		t.Error(err)
	}
}

func TestAnActionOfADescribedFormMayBeWrittenFreely(t *testing.T) {
	asked := testDecision()
	asked.Legal.Params = []wire.Param{{Kind: "offer"}}
	turn := newTurn(testMatch(), asked, nil, nil)
	choice, err := turn.ReadAnswer(catan.OfferAction{Give: []int{1, 0, 0, 0, 0}, Take: []int{0, 1, 0, 0, 0}})
	if err != nil || string(choice.Action) != `["offer",[1,0,0,0,0],[0,1,0,0,0]]` {
		t.Error(string(choice.Action), err)
	}
}

func TestRowsAreWrittenAndReadAsTheRulesWantThem(t *testing.T) {
	for text, action := range map[string]any{
		`["play_plenty",3]`:          catan.PlayPlentyAction{First: 3},
		`["play_plenty",0,2]`:        catan.PlayPlentyAction{Second: wire.Ptr(2)},
		`["skip"]`:                   colonizers.SkipAction{},
		`["orders",[0,"move","up"]]`: crossfire.OrdersAction{Commands: []crossfire.Command{{Verb: "move", Direction: "up"}}},
		`["shuffle",5,0,1,2,3,4]`:    colonizers.ShuffleAction{Removed: 5, Offered: []int{0, 1, 2, 3, 4}},
		`["setup",[2,5,3],1]`:        crossfire.SetupAction{Numbers: []int{2, 5, 3}, King: 1},
		`["counter",[1,0],[0,1]]`:    catan.CounterAction{Give: []int{1, 0}, Take: []int{0, 1}},
		`[]`:                         catan.Answer{},
		`["counter",[1],[2]]`:        catan.Answer{Said: "counter", Give: []int{1}, Take: []int{2}},
		`[7,3]`:                      colonizers.Card{Module: 7, Mask: 3},
		`[4,-1,2,0]`:                 crossfire.Unit{Square: 4, Motion: -1, Wait: 2},
		`[3,0,17,18]`:                crossfire.Light{Round: 3, Squares: []int{17, 18}},
	} {
		written, err := json.Marshal(action)
		if err != nil || string(written) != text {
			t.Errorf("%#v: written as %s, %v", action, written, err)
		}
		read := reflect.New(reflect.TypeOf(action))
		if err := json.Unmarshal([]byte(text), read.Interface()); err != nil || !reflect.DeepEqual(read.Elem().Interface(), action) {
			t.Errorf("%s: read as %#v, %v", text, read.Elem(), err)
		}
	}
}

func TestEventsAndActionsThatLaterRulesAddAreKeptAsTheyAre(t *testing.T) {
	event, err := colonizers.ReadEvent(json.RawMessage(`{"e":"comet","by":1}`))
	if _, isUnknown := event.(*colonizers.UnknownEvent); !isUnknown || err != nil {
		t.Error(event, err)
	}
	event, err = colonizers.ReadEvent(json.RawMessage(`{"e":"build","by":1,"slot":0,"module":8,"cost":1,"new":true}`))
	if built, isBuild := event.(*colonizers.BuildEvent); !isBuild || built.Module != 8 || err != nil {
		t.Error(event, err)
	}
	action, err := catan.ReadAction(json.RawMessage(`["teleport",3]`))
	if written, _ := json.Marshal(action); string(written) != `["teleport",3]` || err != nil {
		t.Error(action, err)
	}
}

func TestADecisionIsOpenFromItsQuestionToItsEnd(t *testing.T) {
	tracker := NewMatchTracker(testMatch())
	asked := &wire.YourTurn{Decision: 17, Legal: testDecision().Legal}
	if len(tracker.Take(Incoming{Message: asked})) != 1 || !tracker.IsOpen(17) {
		t.Fatal("not asked")
	}
	missed := tracker.Take(Incoming{Message: &wire.Timeout{Seat: 2, Decision: 17, Applied: "fallback"}})
	if len(missed) != 1 || tracker.IsOpen(17) {
		t.Error(missed)
	}
	tracker.Take(Incoming{Message: asked})
	if away := tracker.Take(Incoming{Message: &wire.Snapshot{}}); away[0].(*Missed).Why != Away {
		t.Error(away)
	}
	if tracker.Take(Incoming{Message: &wire.Unknown{}}) != nil {
		t.Error("an unknown message is not passed over")
	}
}

func TestAQuestionThatArrivedBeforeItsAcceptanceIsNotAskedAgain(t *testing.T) {
	tracker := NewMatchTracker(testMatch())
	snapshot := &wire.Snapshot{Pending: []wire.Decision{*testDecision()}}
	tracker.Close(17, 5)
	if old := tracker.Take(Incoming{Message: snapshot, Arrival: 4}); old != nil {
		t.Error(old)
	}
	if again := tracker.Take(Incoming{Message: snapshot, Arrival: 6}); len(again) != 1 {
		t.Error("the server has lost the choice and asks again")
	}
}

func TestResultsAreToldInWords(t *testing.T) {
	result := &MatchResult{"finished", []int{2, 1}, []float64{3, 7}, []float64{-1, 1}, 1}
	match := &Match{MatchID: "m_1", Game: "colonizers", Seat: 1}
	if text := ResultText(match, result); text != "colonizers m_1 seat 1: place 1 of 2, score 7 (finished)" {
		t.Error(text)
	}
	var tally Tally
	tally.Add(result)
	tally.Add(nil)
	if tally.String() != "played 2 matches: 1 first place, average place 1.00, 1 went on without us" {
		t.Error(tally.String())
	}
	if text := (Faults{Exceptions: 1, Missed: 2}).String(); text != "; 1 exception, 2 missed decisions" {
		t.Error(text)
	}
}

func TestARemarkGoesAlongWithTheAct(t *testing.T) {
	turn := &Turn{Match: &Match{MatchID: "m_1", Players: make([]Player, 2)}, Decision: 3, N: 2}
	for _, value := range [][]float64{{0.5}, {2, 0}, {0, 0, 0}} {
		if turn.Remark("", value...) == nil {
			t.Error(value)
		}
	}
	if err := turn.Remark(strings.Repeat("six", 300), 0.5, -0.5); err != nil {
		t.Fatal(err)
	}
	act := WriteAct(turn, turn.withRemark(turn.FallbackChoice()))
	if len(*act.Note) != MaxNote || !slices.Equal(act.Value, []float64{0.5, -0.5}) {
		t.Error(act)
	}
	if act := WriteAct(turn, turn.FallbackChoice().InsteadOf("it hangs")); *act.Note != "fallback: it hangs" || act.Value != nil {
		t.Error(act)
	}
}
