//! Keeps a client below the rate the server allows. The time is an argument, nobody sleeps in here.

/// Of the announced rate: clocks differ, and acknowledgements count too.
const MARGIN: f64 = 0.9;

/// A bucket of tokens. A rate of 0 is no limit.
#[derive(Clone, Debug, Default)]
pub struct Throttle {
    rate: f64,
    burst: f64,
    tokens: f64,
    filled_s: f64,
}

impl Throttle {
    /// Starts anew with a full bucket for what a server announced.
    pub fn allow(&mut self, msgs_per_s: i64, now_s: f64) {
        self.rate = msgs_per_s as f64 * MARGIN;
        self.burst = 2.0 * self.rate;
        self.tokens = self.burst;
        self.filled_s = now_s;
    }

    /// Takes one message out; returns how many seconds to wait before sending it.
    pub fn take(&mut self, now_s: f64) -> f64 {
        if self.rate <= 0.0 {
            return 0.0;
        }
        self.tokens = self.burst.min(self.tokens + (now_s - self.filled_s) * self.rate);
        self.filled_s = now_s;
        self.tokens -= 1.0;
        (-self.tokens / self.rate).max(0.0)
    }
}
