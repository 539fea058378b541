package infoset

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"infoset.example/clients/go/wire"
)

// connection is one client as a scripted server sees it.
type connection struct {
	net.Conn
	number int
}

func (c connection) say(lines ...string) {
	for _, line := range lines {
		fmt.Fprintln(c, line)
	}
}

type heard struct {
	Type   string       `json:"type"`
	ID     int          `json:"id"`
	Seq    int          `json:"seq"`
	Resume *wire.Resume `json:"resume"`
	line   string
}

func welcomeLine(resumed bool, session string) string {
	who := `"user":"u_1","name":"ada","scopes":[],"features":[],"server":"test","now_ms":1`
	limits := `"limits":{"max_frame_in":262144,"max_inflight":16,"msgs_per_s":1000,"queue_bytes":1048576,"resume_ttl_ms":60000}`
	head := `{"type":"welcome","proto":1,"minor":0,"session":%q,"resume_token":"t","resumed":%v,%s,%s}`
	return fmt.Sprintf(head, session, resumed, who, limits)
}

// serve follows a script for every connection; it returns a client that is not connected yet, and what was heard.
func serve(t *testing.T, script func(c connection, message heard)) (*Client, func() []heard) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	var mutex sync.Mutex
	var all []heard
	go func() {
		for number := 1; ; number++ {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				lines := bufio.NewScanner(conn)
				for lines.Scan() {
					message := heard{line: lines.Text()}
					_ = json.Unmarshal(lines.Bytes(), &message)
					mutex.Lock()
					all = append(all, message)
					mutex.Unlock()
					script(connection{conn, number}, message)
				}
			}()
		}
	}()
	timing := DefaultTiming()
	quiet := slog.New(slog.NewTextHandler(&strings.Builder{}, nil))
	client, err := NewClient(listener.Addr().String(), Options{Name: "ada", Timing: &timing, Log: quiet})
	if err != nil {
		t.Fatal(err)
	}
	client.dialer.backoff.Chance = func() float64 { return 0 }
	t.Cleanup(func() {
		client.Close()
		listener.Close()
	})
	return client, func() []heard {
		mutex.Lock()
		defer mutex.Unlock()
		return append([]heard(nil), all...)
	}
}

