//! The golden vectors of the protocol, in `protocol/vectors/v1`.

use infoset::codec::{Encoding, decode, encode};
use infoset::framing::Framer;
use infoset::wire::{ClientMessage, Legal, ServerMessage};
use infoset::{Answer, Error, Slot, Turn, read};
use serde_json::{Value, json};

fn lines_of(name: &str) -> Vec<Value> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../protocol/vectors/v1");
    let text = std::fs::read_to_string(format!("{folder}/{name}.ndjson")).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn unhex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn texts(value: &Value) -> impl Iterator<Item = &str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Reads a message as a typed one and says in plain values what it has understood.
fn understood(dir: &str, plain: &Value) -> Result<Value, Error> {
    Ok(if dir == "c2s" {
        json!(read::<ClientMessage>(plain)?)
    } else {
        json!(read::<ServerMessage>(plain)?)
    })
}

/// A value as `decode` gives it: `1.0` and `1` are the same number, absent and null the same thing.
fn normal(value: &Value) -> Value {
    decode(value.to_string().as_bytes(), Encoding::Json).unwrap()
}

#[test]
fn every_message_is_read_and_written() {
    for line in lines_of("messages") {
        let (name, dir) = (&line["name"], line["dir"].as_str().unwrap());
        let value = normal(&line["value"]);
        let text = line["json"].as_str().unwrap();
        assert_eq!(decode(text.as_bytes(), Encoding::Json).unwrap(), value, "{name}");
        for hex in texts(&line["msgpack"]) {
            assert_eq!(decode(&unhex(hex), Encoding::Msgpack).unwrap(), value, "{name}");
        }
        for encoding in [Encoding::Json, Encoding::Msgpack] {
            assert_eq!(decode(&encode(&value, encoding), encoding).unwrap(), value, "{name}");
        }
        let written = understood(dir, &value).unwrap();
        assert_eq!(written["type"], value["type"], "{name}");
        for (field, content) in value.as_object().unwrap() {
            // What has the default of its type is left out.
            let is_default =
                [json!([]), json!({}), json!(0), json!(false), json!("")].contains(content);
            assert!(written.get(field).is_some() || is_default, "{name}: {field} is kept");
        }
        assert_eq!(understood(dir, &normal(&written)).unwrap(), written, "{name}");
    }
}

#[test]
fn unusual_messages_are_understood() {
    for line in lines_of("tolerate").iter().filter(|line| line["dir"] == "s2c") {
        let json = texts(&line["json"]).map(|text| decode(text.as_bytes(), Encoding::Json));
        let msgpack = texts(&line["msgpack"]).map(|hex| decode(&unhex(hex), Encoding::Msgpack));
        for plain in json.chain(msgpack) {
            let message: ServerMessage = read(&plain.unwrap()).unwrap();
            if line["means"].is_null() {
                assert!(matches!(message, ServerMessage::Unknown(_)), "{}", line["name"]);
            } else {
                let means = understood("s2c", &normal(&line["means"])).unwrap();
                assert_eq!(json!(message), means, "{}", line["name"]);
            }
        }
    }
}

#[test]
fn what_is_wrong_is_refused() {
    let is_ours = |line: &Value| line["dir"] == "s2c" || line["code"] == "bad_frame";
    for line in lines_of("reject").iter().filter(|line| is_ours(line)) {
        let encoding = Encoding::from_name(line["encoding"].as_str().unwrap()).unwrap();
        if encoding == Encoding::Msgpack && line["dir"] == "c2s" {
            continue; // stricter than a client has to be: float32, bin, repeated keys
        }
        let hex = line["hex"].as_str().map(unhex);
        let frame = hex.unwrap_or_else(|| line["text"].as_str().unwrap().as_bytes().to_vec());
        let plain = decode(&frame, encoding);
        let is_refused = match plain {
            Ok(plain) => plain["type"].as_str().is_none() || understood("s2c", &plain).is_err(),
            Err(_) => true,
        };
        assert!(is_refused, "{}", line["name"]);
    }
}

#[test]
fn a_refused_message_names_its_field() {
    let plain = json!({"type": "timeout", "match_id": "m_1", "seat": "2", "decision": 1,
                       "applied": "fallback", "misses": 1});
    let error = read::<infoset::wire::Timeout>(&plain).unwrap_err();
    assert!(matches!(&error, Error::Protocol { path, .. } if path == "seat"), "{error:?}");
}

#[test]
fn frames_are_cut_wherever_the_bytes_end() {
    for line in lines_of("frames").iter().filter(|line| !line["encoding"].is_null()) {
        let encoding = Encoding::from_name(line["encoding"].as_str().unwrap()).unwrap();
        let mut framer = Framer::new(encoding, line["max_frame"].as_u64().unwrap() as usize);
        let mut found = Vec::new();
        let mut is_ended = false;
        'chunks: for chunk in texts(&line["chunks"]) {
            framer.feed(&unhex(chunk));
            loop {
                match framer.cut() {
                    Ok(Some(frame)) if frame.is_empty() => {}
                    Ok(Some(frame)) => found.push(frame),
                    Ok(None) => break,
                    Err(_) => {
                        is_ended = true;
                        break 'chunks;
                    }
                }
            }
        }
        let wanted: Vec<Vec<u8>> = texts(&line["payloads"]).map(unhex).collect();
        assert_eq!(found, wanted, "{}", line["name"]);
        assert_eq!(is_ended, line["error"].is_string(), "{}", line["name"]);
    }
}

fn turn_of(legal: &Value, n: Option<i64>) -> Turn {
    let legal: Legal = read(legal).unwrap();
    let slots = legal.slots.unwrap_or_default().into_iter();
    Turn {
        n,
        actions: legal.actions.unwrap_or_default(),
        slots: slots.map(|slot| Slot { name: slot.slot, options: slot.options }).collect(),
        params: legal.params.unwrap_or_default(),
        ..Turn::default()
    }
}

#[test]
fn every_way_to_answer_is_checked() {
    for line in lines_of("index") {
        let turn = turn_of(&line["legal"], line["n"].as_i64());
        for case in line["cases"].as_array().unwrap() {
            if let Some(index) = case["index"].as_i64() {
                assert_eq!(turn.read_answer(&index.into()).unwrap().index, Some(index), "{case}");
            }
            if !case["action"].is_null() && !turn.actions.is_empty() {
                let found = turn.index_of(&case["action"]).unwrap() as usize;
                assert_eq!(turn.actions[found], case["action"], "{case}");
            }
            if !case["picks"].is_null() {
                let picks: Vec<i64> = read(&case["picks"]).unwrap();
                let answer = Answer::Picks(picks.clone());
                assert_eq!(turn.read_answer(&answer).unwrap().picks, picks, "{case}");
            }
        }
    }
}

#[test]
fn what_is_no_answer_is_refused_and_says_what_is() {
    let legal =
        json!({"actions": [["build", 10], ["skip"]], "params": [{"kind": "offer", "fields": {}}]});
    let turn = turn_of(&legal, Some(2));
    for wrong in [Answer::Index(2), Answer::Index(-1), json!(["build", 9]).into(), Answer::Nothing]
    {
        let error = turn.read_answer(&wrong).unwrap_err().to_string();
        assert!(error.contains("0 to 1") || error.contains("legal: "), "{error}");
    }
    let skip = infoset::games::colonizers::SkipAction;
    assert_eq!(turn.read_answer(&skip.into()).unwrap().index, Some(1));
    let free = json!(["offer", 1]);
    assert_eq!(turn.read_answer(&free.clone().into()).unwrap().action, Some(free));
}
