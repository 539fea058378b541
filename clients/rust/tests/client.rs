//! A client and its bots against a script: a server that says and expects one message after the other.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::rc::Rc;
use std::thread::JoinHandle;

use infoset::address::{Address, Transport};
use infoset::backoff::Backoff;
use infoset::throttle::Throttle;
use infoset::{
    Answer, Bot, BotError, BotSeat, Client, Error, Faults, Host, Login, Match, Options, Plan, Turn,
    wire,
};
use serde_json::{Value, json};

struct Script {
    listener: TcpListener,
    lines: Option<BufReader<TcpStream>>,
}

impl Script {
    /// Takes the next connection and its hello, and lets it in.
    fn greet(&mut self, is_resumed: bool) -> Value {
        let (socket, _) = self.listener.accept().unwrap();
        self.lines = Some(BufReader::new(socket));
        let hello = self.hear("hello");
        let limits = json!({"max_frame_in": 262144, "max_inflight": 16, "msgs_per_s": 5000,
                            "queue_bytes": 1, "resume_ttl_ms": 1});
        self.say(json!({"type": "welcome", "proto": 1, "minor": 0, "session": "s_1",
                        "resume_token": "rt", "resumed": is_resumed, "user": "u_1", "name": "x",
                        "scopes": [], "features": [], "limits": limits, "server": "script",
                        "now_ms": 0}));
        hello
    }

    fn hear(&mut self, kind: &str) -> Value {
        loop {
            let plain = self.hear_any();
            if plain["type"] == kind {
                return plain;
            }
        }
    }

    fn hear_any(&mut self) -> Value {
        let mut line = String::new();
        assert_ne!(self.lines.as_mut().unwrap().read_line(&mut line).unwrap(), 0, "cut off");
        serde_json::from_str(&line).unwrap()
    }

    fn say(&mut self, plain: Value) {
        let socket = self.lines.as_mut().unwrap().get_mut();
        socket.write_all(format!("{plain}\n").as_bytes()).unwrap();
    }

    fn answer(&mut self, request: &Value, mut plain: Value) {
        plain["re"] = request["id"].clone();
        self.say(plain);
    }

    fn seat(&mut self) {
        let seek = self.hear("seek");
        self.answer(&seek, json!({"type": "ok"}));
        self.start_match();
    }

    fn start_match(&mut self) {
        self.say(json!({"type": "match_start", "seq": 1, "match_id": "m_1", "game": "colonizers",
                        "rules": "colonizers/1.0", "role": "player", "seat": 0,
                        "players": [{"seat": 0, "kind": "bot"}], "clock": {"kind": "none"},
                        "consts_hash": "c"}));
    }

    fn ask(&mut self, decision: i64) {
        let mut turn = question(decision);
        let about = json!({"type": "your_turn", "seq": decision + 1, "match_id": "m_1", "seat": 0,
                           "ver": 1, "obs": {}});
        turn.as_object_mut().unwrap().extend(about.as_object().unwrap().clone());
        self.say(turn);
    }

    fn accept(&mut self, act: &Value) {
        self.answer(
            act,
            json!({"type": "act_ok", "match_id": "m_1", "decision": 1, "elapsed_ms": 0}),
        );
    }

    fn end(&mut self) {
        self.say(json!({"type": "match_over", "match_id": "m_1", "reason": "finished",
                        "places": [1], "scores": [3], "returns": [1]}));
        self.hear("bye");
    }
}

fn question(decision: i64) -> Value {
    json!({"decision": decision, "kind": "build", "n": 3, "fallback": 2,
           "legal": {"actions": [["build", 10], ["build", 9], ["skip"]]}})
}

fn serve(script: impl FnOnce(&mut Script) + Send + 'static) -> (String, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("infoset://{}", listener.local_addr().unwrap());
    let running = std::thread::spawn(move || script(&mut Script { listener, lines: None }));
    (url, running)
}

#[derive(Default)]
struct Failing;

impl Bot for Failing {
    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        match turn.decision {
            1 => Err("no idea".into()),
            2 => Ok(7.into()),
            _ => panic!("really no idea"),
        }
    }
}

#[derive(Default)]
struct First;

impl Bot for First {
    fn decide(&mut self, _: &Turn) -> Result<Answer, BotError> {
        Ok(0.into())
    }
}

#[derive(Default)]
struct Remarking;

impl Bot for Remarking {
    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        assert!(turn.remark("", &[0.5, -0.5]).is_err(), "there is one seat");
        assert!(turn.remark("", &[1.5]).is_err());
        turn.remark(&"ä".repeat(600), &[0.5])?;
        Ok(if turn.decision == 1 { 0.into() } else { 7.into() })
    }
}