func patience(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func TestARequestIsAnsweredByTheReplyWithItsNumber(t *testing.T) {
	client, _ := serve(t, func(c connection, m heard) {
		if m.Type == "hello" {
			c.say(welcomeLine(false, "s_1"))
		} else {
			c.say(fmt.Sprintf(`{"type":"ok","re":%d.0,"seq":1,"data":%s}`, m.ID, m.line))
		}
	})
	if err := client.Connect(); err != nil {
		t.Fatal(err)
	}
	var waiting sync.WaitGroup
	for i := range 20 {
		waiting.Add(1)
		go func() {
			defer waiting.Done()
			game := fmt.Sprintf("game%d", i)
			ok, err := Ask[*wire.Ok](patience(t), client, &wire.Seek{Game: game})
			if err != nil || !strings.Contains(string(ok.Data), `"`+game+`"`) {
				t.Error(ok, err)
			}
		}()
	}
	waiting.Wait()
}

func TestARefusalIsATypedValueWithItsReason(t *testing.T) {
	client, _ := serve(t, func(c connection, m heard) {
		if m.Type == "hello" {
			c.say(welcomeLine(false, "s_1"))
			return
		}
		c.say(fmt.Sprintf(`{"type":"error","re":%d,"code":"illegal_action","msg":"no","data":{"why":"too dear"},"retry_ms":7}`, m.ID))
	})
	if err := client.Connect(); err != nil {
		t.Fatal(err)
	}
	_, err := client.Request(patience(t), &wire.Act{MatchID: "m"})
	var refused *RequestError
	if !errors.As(err, &refused) || refused.RetryMs != 7 || err.Error() != "no: too dear (illegal_action)" {
		t.Error(err)
	}
}

func TestABrokenConnectionIsResumed(t *testing.T) {
	client, all := serve(t, func(c connection, m heard) {
		switch {
		case m.Type == "hello" && c.number == 1:
			c.say(welcomeLine(false, "s_1"), `{"type":"lagged","seq":1,"dropped":1}`)
		case m.Type == "hello":
			if m.Resume == nil || *m.Resume != (wire.Resume{Session: "s_1", Token: "t", Seq: 1}) {
				t.Error(m.line)
			}
			c.say(welcomeLine(true, "s_1"), `{"type":"lagged","seq":2,"dropped":2}`)
		case c.number == 1:
			c.Close()
		default:
			c.say(fmt.Sprintf(`{"type":"ok","re":%d,"seq":3}`, m.ID))
		}
	})
	if err := client.Connect(); err != nil {
		t.Fatal(err)
	}
	ctx := patience(t)
	var types []string
	take := func() {
		incoming, err := client.Receive(ctx)
		if err != nil {
			t.Fatal(err)
		}
		types = append(types, incoming.Envelope.Type)
	}
	take()
	if _, err := client.Request(ctx, &wire.Seek{Game: "catan"}); err != nil {
		t.Error(err)
	}
	take()
	take()
	if strings.Join(types, " ") != "lagged welcome lagged" {
		t.Error(types)
	}
	ids := []int{}
	for _, message := range all() {
		if message.Type == "seek" {
			ids = append(ids, message.ID)
		}
	}
	if fmt.Sprint(ids) != "[1 1]" {
		t.Error("asked again with", ids)
	}
}

func TestInANewSessionOpenRequestsFailAndTheClientGoesOn(t *testing.T) {
	client, _ := serve(t, func(c connection, m heard) {
		switch {
		case m.Type == "hello":
			c.say(welcomeLine(false, fmt.Sprintf("s_%d", c.number)))
		case c.number == 1:
			c.Close()
		default:
			c.say(fmt.Sprintf(`{"type":"pong","re":%d,"now_ms":1}`, m.ID))
		}
	})
	if err := client.Connect(); err != nil {
		t.Fatal(err)
	}
	ctx := patience(t)
	var lost *ConnectionLostError
	if _, err := client.Request(ctx, &wire.Seek{Game: "catan"}); !errors.As(err, &lost) {
		t.Error(err)
	}
	if _, err := Ask[*wire.Pong](ctx, client, &wire.Ping{}); err != nil {
		t.Error(err)
	}
}

func TestWhoHasLeftIsNotSaidToComeBack(t *testing.T) {
	var log bytes.Buffer
	timing := DefaultTiming()
	timing.Reconnect = time.Millisecond
	options := Options{Timing: &timing, Log: slog.New(slog.NewTextHandler(&log, nil))}
	client, err := NewClient("infoset://127.0.0.1:1", options)
	if err != nil {
		t.Fatal(err)
	}
	client.welcome = &wire.Welcome{}
	client.Close()
	// The reader of the link may see its end before the context does.
	if _, err := client.comeBack(context.Background(), lost{reason: "use of closed network connection"}); err == nil {
		t.Error("a client that has left came back")
	}
	if log.Len() > 0 {
		t.Error("expected nothing in the log, got", log.String())
	}
}

func TestAClientThatWasReplacedStaysAway(t *testing.T) {
	client, all := serve(t, func(c connection, m heard) {
		if m.Type == "hello" {
			c.say(welcomeLine(false, "s_1"), `{"type":"bye","code":4409,"reason":"a newer connection","resume":false}`)
		}
	})
	if err := client.Connect(); err != nil {
		t.Fatal(err)
	}
	var lost *ConnectionLostError
	if _, err := client.Receive(patience(t)); !errors.As(err, &lost) || lost.Code != 4409 {
		t.Error(err)
	}
	if len(all()) != 1 {
		t.Error(all())
	}
}

func TestALoginThatIsRefusedSaysWhy(t *testing.T) {
	client, _ := serve(t, func(c connection, _ heard) {
		c.say(`{"type":"error","code":"auth_failed","msg":"no","fatal":true}`)
	})
	var refused *LoginError
	if err := client.Connect(); !errors.As(err, &refused) || refused.Code != wire.CodeAuthFailed {
		t.Error(err)
	}
	stranger, _ := serve(t, func(c connection, _ heard) { c.say("hello there") })
	var none *ConnectError
	if err := stranger.Connect(); !errors.As(err, &none) {
		t.Error(err)
	}
}

func TestNumberedMessagesAreAcknowledged(t *testing.T) {
	acked := make(chan int, 10)
	client, _ := serve(t, func(c connection, m heard) {
		switch m.Type {
		case "hello":
			c.say(welcomeLine(false, "s_1"))
			for seq := 1; seq <= 70; seq++ {
				c.say(fmt.Sprintf(`{"type":"lagged","dropped":0,"seq":%d}`, seq))
			}
		case "ack":
			acked <- m.Seq
		}
	})
	if err := client.Connect(); err != nil {
		t.Fatal(err)
	}
	if first, second := <-acked, <-acked; first != 32 || second != 64 {
		t.Error(first, second)
	}
}

// clumsy is a bot that fails in the way it is told.
type clumsy struct {
	BaseBot
	decide func() (Answer, error)
}

func (b *clumsy) Decide(*Turn) (Answer, error) { return b.decide() }

// scripted answers requests with these errors in order, then with success.
type scripted struct {
	sent chan *wire.Act
	errs []error
}

func (s *scripted) Request(_ context.Context, message wire.ClientMessage) (Incoming, error) {
	defer func() { s.sent <- message.(*wire.Act) }()
	if len(s.errs) > 0 {
		err := s.errs[0]
		s.errs = s.errs[1:]
		return Incoming{}, err
	}
	return Incoming{Message: &wire.ActOk{}, Arrival: 1}, nil
}

func (s *scripted) Receive(context.Context) (Incoming, error) {
	return Incoming{}, errors.New("unused")
}

// chatty says two lines with every act, and remembers what it hears.
type chatty struct {
	BaseBot
	heard []string
}

func (b *chatty) Decide(turn *Turn) (Answer, error) {
	turn.Say("  " + strings.Repeat("ä", 200) + " ")
	turn.Say("   ")
	return 0, nil
}

func (b *chatty) OnTalk(_ *Match, name, text string) error {
	b.heard = append(b.heard, name+": "+text)
	return nil
}

// table notes all requests; it lets programs talk, or not.
type table struct {
	scripted
	requests chan wire.ClientMessage
	refusal  error
}

func (s *table) Request(_ context.Context, message wire.ClientMessage) (Incoming, error) {
	s.requests <- message
	if _, isTalk := message.(*wire.Chat); isTalk {
		return Incoming{Message: &wire.Ok{}}, s.refusal
	}
	return Incoming{Message: &wire.ActOk{}, Arrival: 1}, nil
}

func TestWhatABotSaysGoesBeforeItsActAndARefusalChangesNothing(t *testing.T) {
	for _, refusal := range []error{nil, &RequestError{Code: wire.CodeForbidden}} {
		bot, talker := &chatty{}, &table{requests: make(chan wire.ClientMessage, 9), refusal: refusal}
		var logged strings.Builder
		seat := NewBotSeat(testMatch(), func() Bot { return bot }, talker, slog.New(slog.NewTextHandler(&logged, nil)))
		asked := testDecision()
		seat.Take(Incoming{Message: &wire.ChatMsg{Name: "ann", Text: "hi"}})
		seat.Take(Incoming{Message: &wire.YourTurn{Decision: 17, N: asked.N, Legal: asked.Legal, Fallback: asked.Fallback}})
		done := make(chan struct{})
		go func() {
			seat.Play(patience(t))
			close(done)
		}()
		said, isTalk := (<-talker.requests).(*wire.Chat)
		if !isTalk || *said.MatchID != "m_1" || said.Text != strings.Repeat("ä", 150) {
			t.Error(said)
		}
		if act, isAct := (<-talker.requests).(*wire.Act); !isAct || *act.Index != 0 {
			t.Error("one line is said before the act")
		}
		seat.Take(Incoming{Message: &wire.MatchOver{Places: []int{1, 2, 3, 4}}})
		<-done
		isLogged := strings.Contains(logged.String(), "not said")
		if fmt.Sprint(bot.heard) != "[ann: hi]" || seat.Faults() != (Faults{}) || isLogged != (refusal != nil) {
			t.Error(bot.heard, seat.Faults(), logged.String())
		}
	}
}

// playOnce plays one question and the end of the match; it returns what was sent, the faults and the log.
func playOnce(t *testing.T, decide func() (Answer, error), answers ...error) ([]string, Faults, string) {
	t.Helper()
	var logged strings.Builder
	talker := &scripted{make(chan *wire.Act, 9), answers}
	factory := func() Bot { return &clumsy{decide: decide} }
	seat := NewBotSeat(testMatch(), factory, talker, slog.New(slog.NewTextHandler(&logged, nil)))
	asked := testDecision()
	seat.Take(Incoming{Message: &wire.YourTurn{Decision: 17, N: asked.N, Legal: asked.Legal, Fallback: asked.Fallback}})
	done := make(chan struct{})
	go func() {
		seat.Play(patience(t))
		close(done)
	}()
	sent := []string{}
	for range len(answers) + 1 {
		act := <-talker.sent
		sent = append(sent, strings.TrimSpace(fmt.Sprint(*act.Index, " ", wire.Value(act.Note))))
	}
	seat.Take(Incoming{Message: &wire.MatchOver{Places: []int{1, 2, 3, 4}}})
	<-done
	return sent, seat.Faults(), logged.String()
}

func TestWhateverABotDoesTheMatchGoesOn(t *testing.T) {
	illegal := &RequestError{Code: wire.CodeIllegalAction}
	for name, one := range map[string]struct {
		decide  func() (Answer, error)
		answers []error
		sent    string
		faults  Faults
		logged  string
	}{
		"a good answer":  {func() (Answer, error) { return []any{"build", 9}, nil }, nil, "[1]", Faults{}, ""},
		"an error":       {func() (Answer, error) { return nil, errors.New("oh no") }, nil, "[2 fallback: decide raised an error]", Faults{Exceptions: 1}, "oh no"},
		"a panic":        {func() (Answer, error) { panic("oh no") }, nil, "[2 fallback: decide raised an error]", Faults{Exceptions: 1}, "client_test.go"},
		"a wrong answer": {func() (Answer, error) { return 7, nil }, nil, "[2 fallback: wrong answer]", Faults{WrongAnswers: 1}, "expected an index from 0 to 2"},
		"illegal":        {func() (Answer, error) { return 0, nil }, []error{illegal}, "[0 2 fallback: illegal]", Faults{WrongAnswers: 1}, "illegal"},
		"busy":           {func() (Answer, error) { return 0, nil }, []error{&RequestError{Code: wire.CodeBusy, RetryMs: 1}}, "[0 0]", Faults{}, ""},
		"a new excuse":   {func() (Answer, error) { return 0, nil }, []error{&RequestError{Code: "x_moon", RetryMs: 1}}, "[0 0]", Faults{}, ""},
	} {
		sent, faults, logged := playOnce(t, one.decide, one.answers...)
		if fmt.Sprint(sent) != one.sent || faults != one.faults || !strings.Contains(logged, one.logged) {
			t.Errorf("%s: sent %v, %+v, logged %s", name, sent, faults, logged)
		}
	}
}

func TestALogFileIsTurnedOverBeforeItGrowsWithoutBound(t *testing.T) {
	name := filepath.Join(t.TempDir(), "bot.log")
	log, err := NewLogFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 12 {
		_, _ = log.Write([]byte(fmt.Sprintf("%d %s\n", i, strings.Repeat("x", 500_000))))
	}
	older, err := os.ReadFile(name + ".1")
	newer, _ := os.ReadFile(name)
	if err != nil || !strings.HasPrefix(string(older), "0 x") || len(newer) > maxLogBytes {
		t.Error(err, len(older), len(newer))
	}
}

func TestOverStandardInputAndOutputTheInputsEndIsTheEnd(t *testing.T) {
	input := strings.NewReader(`{"type":"lagged","dropped":1}` + "\n" + `{"type":"x_new"}` + "\n")
	client := NewStdioClient(input, &strings.Builder{}, slog.Default())
	ctx := patience(t)
	for _, wanted := range []string{"lagged", "x_new"} {
		if incoming, err := client.Receive(ctx); err != nil || incoming.Envelope.Type != wanted {
			t.Error(incoming, err)
		}
	}
	var lost *ConnectionLostError
	if _, err := client.Receive(ctx); !errors.As(err, &lost) || lost.Code != normalClose {
		t.Error(err)
	}
}
