//! The payloads of the games that these types were made for; others stay plain values.

pub mod catan;
pub mod colonizers;
pub mod crossfire;
