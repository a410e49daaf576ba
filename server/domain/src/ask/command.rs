//! What is written into the box of a conversation: a question, or a command that begins with `/` (seed 004, `/refresh`; issue of asks).

use protocol::ask::AskMode;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoxCommand {
    Question(String),
    /// Reads the sources of the project again.
    Refresh,
    /// The last ask again, with what is to be different as [`super::read_redo`] reads it; empty where nothing is.
    Redo(String),
    /// The mode of the next question.
    Mode(AskMode),
    /// Shows what is known about the project.
    Facts,
}

/// # Errors
/// What can be written, for a command that is not there or not whole.
pub fn read_command(text: &str) -> Result<BoxCommand, &'static str> {
    let text = text.trim();
    let Some(command) = text.strip_prefix('/') else { return Ok(BoxCommand::Question(text.to_owned())) };
    let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let rest = rest.trim();
    let alone = |command| if rest.is_empty() { Ok(command) } else { Err("/refresh and /facts stand alone") };
    match name.to_lowercase().as_str() {
        "refresh" => alone(BoxCommand::Refresh),
        "facts" => alone(BoxCommand::Facts),
        "redo" if rest.is_empty() => Ok(BoxCommand::Redo(String::new())),
        "redo" => Ok(BoxCommand::Redo(format!("redo, {rest}"))),
        "mode" => match AskMode::parse(rest.trim_end_matches("mode")) {
            Some(mode) => Ok(BoxCommand::Mode(mode)),
            None => Err("write /mode auditable, /mode exploratory or /mode knowledge"),
        },
        _ => Err("there is no such command: there are /redo, /mode, /facts and /refresh"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::read_redo;
    use serde_json::json;

    #[test]
    fn a_command_begins_with_a_slash_and_everything_else_is_a_question() {
        for (text, expected) in [
            (" How many orders? ", BoxCommand::Question("How many orders?".into())),
            ("1/2 of what?", BoxCommand::Question("1/2 of what?".into())),
            ("/refresh", BoxCommand::Refresh),
            ("/FACTS ", BoxCommand::Facts),
            ("/redo", BoxCommand::Redo(String::new())),
            ("/redo change my age to 50", BoxCommand::Redo("redo, change my age to 50".into())),
            ("/mode Auditable", BoxCommand::Mode(AskMode::Auditable)),
            ("/mode knowledge mode", BoxCommand::Mode(AskMode::Knowledge)),
        ] {
            assert_eq!(read_command(text), Ok(expected), "{text}");
        }
        for wrong in ["/", "/mode", "/mode firm", "/drop", "/facts of life", "/refresh all"] {
            assert!(read_command(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_follows_redo_is_read_as_a_request_to_redo() {
        let Ok(BoxCommand::Redo(text)) = read_command("/redo my age is 50 and in auditable mode") else { panic!("a redo") };
        let redo = read_redo(&text).expect("a redo");
        assert_eq!((redo.mode, redo.facts.get("age")), (Some(AskMode::Auditable), Some(&json!(50))));
    }
}
