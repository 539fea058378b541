//! Looks on: tells in lines what happens in a match. `watcher m_5xT2`, or without a word the newest one.

use std::process::ExitCode;

use infoset::wire::{ServerMessage, Watch, WatchLobby};
use infoset::{Client, Error, Options, log, run_guarded};
use serde_json::Value;

/// The match of the newest room that plays; waits until there is one.
fn find_match(client: &Client) -> Result<String, Error> {
    let mut rooms = client.request(&WatchLobby::default())?.rooms;
    loop {
        if let Some(match_id) = rooms.into_iter().rev().find_map(|room| room.match_id) {
            return Ok(match_id);
        }
        rooms = loop {
            if let ServerMessage::Lobby(lobby) = client.receive()?.read()? {
                break lobby.rooms;
            }
        };
    }
}

fn watch() -> Result<(), Error> {
    let options = Options::from_env(None)?;
    let client = Client::new(&options.url, options.login("watcher-rust", &["obs"]))?;
    if client.is_stdio() {
        return Err(Error::Command("which server? Add --url infoset://HOST:PORT".into()));
    }
    client.connect()?;
    let match_id = match options.others.into_iter().next() {
        Some(match_id) => match_id,
        None => find_match(&client)?,
    };
    client.request(&Watch { match_id: Some(match_id), ..Default::default() })?;
    loop {
        match client.receive()?.read()? {
            ServerMessage::MatchStart(start) => {
                println!("{} {}", start.game, start.match_id);
                for seat in start.players {
                    let name = seat.name.unwrap_or_else(|| "?".into());
                    println!("seat {}: {}", seat.seat, log::clean(&name));
                }
            }
            ServerMessage::Events(events) => {
                for event in events.items {
                    println!("{}", Value::Object(event));
                }
            }
            ServerMessage::MatchOver(over) => {
                println!("over: {}, places {:?}", over.reason, over.places);
                return Ok(());
            }
            _ => {}
        }
    }
}

fn main() -> ExitCode {
    run_guarded(watch)
}
