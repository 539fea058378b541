//! Where to connect and what to play, from the command line and the environment.

use std::io::IsTerminal;

use crate::DEFAULT_PORT;
use crate::client::{Login, Timing};
use crate::codec::Encoding;
use crate::error::Error;
use crate::host::{MAX_TABLES, Plan};
use crate::keys::LoginKey;

pub(crate) const HELP: &str = "\
  --url URL         infoset://HOST:PORT, ws://, wss:// or stdio: (default: $INFOSET_URL or this machine)
  --stdio           play one match on standard input and output, behind `infoset bridge --mode json`
  --name NAME       name to play under (default: $INFOSET_NAME)
  --token-file F    file with the secret token (default: the token in $INFOSET_TOKEN, else a guest)
  --key-file F      file with the private key to log in with instead (needs the feature `tls`)
  --ca-file F       certificates to trust beside the usual authorities, under TLS
  --encoding NAME   json (default) or msgpack
  --wait SECONDS    keep trying this long while the server cannot be reached (to come back, ten minutes at least)
  --seek GAME       be paired with whoever seeks the same game
  --seats N         with --seek: number of seats
  --fill SECONDS    with --seek: wait before house bots fill the empty seats
  --tables N        with --seek and --ladder: matches at the same time (default: 1)
  --room ROOM       take a seat in this room
  --ladder LADDER   play rated matches on this ladder
  --seat N          with --room: seat, from 0
  --code CODE       with --room: code of an unlisted room
  --version TEXT    with --ladder: which program this is; another version begins anew (default: 1)
  --games N         matches to play in all (default: 1 with --seek and --room, else no end)
  --trace FOLDER    write there what the bot sees, thinks and does, a file for each match; see infoset trace
  --log FILE        write the log into this file, too (default: $INFOSET_LOG)
  --verbose         tell more on stderr
";

#[derive(Clone, Debug, Default)]
pub struct Options {
    pub url: String,
    pub name: Option<String>,
    pub token: Option<String>,
    pub key: Option<LoginKey>,
    pub ca_file: Option<String>,
    pub encoding: Option<Encoding>,
    pub log: Option<String>,
    pub wait_s: f64,
    pub is_verbose: bool,
    pub is_help: bool,
    pub plan: Plan,
    /// What no option takes; for programs with words of their own.
    pub others: Vec<String>,
}

impl Options {
    /// The options of this process. `seek` is the game that is sought where the command line names none.
    pub fn from_env(seek: Option<&str>) -> Result<Self, Error> {
        let words = std::env::args().skip(1);
        let environment = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        Self::parse(words, environment, std::io::stdin().is_terminal(), seek)
    }

