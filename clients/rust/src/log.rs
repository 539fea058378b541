//! The log: warnings on standard error, and everything in a file of your own where one is named.

use std::fmt::Display;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::error::Error;

static FILE: Mutex<Option<File>> = Mutex::new(None);
static IS_VERBOSE: AtomicBool = AtomicBool::new(false);

/// Writes everything into this file, too.
pub fn open(path: &str) -> Result<(), Error> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    let file = file.map_err(|error| Error::Command(format!("log file {path}: {error}")))?;
    if let Ok(mut kept) = FILE.lock() {
        *kept = Some(file);
    }
    Ok(())
}

/// Shows what is told by `info`, too.
pub fn set_verbose(is_verbose: bool) {
    IS_VERBOSE.store(is_verbose, Ordering::Relaxed);
}

pub fn warn(text: impl Display) {
    put(&text.to_string(), true);
}

pub fn info(text: impl Display) {
    put(&text.to_string(), IS_VERBOSE.load(Ordering::Relaxed));
}

/// Untrusted text as one line without control characters, fit for a terminal.
pub fn clean(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

fn put(text: &str, is_shown: bool) {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    let line = format!("{hours:02}:{minutes:02}:{:02}Z {}\n", seconds % 60, clean(text));
    if is_shown {
        eprint!("{line}");
    }
    if let Ok(mut kept) = FILE.lock()
        && let Some(file) = kept.as_mut()
        && let Err(error) = file.write_all(line.as_bytes())
    {
        eprintln!("the log file cannot be written: {error}");
        *kept = None;
    }
}
