//! The trace that a program writes of its own play.

use std::cell::Cell;
use std::fs::{create_dir_all, read_to_string, remove_dir_all, write};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use infoset::{
    Answer, Bot, BotError, BotSeat, Client, Error, Host, Login, Plan, Slot, Turn, assert_decision,
};
use serde_json::{Value, json};

/// An empty folder of a test, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("infoset-{test}-{}", std::process::id()));
        create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = remove_dir_all(&self.0);
    }
}

/// Answers decision 1 with a value for each action, 2 with too few, 3 with nothing, 4 with a written offer, 5 with picks.
#[derive(Default)]
struct Thinker;

impl Bot for Thinker {
    fn decide(&mut self, turn: &Turn) -> Result<Answer, BotError> {
        Ok(match turn.decision {
            1 => {
                turn.remark("the dearest", &[])?;
                turn.weigh(&[Some(0.5), None, Some(-1.0)])?;
                Answer::Index(1)
            }
            2 => {
                turn.weigh(&[Some(1.0), Some(2.0)])?;
                Answer::Index(0)
            }
            3 => Answer::Nothing,
            4 => {
                turn.weigh(&[Some(1.0), Some(f64::NAN), Some(f64::NEG_INFINITY)])?;
                json!(["offer", 7]).into()
            }
            _ => Answer::Picks(vec![1]),
        })
    }
}

fn start() -> Value {
    json!({"type": "match_start", "seq": 4, "match_id": "m/1", "game": "colonizers", "rules": "colonizers/1.0",
           "role": "player", "seat": 0, "players": [{"seat": 0, "kind": "bot"}], "options": {"later": [1]},
           "clock": {"kind": "none"}, "consts_hash": "c"})
}

fn legal() -> Value {
    json!({"kind": "list", "actions": [["build", 10], ["build", 9], ["skip"]],
           "params": [{"kind": "offer", "fields": {}}]})
}

fn question(decision: i64, ver: i64, more: Value) -> Value {
    let mut plain = json!({"type": "your_turn", "match_id": "m/1", "seat": 0, "ver": ver, "decision": decision,
                           "kind": "build", "n": 3, "legal": legal(), "fallback": 2, "obs": {}});
    plain.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    plain
}

/// Plays against a script, which says these and waits for an act behind each question that is not optional.
fn play(script: Vec<Value>, trace: &Path) -> Result<(), Error> {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("infoset://{}", listener.local_addr().unwrap());
    let running = std::thread::spawn(move || {
        let (socket, _) = listener.accept().unwrap();
        let mut lines = BufReader::new(socket);
        hear(&mut lines, "hello").unwrap();
        let limits = json!({"max_frame_in": 262144, "max_inflight": 16, "msgs_per_s": 5000,
                            "queue_bytes": 1, "resume_ttl_ms": 1});
        say(
            &mut lines,
            &json!({"type": "welcome", "proto": 1, "minor": 0, "session": "s_1", "resume_token": "rt",
                    "resumed": false, "user": "u_1", "name": "x", "scopes": [], "features": [],
                    "limits": limits, "server": "script", "now_ms": 0}),
        );
        let seek = hear(&mut lines, "seek").unwrap();
        say(&mut lines, &json!({"type": "ok", "re": seek["id"]}));
        for plain in script {
            say(&mut lines, &plain);
            if plain["type"] == "your_turn" && plain["optional"] != true {
                let Some(act) = hear(&mut lines, "act") else { return };
                let taken = json!({"type": "act_ok", "re": act["id"], "match_id": "m/1",
                                   "decision": plain["decision"], "elapsed_ms": 0});
                say(&mut lines, &taken);
            }
        }
        hear(&mut lines, "bye");
    });
    let client = Client::new(&url, Login::default()).unwrap();
    client.connect().unwrap();
    let plan = Plan {
        game: Some("colonizers".into()),
        matches: Some(1),
        trace: Some(trace.into()),
        ..Plan::default()
    };
    let make = || Box::new(Thinker) as Box<dyn Bot>;
    let wrong = Cell::new(0);
    let count = |seat: &BotSeat| wrong.set(seat.faults.wrong_answers);
    let done = Host::new(Rc::new(client), &make, plan).run(count);
    assert_eq!(wrong.get(), 0);
    running.join().unwrap();
    done
}

fn say(lines: &mut BufReader<TcpStream>, plain: &Value) {
    lines.get_mut().write_all(format!("{plain}\n").as_bytes()).unwrap();
}

