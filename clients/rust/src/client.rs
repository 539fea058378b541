//! A connection to a server that lasts: requests and replies, the stream of messages, reconnects.
//!
//! ```text
//! connecting --welcome--> open --link lost--> reconnecting --welcome--> open
//!      |                   |                       |
//!      +------- refused, or lost for good ---------+----> over
//! ```
//!
//! After a reconnect the server either resumes the session (missed messages follow, open requests are
//! sent again with their numbers) or opens a new one (it sends `match_start` and `snapshot` again, open
//! requests fail with `ConnectionLost`). Either way a `Welcome` stands in the stream.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::address::{Address, Transport};
use crate::codec::{Encoding, decode};
use crate::dialing::{Dialer, wait_s};
use crate::error::Error;
use crate::keys::LoginKey;
use crate::link::{Closed, Link};
use crate::log;
use crate::throttle::Throttle;
use crate::typed::{Message, Reply, Request, read, write};
use crate::wire::{self, ReplayPart, ServerMessage, Welcome};

/// How patient a client is and how much it keeps. Seconds, unless the name says otherwise.
#[derive(Clone, Debug)]
pub struct Timing {
    /// Keep trying this long for the first connection; 0 is one attempt.
    pub connect_s: f64,
    /// Keep trying this long to come back; 0 is never.
    pub reconnect_s: f64,
    pub welcome_s: f64,
    pub reply_s: f64,
    /// Without a sign of life: ask for one; twice that: the link is dead.
    pub silence_s: f64,
    /// Messages waiting to be read.
    pub max_inbox: usize,
    /// Numbered messages.
    pub ack_every: i64,
}

impl Timing {
    /// Keeps trying for `wait_s` whenever the server cannot be reached; to come back never less than usual.
    pub fn patient(wait_s: f64) -> Self {
        let usual = Self::default();
        Self { connect_s: wait_s, reconnect_s: wait_s.max(usual.reconnect_s), ..usual }
    }
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            connect_s: 0.0,
            reconnect_s: 600.0,
            welcome_s: 10.0,
            reply_s: 60.0,
            silence_s: 30.0,
            max_inbox: 8192,
            ack_every: 32,
        }
    }
}

/// Who logs in. With a `token`, or a `key`, which goes before it, the server knows the name.
#[derive(Clone, Debug)]
pub struct Login {
    pub name: String,
    pub token: Option<String>,
    pub key: Option<LoginKey>,
    /// Instead of the one in the address.
    pub encoding: Option<Encoding>,
    /// Certificates in PEM form to trust beside the usual authorities.
    pub ca_file: Option<String>,
    pub program: String,
    pub features: Vec<String>,
    pub timing: Timing,
}

impl Default for Login {
    fn default() -> Self {
        Self {
            name: "guest".into(),
            token: None,
            key: None,
            encoding: None,
            ca_file: None,
            program: "infoset-rust".into(),
            features: Vec::new(),
            timing: Timing::default(),
        }
    }
}

/// A message from the server as it came. What nobody asks for is not even looked at, so that new kinds
/// of messages do no harm.
#[derive(Clone, Debug)]
pub struct Incoming {
    pub plain: Value,
    pub(crate) number: u64, // its place among all that this client was told
}

impl Incoming {
    /// The message as a `T`; nothing if it is another one, an error for a wrong field.
    pub fn get<T: Message>(&self) -> Result<Option<T>, Error> {
        if self.plain["type"] == T::TYPE { read(&self.plain).map(Some) } else { Ok(None) }
    }

    /// Whichever message it is.
    pub fn read(&self) -> Result<ServerMessage, Error> {
        read(&self.plain)
    }

    /// The match it is about, empty for none.
    pub fn match_id(&self) -> &str {
        self.plain["match_id"].as_str().unwrap_or("")
    }
}

/// One login at one server. Its methods wait; it belongs to one thread, where many may share it.
pub struct Client {
    inner: RefCell<Inner>,
}

impl Client {
    /// Opens nothing yet. Fails for a bad `url`, or a token that would travel in the clear.
    pub fn new(url: &str, login: Login) -> Result<Self, Error> {
        let mut address = Address::parse(url)?;
        if let Some(encoding) = login.encoding {
            address.encoding = encoding;
        }
        if login.key.is_none() && login.token.is_some() && !address.can_carry_token() {
            return Err(Error::Address(format!(
                "{address}: a token may only be sent under TLS; use infosets:// or wss://, or a key"
            )));
        }
        Ok(Self { inner: RefCell::new(Inner::new(Dialer::new(address, login))) })
    }

    /// Connects and logs in. Over stdio there is no login.
    pub fn connect(&self) -> Result<(), Error> {
        self.inner.borrow_mut().connect()
    }

