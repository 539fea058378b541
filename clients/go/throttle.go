package infoset

import "time"

const margin = 0.9 // of the announced rate: clocks differ, and acknowledgements count too

// throttle is a token bucket that keeps a client below the rate the server allows. A rate of 0 is no limit.
type throttle struct {
	rate   float64 // per second
	burst  float64
	tokens float64
	filled time.Time
}

// allow starts anew with a full bucket.
func (t *throttle) allow(perSecond int, now time.Time) {
	t.rate = float64(perSecond) * margin
	t.burst = 2 * t.rate
	t.tokens = t.burst
	t.filled = now
}

// take takes one message out of the bucket; it returns how long to wait before sending it.
func (t *throttle) take(now time.Time) time.Duration {
	if t.rate <= 0 {
		return 0
	}
	t.tokens = min(t.burst, t.tokens+now.Sub(t.filled).Seconds()*t.rate) - 1
	t.filled = now
	return max(0, time.Duration(-t.tokens/t.rate*float64(time.Second)))
}
