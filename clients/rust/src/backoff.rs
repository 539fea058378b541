//! How long to wait before the next attempt to connect. Nobody sleeps in here.

/// Chance picks each wait between nothing and a bound that doubles from `first_s` to `longest_s`, so
/// that a hall full of clients does not come back all at the same moment.
#[derive(Clone, Debug)]
pub struct Backoff {
    pub first_s: f64,
    pub longest_s: f64,
    attempts: i32,
    rng: fastrand::Rng,
}

impl Backoff {
    pub fn new(rng: fastrand::Rng) -> Self {
        Self { first_s: 0.25, longest_s: 10.0, attempts: 0, rng }
    }

    /// The wait before the next attempt; what the server has asked for comes on top.
    pub fn next_wait_s(&mut self, asked_s: f64) -> f64 {
        let full = self.longest_s.min(self.first_s * 2f64.powi(self.attempts.min(16)));
        self.attempts += 1;
        asked_s + full * self.rng.f64()
    }

    /// The connection works again: the next wait is a short one.
    pub fn reset(&mut self) {
        self.attempts = 0;
    }
}
