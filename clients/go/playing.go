package infoset

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"sync"
	"time"

	"infoset.example/clients/go/wire"
)

const (
	maxSeats  = 1000 // matches played at once by one process
	maxTables = 64   // matches sought at the same time
)

// Seat is what plays one match, such as a BotSeat.
type Seat interface {
	Match() *Match
	Result() *MatchResult
	// Take notes one message about the match. It never waits.
	Take(incoming Incoming)
	// Play plays until the match is over; the context ends when it is lost sight of.
	Play(ctx context.Context)
}

// Plan says which seats to take, and what is kept of the matches. With neither Game, Room nor Ladder, those that the
// server gives.
type Plan struct {
	Game    string         // is sought
	Seats   int            // 0: the game's usual number
	Fill    *time.Duration // wait before house bots fill the empty seats; nil: the server's usual
	Tables  int            // matches sought, or rated ones played, at a time; 0: one
	Room    string         // is entered
	Seat    *int           // in the room; nil: the first open one
	Code    string         // of an unlisted room
	Ladder  string         // is entered with an entry under the name of its user, for rated matches
	Version string         // of that entry: another one begins anew
	Matches int            // how many are played in all; 0: until stopped
	Trace   string         // the folder for a trace of what a BotSeat sees, thinks and does, a file for each match; "": none
}

// Host takes seats on a server and plays many matches at once over one client.
type Host struct {
	Talker   Talker
	Plan     Plan
	MakeSeat func(match *Match) Seat
	OnResult func(seat Seat) // after every match; its result is nil if the match was lost sight of
	Log      *slog.Logger

	mutex    sync.Mutex // guards all below
	playing  map[string]*chair
	seeks    int
	done     int
	refusal  error // why our entry plays no more
	finished error
	end      context.CancelFunc
}

type chair struct {
	seat  Seat
	leave context.CancelFunc
}

var errFulfilled = errors.New("the plan is fulfilled")

// Run plays until the plan is fulfilled. The error is a *RequestError if the server refuses a seat, a
// *ConnectionLostError and its like if the connection ends before, a *CommandError where a trace cannot be written, or
// that of the context.
func (h *Host) Run(ctx context.Context) error {
	ctx, h.end = context.WithCancel(ctx)
	defer h.end()
	h.playing = map[string]*chair{}
	h.Log = or(h.Log, slog.Default())
	go h.guard(func() error { return h.takeSeats(ctx) })
	err := h.route(ctx)
	h.mutex.Lock()
	defer h.mutex.Unlock()
	switch {
	case h.finished == errFulfilled:
		return nil
	case h.finished != nil:
		return h.finished
	default:
		return err
	}
}

// Taking seats.

func (h *Host) takeSeats(ctx context.Context) error {
	switch {
	case h.Plan.Room != "":
		return h.insist(ctx, h.join())
	case h.Plan.Ladder != "":
		return h.enter(ctx)
	default:
		return h.seekMore(ctx)
	}
}

// enter makes the entry of the plan, and queues it for the matches that are left. Where the connection is lost, the
// next welcome does it anew.
func (h *Host) enter(ctx context.Context) error {
	h.mutex.Lock()
	isPlayed := h.isPlayed()
	h.mutex.Unlock()
	if isPlayed {
		return nil
	}
	register := &wire.LadderRegister{Ladder: h.Plan.Ladder, Kind: wire.PlayerKindBot}
	if client, isConnected := h.Talker.(*Client); isConnected {
		register.Name = client.Welcome().Name
	}
	if h.Plan.Version != "" {
		register.Version = &h.Plan.Version
	}
	var lost *ConnectionLostError
	made, err := h.Talker.Request(ctx, register)
	if errors.As(err, &lost) {
		return nil
	} else if err != nil {
		return err
	}
	var entered struct {
		Entry string `json:"entry"`
	}
	if ok, isOk := made.Message.(*wire.Ok); isOk {
		if err := json.Unmarshal(ok.Data, &entered); err != nil {
			return err
		}
	}
	tables := min(max(1, h.Plan.Tables), maxTables)
	queue := &wire.LadderQueue{Ladder: h.Plan.Ladder, Entry: entered.Entry, Parallel: &tables}
	if h.Plan.Matches > 0 {
		h.mutex.Lock()
		queue.Games = wire.Ptr(h.Plan.Matches - h.done)
		h.mutex.Unlock()
	}
	return h.insist(ctx, queue)
}

