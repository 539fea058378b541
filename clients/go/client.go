package infoset

import (
	"context"
	"crypto/rand"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"infoset.example/clients/go/wire"
)

const normalClose = 1000

// Incoming is a message from the server, as it was understood and as it came.
type Incoming struct {
	Message  wire.ServerMessage
	Envelope wire.Envelope
	Raw      json.RawMessage
	Arrival  int // the number of messages that came before it, replies and those of earlier sessions included
}

// Options say who connects and how.
type Options struct {
	Name     string         // a guest's; with a token or key the server knows the name
	Secret   string         // makes a guest the same user again; made up unless given
	Token    string         // of a bot or person; only under TLS, or to this machine
	Key      LoginKey       // logs in without sending a secret
	Encoding string         // json, msgpack
	Features []string       // compute, chat, ...
	Program  string         // shown to others
	Roots    *x509.CertPool // trusted under TLS; nil: those of the system
	Timing   *Timing
	Log      *slog.Logger
}

// Client is one login at one server: requests and replies, the stream of messages, reconnects.
//
//	connecting --welcome--> open --link lost--> reconnecting --welcome--> open
//	     |                   |                       |
//	     +------- refused, or lost for good ---------+----> over
//
// After a reconnect the server either resumes the session (missed messages follow, open requests are
// answered as if nothing had happened) or opens a new one (it sends match_start and snapshot again, open
// requests fail with *ConnectionLostError). Either way a welcome stands in the stream. All methods may
// be called by several goroutines.
type Client struct {
	Address Address

	dialer   dialer
	timing   Timing
	log      *slog.Logger
	inbox    chan Incoming
	finished chan struct{} // closed when it is over
	sending  sync.Mutex    // one frame at a time
	slots    chan struct{} // open requests; its capacity is the server's limit

	mutex    sync.Mutex // guards all below
	link     Link
	welcome  *wire.Welcome
	over     error
	changed  chan struct{} // closed and replaced when link or over change
	requests map[int]*request
	lastID   int
	pace     throttle
	thinking throttle // for the requests that have a narrower limit
	seq      int      // only the reader touches these three
	acked    int
	arrived  int
}

type request struct {
	message wire.ClientMessage
	id      int
	replies chan reply
	done    chan struct{} // closed when nobody waits any more
}

type reply struct {
	incoming Incoming
	err      error
}

// NewClient opens nothing yet. The error is an *AddressError, also for a token that would travel in the clear.
func NewClient(url string, options Options) (*Client, error) {
	address, err := ReadAddress(url, options.Encoding)
	if err != nil {
		return nil, err
	}
	if options.Token != "" && !address.CanCarryToken() {
		return nil, &AddressError{url + ": a token may only be sent under TLS; use infosets:// or wss://, or a key"}
	}
	timing := DefaultTiming()
	if options.Timing != nil {
		timing = *options.Timing
	}
	return &Client{
		Address: address,
		dialer: dialer{
			address: address,
			roots:   options.Roots,
			timing:  timing,
			identity: identity{
				name:     or(options.Name, guestName),
				secret:   or(options.Secret, makeSecret()),
				token:    options.Token,
				key:      options.Key,
				program:  wire.ClientInfo{Name: or(options.Program, "infoset-go"), Lang: wire.Ptr("go")},
				features: options.Features,
			},
		},
		timing:   timing,
		log:      or(options.Log, slog.Default()),
		inbox:    make(chan Incoming, timing.MaxInbox),
		finished: make(chan struct{}),
		changed:  make(chan struct{}),
		requests: map[int]*request{},
	}, nil
}

// Connect connects and logs in. The error is a *ConnectError or a *LoginError.
func (c *Client) Connect() error {
	ctx, cancel := c.untilFinished()
	link, welcome, err := c.dialer.dial(ctx, c.timing.Connect, nil)
	if err != nil {
		cancel()
		return err
	}
	c.slots = make(chan struct{}, max(1, welcome.Limits.MaxInflight))
	c.open(link, welcome)
	go func() {
		defer cancel()
		c.stay(ctx, link)
	}()
	return nil
}

