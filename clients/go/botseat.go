package infoset

import (
	"context"
	"errors"
	"log/slog"
	"reflect"
	"sync"
	"time"

	"infoset.example/clients/go/internal/guard"
	"infoset.example/clients/go/wire"
)

const (
	maxWaitingEvents = 10_000 // told to a bot that is busy thinking; later ones are dropped
	lastWords        = 10 * time.Second
	maxTries         = 5 // of one request that the server is too busy for
	busyWait         = 200 * time.Millisecond
)

// Faults is what went wrong on one seat: errors and panics, answers that are none, decisions missed.
type Faults struct{ Exceptions, WrongAnswers, Missed int }

// Add counts the faults of another seat in.
func (f *Faults) Add(other Faults) {
	f.Exceptions += other.Exceptions
	f.WrongAnswers += other.WrongAnswers
	f.Missed += other.Missed
}

// BotSeat plays a bot on a seat: messages go in through Take, acts go out through the talker.
//
// Take only notes what happened, so closed decisions are known at once; Play calls the bot for each
// happening in order.
type BotSeat struct {
	match   *Match
	factory BotFactory
	talker  Talker
	log     *slog.Logger
	trace   *trace // only Play touches what it points to

	mutex   sync.Mutex // guards all below
	tracker *MatchTracker
	waiting []Happening
	news    chan struct{} // holds one token while something waits
	over    chan struct{} // closed when the match is over, or lost sight of
	result  *MatchResult
	faults  Faults
	choices map[int]*Choice // only Play touches it
}

// NewBotSeat is ready to take messages.
func NewBotSeat(match *Match, factory BotFactory, talker Talker, log *slog.Logger) *BotSeat {
	return &BotSeat{
		match:   match,
		factory: factory,
		talker:  talker,
		log:     log.With("match", match.String()),
		tracker: NewMatchTracker(match),
		news:    make(chan struct{}, 1),
		over:    make(chan struct{}),
		choices: map[int]*Choice{},
	}
}

// traceTo has the match written down; call it before Play.
func (s *BotSeat) traceTo(written *trace) { s.trace = written }

// Match is what is played.
func (s *BotSeat) Match() *Match { return s.match }

// Result is how the match ended, nil while it runs.
func (s *BotSeat) Result() *MatchResult {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.result
}

// Faults is what went wrong so far.
func (s *BotSeat) Faults() Faults {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.faults
}

// Take notes one message about the match. It never waits.
func (s *BotSeat) Take(incoming Incoming) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	for _, happening := range s.tracker.Take(incoming) {
		if isNews(happening) && len(s.waiting) >= maxWaitingEvents {
			s.log.Warn("too busy for more events, some dropped")
			continue
		}
		s.waiting = append(s.waiting, happening)
		if over, isOver := happening.(*Over); isOver && s.result == nil {
			s.result = over.Result
			close(s.over)
		}
	}
	select {
	case s.news <- struct{}{}:
	default:
	}
}

// isNews tells whether a happening may be dropped where a bot is too busy for it.
func isNews(happening Happening) bool {
	switch happening.(type) {
	case *Happened, *Talked:
		return true
	default:
		return false
	}
}

// Play calls the bot until the match is over or the context ends. A bot that still thinks ten seconds
// after the end is left behind.
func (s *BotSeat) Play(ctx context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.work(ctx)
	}()
	select {
	case <-done:
		return
	case <-ctx.Done():
		return
	case <-s.over:
	}
	select {
	case <-done:
	case <-ctx.Done():
	case <-time.After(lastWords):
		s.log.Warn("the match is over, but the bot does not return; left behind")
	}
}

func (s *BotSeat) work(ctx context.Context) {
	defer s.trace.close()
	bot := s.makeBot()
	s.call("OnStart", bot, func() error { return bot.OnStart(s.match) })
	for {
		happening := s.next(ctx)
		if happening == nil {
			return
		}
		s.handle(ctx, bot, happening)
		if _, isOver := happening.(*Over); isOver {
			return
		}
	}
}