#[derive(Default)]
struct Talking {
    heard: Vec<String>,
}

impl Bot for Talking {
    fn on_talk(&mut self, _: &Match, name: &str, text: &str) -> Result<(), BotError> {
        self.heard.push(format!("{name}: {text}"));
        Ok(())
    }

    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        turn.say(&format!("  {}{} ", self.heard.join(" "), "ä".repeat(400)));
        turn.say("   ");
        Ok(0.into())
    }
}

fn play<B: Bot + Default + 'static>(url: &str) -> Faults {
    let client = Client::new(url, Login::default()).unwrap();
    client.connect().unwrap();
    let plan = Plan { game: Some("colonizers".into()), matches: Some(1), ..Plan::default() };
    let make = || Box::new(B::default()) as Box<dyn Bot>;
    let mut faults = Faults::default();
    Host::new(Rc::new(client), &make, plan).run(|seat: &BotSeat| faults = seat.faults).unwrap();
    faults
}

#[test]
fn an_error_a_panic_and_a_wrong_answer_play_the_fallback() {
    let (url, running) = serve(|script| {
        script.greet(false);
        script.seat();
        for (decision, note) in [
            (1, "fallback: decide raised an error"),
            (2, "fallback: wrong answer"),
            (3, "fallback: decide raised an error"),
        ] {
            script.ask(decision);
            let act = script.hear("act");
            assert_eq!((&act["index"], &act["note"]), (&json!(2), &json!(note)));
            script.accept(&act);
        }
        script.end();
    });
    assert_eq!(play::<Failing>(&url), Faults { exceptions: 2, wrong_answers: 1, missed: 0 });
    running.join().unwrap();
}

#[test]
fn a_remark_goes_along_with_the_act_and_with_no_fallback() {
    let (url, running) = serve(|script| {
        script.greet(false);
        script.seat();
        script.ask(1);
        let act = script.hear("act");
        assert_eq!((&act["note"], &act["value"]), (&json!("ä".repeat(500)), &json!([0.5])));
        script.accept(&act);
        script.ask(2);
        let act = script.hear("act");
        assert_eq!((&act["note"], act.get("value")), (&json!("fallback: wrong answer"), None));
        script.accept(&act);
        script.end();
    });
    assert_eq!(play::<Remarking>(&url), Faults { wrong_answers: 1, ..Faults::default() });
    running.join().unwrap();
}

#[test]
fn what_a_bot_says_goes_before_its_act_and_a_refusal_changes_nothing() {
    let (url, running) = serve(|script| {
        script.greet(false);
        script.seat();
        let answers = [
            json!({"type": "ok"}),
            json!({"type": "error", "code": "forbidden", "msg": "programs are silent here"}),
        ];
        for (decision, answer) in (1..).zip(answers) {
            if decision == 1 {
                script.say(json!({"type": "chat_msg", "match_id": "m_1", "user": "u_2",
                                  "name": "ann", "to": "all", "text": "hi"}));
            }
            script.ask(decision);
            let said = script.hear_any();
            let line = format!("ann: hi{}", "ä".repeat(293));
            assert_eq!((&said["type"], &said["text"]), (&json!("chat"), &json!(line)));
            assert_eq!(said["match_id"], json!("m_1"));
            script.answer(&said, answer);
            let act = script.hear_any();
            assert_eq!((&act["type"], &act["index"]), (&json!("act"), &json!(0)));
            script.accept(&act);
        }
        script.end();
    });
    assert_eq!(play::<Talking>(&url), Faults::default());
    running.join().unwrap();
}

#[test]
fn an_illegal_action_is_followed_by_the_fallback() {
    let (url, running) = serve(|script| {
        script.greet(false);
        script.seat();
        script.ask(1);
        let act = script.hear("act");
        script.answer(
            &act,
            json!({"type": "error", "code": "illegal_action", "msg": "no",
                                   "data": {"why": "too dear", "left": 2}}),
        );
        assert_eq!(act.get("note"), None);
        let act = script.hear("act");
        assert_eq!((&act["index"], &act["note"]), (&json!(2), &json!("fallback: illegal")));
        script.accept(&act);
        script.end();
    });
    assert_eq!(play::<First>(&url).wrong_answers, 1);
    running.join().unwrap();
}

#[test]
fn a_cut_connection_is_resumed_and_the_request_sent_again() {
    let (url, running) = serve(|script| {
        script.greet(false);
        script.seat();
        script.ask(1);
        let act = script.hear("act");
        script.lines = None; // without a word
        let hello = script.greet(true);
        assert_eq!(hello["resume"], json!({"session": "s_1", "token": "rt", "seq": 2}));
        assert_eq!(script.hear("act"), act, "number and all");
        script.accept(&act);
        script.end();
    });
    assert_eq!(play::<First>(&url), Faults::default());
    running.join().unwrap();
}