    /// Leaves on purpose: the session ends. May be called twice.
    pub fn close(&self) {
        self.inner.borrow_mut().close();
    }

    pub fn is_stdio(&self) -> bool {
        self.inner.borrow().is_stdio()
    }

    /// Is there a working connection? If not, it will never come back.
    pub fn is_connected(&self) -> bool {
        self.inner.borrow().link.is_some()
    }

    /// What the server said at the last login: names, limits, features.
    pub fn welcome(&self) -> Welcome {
        self.inner.borrow().welcome.clone()
    }

    /// Sends a request and returns its reply.
    pub fn request<R: Request>(&self, message: &R) -> Result<R::Reply, Error> {
        let number = self.begin(message)?;
        R::Reply::from_plain(&self.finish(number)?)
    }

    /// Sends a request and returns its number at once: for `finish`, or `cancel`.
    pub fn begin<R: Request>(&self, message: &R) -> Result<i64, Error> {
        self.inner.borrow_mut().begin(write(message))
    }

    /// The answer to a request that was begun.
    pub fn finish(&self, number: i64) -> Result<Value, Error> {
        let mut inner = self.inner.borrow_mut();
        let answer = inner.next_answer(number);
        inner.open.remove(&number);
        answer
    }

    /// Stops a request that was begun; its one answer still comes, with what there is.
    pub fn cancel(&self, number: i64) -> Result<(), Error> {
        self.request(&wire::Cancel { target: Some(number), ..Default::default() }).map(|_| ())
    }

    /// Asks for a replay and hands its parts on in order, the last one included.
    pub fn stream(
        &self,
        message: &wire::Replay,
        mut take: impl FnMut(ReplayPart),
    ) -> Result<(), Error> {
        let number = self.begin(message)?;
        let mut expected = 0;
        loop {
            let answer = self.inner.borrow_mut().next_answer(number)?;
            let part = ReplayPart::from_plain(&answer)?;
            if part.i != expected {
                continue; // it came again, after a resume
            }
            expected += 1;
            let is_last = !part.more;
            take(part);
            if is_last {
                self.inner.borrow_mut().open.remove(&number);
                return Ok(());
            }
        }
    }

    /// Sends a request without asking for a reply; a refusal shows in the stream as a [`wire::Error`].
    pub fn send<M: Message>(&self, message: &M) -> Result<(), Error> {
        let mut inner = self.inner.borrow_mut();
        let now_s = inner.now_s();
        sleep_s(inner.throttle.take(now_s));
        inner.transmit(&write(message))
    }

    /// How many messages have arrived, those that were not received yet included.
    pub(crate) fn arrived(&self) -> u64 {
        self.inner.borrow().arrived
    }

    /// The next message that the server pushes; waits for it. Fails where there will be no more.
    pub fn receive(&self) -> Result<Incoming, Error> {
        loop {
            if let Some(incoming) = self.poll(3600.0)? {
                return Ok(incoming);
            }
        }
    }

