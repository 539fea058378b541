//! Finds messages in a stream of bytes, and marks where they end. Reads nothing itself.

use crate::codec::Encoding;
use crate::error::Error;
use crate::wire;

/// Cuts JSON lines, or msgpack behind a length of four bytes. An empty frame is a keep-alive.
pub struct Framer {
    encoding: Encoding,
    max_frame: usize,
    begun: Vec<u8>,
    searched: usize,
}

impl Framer {
    pub fn new(encoding: Encoding, max_frame: usize) -> Self {
        Self { encoding, max_frame, begun: Vec::new(), searched: 0 }
    }

    pub fn feed(&mut self, data: &[u8]) {
        self.begun.extend_from_slice(data);
    }

    /// The next complete frame, if there is one. Fails for one that is too long, as soon as that is known.
    pub fn cut(&mut self) -> Result<Option<Vec<u8>>, Error> {
        match self.encoding {
            Encoding::Json => self.cut_line(),
            Encoding::Msgpack => self.cut_length(),
        }
    }

    /// A message as it goes over the stream.
    pub fn frame(&self, payload: &[u8]) -> Vec<u8> {
        match self.encoding {
            Encoding::Json => [payload, b"\n"].concat(),
            Encoding::Msgpack => [&(payload.len() as u32).to_be_bytes(), payload].concat(),
        }
    }

    fn cut_line(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let Some(end) = self.begun[self.searched..].iter().position(|&byte| byte == b'\n') else {
            self.searched = self.begun.len();
            let carriage = usize::from(self.begun.last() == Some(&b'\r')); // it may not count
            return self.check(self.begun.len() - carriage).map(|()| None);
        };
        let mut line: Vec<u8> = self.begun.drain(..=self.searched + end).collect();
        self.searched = 0;
        line.pop();
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        self.check(line.len()).map(|()| Some(line))
    }

    fn cut_length(&mut self) -> Result<Option<Vec<u8>>, Error> {
        let Some(head) = self.begun.first_chunk::<4>() else { return Ok(None) };
        let length = u32::from_be_bytes(*head) as usize;
        self.check(length)?;
        if self.begun.len() < 4 + length {
            return Ok(None);
        }
        Ok(Some(self.begun.drain(..4 + length).skip(4).collect()))
    }

    fn check(&self, length: usize) -> Result<(), Error> {
        if length <= self.max_frame {
            return Ok(());
        }
        let want = format!("frames of at most {} bytes", self.max_frame);
        Err(Error::Protocol { code: wire::code::FRAME_TOO_BIG, path: String::new(), want })
    }
}
