package infoset

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const sampleTrace = "../../tests/golden/trace.ndjson"

// last takes the last action, and notes what it had been told when it was asked.
type last struct {
	BaseBot
	told int
	seen *[]int
}

func (b *last) OnEvents(_ *Match, events []json.RawMessage) error {
	b.told += len(events)
	return nil
}

func (b *last) Decide(turn *Turn) (Answer, error) {
	*b.seen = append(*b.seen, b.told)
	return turn.N - 1, nil
}

func TestADecisionIsCheckedWhereTheBotKnowsWhatItKnew(t *testing.T) {
	var seen []int
	factory := func() Bot { return &last{seen: &seen} }
	if err := AssertDecision(factory, sampleTrace, 10, []any{"skip"}); err != nil {
		t.Fatal(err)
	}
	if len(seen) != 4 || !slices.IsSorted(seen) || seen[3] == seen[0] {
		t.Error("told so much before each decision:", seen)
	}
	if err := AssertDecision(factory, sampleTrace, 10, 5); err != nil {
		t.Error(err)
	}
}

func TestWhatIsDecidedInsteadIsTold(t *testing.T) {
	notTrace := filepath.Join(t.TempDir(), "no.ndjson")
	if err := os.WriteFile(notTrace, []byte("{\"form\":\"infoset-record/1\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	noQuestion := filepath.Join(t.TempDir(), "none.ndjson")
	if err := os.WriteFile(noQuestion, []byte("{\"form\":\"infoset-trace/1\"}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		file   string
		ply    int
		answer Answer
		why    string
	}{
		{sampleTrace, 1, 0, `ply 1, decision 1 (pick): expected ["pick",5], the bot answers ["pick",3]`},
		{sampleTrace, 1, 99, "expected an index from 0 to 3"},
		{sampleTrace, 999, 0, "nothing is asked at ply 999, but near it at 10, 11, 21"},
		{sampleTrace, 3, 0, "nothing is asked at ply 3, but near it at 1, 8, 9, 10"},
		{noQuestion, 3, 0, "nothing is asked at ply 3, nor at any other"},
		{notTrace, 1, 0, "expected the form infoset-trace/1"},
		{notTrace + "x", 1, 0, "no such file"},
	} {
		var seen []int
		err := AssertDecision(func() Bot { return &last{seen: &seen} }, one.file, one.ply, one.answer)
		if !strings.Contains(fmt.Sprint(err), one.why) {
			t.Errorf("expected %s, got %v", one.why, err)
		}
	}
}
