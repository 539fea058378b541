package infoset

import "time"

// MaxFrameBytes is the largest frame taken from a server; told to it in `hello`.
const MaxFrameBytes = 1 << 20

// Timing says how patient a client is and how much it keeps: the limits of the SDK in one place.
type Timing struct {
	Connect   time.Duration // keep trying this long for the first connection; 0 = one attempt
	Reconnect time.Duration // keep trying this long to come back; 0 = never
	Open      time.Duration // for one connection to open
	Welcome   time.Duration
	Reply     time.Duration
	Silence   time.Duration // without a sign of life: ask for one; twice that: the link is dead
	Write     time.Duration // for the server to take one message
	MaxInbox  int           // messages waiting to be read before the client stops reading
	AckEvery  int           // numbered messages
}

// DefaultTiming is what a client uses unless told otherwise.
func DefaultTiming() Timing {
	return Timing{
		Reconnect: 10 * time.Minute,
		Open:      10 * time.Second,
		Welcome:   10 * time.Second,
		Reply:     time.Minute,
		Silence:   30 * time.Second,
		Write:     time.Minute,
		MaxInbox:  8192,
		AckEvery:  32,
	}
}
