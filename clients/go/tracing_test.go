package infoset

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"infoset.example/clients/go/wire"
)

const startLine = `{"type":"match_start","seq":4,"re":null,"match_id":"m/1","game":"colonizers","rules":"colonizers/1.0",` +
	`"role":"player","seat":2,"players":[],"options":{"a":"<"},"clock":{"kind":"none"},"consts_hash":"c"}`

// heardOf is a message as it comes from a server.
func heardOf(t *testing.T, line string) Incoming {
	t.Helper()
	message, envelope, err := wire.Read([]byte(line))
	if err != nil {
		t.Fatal(err)
	}
	return Incoming{Message: message, Envelope: envelope, Raw: []byte(line)}
}

func askedLine(decision, ver int, more string) string {
	legal := `"legal":{"kind":"list","actions":[["build",10],["build",9],["skip"]],"params":[{"kind":"offer","fields":{}}]}`
	head := `{"type":"your_turn","seq":9,"match_id":"m/1","seat":2,"ver":%d,"decision":%d,"kind":"build","n":3,%s,"fallback":2%s}`
	return fmt.Sprintf(head, ver, decision, legal, more)
}

const overLine = `{"type":"match_over","match_id":"m/1","reason":"finished","places":[1,2],"scores":[3,1.5],"returns":[]}`

// thinker answers decision 1 with a value for each action, 2 with an error, 3 with nothing, 4 with a written offer.
type thinker struct{ BaseBot }

func (b *thinker) Decide(turn *Turn) (Answer, error) {
	switch turn.Decision {
	case 1:
		turn.Remark("the dearest")
		return 1, turn.Weigh([]float64{0.5, math.NaN(), -1})
	case 2:
		return 0, turn.Weigh([]float64{1})
	case 3:
		return nil, nil
	default:
		return []any{"offer", 7}, nil
	}
}

// playing is the thinker on a seat that is traced into the folder, and what is closed when it has played.
func playing(t *testing.T, folder string, talker Talker) (*BotSeat, chan struct{}) {
	t.Helper()
	start := heardOf(t, startLine)
	seat := NewBotSeat(NewMatch(start.Message.(*wire.MatchStart)), func() Bot { return &thinker{} }, talker, quiet())
	written, err := openTrace(folder, start, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	seat.traceTo(written)
	done := make(chan struct{})
	go func() {
		seat.Play(patience(t))
		close(done)
	}()
	return seat, done
}

// playTraced plays a match with the thinker; it returns the folder.
func playTraced(t *testing.T, lines ...string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "new", "traces")
	talker := &table{requests: make(chan wire.ClientMessage, 9)}
	seat, done := playing(t, folder, talker)
	for _, line := range lines {
		seat.Take(heardOf(t, line))
		if strings.Contains(line, "your_turn") && !strings.Contains(line, "optional") {
			<-talker.requests
		}
	}
	<-done
	return folder
}

func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

func TestATraceHasWhatABotSawThoughtAndDid(t *testing.T) {
	folder := playTraced(t,
		`{"type":"events","match_id":"m/1","ver":3,"items":[{"e":"x","who":"é"}]}`,
		askedLine(1, 3, `,"obs":{"seen":1},"deadline_ms":900,"clock":[5,6],"tick":4`),
		askedLine(2, 5, ``), askedLine(3, 6, `,"optional":true`), askedLine(4, 7, ``), overLine)
	file := filepath.Join(folder, "m_1-seat2.ndjson")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	legal := `"legal":{"kind":"list","actions":[["build",10],["build",9],["skip"]],"params":[{"kind":"offer","fields":{}}]}`
	head := func(ver, decision int) string {
		asked := `{"type":"your_turn","match_id":"m/1","seat":2,"ver":%d,"decision":%d,"kind":"build","n":3,%s,"fallback":2,"obs":`
		return fmt.Sprintf(asked, ver, decision, legal)
	}
	wanted := []string{
		`{"form":"infoset-trace/1"}`,
		`{"clock":{"kind":"none"},"consts_hash":"c","game":"colonizers","match_id":"m/1","options":{"a":"\u003c"},` +
			`"players":[],"role":"player","rules":"colonizers/1.0","seat":2,"type":"match_start"}`,
		`{"type":"events","match_id":"m/1","ver":3,"items":[{"e":"x","who":"é"}]}`,
		head(3, 1) + `{"seen":1},"deadline_ms":900,"clock":[5,6],"tick":4}`,
		`{"type":"thought","decision":1,"values":[0.5,null,-1],"index":1,"note":"the dearest","ms":M}`,
		head(5, 2) + `{}}`,
		`{"type":"thought","decision":2,"index":2,"note":"fallback: decide raised an error","ms":M}`,
		head(6, 3) + `{},"optional":true}`,
		`{"type":"thought","decision":3,"ms":M}`,
		head(7, 4) + `{}}`,
		`{"type":"thought","decision":4,"action":["offer",7],"ms":M}`,
		overLine,
	}
	found := strings.Split(strings.TrimSpace(regexp.MustCompile(`"ms":[\d.e-]+`).ReplaceAllString(string(text), `"ms":M`)), "\n")
	for i, line := range wanted {
		if i >= len(found) || found[i] != line {
			t.Fatalf("line %d: expected\n%s\ngot\n%s", i, line, strings.Join(found, "\n"))
		}
	}
	if len(found) != len(wanted) {
		t.Error(found[len(wanted):])
	}
	if err := AssertDecision(func() Bot { return &thinker{} }, file, 3, 1); err != nil {
		t.Error(err)
	}
}

