//! How a message sounds, and what the person likes to be given.

use super::super::{
    signs::{Sign, Signs},
    text::Text,
};
use protocol::interview::Style;
use serde_json::{Value, json};

pub(super) fn style(text: &Text<'_>) -> Option<Style> {
    let casual = [
        "lol", "haha", "yeah", "yep", "nah", "gonna", "wanna", "hey", "cool", "btw", "thx", "u", "ur", "kinda", "dunno",
        "awesome",
    ];
    let formal = ["kindly", "regarding", "furthermore", "sincerely", "therefore", "moreover", "pleased", "sir", "madam"];
    let has = |list: &[&str]| (0..text.words.len().min(200)).any(|at| list.contains(&text.word(at)));
    if has(&casual) {
        Some(Style::Casual)
    } else if has(&formal) {
        Some(Style::Formal)
    } else {
        None
    }
}

pub(super) fn preferences(signs: &Signs) -> Vec<(String, Value)> {
    if signs.has(Sign::Examples) { vec![("prefers_examples".to_owned(), json!(true))] } else { Vec::new() }
}