// untilFinished is a context that ends with the client. Cancel it when nobody needs it any more.
func (c *Client) untilFinished() (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		select {
		case <-c.finished:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}

// Close leaves on purpose: the session ends, open requests fail. It may be called twice.
func (c *Client) Close() {
	link := c.currentLink()
	c.finish(&ConnectionLostError{"closed", normalClose})
	if link != nil {
		_ = c.send(link, &wire.Bye{}, 0)
		link.Close()
	}
}

// Welcome is what the server said at the last login; nil before Connect.
func (c *Client) Welcome() *wire.Welcome {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.welcome
}

// Request sends a request and waits for its reply.
//
// The error is a *RequestError if the server refuses it, a *ConnectionLostError if the answer can no
// longer come, a *ReplyTimeoutError after Timing.Reply, or that of the context.
func (c *Client) Request(ctx context.Context, message wire.ClientMessage) (Incoming, error) {
	asked, err := c.ask(ctx, message)
	if asked != nil {
		defer c.forget(asked)
	}
	if err != nil {
		return Incoming{}, err
	}
	return c.next(ctx, asked)
}

// Ask is Request for those who know what kind of reply comes: Ask[*wire.Rollouts](ctx, client, &wire.Rollout{...}).
func Ask[R wire.ServerMessage](ctx context.Context, talker Talker, message wire.ClientMessage) (R, error) {
	return expect[R](talker.Request(ctx, message))
}

func expect[R wire.ServerMessage](answer Incoming, err error) (R, error) {
	var none R
	if err != nil {
		return none, err
	}
	if wanted, isWanted := answer.Message.(R); isWanted {
		return wanted, nil
	}
	return none, fmt.Errorf("expected %T, the server answered %s", none, answer.Envelope.Type)
}

// Stream sends a request that is answered in parts and calls take for each of them, in order. The error
// is that of Request, at the part that does not come, or of take, which ends it.
func (c *Client) Stream(ctx context.Context, message *wire.Replay, take func(*wire.ReplayPart) error) error {
	asked, err := c.ask(ctx, message)
	if asked != nil {
		defer c.forget(asked)
	}
	if err != nil {
		return err
	}
	for expected := 0; ; {
		answer, err := c.next(ctx, asked)
		if err != nil {
			return err
		}
		part, isPart := answer.Message.(*wire.ReplayPart)
		if !isPart {
			return fmt.Errorf("expected replay_part, the server answered %s", answer.Envelope.Type)
		}
		if part.I != expected {
			continue // it came again, after a resume
		}
		expected++
		if err := take(part); err != nil || !part.More {
			return err
		}
	}
}

// Send sends a request without asking for a reply; a refusal shows in the stream as *wire.Error.
func (c *Client) Send(ctx context.Context, message wire.ClientMessage) error {
	link, err := c.workingLink(ctx)
	if err != nil {
		return err
	}
	if err := c.keepPace(ctx, &c.pace); err != nil {
		return err
	}
	if err := c.send(link, message, 0); err != nil {
		return &ConnectionLostError{Reason: "not sent: " + err.Error()}
	}
	return nil
}

// Receive is the next message of the stream; unknown types come as *wire.Unknown.
//
// When there will be no more the error says what ended it: a *ConnectionLostError (with code 1000 after
// Close), or a *ConnectError or *LoginError when coming back failed.
func (c *Client) Receive(ctx context.Context) (Incoming, error) {
	select {
	case incoming := <-c.inbox:
		return incoming, nil
	default:
	}
	select {
	case incoming := <-c.inbox:
		return incoming, nil
	case <-c.finished:
		c.mutex.Lock()
		defer c.mutex.Unlock()
		return Incoming{}, c.over
	case <-ctx.Done():
		return Incoming{}, ctx.Err()
	}
}

// Asking.

func (c *Client) ask(ctx context.Context, message wire.ClientMessage) (*request, error) {
	if err := c.awaitPace(ctx, message); err != nil {
		return nil, err
	}
	if _, err := c.workingLink(ctx); err != nil {
		return nil, err
	}
	select {
	case c.slots <- struct{}{}:
	case <-c.finished:
		return nil, c.ending()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	for {
		if _, err := c.workingLink(ctx); err != nil {
			<-c.slots
			return nil, err
		}
		if asked, err := c.sendNumbered(message); asked != nil {
			return asked, err
		}
	}
}

// sendNumbered sends requests in the order of their numbers, as the protocol wants. It returns nil if the
// link is gone by now; if it goes later, the one who looks after it asks again.
func (c *Client) sendNumbered(message wire.ClientMessage) (*request, error) {
	c.sending.Lock()
	defer c.sending.Unlock()
	c.mutex.Lock()
	link := c.link
	if link == nil {
		c.mutex.Unlock()
		return nil, nil
	}
	c.lastID++
	asked := &request{message, c.lastID, make(chan reply, 4), make(chan struct{})}
	c.requests[asked.id] = asked
	c.mutex.Unlock()
	payload, err := encode(c.dialer.codec, message, asked.id)
	if err == nil {
		err = link.Send(payload)
	}
	if err != nil && !isClosed(err) {
		return asked, err
	}
	return asked, nil
}

func (c *Client) awaitPace(ctx context.Context, message wire.ClientMessage) error {
	switch message.(type) {
	case *wire.Determinize, *wire.Simulate, *wire.Rollout:
		if err := c.keepPace(ctx, &c.thinking); err != nil {
			return err
		}
	}
	return c.keepPace(ctx, &c.pace)
}

func (c *Client) keepPace(ctx context.Context, pace *throttle) error {
	c.mutex.Lock()
	wait := pace.take(time.Now())
	c.mutex.Unlock()
	if wait > 0 && !sleep(ctx, wait) {
		return ctx.Err()
	}
	return nil
}

func (c *Client) next(ctx context.Context, asked *request) (Incoming, error) {
	timer := time.NewTimer(c.timing.Reply)
	defer timer.Stop()
	select {
	case answer := <-asked.replies:
		return answer.incoming, answer.err
	default:
	}
	select {
	case answer := <-asked.replies:
		return answer.incoming, answer.err
	case <-c.finished:
		return Incoming{}, c.ending()
	case <-timer.C:
		reason := "no answer to %s within %v"
		return Incoming{}, &ReplyTimeoutError{fmt.Sprintf(reason, asked.message.MessageType(), c.timing.Reply)}
	case <-ctx.Done():
		return Incoming{}, ctx.Err()
	}
}

func (c *Client) forget(asked *request) {
	c.mutex.Lock()
	delete(c.requests, asked.id)
	c.mutex.Unlock()
	close(asked.done)
	<-c.slots
}

func (c *Client) send(link Link, message wire.ClientMessage, id int) error {
	payload, err := encode(c.dialer.codec, message, id)
	if err != nil {
		return err
	}
	c.sending.Lock()
	defer c.sending.Unlock()
	return link.Send(payload)
}

// The link, as it comes and goes.

func (c *Client) currentLink() Link {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.link
}

func (c *Client) ending() error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.over
}

// workingLink is the link, after waiting for it. The error is what ended the connection for good.
func (c *Client) workingLink(ctx context.Context) (Link, error) {
	for {
		c.mutex.Lock()
		link, over, changed := c.link, c.over, c.changed
		isNew := c.welcome == nil
		c.mutex.Unlock()
		switch {
		case over != nil:
			return nil, over
		case link != nil:
			return link, nil
		case isNew:
			return nil, errors.New("call Connect first")
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (c *Client) open(link Link, welcome *wire.Welcome) {
	if !welcome.Resumed {
		c.seq, c.acked = 0, 0
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	now := time.Now()
	c.pace.allow(welcome.Limits.MsgsPerS, now)
	c.thinking.allow(wire.Value(welcome.Limits.ComputesPerS), now)
	c.welcome = welcome
	if c.over == nil {
		c.setLink(link)
	}
}

func (c *Client) setLink(link Link) {
	c.link = link
	close(c.changed)
	c.changed = make(chan struct{})
}

func (c *Client) finish(err error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.over != nil {
		return
	}
	c.over = err
	c.setLink(nil)
	close(c.finished)
}

// stay reads until the connection is over for good.
func (c *Client) stay(ctx context.Context, link Link) {
	for {
		lost := c.read(link)
		link.Close()
		c.mutex.Lock()
		c.setLink(nil)
		c.mutex.Unlock()
		var err error
		if link, err = c.comeBack(ctx, lost); err != nil {
			c.finish(err)
			return
		}
	}
}

// lost says why a link ended; wait is how long the server wants us to stay away.
type lost struct {
	reason string
	code   int
	wait   time.Duration
}

func (c *Client) comeBack(ctx context.Context, why lost) (Link, error) {
	advice := wire.Closing(why.code)
	if !advice.Reconnect || c.timing.Reconnect <= 0 || c.ending() != nil {
		return nil, &ConnectionLostError{or(why.reason, "the server closed the connection"), why.code}
	}
	var resume *wire.Resume
	if advice.Resume {
		welcome := c.Welcome()
		resume = &wire.Resume{Session: welcome.Session, Token: welcome.ResumeToken, Seq: c.seq}
	}
	c.log.Warn("connection lost; reconnecting", "why", why.reason)
	if !sleep(ctx, c.dialer.backoff.Next(why.wait)) {
		return nil, &ConnectionLostError{"closed", normalClose}
	}
	link, welcome, err := c.dialer.dial(ctx, c.timing.Reconnect, resume)
	if err != nil {
		return nil, err
	}
	c.log.Warn("reconnected", "resumed", welcome.Resumed)
	c.settleRequests(link, welcome)
	c.open(link, welcome)
	c.deliver(Incoming{Message: welcome, Envelope: wire.Envelope{Type: welcome.MessageType()}})
	return link, nil
}

// settleRequests asks open requests again in a resumed session, and fails them in a new one.
func (c *Client) settleRequests(link Link, welcome *wire.Welcome) {
	c.mutex.Lock()
	open := slices.SortedFunc(maps.Values(c.requests), func(a, b *request) int { return a.id - b.id })
	c.mutex.Unlock()
	for _, asked := range open {
		if welcome.Resumed {
			_ = c.send(link, asked.message, asked.id)
		} else {
			reason := "the connection was lost before the answer came"
			c.answer(asked, reply{err: &ConnectionLostError{Reason: reason}})
		}
	}
}

// Reading.

func (c *Client) read(link Link) lost {
	for {
		payload, err := c.nextFrame(link)
		if err != nil {
			var closed *LinkClosedError
			if errors.As(err, &closed) {
				return lost{reason: closed.Reason, code: closed.Code}
			}
			return lost{reason: err.Error()}
		}
		if payload == nil {
			continue
		}
		message, incoming, err := decode(c.dialer.codec, payload)
		if err != nil {
			return lost{reason: "the server sent a bad message: " + err.Error()}
		}
		incoming.Arrival = c.arrived
		c.arrived++
		if bye, isBye := message.(*wire.Farewell); isBye {
			return lost{bye.Reason, bye.Code, milliseconds(bye.RetryMs)}
		}
		if err := c.take(link, incoming); err != nil {
			return lost{reason: err.Error()}
		}
	}
}

// nextFrame is the next frame. A silent link is asked for a sign of life once, then given up.
func (c *Client) nextFrame(link Link) ([]byte, error) {
	payload, err := link.Receive(c.timing.Silence)
	if !errors.Is(err, ErrSilence) {
		return payload, err
	}
	if err := c.send(link, &wire.Ping{}, 0); err != nil {
		return nil, err
	}
	if payload, err = link.Receive(c.timing.Silence); errors.Is(err, ErrSilence) {
		return nil, &LinkClosedError{Reason: fmt.Sprintf("no sign of life for %v", 2*c.timing.Silence)}
	}
	return payload, err
}

func (c *Client) take(link Link, incoming Incoming) error {
	envelope := incoming.Envelope
	c.mutex.Lock()
	asked := c.requests[wire.Value(envelope.Re)]
	c.mutex.Unlock()
	switch {
	case envelope.Type == "progress":
		c.deliver(incoming)
	case asked != nil:
		c.answer(asked, readReply(incoming))
	case envelope.Re == nil && envelope.Type != "pong":
		c.deliver(incoming)
	}
	// Else nobody waits for it: an answer that came too late, or twice after a resume.
	if envelope.Seq == nil {
		return nil
	}
	c.seq = *envelope.Seq
	if c.seq-c.acked < c.timing.AckEvery {
		return nil
	}
	c.acked = c.seq
	return c.send(link, &wire.Ack{Seq: c.seq}, 0)
}

// deliver puts a message into the inbox; it waits while that is full, so that the server has to wait, too.
func (c *Client) deliver(incoming Incoming) {
	select {
	case c.inbox <- incoming:
	case <-c.finished:
	}
}

// answer waits for the caller who asked, if they are slow to take the parts of a replay.
func (c *Client) answer(asked *request, answer reply) {
	select {
	case asked.replies <- answer:
	case <-asked.done:
	case <-c.finished:
	}
}

func readReply(incoming Incoming) reply {
	if refusal, isRefusal := incoming.Message.(*wire.Error); isRefusal {
		return reply{err: readRefusal(refusal)}
	}
	return reply{incoming: incoming}
}

func readRefusal(refusal *wire.Error) *RequestError {
	return &RequestError{refusal.Code, refusal.Msg, refusal.Data, wire.Value(refusal.RetryMs)}
}

func isClosed(err error) bool {
	var closed *LinkClosedError
	return errors.As(err, &closed)
}

func makeSecret() string {
	secret := make([]byte, 16)
	_, _ = rand.Read(secret) // it never fails
	return hex.EncodeToString(secret)
}

// or is the value, or another one where it is zero.
func or[T comparable](chosen, other T) T {
	var zero T
	if chosen == zero {
		return other
	}
	return chosen
}
