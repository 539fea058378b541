//! Keys to log in with: ed25519 in a PEM file, as `infoset token key` writes it.

use crate::error::Error;

/// A private key that logs in without sending a secret. There are none without the feature `tls`.
#[derive(Clone)]
pub struct LoginKey(pair::Pair);

impl LoginKey {
    /// The key in a PEM file.
    pub fn load(path: &str) -> Result<Self, Error> {
        pair::load(path).map(Self).map_err(|why| Error::Command(format!("key file {path}: {why}")))
    }

    /// The public half, in base64url: what a server must know.
    pub fn public(&self) -> String {
        pair::public(&self.0)
    }

    /// The signature over a text in UTF-8, in base64url.
    pub fn sign(&self, text: &str) -> String {
        pair::sign(&self.0, text.as_bytes())
    }
}

impl std::fmt::Debug for LoginKey {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "LoginKey({})", self.public())
    }
}

#[cfg(feature = "tls")]
mod pair {
    use std::sync::Arc;

    use data_encoding::BASE64URL_NOPAD;
    use ring::signature::{Ed25519KeyPair, KeyPair};
    use rustls::pki_types::PrivatePkcs8KeyDer;
    use rustls::pki_types::pem::{Error, PemObject};

    pub type Pair = Arc<Ed25519KeyPair>;

    pub fn load(path: &str) -> Result<Pair, String> {
        let pem = PrivatePkcs8KeyDer::from_pem_file(path).map_err(|error| match error {
            Error::Io(error) => error.to_string(),
            _ => "expected a private key in PEM form, without a password".to_string(),
        })?;
        // Unchecked means only that the file need not hold the public half as well.
        Ed25519KeyPair::from_pkcs8_maybe_unchecked(pem.secret_pkcs8_der())
            .map(Arc::new)
            .map_err(|_| "expected an ed25519 key".to_string())
    }

    pub fn public(pair: &Pair) -> String {
        BASE64URL_NOPAD.encode(pair.public_key().as_ref())
    }

    pub fn sign(pair: &Pair, text: &[u8]) -> String {
        BASE64URL_NOPAD.encode(pair.sign(text).as_ref())
    }
}

#[cfg(not(feature = "tls"))]
mod pair {
    pub type Pair = std::convert::Infallible;

    pub fn load(_: &str) -> Result<Pair, String> {
        Err("the feature `tls`, which brings keys, is not built in".into())
    }

    pub fn public(pair: &Pair) -> String {
        match *pair {}
    }

    pub fn sign(pair: &Pair, _: &[u8]) -> String {
        match *pair {}
    }
}
