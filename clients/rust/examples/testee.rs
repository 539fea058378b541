//! The Rust SDK as a testee: reads and writes what the golden vectors ask for (docs/conformance.md).
//!
//!     infoset conformance --level 1-2 --testee target/debug/examples/testee

use std::io::BufRead;

use infoset::codec::{Encoding, decode, encode};
use infoset::framing::Framer;
use infoset::wire::{ClientMessage, ServerMessage};
use infoset::{Error, read};
use serde_json::{Value, json};

fn unhex(digits: &str) -> Vec<u8> {
    let pairs = digits.as_bytes().chunks(2).filter_map(|pair| std::str::from_utf8(pair).ok());
    pairs.filter_map(|pair| u8::from_str_radix(pair, 16).ok()).collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn answer(question: &Value, encoding: Encoding) -> Result<Value, Error> {
    match question["do"].as_str() {
        Some("decode") => {
            let data = unhex(question["data"].as_str().unwrap_or(""));
            let plain = decode(&data, encoding)?;
            if !plain["type"].is_string() {
                return Ok(json!({"ok": false, "why": "type: expected text"}));
            }
            Ok(match read(&plain)? {
                ServerMessage::Unknown(_) => json!({"ok": true}),
                message => json!({"ok": true, "value": message}),
            })
        }
        Some("encode") => {
            let message: ClientMessage = read(&question["value"])?;
            Ok(json!({"ok": true, "data": hex(&encode(&json!(message), encoding))}))
        }
        Some("frames") => Ok(frames(question, encoding)),
        _ => Ok(json!({"skip": true})),
    }
}

fn frames(question: &Value, encoding: Encoding) -> Value {
    let max_frame = question["max_frame"].as_u64().unwrap_or(0) as usize;
    let mut framer = Framer::new(encoding, max_frame);
    let mut payloads: Vec<String> = Vec::new();
    for chunk in question["chunks"].as_array().into_iter().flatten() {
        framer.feed(&unhex(chunk.as_str().unwrap_or("")));
        loop {
            match framer.cut() {
                Ok(Some(frame)) if frame.is_empty() => {}
                Ok(Some(frame)) => payloads.push(hex(&frame)),
                Ok(None) => break,
                Err(_) => return json!({"ok": false, "payloads": payloads}),
            }
        }
    }
    json!({"ok": true, "payloads": payloads})
}

fn main() {
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let question: Value = serde_json::from_str(&line).unwrap_or_default();
        let encoding = question["encoding"].as_str().and_then(Encoding::from_name);
        let mut said = match encoding {
            Some(encoding) => answer(&question, encoding)
                .unwrap_or_else(|error| json!({"ok": false, "why": error.to_string()})),
            None => json!({"skip": true}),
        };
        said["name"] = question["name"].clone();
        println!("{said}");
    }
}