/// The next message of this kind; nothing where the connection ends before.
fn hear(lines: &mut BufReader<TcpStream>, kind: &str) -> Option<Value> {
    loop {
        let mut line = String::new();
        if lines.read_line(&mut line).unwrap_or(0) == 0 {
            return None;
        }
        let plain: Value = serde_json::from_str(&line).unwrap();
        if plain["type"] == kind {
            return Some(plain);
        }
    }
}

#[test]
fn a_trace_has_what_a_bot_saw_thought_and_did() {
    let folder = Folder::new("whole");
    let events = json!({"type": "events", "match_id": "m/1", "ver": 3, "items": [{"e": "x"}]});
    let first = question(
        1,
        3,
        json!({"obs": {"seen": null, "by": 1}, "deadline_ms": 900, "clock": [5, 6], "tick": 4}),
    );
    let product = json!({"kind": "product", "slots": [{"slot": "a", "options": [["x"], ["y"]]}]});
    let mut joint = question(5, 9, json!({"legal": product, "fallback": 0}));
    joint.as_object_mut().unwrap().remove("n");
    let optional = question(3, 6, json!({"optional": true}));
    // After a cut it is asked again, and traced once.
    let again =
        json!({"type": "snapshot", "match_id": "m/1", "ver": 6, "obs": {}, "pending": [optional]});
    let over = json!({"type": "match_over", "match_id": "m/1", "reason": "finished",
                      "places": [1], "scores": [3.5], "returns": [1.0]});
    let second = question(2, 5, json!({}));
    let fourth = question(4, 7, json!({}));
    let script = [start(), events, first, second, optional, again, fourth, joint, over];
    let traces = folder.0.join("new").join("traces");
    play(script.to_vec(), &traces).unwrap();
    let file = traces.join("m_1-seat0.ndjson");
    let lines: Vec<Value> = read_to_string(&file)
        .unwrap()
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .map(|mut plain: Value| {
            if plain["type"] == "thought" {
                assert!(plain["ms"].take().as_f64().unwrap() >= 0.0);
                plain.as_object_mut().unwrap().remove("ms");
            }
            plain
        })
        .collect();
    let [mut start, events, mut first, second, optional, _, fourth, joint, over] = script;
    start.as_object_mut().unwrap().remove("seq");
    first["obs"] = json!({"by": 1}); // null means absent
    let thought = |decision: i64, more: Value| {
        let mut plain = json!({"type": "thought", "decision": decision});
        plain.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        plain
    };
    let wanted = [
        json!({"form": "infoset-trace/1"}),
        start,
        events,
        first,
        thought(1, json!({"values": [0.5, null, -1.0], "index": 1, "note": "the dearest"})),
        second,
        thought(2, json!({"index": 2, "note": "fallback: decide raised an error"})),
        optional,
        thought(3, json!({})),
        fourth,
        thought(4, json!({"values": [1.0, null, null], "action": ["offer", 7]})),
        joint,
        thought(5, json!({"picks": [1]})),
        over,
    ];
    for (found, wanted) in lines.iter().zip(&wanted) {
        assert_eq!(found, wanted);
    }
    assert_eq!(lines.len(), wanted.len());
    assert_decision(Thinker::default, &file, 3, json!(["build", 9]));
}

#[test]
fn a_trace_that_cannot_be_written_ends_the_program() {
    let folder = Folder::new("taken");
    let taken = folder.0.join("taken");
    write(&taken, "").unwrap();
    let full = folder.0.join("full");
    create_dir_all(&full).unwrap();
    let mut folders = vec![taken];
    #[cfg(target_os = "linux")]
    {
        std::os::unix::fs::symlink("/dev/full", full.join("m_1-seat0.ndjson")).unwrap();
        folders.push(full);
    }
    for folder in folders {
        let Err(Error::Command(text)) = play(vec![start()], &folder) else {
            panic!("expected an error of the command")
        };
        assert!(text.starts_with(&format!("--trace {}: ", folder.display())), "{text}");
    }
}

#[test]
fn every_action_is_weighed_or_none() {
    let turn = Turn { actions: vec![json!(["skip"]); 3], ..Turn::default() };
    turn.weigh(&[Some(1.0), Some(2.0), None]).unwrap();
    let error = turn.weigh(&[Some(1.0)]).unwrap_err().to_string();
    assert_eq!(error, "values: expected a number or None for each of 3 listed actions, got 1");
    assert!(Turn::default().weigh(&[None]).is_err(), "actions that are not listed");
    let slot = Slot { name: "a".into(), options: vec![json!(["x"]), json!(["y"])] };
    let order = Turn { slots: vec![slot], ..Turn::default() };
    let error = order.weigh(&[Some(1.0), None]).unwrap_err().to_string();
    assert_eq!(error, "values: a joint order lists no actions to weigh, got 2");
}
