//! What is written into the box: a question, or a command that begins with `/`.

use domain::Failure;
use protocol::ask::AskMode;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BoxCommand {
    Question(String),
    /// Reads the sources of the project again.
    Refresh,
    /// The last ask again, with what is to be different; empty where nothing is.
    Redo(String),
    /// The mode of the next question.
    Mode(AskMode),
    /// Shows what is known about the project.
    Facts,
}

/// # Errors
/// 422 for a command that is not there, or not whole.
pub(super) fn parse(text: &str) -> Result<BoxCommand, Failure> {
    let text = text.trim();
    let refused = |why: &str| Err(Failure::invalid("question", why.to_owned()));
    let Some(command) = text.strip_prefix('/') else { return Ok(BoxCommand::Question(text.to_owned())) };
    let (name, rest) = command.split_once(char::is_whitespace).unwrap_or((command, ""));
    let rest = rest.trim();
    match name.to_lowercase().as_str() {
        "refresh" => Ok(BoxCommand::Refresh),
        "facts" => Ok(BoxCommand::Facts),
        "redo" if rest.is_empty() => Ok(BoxCommand::Redo(String::new())),
        "redo" => Ok(BoxCommand::Redo(format!("redo, {rest}"))),
        "mode" => match AskMode::parse(rest) {
            Some(mode) => Ok(BoxCommand::Mode(mode)),
            None => refused("write /mode auditable, /mode exploratory or /mode knowledge"),
        },
        _ => refused("there is no such command: there are /redo, /mode, /facts and /refresh"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_begins_with_a_slash_and_everything_else_is_a_question() {
        for (text, expected) in [
            (" How many orders? ", BoxCommand::Question("How many orders?".into())),
            ("1/2 of what?", BoxCommand::Question("1/2 of what?".into())),
            ("/refresh", BoxCommand::Refresh),
            ("/FACTS", BoxCommand::Facts),
            ("/redo", BoxCommand::Redo(String::new())),
            ("/redo change my age to 50", BoxCommand::Redo("redo, change my age to 50".into())),
            ("/mode Auditable", BoxCommand::Mode(AskMode::Auditable)),
        ] {
            assert_eq!(parse(text).expect("one"), expected, "{text}");
        }
        for wrong in ["/", "/mode", "/mode firm", "/drop"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