// isPlayed tells whether as many matches are over as the plan wants.
func (h *Host) isPlayed() bool { return h.Plan.Matches > 0 && h.done >= h.Plan.Matches }

// queueAgain queues our entry, which may be off the queue. One that is benched ends the plan, behind the matches that
// it still plays.
func (h *Host) queueAgain(ctx context.Context) error {
	err := h.enter(ctx)
	var refused *RequestError
	if !errors.As(err, &refused) {
		return err
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if len(h.playing) == 0 {
		return err
	}
	h.refusal = err
	return nil
}

func (h *Host) join() *wire.Join {
	join := &wire.Join{Room: h.Plan.Room, Seat: h.Plan.Seat, Ready: wire.Ptr(true)}
	if h.Plan.Code != "" {
		join.Code = &h.Plan.Code
	}
	if h.Plan.Seat == nil {
		join.AnySeat = wire.Ptr(true)
	}
	return join
}

// seekMore seeks until so many matches are played or sought as the plan wants.
func (h *Host) seekMore(ctx context.Context) error {
	if h.Plan.Game == "" {
		return nil
	}
	for h.reserveSeek() {
		seek := &wire.Seek{Game: h.Plan.Game}
		if h.Plan.Seats > 0 {
			seek.Seats = &h.Plan.Seats
		}
		if h.Plan.Fill != nil {
			seek.FillMs = wire.Ptr(int(h.Plan.Fill.Milliseconds()))
		}
		if _, err := h.Talker.Request(ctx, seek); err != nil {
			return h.refusedSeek(err)
		}
	}
	return nil
}

// reserveSeek tells whether one more match is wanted, and counts it.
func (h *Host) reserveSeek() bool {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	atOnce := h.seeks + len(h.playing)
	isWanted := h.Plan.Matches == 0 || h.done+atOnce < h.Plan.Matches
	if h.finished != nil || !isWanted || atOnce >= min(max(1, h.Plan.Tables), maxTables) {
		return false
	}
	h.seeks++
	return true
}

func (h *Host) refusedSeek(err error) error {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.seeks = max(0, h.seeks-1)
	var lost *ConnectionLostError
	if errors.As(err, &lost) {
		return nil // the next welcome seeks anew
	}
	var refused *RequestError
	if errors.As(err, &refused) && refused.Code == wire.CodeBusy && h.seeks+len(h.playing) > 0 {
		return nil // as many as the server takes; more when a match has started
	}
	return err
}

// Messages.

func (h *Host) route(ctx context.Context) error {
	for {
		incoming, err := h.Talker.Receive(ctx)
		if err != nil {
			return err
		}
		switch message := incoming.Message.(type) {
		case *wire.MatchStart:
			if message.Role == wire.MatchStartRolePlayer {
				if err := h.open(ctx, message, incoming); err != nil {
					return err
				}
			}
		case *wire.Welcome:
			if !message.Resumed {
				h.startOver(ctx)
			}
		case *wire.Error:
			// What becomes of our entry names the match by which that came, which may be over.
			isOfEntry := message.Re == nil && message.Code == wire.CodeWrongState && h.Plan.Ladder != ""
			if message.MatchID == nil || isOfEntry {
				h.Log.Warn("the server says", "error", readRefusal(message))
			}
			if isOfEntry {
				go h.guard(func() error { return h.queueAgain(ctx) })
			}
		}
		if chair := h.find(incoming.Envelope.MatchID); chair != nil {
			chair.seat.Take(incoming)
		}
	}
}

func (h *Host) find(matchID string) *chair {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.playing[matchID]
}

func (h *Host) open(ctx context.Context, start *wire.MatchStart, incoming Incoming) error {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.playing[start.MatchID] != nil {
		return nil
	}
	if len(h.playing) >= maxSeats {
		h.Log.Warn("one match too many; its seat stays empty", "match", start.MatchID)
		return nil
	}
	h.seeks = max(0, h.seeks-1)
	playing, leave := context.WithCancel(ctx)
	seat := h.MakeSeat(NewMatch(start))
	if err := h.trace(seat, incoming); err != nil {
		leave()
		return err
	}
	h.playing[start.MatchID] = &chair{seat, leave}
	go h.guard(func() error { return h.seeThrough(ctx, playing, seat) })
	go h.guard(func() error { return h.seekMore(ctx) })
	return nil
}

// trace has the match of a seat written down, where the plan wants that.
func (h *Host) trace(seat Seat, start Incoming) error {
	seen, isTraced := seat.(traced)
	if h.Plan.Trace == "" || !isTraced {
		return nil
	}
	written, err := openTrace(h.Plan.Trace, start, func(err error) { h.guard(func() error { return err }) })
	if err == nil {
		seen.traceTo(written)
	}
	return err
}

// seeThrough counts a match when it has ended and goes on with the plan.
func (h *Host) seeThrough(ctx, playing context.Context, seat Seat) error {
	seat.Play(playing)
	if ctx.Err() != nil {
		return nil
	}
	h.mutex.Lock()
	h.playing[seat.Match().MatchID].leave()
	delete(h.playing, seat.Match().MatchID)
	h.done++
	isPlayed := h.isPlayed()
	isLast := len(h.playing) == 0
	var refusal error
	if isLast {
		refusal = h.refusal
	}
	if h.OnResult != nil {
		h.OnResult(seat)
	}
	h.mutex.Unlock()
	switch {
	case isPlayed && isLast:
		return errFulfilled
	case isPlayed:
		return nil // others run, from before the program was started: they are seen through
	case refusal != nil:
		return refusal
	case h.Plan.Room != "":
		return h.insist(ctx, &wire.Ready{Room: h.Plan.Room})
	default:
		return h.seekMore(ctx)
	}
}

// startOver: in a new session what was sought is forgotten, and seats may be gone.
func (h *Host) startOver(ctx context.Context) {
	h.mutex.Lock()
	h.seeks = 0
	h.mutex.Unlock()
	go h.guard(func() error { return h.lookAfterSeats(ctx) })
}

// lookAfterSeats leaves the matches that ended while nobody listened, and sits down again.
func (h *Host) lookAfterSeats(ctx context.Context) error {
	h.mutex.Lock()
	chairs := make([]*chair, 0, len(h.playing))
	for _, one := range h.playing {
		chairs = append(chairs, one)
	}
	h.mutex.Unlock()
	for _, one := range chairs {
		matchID := one.seat.Match().MatchID
		if one.seat.Result() == nil && h.isGone(ctx, matchID) {
			h.Log.Warn("a match went on without us", "match", matchID)
			one.leave()
		}
	}
	if h.Plan.Room == "" {
		return h.takeSeats(ctx)
	}
	if len(chairs) == 0 {
		h.succeeds(ctx, h.join())
	}
	return nil
}

// isGone tells whether the server says for certain that a match is none of ours any more. A refusal that may
// pass does not: the next hall of a cluster may be there before it has all matches of the last one, and tells
// of each when it does. Nor does a lost connection, after which the next welcome has this asked anew.
func (h *Host) isGone(ctx context.Context, matchID string) bool {
	_, err := h.Talker.Request(ctx, &wire.Sync{MatchID: matchID})
	if err != nil {
		h.Log.Info("sync", "error", err)
	}
	var refused *RequestError
	return errors.As(err, &refused) && !mayPass(refused)
}

// succeeds sends a request that may well be refused.
func (h *Host) succeeds(ctx context.Context, message wire.ClientMessage) bool {
	_, err := h.Talker.Request(ctx, message)
	if err != nil {
		h.Log.Info(message.MessageType(), "error", err)
	}
	return err == nil
}

// insist sends a request that is made again by itself after the connection was lost.
func (h *Host) insist(ctx context.Context, message wire.ClientMessage) error {
	_, err := h.Talker.Request(ctx, message)
	var lost *ConnectionLostError
	if errors.As(err, &lost) {
		return nil
	}
	return err
}

// guard ends the run when a part of it fails.
func (h *Host) guard(work func() error) {
	err := work()
	if err == nil || errors.Is(err, context.Canceled) {
		return
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.finished == nil {
		h.finished = err
		h.end()
	}
}
