//! Runs a bot as a program: reads options, plays the matches, prints what came out.

use std::process::ExitCode;
use std::rc::Rc;

use crate::bot::Bot;
use crate::client::Client;
use crate::error::Error;
use crate::host::Host;
use crate::log;
use crate::options::{HELP, Options};
use crate::seat::{BotSeat, Faults};
use crate::tally::{Tally, faults_text, result_text};

/// The `main` of a bot: plays by the options, writes a line for each match and a summary. `make` is called
/// anew for every match; `seek` is the game that is sought where the command line names none.
pub fn run<B: Bot + 'static>(make: impl Fn() -> B, name: &str, seek: Option<&str>) -> ExitCode {
    run_guarded(|| {
        let options = Options::from_env(seek)?;
        if options.is_help {
            print!("{HELP}");
            return Ok(());
        }
        play(&|| Box::new(make()), &options, name)
    })
}

/// Does a program's work; what goes wrong on purpose becomes one sentence.
pub fn run_guarded(work: impl FnOnce() -> Result<(), Error>) -> ExitCode {
    match work() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("infoset: {}", log::clean(&error.to_string()));
            ExitCode::FAILURE
        }
    }
}

fn play(make: &dyn Fn() -> Box<dyn Bot>, options: &Options, name: &str) -> Result<(), Error> {
    if let Some(word) = options.others.first() {
        return Err(Error::Command(format!("{word}: what is this? --help lists the options")));
    }
    log::set_verbose(options.is_verbose);
    if let Some(path) = &options.log {
        log::open(path)?;
    }
    let plan = options.plan.clone();
    let client = Client::new(&options.url, options.login(name, &["compute"]))?;
    let has_given_seats = client.is_stdio() || options.token.is_some();
    let is_named = plan.game.is_some() || plan.room.is_some() || plan.ladder.is_some();
    if !is_named && !has_given_seats {
        let text = "what shall be played? Add --seek GAME to be paired, --room ROOM to take a seat, or --ladder LADDER";
        return Err(Error::Command(text.into()));
    }
    client.connect()?;
    let (mut tally, mut faults) = (Tally::default(), Faults::default());
    let played = Host::new(Rc::new(client), make, plan).run(|seat: &BotSeat| {
        if let Some(result) = &seat.result {
            tally.add(result);
            println!("{}", result_text(&seat.r#match, result));
        }
        faults.add(seat.faults);
    });
    println!("{}{}", tally.text(), faults_text(faults));
    played
}