func TestAJointOrderIsTracedWithItsSlots(t *testing.T) {
	asked := testDecision()
	asked.N = nil
	asked.Legal = wire.Legal{Slots: []wire.Slot{{Slot: "a", Options: []json.RawMessage{[]byte(`["x"]`)}}}}
	turn := newTurn(testMatch(), asked, nil, nil)
	question, _ := wire.Write(writeTurn(turn), 0)
	if !strings.Contains(string(question), `"legal":{"kind":"product","slots":[{"slot":"a","options":[["x"]]}]}`) ||
		strings.Contains(string(question), `"n"`) {
		t.Error(string(question))
	}
	line, _ := wire.Write(writeThought(turn, &Choice{Picks: []int{0}}, 1234567), 0)
	if string(line) != `{"type":"thought","decision":17,"picks":[0],"ms":1.234}` {
		t.Error(string(line))
	}
	why := "values: a joint order lists no actions to weigh, got 1"
	if err := turn.Weigh([]float64{1}); fmt.Sprint(err) != why {
		t.Error(err)
	}
}

func TestEveryActionIsWeighedOrNone(t *testing.T) {
	turn := testTurn()
	values := []float64{1, 2, math.Inf(-1)}
	if err := turn.Weigh(values); err != nil {
		t.Fatal(err)
	}
	values[0] = 9
	line, err := wire.Write(writeThought(turn, nil, 0), 0)
	if err != nil || !strings.Contains(string(line), `"values":[1,2,null]`) {
		t.Error(string(line), err)
	}
	why := "values: expected a number or NaN for each of 3 listed actions, got 2"
	if err := turn.Weigh([]float64{1, 2}); fmt.Sprint(err) != why {
		t.Error(err)
	}
}

// dealer deals one match and asks one question.
type dealer struct {
	table
	inbox chan Incoming
}

func (d *dealer) Receive(ctx context.Context) (Incoming, error) {
	select {
	case incoming := <-d.inbox:
		return incoming, nil
	case <-ctx.Done():
		return Incoming{}, ctx.Err()
	}
}

func TestATraceThatCannotBeWrittenEndsTheProgram(t *testing.T) {
	taken := filepath.Join(t.TempDir(), "taken")
	if err := os.WriteFile(taken, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	full := t.TempDir()
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no disk that is always full:", err)
	}
	if err := os.Symlink("/dev/full", filepath.Join(full, "m_1-seat2.ndjson")); err != nil {
		t.Fatal(err)
	}
	for folder, why := range map[string]string{taken: "not a directory", full: "no space left on device"} {
		client := &dealer{table{requests: make(chan wire.ClientMessage, 9)}, make(chan Incoming, 9)}
		host := &Host{
			Talker:   client,
			Plan:     Plan{Trace: folder},
			MakeSeat: func(match *Match) Seat { return NewBotSeat(match, func() Bot { return &thinker{} }, client, quiet()) },
			Log:      quiet(),
		}
		client.inbox <- heardOf(t, startLine)
		var wrong *CommandError
		err := host.Run(patience(t))
		if !errors.As(err, &wrong) || err.Error() != "--trace "+folder+": "+why {
			t.Error(err)
		}
	}
}

func TestATraceThatCannotBeWrittenAnyMoreEndsTheProgram(t *testing.T) {
	client := &dealer{table{requests: make(chan wire.ClientMessage, 9)}, make(chan Incoming, 9)}
	folder := t.TempDir()
	host := &Host{
		Talker: client,
		Plan:   Plan{Trace: folder},
		MakeSeat: func(match *Match) Seat {
			return &spoilt{NewBotSeat(match, func() Bot { return &thinker{} }, client, quiet())}
		},
		Log: quiet(),
	}
	client.inbox <- heardOf(t, startLine)
	client.inbox <- heardOf(t, askedLine(1, 3, ``))
	if err := host.Run(patience(t)); !strings.HasPrefix(fmt.Sprint(err), "--trace "+folder+": ") {
		t.Error(err)
	}
}

// spoilt is a seat whose trace cannot be written once it is begun.
type spoilt struct{ *BotSeat }

func (s *spoilt) traceTo(written *trace) {
	written.file.Close()
	s.BotSeat.traceTo(written)
}

func TestAQuestionThatIsAskedAgainAfterACutIsTracedOnce(t *testing.T) {
	folder := t.TempDir()
	talker := &scripted{make(chan *wire.Act, 9), []error{&ConnectionLostError{Reason: "cut"}}}
	seat, done := playing(t, folder, talker)
	decision := strings.Replace(askedLine(1, 3, ``), `{"type":"your_turn","seq":9,"match_id":"m/1","seat":2,"ver":3,`, "{", 1)
	snapshot := `{"type":"snapshot","match_id":"m/1","ver":3,"obs":{},"pending":[` + decision + `]}`
	seat.Take(heardOf(t, askedLine(1, 3, ``)))
	<-talker.sent
	seat.Take(heardOf(t, snapshot))
	<-talker.sent
	seat.Take(heardOf(t, overLine))
	<-done
	text, err := os.ReadFile(filepath.Join(folder, "m_1-seat2.ndjson"))
	if err != nil || strings.Count(string(text), `"your_turn"`) != 1 || strings.Count(string(text), `"thought"`) != 1 {
		t.Error(string(text), err)
	}
}