// next waits for something to happen; it is nil when the context ends.
func (s *BotSeat) next(ctx context.Context) Happening {
	for {
		s.mutex.Lock()
		if len(s.waiting) > 0 {
			happening := s.waiting[0]
			s.waiting = s.waiting[1:]
			s.mutex.Unlock()
			return happening
		}
		s.mutex.Unlock()
		select {
		case <-s.news:
		case <-ctx.Done():
			return nil
		}
	}
}

func (s *BotSeat) handle(ctx context.Context, bot Bot, happening Happening) {
	switch happening := happening.(type) {
	case *Asked:
		if s.isOpen(happening.Turn) {
			s.answer(ctx, bot, happening.Turn)
		}
	case *Happened:
		s.tell(bot, happening)
	case *Behind:
		tell := func(happened *Happened) { s.tell(bot, happened) }
		if err := catchUp(ctx, patient{s.talker}, s.match, happening, tell); err != nil {
			s.log.Warn("what happened is not told", "up to version", happening.Ver, "error", err)
		}
	case *Talked:
		s.call("OnTalk", bot, func() error { return bot.OnTalk(s.match, happening.Name, happening.Text) })
	case *Missed:
		choice := s.choices[happening.Decision]
		delete(s.choices, happening.Decision)
		if choice != nil && happening.Why == Away {
			return // the answer was taken, only the word of it was lost
		}
		s.count(Faults{Missed: 1})
		s.log.Warn("a decision was missed", "decision", happening.Decision, "why", happening.Why)
	case *Over:
		s.call("OnOver", bot, func() error { return bot.OnOver(s.match, happening.Result) })
		s.trace.over(happening.Result)
	}
}

func (s *BotSeat) tell(bot Bot, happened *Happened) {
	s.trace.events(happened.Events, happened.Ver)
	s.call("OnEvents", bot, func() error { return bot.OnEvents(s.match, happened.Events) })
}

// Calling the bot.

// makeBot is the bot for this match; nil where it cannot even be made (the fallback plays).
func (s *BotSeat) makeBot() (bot Bot) {
	err := guard.Call(func() error {
		if bot = s.factory(); bot == nil {
			return errors.New("the factory made no bot")
		}
		return nil
	})
	if err != nil {
		s.count(Faults{Exceptions: 1})
		s.log.Error("the bot could not be made; the fallback plays", "error", err)
		return nil
	}
	return bot
}

// call calls a hook; an error or panic in it is reported and forgotten.
func (s *BotSeat) call(hook string, bot Bot, function func() error) {
	if bot == nil {
		return
	}
	if err := guard.Call(function); err != nil {
		s.count(Faults{Exceptions: 1})
		s.log.Error(hook+" failed", "error", err)
	}
}

// decide is the bot's choice, or the fallback if it has none; nil leaves an optional turn open.
func (s *BotSeat) decide(ctx context.Context, bot Bot, turn *Turn) *Choice {
	insteadOf := func(why string) *Choice {
		fallback := turn.FallbackChoice().InsteadOf(why)
		return &fallback
	}
	if bot == nil {
		return insteadOf("the bot could not be made")
	}
	turn.Remote = newRemote(ctx, patient{s.talker}, s.match.MatchID, turn.Decision)
	var answer Answer
	err := guard.Call(func() (err error) {
		answer, err = bot.Decide(turn)
		return err
	})
	if err != nil {
		s.count(Faults{Exceptions: 1})
		s.log.Error("Decide failed; the fallback is played", "turn", turn.String(), "error", err)
		return insteadOf("decide raised an error")
	}
	if answer == nil && turn.Optional {
		return nil
	}
	choice, err := turn.ReadAnswer(answer)
	if err != nil {
		s.count(Faults{WrongAnswers: 1})
		s.log.Warn("wrong answer; the fallback is played", "turn", turn.String(), "error", err)
		return insteadOf("wrong answer")
	}
	choice = turn.withRemark(choice)
	return &choice
}

// Telling the server.

func (s *BotSeat) answer(ctx context.Context, bot Bot, turn *Turn) {
	choice, isChosen := s.choices[turn.Decision]
	if !isChosen {
		begun := time.Now()
		choice = s.decide(ctx, bot, turn)
		s.trace.decided(turn, choice, time.Since(begun))
		s.choices[turn.Decision] = choice
		s.say(ctx, turn)
	}
	// While the bot was thinking the decision may have been closed, or the match ended.
	if choice != nil && s.isOpen(turn) {
		s.act(ctx, turn, *choice)
	}
}

