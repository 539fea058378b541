//! Gets a connection and logs in, again and again while that may help. Knows nothing after `welcome`.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::MAX_FRAME;
use crate::address::Address;
use crate::backoff::Backoff;
use crate::client::{Login, sleep_s};
use crate::codec::decode;
use crate::error::Error;
use crate::link::{Closed, Link};
use crate::typed::read;
use crate::wire::{self, Challenge, Welcome};

const MAJOR: i64 = 1;
const OLD_KEY_LOGIN: &str =
    "it speaks protocol 1.0, which has a key sign what could be used at other servers: use a token";

/// An attempt failed: for good, or in a way that may pass after the wait that the server asks for.
enum Failed {
    ForGood(Error),
    ForNow(Error, f64),
}

pub(crate) struct Dialer {
    pub address: Address,
    pub login: Login,
    pub backoff: Backoff,
    /// It makes a guest the same one again, even where the session is gone.
    secret: String,
}

impl Dialer {
    pub fn new(address: Address, login: Login) -> Self {
        let mut rng = fastrand::Rng::new();
        let secret = format!("{:016x}{:016x}", rng.u64(..), rng.u64(..));
        Self { address, login, backoff: Backoff::new(rng), secret }
    }

    /// Connects and logs in, trying for `patience_s`.
    pub fn dial(
        &mut self,
        patience_s: f64,
        resume: Option<&Value>,
    ) -> Result<(Link, Welcome), Error> {
        let give_up = Instant::now() + Duration::from_secs_f64(patience_s);
        loop {
            match self.try_once(resume) {
                Ok(done) => {
                    self.backoff.reset();
                    return Ok(done);
                }
                Err(Failed::ForGood(error)) => return Err(error),
                Err(Failed::ForNow(error, asked_s)) => {
                    let wait_s = self.backoff.next_wait_s(asked_s);
                    if Instant::now() + Duration::from_secs_f64(wait_s) > give_up {
                        return Err(error);
                    }
                    sleep_s(wait_s);
                }
            }
        }
    }

    fn try_once(&self, resume: Option<&Value>) -> Result<(Link, Welcome), Failed> {
        let patience = Duration::from_secs_f64(self.login.timing.welcome_s);
        let ca_file = self.login.ca_file.as_deref();
        let mut link =
            Link::open(&self.address, patience, ca_file).map_err(|error| match error {
                Error::Connect(_) => Failed::ForNow(error, 0.0),
                other => Failed::ForGood(other),
            })?;
        let give_up = Instant::now() + patience;
        self.say(&mut link, &self.hello(resume))?;
        let mut answer = self.answer(&mut link, give_up)?;
        if answer["type"] == "challenge" {
            self.say(&mut link, &self.proof(&answer)?)?;
            answer = self.answer(&mut link, give_up)?;
        }
        self.read_welcome(&answer).map(|welcome| (link, welcome))
    }

    fn say(&self, link: &mut Link, plain: &Value) -> Result<(), Failed> {
        link.send(plain, self.address.encoding).map_err(|closed| self.closed(closed))
    }

    fn answer(&self, link: &mut Link, give_up: Instant) -> Result<Value, Failed> {
        loop {
            let left = give_up.saturating_duration_since(Instant::now());
            match link.receive(left).map_err(|closed| self.closed(closed))? {
                None => {
                    let error = Error::Connect(format!("{}: no welcome in time", self.address));
                    return Err(Failed::ForNow(error, 0.0));
                }
                Some(frame) if frame.is_empty() => {}
                Some(frame) => {
                    let plain = decode(&frame, self.address.encoding);
                    return plain.map_err(|error| self.foreign(error));
                }
            }
        }
    }

    fn closed(&self, closed: Closed) -> Failed {
        let error = format!("{}: closed during the login: {}", self.address, closed.reason);
        let is_final = closed.code.is_some_and(|code| !wire::can_reconnect(code));
        let error = Error::Connect(error);
        if is_final { Failed::ForGood(error) } else { Failed::ForNow(error, 0.0) }
    }

    fn foreign(&self, error: Error) -> Failed {
        Failed::ForGood(Error::Connect(format!(
            "{}: what answers there does not speak the Infoset protocol ({error})",
            self.address
        )))
    }

    /// Signs where we are, so that nobody can use it elsewhere. A server that does not want that might.
    fn proof(&self, asked: &Value) -> Result<Value, Failed> {
        let challenge: Challenge = read(asked).map_err(|error| self.foreign(error))?;
        let key = self.login.key.as_ref().ok_or_else(|| {
            let msg = "it asks for a key, and there is none".into();
            Failed::ForGood(Error::Login { code: wire::code::UNSUPPORTED.into(), msg })
        })?;
        if challenge.address != Some(true) {
            let (code, msg) = (wire::code::UNSUPPORTED.into(), OLD_KEY_LOGIN.into());
            return Err(Failed::ForGood(Error::Login { code, msg }));
        }
        let address = self.address.dialled();
        let (nonce, server) = (&challenge.nonce, &challenge.server);
        let text = format!("infoset key login\n{nonce}\n{server}\n{MAJOR}\n{address}\n");
        Ok(json!({"type": "auth", "sig": key.sign(&text), "address": address}))
    }

    fn hello(&self, resume: Option<&Value>) -> Value {
        let auth = match (&self.login.key, &self.login.token) {
            (Some(key), _) => json!({"kind": "key", "pub": key.public()}),
            (None, Some(token)) => json!({"kind": "token", "token": token}),
            (None, None) => {
                json!({"kind": "guest", "name": self.login.name, "token": self.secret})
            }
        };
        let mut hello = json!({
            "type": "hello",
            "proto": [MAJOR],
            "minor": wire::MINOR,
            "auth": auth,
            "client": {"name": self.login.program, "lang": "rust"},
            "features": self.login.features,
            "max_frame": MAX_FRAME,
        });
        if let Some(resume) = resume {
            hello["resume"] = resume.clone();
        }
        hello
    }

    fn read_welcome(&self, plain: &Value) -> Result<Welcome, Failed> {
        if plain["type"] == "welcome" {
            return read(plain).map_err(|error| self.foreign(error));
        }
        let is_bye = plain["type"] == "bye";
        let code = plain["code"].as_str().map_or_else(|| plain["code"].to_string(), str::to_string);
        let text = &plain[if is_bye { "reason" } else { "msg" }];
        let may_pass = if is_bye {
            plain["code"].as_i64().is_none_or(wire::can_reconnect)
        } else {
            ["rate_limited", "busy", "shutting_down"].contains(&code.as_str())
        };
        let msg = text.as_str().unwrap_or("it answered no welcome").to_string();
        let error = Error::Login { code, msg };
        Err(if may_pass { Failed::ForNow(error, wait_s(plain)) } else { Failed::ForGood(error) })
    }
}

/// The `retry_ms` of an error or farewell in seconds; 0 if there is none.
pub(crate) fn wait_s(plain: &Value) -> f64 {
    plain["retry_ms"].as_f64().unwrap_or(0.0) / 1000.0
}
