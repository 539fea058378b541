package infoset

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync"
	"time"

	"infoset.example/clients/go/wire"
)

// StdioClient plays over standard input and output, where a bridge or a host holds the connection.
//
// The lines are the messages of the match as they are, both ways; there is no login, and the end of the
// input is the end of everything.
type StdioClient struct {
	output   io.Writer
	log      *slog.Logger
	inbox    chan Incoming
	finished chan struct{}
	arrived  int // only the reader touches it

	mutex    sync.Mutex // guards all below, and the output
	lastID   int
	requests map[int]chan reply
}

// NewStdioClient begins to listen.
func NewStdioClient(input io.Reader, output io.Writer, log *slog.Logger) *StdioClient {
	client := &StdioClient{
		output:   output,
		log:      log,
		inbox:    make(chan Incoming, DefaultTiming().MaxInbox),
		finished: make(chan struct{}),
		requests: map[int]chan reply{},
	}
	go client.listen(input)
	return client
}

// Request sends a request and waits for its reply; errors as those of Client.Request.
func (c *StdioClient) Request(ctx context.Context, message wire.ClientMessage) (Incoming, error) {
	replies := make(chan reply, 1)
	c.mutex.Lock()
	c.lastID++
	id := c.lastID
	c.requests[id] = replies
	err := c.say(message, id)
	c.mutex.Unlock()
	defer c.forget(id)
	if err != nil {
		return Incoming{}, &ConnectionLostError{Reason: err.Error()}
	}
	timer := time.NewTimer(DefaultTiming().Reply)
	defer timer.Stop()
	select {
	case answer := <-replies:
		return answer.incoming, answer.err
	case <-c.finished:
		return Incoming{}, &ConnectionLostError{"the input has ended", normalClose}
	case <-timer.C:
		return Incoming{}, &ReplyTimeoutError{fmt.Sprintf("no answer to %s in time", message.MessageType())}
	case <-ctx.Done():
		return Incoming{}, ctx.Err()
	}
}

// Receive is the next message; the error at the end is a *ConnectionLostError with code 1000.
func (c *StdioClient) Receive(ctx context.Context) (Incoming, error) {
	select {
	case incoming, isThere := <-c.inbox:
		if !isThere {
			return Incoming{}, &ConnectionLostError{"the input has ended", normalClose}
		}
		return incoming, nil
	case <-ctx.Done():
		return Incoming{}, ctx.Err()
	}
}

func (c *StdioClient) say(message wire.ClientMessage, id int) error {
	text, err := wire.Write(message, id)
	if err != nil {
		return err
	}
	_, err = c.output.Write(append(text, '\n'))
	return err
}

func (c *StdioClient) forget(id int) {
	c.mutex.Lock()
	delete(c.requests, id)
	c.mutex.Unlock()
}

func (c *StdioClient) listen(input io.Reader) {
	defer close(c.inbox)
	defer close(c.finished)
	framer := NewFramer("json", MaxFrameBytes)
	chunk := make([]byte, 65536)
	for {
		n, err := input.Read(chunk)
		frames, problem := framer.Receive(chunk[:n])
		for _, frame := range frames {
			if frame != nil && problem == nil {
				problem = c.take(frame)
			}
		}
		if problem != nil {
			c.log.Error("the input is no Infoset protocol", "error", problem)
			return
		}
		if err != nil {
			return
		}
	}
}

func (c *StdioClient) take(frame []byte) error {
	_, incoming, err := decode(plainJSON{}, frame)
	if err != nil {
		return err
	}
	incoming.Arrival = c.arrived
	c.arrived++
	re := incoming.Envelope.Re
	if re == nil || incoming.Envelope.Type == "progress" {
		c.inbox <- incoming
		return nil
	}
	c.mutex.Lock()
	replies := c.requests[*re]
	c.mutex.Unlock()
	select {
	case replies <- readReply(incoming):
	default: // nobody waits for it any more
	}
	return nil
}
