//! What an assistant draws: named calls that collect drawings. Sends nothing.

use crate::wire::{Drawing, DrawingK};

const MAX_TEXT: usize = 120;
const MAX_CELL: usize = 64;

/// The 16 signs, which look the same in every game and every client.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Badge {
    Cross,
    Ring,
    Skull,
    Diamond,
    Shield,
    Eye,
    Up,
    Right,
    Down,
    Left,
    Flag,
    Star,
    Question,
    Bolt,
    Lock,
    Coin,
}

/// Collects the drawings of one hook; what it draws replaces what it drew the time before. Anchors are names
/// such as `cell:4,7` or `screen:side`; colours are names from the palette or `#rrggbb`, by `color`.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    items: Vec<Drawing>,
}

impl Canvas {
    pub fn text(&mut self, at: &str, words: &str) -> &mut Self {
        self.add(DrawingK::Text, &[at]).t = Some(cut(words, MAX_TEXT));
        self
    }

    pub fn badge(&mut self, at: &str, badge: Badge) -> &mut Self {
        self.add(DrawingK::Badge, &[at]).n = Some(badge as i64);
        self
    }

    /// A tint, from 0 (cold) to 1 (hot).
    pub fn heat(&mut self, at: &str, value: f64) -> &mut Self {
        self.add(DrawingK::Heat, &[at]).v = Some(value.clamp(0.0, 1.0));
        self
    }

    /// An arrow through two anchors or more.
    pub fn arrow(&mut self, at: &[&str]) -> &mut Self {
        self.add(DrawingK::Arrow, at);
        self
    }

    /// A line through two anchors or more.
    pub fn path(&mut self, at: &[&str]) -> &mut Self {
        self.add(DrawingK::Path, at);
        self
    }

    /// A frame.
    pub fn mark(&mut self, at: &str) -> &mut Self {
        self.add(DrawingK::Mark, &[at]);
        self
    }

    /// A piece that is not there, by its name.
    pub fn ghost(&mut self, at: &str, piece: &str) -> &mut Self {
        self.add(DrawingK::Ghost, &[at]).t = Some(cut(piece, MAX_TEXT));
        self
    }

    /// Lines of name and value in a panel.
    pub fn table(&mut self, at: &str, rows: &[(String, String)]) -> &mut Self {
        let cells =
            rows.iter().map(|(name, value)| vec![cut(name, MAX_CELL), cut(value, MAX_CELL)]);
        self.add(DrawingK::Table, &[at]).rows = Some(cells.collect());
        self
    }

    /// Gives the last drawing a colour.
    pub fn color(&mut self, name: &str) -> &mut Self {
        if let Some(last) = self.items.last_mut() {
            last.c = Some(name.into());
        }
        self
    }

    /// What was drawn since this was asked last.
    pub fn take(&mut self) -> Vec<Drawing> {
        std::mem::take(&mut self.items)
    }

    fn add(&mut self, kind: DrawingK, at: &[&str]) -> &mut Drawing {
        let at = at.iter().map(|anchor| anchor.to_string()).collect();
        self.items.push(Drawing { k: kind, at, ..Default::default() });
        self.items.last_mut().expect("it was pushed a moment ago")
    }
}

fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}