func (s *BotSeat) say(ctx context.Context, turn *Turn) {
	for _, text := range turn.said {
		if _, err := s.talker.Request(ctx, &wire.Chat{MatchID: &s.match.MatchID, Text: text}); err != nil {
			s.log.Info("not said", "turn", turn.String(), "error", err)
		}
	}
}

func (s *BotSeat) act(ctx context.Context, turn *Turn, choice Choice) {
	taken, err := patient{s.talker}.Request(ctx, WriteAct(turn, choice))
	var refused *RequestError
	switch {
	case err == nil:
		s.accepted(turn, taken)
	case !errors.As(err, &refused):
		// A snapshot will ask again; the choice is kept for that.
		s.log.Info("not sent", "turn", turn.String(), "error", err)
	case refused.Code == wire.CodeIllegalAction && !isFallback(turn, choice):
		s.count(Faults{WrongAnswers: 1})
		s.log.Warn("illegal; the fallback is played", "turn", turn.String(), "error", err)
		s.act(ctx, turn, turn.FallbackChoice().InsteadOf("illegal"))
	default:
		s.refused(turn, refused)
	}
}

func (s *BotSeat) refused(turn *Turn, refused *RequestError) {
	switch refused.Code {
	case wire.CodeStaleDecision, wire.CodeWrongState, wire.CodeNotFound, wire.CodeNotYourSeat:
		s.log.Debug("too late", "turn", turn.String(), "error", refused)
		s.close(turn, 0)
	default:
		s.log.Warn("not accepted", "turn", turn.String(), "error", refused)
	}
}

func (s *BotSeat) isOpen(turn *Turn) bool {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.tracker.IsOpen(turn.Decision)
}

// accepted notes that the server has the choice. A sealed one is kept: should the server be started anew
// before all are in, it asks again.
func (s *BotSeat) accepted(turn *Turn, taken Incoming) {
	s.close(turn, taken.Arrival)
	if ok, isOK := taken.Message.(*wire.ActOk); isOK && !wire.Value(ok.Sealed) {
		delete(s.choices, turn.Decision)
	}
}

func (s *BotSeat) close(turn *Turn, arrival int) {
	s.mutex.Lock()
	s.tracker.Close(turn.Decision, arrival)
	s.mutex.Unlock()
}

func (s *BotSeat) count(faults Faults) {
	s.mutex.Lock()
	s.faults.Add(faults)
	s.mutex.Unlock()
}

// WriteAct is the message that answers a turn.
func WriteAct(turn *Turn, choice Choice) *wire.Act {
	act := &wire.Act{MatchID: turn.Match.MatchID, Decision: turn.Decision}
	act.Index, act.Picks, act.Action = choice.Index, choice.Picks, choice.Action
	act.Value = choice.Value
	if choice.Note != "" {
		act.Note = &choice.Note
	}
	return act
}

func isFallback(turn *Turn, choice Choice) bool {
	choice.Note, choice.Value = "", nil
	return reflect.DeepEqual(choice, turn.FallbackChoice())
}

// patient sends a request again and again where the server is too busy for it.
type patient struct{ Talker }

func (p patient) Request(ctx context.Context, message wire.ClientMessage) (Incoming, error) {
	for tries := 1; ; tries++ {
		answer, err := p.Talker.Request(ctx, message)
		var refused *RequestError
		if tries == maxTries || !errors.As(err, &refused) || !mayPass(refused) {
			return answer, err
		}
		wait := busyWait
		if refused.RetryMs > 0 {
			wait = time.Duration(refused.RetryMs) * time.Millisecond
		}
		if !sleep(ctx, wait) {
			return Incoming{}, ctx.Err()
		}
	}
}

// mayPass tells whether the same request is worth another try. Codes of later versions are judged by the
// wait they name.
func mayPass(refused *RequestError) bool {
	switch refused.Code {
	case wire.CodeRateLimited, wire.CodeBusy, wire.CodeTooManyInflight, wire.CodeUnavailable, wire.CodeStorageFull:
		return true
	default:
		return refused.RetryMs > 0 && !wire.IsKnownCode(refused.Code)
	}
}
