//! One line for each operation of the API, so that a reader of its description finds the one to call.

/// The summary of an operation. Without an entry here it is made of the id: `list_tokens` lists tokens.
pub(super) fn describe(operation: &str) -> String {
    SUMMARIES.iter().find(|(id, _)| *id == operation).map_or_else(|| opened(operation), |(_, summary)| (*summary).to_owned())
}

fn opened(id: &str) -> String {
    let words = id.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

const SUMMARIES: &[(&str, &str)] = &[
    ("discovery_chat", "Say something and read the reply as it comes; begins an interview where there is none"),
    ("open_session", "Begin an interview"),
    ("list_sessions", "List your interviews"),
    ("read_session", "Read the whole state of an interview"),
    ("list_obligations", "List what an interview is to find out, with what is known"),
    ("change_obligation", "Set, put off, skip, reopen or take back an answer by hand"),
    ("add_obligation", "Ask for something more in this interview"),
    ("merge_obligations", "Make one question of several"),
    ("split_obligation", "Make several questions of one"),
    ("migrate_session", "Go on with another version of the objective"),
    ("start_negotiation", "Disagree with an answer"),
    ("propose_value", "Propose another value for an answer that is disputed"),
    ("resolve_negotiation", "Settle which value holds"),
    ("reevaluate", "Look over one answer, or all of them, once more"),
    ("read_completeness", "See how much is known and what would help most"),
    ("set_phase", "Move on to a later phase"),
    ("complete_session", "Finish an interview"),
    ("list_summaries", "List what every ten turns came to"),
    ("list_tasks", "List what is left to do"),
    ("export_session", "Export an interview as Markdown, JSON or CSV"),
    ("import_transcript", "Import a conversation that was held elsewhere"),
    ("list_events", "List everything that happened in an interview"),
    ("stream_events", "Follow an interview live"),
    ("stop_reply", "Stop the reply that is being written"),
    ("regenerate_message", "Have the last reply in other words"),
    ("edit_message", "Say something else in place of an earlier message"),
    ("restore_message", "Go back to an earlier wording, or to what an edit left behind"),
    ("judge_message", "Call a message good or not good"),
    ("request_research", "Have something looked up"),
    ("undo_research", "Take back what a research task changed"),
    ("activate_objective", "Make it the objective of new interviews of its kind"),
    ("replace_objective", "Put a new version of an objective"),
    ("create_question_pool", "Make a pool of questions that is laid over new interviews"),
    ("transcribe", "Write down what is said in a recording"),
    ("speak", "Read a text aloud"),
    ("run_query", "Run one read-only SQL query over a project's data"),
    ("verify_claim", "Check a claimed number against the data"),
    ("call_tool", "Call one of a project's tools"),
    ("add_token", "Make an API token; it is shown this once"),
    ("remove_user", "Remove a person and everything of theirs"),
    ("read_retention", "See for how long finished interviews are kept"),
    ("replace_retention", "Say for how long finished interviews are kept"),
    ("read_usage", "See what language models have cost"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_has_one_line() {
        assert_eq!(describe("open_session"), "Begin an interview");
        assert_eq!(describe("list_tokens"), "List tokens");
        assert!(SUMMARIES.iter().all(|(_, summary)| summary.len() <= 90 && !summary.ends_with('.')));
    }
}