    /// The same, but nothing if none comes within `timeout_s`.
    pub fn poll(&self, timeout_s: f64) -> Result<Option<Incoming>, Error> {
        let mut inner = self.inner.borrow_mut();
        let until = Instant::now() + Duration::from_secs_f64(timeout_s);
        loop {
            if let Some(incoming) = inner.inbox.pop_front() {
                return Ok(Some(incoming));
            }
            inner.pump(until)?;
            if inner.inbox.is_empty() && Instant::now() >= until {
                return Ok(None);
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.close();
    }
}

/// A request without a final answer.
struct Open {
    plain: Value,
    answers: VecDeque<Value>,
    is_lost: bool,
}

struct Inner {
    dialer: Dialer,
    link: Option<Link>,
    over: Option<Error>,
    welcome: Welcome,
    throttle: Throttle,
    thinking: Throttle, // for the requests that have a narrower limit
    open: BTreeMap<i64, Open>,
    inbox: VecDeque<Incoming>,
    arrived: u64,
    last_id: i64,
    seq: i64,
    acked: i64,
    has_asked: bool, // for a sign of life
    heard: Instant,
    begun: Instant,
}

impl Inner {
    fn new(dialer: Dialer) -> Self {
        Self {
            dialer,
            link: None,
            over: None,
            welcome: Welcome::default(),
            throttle: Throttle::default(),
            thinking: Throttle::default(),
            open: BTreeMap::new(),
            inbox: VecDeque::new(),
            arrived: 0,
            last_id: 0,
            seq: 0,
            acked: 0,
            has_asked: false,
            heard: Instant::now(),
            begun: Instant::now(),
        }
    }

    fn is_stdio(&self) -> bool {
        self.dialer.address.transport == Transport::Stdio
    }

    fn now_s(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    fn connect(&mut self) -> Result<(), Error> {
        if self.is_stdio() {
            self.link = Some(Link::open(&self.dialer.address, Duration::ZERO, None)?);
            return Ok(());
        }
        let (link, welcome) = self.dialer.dial(self.dialer.login.timing.connect_s, None)?;
        self.adopt(link, welcome);
        Ok(())
    }

    fn close(&mut self) {
        if !self.is_stdio() {
            let encoding = self.dialer.address.encoding;
            if let Some(link) = &mut self.link {
                let _ = link.send(&json!({"type": "bye"}), encoding); // who is gone needs no farewell
            }
        }
        self.link = None;
        self.over.get_or_insert_with(|| Error::lost("closed", Some(1000)));
    }

    fn adopt(&mut self, link: Link, welcome: Welcome) {
        if !welcome.resumed {
            self.seq = 0;
            self.acked = 0;
        }
        let now_s = self.now_s();
        self.throttle.allow(welcome.limits.msgs_per_s, now_s);
        self.thinking.allow(welcome.limits.computes_per_s.unwrap_or(0), now_s);
        self.welcome = welcome;
        self.link = Some(link);
        self.has_asked = false;
        self.heard = Instant::now();
    }

    // Sending.

    fn begin(&mut self, mut plain: Value) -> Result<i64, Error> {
        let now_s = self.now_s();
        let is_thinking =
            matches!(plain["type"].as_str(), Some("determinize" | "simulate" | "rollout"));
        let throttle = if is_thinking { &mut self.thinking } else { &mut self.throttle };
        sleep_s(throttle.take(now_s));
        let limit = self.welcome.limits.max_inflight;
        while limit > 0 && self.open.len() as i64 >= limit {
            self.pump(Instant::now() + Duration::from_secs(3600))?;
        }
        self.last_id += 1;
        let number = self.last_id;
        plain["id"] = number.into();
        self.open.insert(
            number,
            Open { plain: plain.clone(), answers: VecDeque::new(), is_lost: false },
        );
        self.transmit(&plain)?;
        Ok(number)
    }

    /// Sends a message. Where the link turns out to be lost we come back first, by which what has a
    /// number is sent again.
    fn transmit(&mut self, plain: &Value) -> Result<(), Error> {
        let encoding = self.dialer.address.encoding;
        let Some(link) = &mut self.link else { return Err(self.ended()) };
        let Err(closed) = link.send(plain, encoding) else { return Ok(()) };
        let closed = self.last_words(closed);
        let error = Error::lost(format!("not sent: {}", closed.reason), closed.code);
        self.come_back(closed)?;
        if plain.get("id").is_some() { Ok(()) } else { Err(error) }
    }

    /// Why a link that takes nothing more was closed: the server has said so before, if it could.
    fn last_words(&mut self, closed: Closed) -> Closed {
        let wait = Duration::from_millis(100);
        loop {
            let read = self.link.as_mut().map_or(Ok(None), |link| link.receive(wait));
            let taken = match read {
                Ok(None) => return closed,
                Ok(frame) => self.take_frame(frame, wait),
                Err(found) => Err(found),
            };
            match taken {
                Ok(()) => {}
                Err(found) if found.code.is_some() => return found,
                Err(_) => return closed,
            }
        }
    }

    fn next_answer(&mut self, number: i64) -> Result<Value, Error> {
        let until = Instant::now() + Duration::from_secs_f64(self.dialer.login.timing.reply_s);
        loop {
            let Some(open) = self.open.get_mut(&number) else {
                return Err(Error::ReplyTimeout(format!("request {number} is not open")));
            };
            if open.is_lost {
                self.open.remove(&number);
                return Err(Error::lost("the connection was lost before the answer came", None));
            }
            if let Some(answer) = open.answers.pop_front() {
                if answer["type"] != "error" {
                    return Ok(answer);
                }
                self.open.remove(&number);
                return Err(Error::Request(read::<wire::Error>(&answer)?.into()));
            }
            if Instant::now() >= until {
                let kind = open.plain["type"].as_str().unwrap_or("").to_string();
                self.open.remove(&number);
                return Err(Error::ReplyTimeout(format!("no answer to `{kind}` in time")));
            }
            self.pump(until)?;
        }
    }

    // Reading.

    /// Takes in one frame, or returns when the time is over. Comes back where the link is lost.
    fn pump(&mut self, until: Instant) -> Result<(), Error> {
        let timing = &self.dialer.login.timing;
        let silence = Duration::from_secs_f64(timing.silence_s);
        let left = until.saturating_duration_since(Instant::now());
        let Some(link) = &mut self.link else { return Err(self.ended()) };
        let read =
            link.receive(left.min(silence)).and_then(|frame| self.take_frame(frame, silence));
        match read {
            Ok(()) => Ok(()),
            Err(closed) => self.come_back(closed),
        }
    }

    fn take_frame(&mut self, frame: Option<Vec<u8>>, silence: Duration) -> Result<(), Closed> {
        let encoding = self.dialer.address.encoding;
        match frame {
            Some(frame) => {
                self.has_asked = false;
                self.heard = Instant::now();
                if frame.is_empty() {
                    return Ok(());
                }
                let wrong = |error: Error| {
                    Closed::because(format!("the server sent a bad message: {error}"))
                };
                let plain = decode(&frame, encoding).map_err(wrong)?;
                self.take(plain)
            }
            None if self.is_stdio() || self.heard.elapsed() < silence => Ok(()),
            None if self.has_asked => Err(Closed::because("no sign of life")),
            None => {
                self.has_asked = true;
                self.heard = Instant::now();
                self.last_id += 1;
                self.put(&json!({"type": "ping", "id": self.last_id}))
            }
        }
    }

    fn deliver(&mut self, plain: Value) {
        self.arrived += 1;
        self.inbox.push_back(Incoming { plain, number: self.arrived });
    }

    fn take(&mut self, plain: Value) -> Result<(), Closed> {
        let kind =
            plain["type"].as_str().ok_or_else(|| Closed::because("a message without type"))?;
        if kind == "bye" {
            let reason = plain["reason"].as_str().unwrap_or("").to_string();
            return Err(Closed { reason, code: plain["code"].as_i64(), wait_s: wait_s(&plain) });
        }
        let answered = plain["re"].as_i64();
        let is_progress = kind == "progress";
        let is_push = is_progress || !(answered.is_some() || kind == "pong");
        let seq = plain["seq"].as_i64();
        let open = answered.and_then(|number| self.open.get_mut(&number));
        match open {
            Some(open) if !is_progress => open.answers.push_back(plain),
            _ if is_push => {
                if self.inbox.len() >= self.dialer.login.timing.max_inbox {
                    return Err(Closed::because("more messages than anybody reads"));
                }
                self.deliver(plain);
            }
            _ => {} // nobody waits for it: it came too late, or twice after a resume
        }
        seq.map_or(Ok(()), |seq| self.count(seq))
    }

    /// Notes what was taken in: a link that breaks before that sends it again.
    fn count(&mut self, seq: i64) -> Result<(), Closed> {
        self.seq = seq;
        if seq - self.acked >= self.dialer.login.timing.ack_every && !self.is_stdio() {
            self.acked = seq;
            return self.put(&json!({"type": "ack", "seq": seq}));
        }
        Ok(())
    }

    fn put(&mut self, plain: &Value) -> Result<(), Closed> {
        let encoding = self.dialer.address.encoding;
        self.link.as_mut().map_or(Ok(()), |link| link.send(plain, encoding))
    }

    // Staying connected.

    fn ended(&self) -> Error {
        self.over.clone().unwrap_or_else(|| Error::lost("call connect() first", None))
    }

    fn end(&mut self, error: Error) -> Error {
        self.link = None;
        self.over = Some(error.clone());
        error
    }

    fn come_back(&mut self, closed: Closed) -> Result<(), Error> {
        let timing = self.dialer.login.timing.clone();
        let is_final = closed.code.is_some_and(|code| !wire::can_reconnect(code));
        if self.is_stdio() || is_final || timing.reconnect_s <= 0.0 {
            return Err(self.end(Error::lost(closed.reason, closed.code)));
        }
        let can_resume = closed.code.is_none_or(wire::can_resume);
        let resume = can_resume.then(|| {
            json!({
                "session": self.welcome.session,
                "token": self.welcome.resume_token,
                "seq": self.seq,
            })
        });
        self.link = None;
        log::warn(format_args!("connection lost ({}); reconnecting", closed.reason));
        sleep_s(self.dialer.backoff.next_wait_s(closed.wait_s));
        let dialled = self.dialer.dial(timing.reconnect_s, resume.as_ref());
        let (link, welcome) = dialled.map_err(|error| self.end(error))?;
        self.adopt(link, welcome);
        let how = if self.welcome.resumed { "resumed" } else { "new session" };
        log::warn(format_args!("reconnected: {how}"));
        self.deliver(write(&self.welcome));
        self.settle_open_requests();
        Ok(())
    }

    /// Open requests after a reconnect: asked again in a resumed session, failed in a new one.
    fn settle_open_requests(&mut self) {
        let encoding = self.dialer.address.encoding;
        for open in self.open.values_mut() {
            if !self.welcome.resumed {
                open.is_lost = true;
            } else if let Some(link) = &mut self.link
                && link.send(&open.plain, encoding).is_err()
            {
                return; // the next read finds out
            }
        }
    }
}

pub(crate) fn sleep_s(seconds: f64) {
    if seconds > 0.0 {
        std::thread::sleep(Duration::from_secs_f64(seconds));
    }
}
