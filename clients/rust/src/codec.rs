//! Bytes to plain values and back, by the rules of the protocol's data model. No streams in here.

use serde_json::{Map, Number, Value};

use crate::error::Error;

/// Objects and lists within each other, the message included.
const MAX_DEPTH: usize = 17;
/// Of one list or object.
const MAX_ENTRIES: usize = 4096;
/// 2^53 - 1: what every language can hold.
const MAX_INTEGER: i64 = 9_007_199_254_740_991;
/// In it, and only there, null does not mean absent: it removes a field.
const PATCH: &str = "patch";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    Json,
    Msgpack,
}

impl Encoding {
    pub fn from_name(name: &str) -> Option<Self> {
        match name {
            "json" => Some(Self::Json),
            "msgpack" => Some(Self::Msgpack),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Msgpack => "msgpack",
        }
    }
}

/// Reads a frame. Numbers without a fractional part come out as integers, and fields that are null are
/// left out, as absent ones, but in a patch. Fails for everything the protocol does not allow.
pub fn decode(frame: &[u8], encoding: Encoding) -> Result<Value, Error> {
    let plain = match encoding {
        Encoding::Json => {
            serde_json::from_slice(frame).map_err(|wrong| Error::frame(wrong.to_string()))?
        }
        Encoding::Msgpack => decode_msgpack(frame)?,
    };
    match normal(plain, 1, false)? {
        message @ Value::Object(_) => Ok(message),
        _ => Err(Error::frame("an object")),
    }
}

/// Writes a frame.
pub fn encode(plain: &Value, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Json => plain.to_string().into_bytes(),
        Encoding::Msgpack => encode_msgpack(plain),
    }
}

#[cfg(feature = "msgpack")]
fn decode_msgpack(frame: &[u8]) -> Result<Value, Error> {
    use serde::Deserialize;
    let mut reader = rmp_serde::Deserializer::new(std::io::Cursor::new(frame));
    let plain = Value::deserialize(&mut reader).map_err(|wrong| Error::frame(wrong.to_string()))?;
    if reader.get_ref().position() as usize != frame.len() {
        return Err(Error::frame("nothing behind the message"));
    }
    Ok(plain)
}

#[cfg(feature = "msgpack")]
fn encode_msgpack(plain: &Value) -> Vec<u8> {
    rmp_serde::to_vec(plain).expect("plain values can always be written")
}

#[cfg(not(feature = "msgpack"))]
fn decode_msgpack(_: &[u8]) -> Result<Value, Error> {
    Err(Error::frame("JSON: the feature `msgpack` is not built in"))
}

#[cfg(not(feature = "msgpack"))]
fn encode_msgpack(_: &Value) -> Vec<u8> {
    unreachable!("links refuse msgpack where it is not built in")
}

fn normal(plain: Value, depth: usize, keeps_null: bool) -> Result<Value, Error> {
    match plain {
        Value::Number(number) => integral(number).map(Value::Number),
        Value::Array(items) => {
            check_size(items.len(), depth)?;
            let items: Result<Vec<Value>, Error> =
                items.into_iter().map(|item| normal(item, depth + 1, keeps_null)).collect();
            Ok(Value::Array(items?))
        }
        Value::Object(fields) => {
            check_size(fields.len(), depth)?;
            let mut kept = Map::new();
            for (name, value) in fields {
                if keeps_null || !value.is_null() {
                    let inside = keeps_null || name == PATCH;
                    kept.insert(name, normal(value, depth + 1, inside)?);
                }
            }
            Ok(Value::Object(kept))
        }
        other => Ok(other),
    }
}

fn check_size(entries: usize, depth: usize) -> Result<(), Error> {
    if depth > MAX_DEPTH {
        return Err(Error::frame("at most 16 levels below the message"));
    }
    if entries > MAX_ENTRIES {
        return Err(Error::frame("at most 4096 entries in a list or object"));
    }
    Ok(())
}

/// `3.0` is 3; integers above 2^53 - 1 are refused.
fn integral(number: Number) -> Result<Number, Error> {
    if let Some(integer) = number.as_i64() {
        return if integer.abs() <= MAX_INTEGER { Ok(number) } else { Err(too_large()) };
    }
    match number.as_f64() {
        Some(float) if float.fract() != 0.0 => Ok(number),
        Some(float) if float.abs() <= MAX_INTEGER as f64 => Ok(Number::from(float as i64)),
        _ => Err(too_large()),
    }
}

fn too_large() -> Error {
    Error::frame("integers within 2^53-1")
}