    /// The same from what is given. `is_terminal`: is standard input one?
    pub fn parse(
        words: impl IntoIterator<Item = String>,
        environment: impl Fn(&str) -> Option<String>,
        is_terminal: bool,
        seek: Option<&str>,
    ) -> Result<Self, Error> {
        let mut options = Self {
            name: environment("INFOSET_NAME"),
            token: environment("INFOSET_TOKEN"),
            log: environment("INFOSET_LOG"),
            ..Self::default()
        };
        let has_given_seats = options.token.is_some();
        let mut games = None;
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            options.take(&word, &mut words, &mut games)?;
        }
        let plan = &mut options.plan;
        let ways = [&plan.game, &plan.room, &plan.ladder].into_iter().flatten().count();
        if ways > 1 {
            return Err(Error::Command("expected one of --seek, --room and --ladder".into()));
        }
        let is_named = ways == 1;
        // Behind a bridge nobody says where to go; from a terminal, or under a server that gives seats, we connect.
        let is_left_open = options.url.is_empty() && !is_named && !has_given_seats && !is_terminal;
        if is_left_open || environment("INFOSET_STDIO").as_deref() == Some("1") {
            options.url = "stdio:".into();
        }
        let is_stdio = options.url.starts_with("stdio");
        if !is_stdio && !has_given_seats && !is_named {
            plan.game = seek.map(str::to_string);
        }
        let is_sought = plan.game.is_some() || plan.room.is_some();
        plan.matches = games.or((is_sought || is_stdio).then_some(1));
        if options.url.is_empty() {
            let default = || format!("infoset://127.0.0.1:{DEFAULT_PORT}");
            options.url = environment("INFOSET_URL").unwrap_or_else(default);
        }
        Ok(options)
    }

    fn take(
        &mut self,
        word: &str,
        words: &mut impl Iterator<Item = String>,
        games: &mut Option<usize>,
    ) -> Result<(), Error> {
        let mut value =
            || words.next().ok_or_else(|| Error::Command(format!("{word}: a value is missing")));
        match word {
            "--url" => self.url = value()?,
            "--stdio" => self.url = "stdio:".into(),
            "--name" => self.name = Some(value()?),
            "--token-file" => self.token = Some(read_token(&value()?)?),
            "--key-file" => self.key = Some(LoginKey::load(&value()?)?),
            "--ca-file" => self.ca_file = Some(value()?),
            "--encoding" => self.encoding = Some(read_encoding(&value()?)?),
            "--wait" => self.wait_s = number(word, &value()?, 0.0, 86400.0)?,
            "--seek" => self.plan.game = Some(value()?),
            "--seats" => self.plan.seats = Some(number(word, &value()?, 1.0, 16.0)? as i64),
            "--fill" => {
                self.plan.fill_ms = Some((1000.0 * number(word, &value()?, 0.0, 86400.0)?) as i64);
            }
            "--tables" => {
                self.plan.tables = number(word, &value()?, 1.0, MAX_TABLES as f64)? as usize;
            }
            "--room" => self.plan.room = Some(value()?),
            "--seat" => self.plan.seat = Some(number(word, &value()?, 0.0, 15.0)? as i64),
            "--code" => self.plan.code = Some(value()?),
            "--ladder" => self.plan.ladder = Some(value()?),
            "--version" => self.plan.version = Some(value()?),
            "--games" => *games = Some(number(word, &value()?, 1.0, 1e9)? as usize),
            "--trace" => self.plan.trace = Some(value()?.into()),
            "--log" => self.log = Some(value()?),
            "--verbose" | "-v" => self.is_verbose = true,
            "--help" | "-h" => self.is_help = true,
            _ if word.starts_with("--") => {
                return Err(Error::Command(format!("{word}: no such option; --help lists them")));
            }
            _ => self.others.push(word.into()),
        }
        Ok(())
    }

    /// Who logs in, by these options.
    pub fn login(&self, default_name: &str, features: &[&str]) -> Login {
        Login {
            name: self.name.clone().unwrap_or_else(|| default_name.into()),
            token: self.token.clone(),
            key: self.key.clone(),
            encoding: self.encoding,
            ca_file: self.ca_file.clone(),
            features: features.iter().map(|feature| feature.to_string()).collect(),
            timing: Timing::patient(self.wait_s),
            ..Login::default()
        }
    }
}

fn number(option: &str, text: &str, least: f64, most: f64) -> Result<f64, Error> {
    let value: Option<f64> = text.parse().ok();
    value.filter(|value| (least..=most).contains(value)).ok_or_else(|| {
        Error::Command(format!("{option}: expected a number from {least} to {most}, got {text}"))
    })
}

fn read_encoding(name: &str) -> Result<Encoding, Error> {
    Encoding::from_name(name)
        .ok_or_else(|| Error::Command(format!("--encoding: expected json or msgpack, got {name}")))
}

fn read_token(path: &str) -> Result<String, Error> {
    let wrong = |why: String| Error::Command(format!("token file {path}: {why}"));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let mut words = text.split_whitespace();
    match (words.next(), words.next()) {
        (Some(token), None) => Ok(token.into()),
        _ => Err(wrong("expected one token and nothing else".into())),
    }
}
