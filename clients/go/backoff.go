package infoset

import (
	"math/rand"
	"time"
)

// Backoff says how long to wait before the next attempt to connect. Chance picks each wait between nothing
// and a bound that doubles, so that a hall full of clients does not come back all at the same moment.
type Backoff struct {
	First    time.Duration  // 0: 250 ms
	Longest  time.Duration  // 0: 10 s
	Chance   func() float64 // numbers from 0 to 1; nil: the library's
	attempts int
}

// Next is the wait before the next attempt; what the server has asked for comes on top.
func (b *Backoff) Next(asked time.Duration) time.Duration {
	first, longest, chance := b.First, b.Longest, b.Chance
	if first == 0 {
		first = 250 * time.Millisecond
	}
	if longest == 0 {
		longest = 10 * time.Second
	}
	if chance == nil {
		chance = rand.Float64
	}
	full := min(longest, first<<min(b.attempts, 16))
	b.attempts++
	return asked + time.Duration(float64(full)*chance())
}

// Reset is called when the connection works again: the next wait is a short one.
func (b *Backoff) Reset() { b.attempts = 0 }