#[test]
fn a_new_session_is_played_on_from_its_snapshot() {
    let (url, running) = serve(|script| {
        let first = script.greet(false);
        script.seat();
        script.ask(1);
        script.hear("act");
        script.lines = None;
        let hello = script.greet(false);
        assert_eq!(hello["auth"], first["auth"], "a guest comes back as the same one");
        let sync = script.hear("sync");
        let snapshot = json!({"type": "snapshot", "match_id": "m_1", "ver": 1, "obs": {},
                              "pending": [question(1)]});
        script.answer(&sync, snapshot.clone());
        script.start_match();
        script.say(snapshot);
        let act = script.hear("act");
        assert_eq!(act["index"], 0, "the choice that may have got lost");
        script.accept(&act);
        script.end();
    });
    assert_eq!(play::<First>(&url), Faults::default());
    running.join().unwrap();
}

#[test]
fn a_refusal_is_an_error_with_its_reason() {
    let (url, running) = serve(|script| {
        script.greet(false);
        let seek = script.hear("seek");
        script.answer(
            &seek,
            json!({"type": "error", "code": "bad_option", "msg": "no", "retry_ms": 5,
                                    "data": {"path": "seats", "want": "2 to 4"}}),
        );
        script.hear("bye");
    });
    let client = Client::new(&url, Login::default()).unwrap();
    client.connect().unwrap();
    let error = client.request(&wire::Seek { game: "catan".into(), ..Default::default() });
    let Err(Error::Request(refusal)) = error else { panic!("expected a refusal, got {error:?}") };
    assert!(refusal.is(wire::code::BAD_OPTION));
    assert_eq!((refusal.path(), refusal.want()), (Some("seats"), Some("2 to 4")));
    assert_eq!(refusal.retry_ms, Some(5));
    drop(client);
    running.join().unwrap();
}

#[test]
fn waits_grow_up_to_a_bound_and_start_over() {
    let mut backoff = Backoff::new(fastrand::Rng::with_seed(1));
    let longest = (0..200).map(|_| backoff.next_wait_s(0.0)).fold(0.0, f64::max);
    assert!((5.0..=backoff.longest_s).contains(&longest));
    assert!(backoff.next_wait_s(60.0) >= 60.0);
    backoff.reset();
    assert!(backoff.next_wait_s(0.0) <= backoff.first_s);
}

#[test]
fn a_throttle_keeps_below_the_rate() {
    let mut throttle = Throttle::default();
    assert_eq!(throttle.take(0.0), 0.0);
    throttle.allow(10, 0.0);
    let waited = (0..100).map(|_| throttle.take(0.0)).last().unwrap();
    assert!((8.0..12.0).contains(&waited));
}

#[test]
fn an_address_is_read_and_a_bad_one_says_what_it_expects() {
    let address = Address::parse("wss+msgpack://[::1]/x").unwrap();
    assert_eq!((address.host.as_str(), address.port, address.path.as_str()), ("::1", 443, "/x"));
    assert_eq!(Address::parse("localhost").unwrap().port, 7421);
    assert_eq!(Address::parse("stdio:").unwrap().transport, Transport::Stdio);
    for bad in ["infoset://", "host:port", "gopher://x", "ws+xml://x", "host:0"] {
        assert!(matches!(Address::parse(bad), Err(Error::Address(_))), "{bad}");
    }
}

#[test]
fn a_token_is_not_sent_in_the_clear() {
    let login = Login { token: Some("t".into()), ..Login::default() };
    assert!(Client::new("infoset://example.org", login.clone()).is_err());
    assert!(Client::new("ws://127.0.0.1", login).is_ok());
}

#[test]
fn a_program_that_is_told_nothing_plays_on_standard_input_and_output() {
    let parse = |words: &[&str], token: Option<&str>| {
        let words: Vec<String> = words.iter().map(|word| word.to_string()).collect();
        let environment = |name: &str| (name == "INFOSET_TOKEN").then_some(token).flatten();
        Options::parse(words, |name| environment(name).map(str::to_string), false, None).unwrap()
    };
    assert_eq!(parse(&[], None).url, "stdio:");
    assert_eq!(parse(&["--seek", "catan"], None).url, "infoset://127.0.0.1:7421");
    let hosted = parse(&[], Some("inf_bot_x"));
    assert_eq!((hosted.url.as_str(), hosted.plan.matches), ("infoset://127.0.0.1:7421", None));
}
