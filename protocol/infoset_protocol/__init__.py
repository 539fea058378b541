"""The wire contract of Infoset: messages, encodings, framing and sessions. No I/O, no clock."""
