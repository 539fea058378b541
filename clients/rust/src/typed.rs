//! What the generated types share: messages and their names, rows, and reading with the place of a mistake.

use serde::de::{DeserializeOwned, Error as _};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use crate::error::Error;

/// A message of the protocol, told by its `type`.
pub trait Message: Serialize + DeserializeOwned {
    const TYPE: &'static str;
}

/// A request with an answer.
pub trait Request: Message {
    type Reply: DeserializeOwned + Reply;
}

/// What may be an answer: a message of one type, or any.
pub trait Reply: Sized {
    /// Reads the answer. Fails where it is another message, or has a wrong field.
    fn from_plain(plain: &Value) -> Result<Self, Error>;
}

impl<M: Message> Reply for M {
    fn from_plain(plain: &Value) -> Result<Self, Error> {
        match plain["type"].as_str() {
            Some(kind) if kind == M::TYPE => read(plain),
            kind => Err(Error::protocol("type", format!("{}, got {kind:?}", M::TYPE))),
        }
    }
}

impl Reply for crate::wire::ServerMessage {
    fn from_plain(plain: &Value) -> Result<Self, Error> {
        read(plain)
    }
}

/// Reads a typed value from a plain one. The error names the field that is wrong.
pub fn read<T: DeserializeOwned>(plain: &Value) -> Result<T, Error> {
    serde_path_to_error::deserialize(plain)
        .map_err(|wrong| Error::protocol(&wrong.path().to_string(), wrong.inner().to_string()))
}

/// Writes a message in plain values, its `type` first.
pub fn write<M: Message>(message: &M) -> Value {
    let mut plain = Map::new();
    plain.insert("type".into(), M::TYPE.into());
    if let Ok(Value::Object(fields)) = serde_json::to_value(message) {
        plain.extend(fields);
    }
    Value::Object(plain)
}

/// A list whose entries have names; with a verb, that word stands in front.
pub trait Row: Sized {
    const VERB: Option<&'static str>;

    /// Takes its entries, behind the verb. Fails with the name of the one that is wrong.
    fn take(entries: &mut Entries) -> Result<Self, String>;

    /// Writes its entries behind the verb.
    fn put(&self, row: &mut Vec<Value>);

    /// The row in plain values.
    fn to_plain(&self) -> Value {
        let mut row: Vec<Value> = Self::VERB.map(Value::from).into_iter().collect();
        self.put(&mut row);
        Value::Array(row)
    }

    /// Is `plain` such a row, going by its verb?
    fn is_told(plain: &Value) -> bool {
        Self::VERB.is_some() && plain.get(0).and_then(Value::as_str) == Self::VERB
    }
}

/// The entries of a row, one after the other.
pub struct Entries(std::vec::IntoIter<Value>);

impl Entries {
    /// An entry that must be there.
    pub fn next<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, String> {
        let entry = self.0.next().ok_or_else(|| format!("{name}: missing"))?;
        T::deserialize(entry).map_err(|wrong| format!("{name}: {wrong}"))
    }

    /// An entry that may be left out at the end.
    pub fn next_if_any<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, String> {
        if self.0.as_slice().is_empty() { Ok(None) } else { self.next(name).map(Some) }
    }

    /// All that are left.
    pub fn rest<T: DeserializeOwned>(&mut self, name: &str) -> Result<Vec<T>, String> {
        let mut found = Vec::new();
        while let Some(entry) = self.next_if_any(name)? {
            found.push(entry);
        }
        Ok(found)
    }

    pub fn put<T: Serialize>(row: &mut Vec<Value>, entry: &T) {
        row.push(serde_json::to_value(entry).unwrap_or_default());
    }

    pub fn put_if_any<T: Serialize>(row: &mut Vec<Value>, entry: &Option<T>) {
        if let Some(entry) = entry {
            Self::put(row, entry);
        }
    }

    pub fn put_rest<T: Serialize>(row: &mut Vec<Value>, entries: &[T]) {
        for entry in entries {
            Self::put(row, entry);
        }
    }
}

/// How serde reads a row.
pub fn read_row<'de, R: Row, D: Deserializer<'de>>(deserializer: D) -> Result<R, D::Error> {
    let mut entries = Entries(Vec::<Value>::deserialize(deserializer)?.into_iter());
    if let Some(verb) = R::VERB {
        let found: String = entries.next("verb").map_err(D::Error::custom)?;
        if found != verb {
            return Err(D::Error::custom(format!("expected {verb:?}, got {found:?}")));
        }
    }
    R::take(&mut entries).map_err(D::Error::custom)
}

/// How serde writes a row.
pub fn write_row<R: Row, S: Serializer>(row: &R, serializer: S) -> Result<S::Ok, S::Error> {
    row.to_plain().serialize(serializer)
}

/// How serde writes a member of a union: with the field that tells which it is.
pub fn tagged<T: Serialize, S: Serializer>(
    field: &str,
    tag: &str,
    member: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut plain = Map::new();
    plain.insert(field.into(), tag.into());
    if let Value::Object(fields) =
        serde_json::to_value(member).map_err(serde::ser::Error::custom)?
    {
        plain.extend(fields);
    }
    plain.serialize(serializer)
}

/// Is this the default of its type? Such fields are not written.
pub fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}
