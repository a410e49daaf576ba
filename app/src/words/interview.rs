//! What is read beside and inside one interview.

pub(crate) mod room {
    use protocol::interview::Engine;

    pub(crate) const PHASES: &str = "Phases";
    pub(crate) const PAST: &str = "done";
    pub(crate) const COMPLETENESS: &str = "Completeness";
    pub(crate) const EXPORT: &str = "Export";
    pub(crate) const MARKDOWN: &str = "Markdown";
    pub(crate) const JSON: &str = "JSON";
    pub(crate) const CSV: &str = "CSV";
    pub(crate) const PRINT: &str = "Print";
    pub(crate) const FINISH: &str = "Finish";
    pub(crate) const CONVERSATION: &str = "Conversation";
    pub(crate) const MESSAGES: &str = "Messages";
    pub(crate) const YOU: &str = "You:";
    pub(crate) const AGENT: &str = "Interviewer:";
    pub(crate) const NOTE: &str = "Note:";
    pub(crate) const SPOKEN: &str = "spoken";
    pub(crate) const IMPORTED: &str = "imported";
    pub(crate) const STOPPED: &str = "stopped";
    pub(crate) const BUILT_IN: &str = "Built-in engine";
    pub(crate) const BUILT_IN_HINT: &str = "Built-in engine: nothing leaves this machine";
    pub(crate) const STARTED: &str = "The reply has begun.";
    pub(crate) const WORKING: &str = "Still working on the reply.";
    pub(crate) const FINISHED: &str = "The reply is complete.";
    pub(crate) const THINKING: &str = "Thinking …";
    pub(crate) const COMPLETED: &str = "This interview is complete.";
    pub(crate) const READ_ONLY: &str = "You are reading a transcript. Only the person interviewed can answer.";
    pub(crate) const VIEWER: &str = "Your account can read this interview but not answer.";
    pub(crate) const NO_SCRIPTS: &str =
        "Scripts are off: the page does not follow along by itself, but every button and the answer field work.";
    pub(crate) const BLOCKERS_NONE: &str = "Nothing stands in the way of finishing.";
    pub(crate) const TOOK: &str = "Understood";
    pub(crate) fn correct(name: &str) -> String {
        format!("Correct {name}")
    }
    pub(crate) fn corrected(name: &str) -> String {
        format!("{name} is corrected.")
    }
    pub(crate) fn take_back(name: &str) -> String {
        format!("Take back {name}")
    }
    /// What the person says in whose name a value is taken back that has no earlier one.
    pub(crate) fn forget(name: &str) -> String {
        format!("Forget the {name}.")
    }
    pub(crate) const REQUIRED: &str = "required";
    pub(crate) fn satisfied(satisfied: u32, total: u32) -> String {
        format!("{satisfied} of {total}")
    }
    pub(crate) fn required(satisfied: u32, total: u32) -> String {
        format!("{satisfied} of {total} {REQUIRED}")
    }
    pub(crate) fn blockers(count: usize) -> String {
        if count == 1 { "1 thing before finishing".into() } else { format!("{count} things before finishing") }
    }
    pub(crate) fn model(name: &str) -> String {
        format!("Answered by {name}")
    }
    /// Why the language model did not answer, by the word that the server gives.
    pub(crate) fn why_fell_back(reason: &str) -> &'static str {
        match reason {
            "budget_spent" => "its budget is spent",
            "circuit_open" => "it failed repeatedly and is left alone for a while",
            "limited" | "overloaded" => "it is too busy",
            "malformed" | "truncated" => "its answers could not be used",
            "refused" => "it declined",
            "timed_out" => "it took too long",
            "unauthorized" => "its key is not accepted",
            "unreachable" => "it cannot be reached",
            _ => "something went wrong with it",
        }
    }
    pub(crate) fn fell_back(reason: &str) -> String {
        format!("The language model did not answer here: {}. The built-in engine took its part.", why_fell_back(reason))
    }
    /// Who did something beside the conversation, where a language model was asked to.
    pub(crate) fn done_by(engine: &Engine, fell_back: Option<&str>) -> Option<String> {
        match (engine, fell_back) {
            (Engine::Model(name), _) => Some(format!("By {name}")),
            (Engine::BuiltIn, Some(reason)) => {
                Some(format!("By the built-in engine, because the language model could not: {}", why_fell_back(reason)))
            }
            (Engine::BuiltIn, None) => None,
        }
    }
    pub(crate) fn built_in_instead(reason: &str) -> String {
        format!("Built-in engine, because the language model did not answer: {}", why_fell_back(reason))
    }
}

pub(crate) mod threads {
    pub(crate) const EDIT: &str = "Edit this message";
    pub(crate) const EDIT_WHY: &str = "What rested on it is taken back.";
    pub(crate) fn leaves(messages: usize, answers: usize) -> String {
        let messages = if messages == 1 { "1 later message".to_owned() } else { format!("{messages} later messages") };
        let (answers, leave) = match answers {
            0 => (String::new(), if messages.starts_with("1 ") { "leaves" } else { "leave" }),
            1 => (" and 1 answer".to_owned(), "leave"),
            count => (format!(" and {count} answers"), "leave"),
        };
        format!("{messages}{answers} {leave} this conversation; you can return to it.")
    }
    pub(crate) const SAY_INSTEAD: &str = "Say this instead";
    pub(crate) const EDITED: &str = "The interview goes on from here.";
    pub(crate) fn edited(left: &str) -> String {
        format!("{EDITED} {}", left.replace(" leave ", " have left ").replace(" leaves ", " has left "))
    }
    pub(crate) const REWORD: &str = "Say it in other words";
    pub(crate) const REWORDED: &str = "Said in other words.";
    pub(crate) const GOOD: &str = "A good message";
    pub(crate) const NOT_GOOD: &str = "Not a good message";
    pub(crate) const NOTED: &str = "Thank you, noted.";
    pub(crate) const TAKEN_BACK: &str = "Taken back.";
    pub(crate) const WHY_NOT: &str = "What was not good about it?";
    pub(crate) const NO_COMMENT: &str = "No comment";
    pub(crate) const SHOW_AGAIN: &str = "Show this wording again";
    pub(crate) const RETURN: &str = "Return to this";
    pub(crate) fn wordings(count: usize) -> String {
        if count == 1 { "1 earlier wording".into() } else { format!("{count} earlier wordings") }
    }
    pub(crate) fn branches(count: usize) -> String {
        if count == 1 { "Said otherwise before".into() } else { format!("Said otherwise {count} times before") }
    }
}

pub(crate) mod composer {
    pub(crate) const LABEL: &str = "Your answer";
    pub(crate) const PLACEHOLDER: &str = "Write an answer, or ask back";
    pub(crate) const SEND: &str = "Send";
    pub(crate) const STOP: &str = "Stop the reply";
    pub(crate) const VOICE: &str = "Talk instead of typing";
    pub(crate) const HINT: &str = "Enter sends, Shift + Enter makes a new line";
    pub(crate) const SENDING: &str = "Sending …";
    pub(crate) const WAITING: &str = "Not sent yet. It goes out when the connection is back.";
    pub(crate) const AFTER_REPLY: &str = "Not sent yet. It goes out when the reply is complete.";
    pub(crate) const RETRY: &str = "Send again";
    pub(crate) const TAKE_BACK: &str = "Edit";
    pub(crate) const DISCARD: &str = "Discard";
    pub(crate) fn too_long(bytes: usize, limit: usize) -> String {
        format!(
            "This is too long to send: {} of at most {} kB. Please shorten it or send it in parts.",
            bytes.div_ceil(1024),
            limit / 1024
        )
    }
    pub(crate) fn about(name: &str) -> String {
        format!("Your answer about {name}")
    }
}

pub(crate) mod widget {
    pub(crate) const ANSWER: &str = "Answer";
    pub(crate) const SAVE: &str = "Save";
    pub(crate) const CANCEL: &str = "Cancel";
    pub(crate) const CHOOSE: &str = "Choose one";
    pub(crate) const CHOOSE_MANY: &str = "Choose all that fit";
    pub(crate) const NUMBER: &str = "A number";
    pub(crate) const DATE: &str = "A date";
    pub(crate) const TEXT: &str = "In your own words";
    pub(crate) const NOTHING_CHOSEN: &str = "Choose at least one, or write an answer below.";
    pub(crate) const NO_NUMBER: &str = "Enter a number, such as 12 or 3.5.";
    pub(crate) const NO_DATE: &str = "Enter a whole date.";
    pub(crate) const NO_TEXT: &str = "Write something first.";
    pub(crate) const ASKED: &str = "Asked now";
    /// What the buttons under a question say for the person.
    pub(crate) const MOVES: [(&str, &str); 4] = [
        ("Why do you ask?", "Why do you ask?"),
        ("For example?", "Can you give me an example?"),
        ("I don't know", "I don't know."),
        ("Later", "Let's come back to this later."),
    ];
}

pub(crate) mod negotiation {
    pub(crate) const WAS: &str = "was";
    pub(crate) const PROPOSED: &str = "proposed";
    pub(crate) const AGAIN: &str = "Decide again";
    pub(crate) const BECAUSE: &str = "because";
    pub(crate) const ACCEPT: &str = "Accept";
    pub(crate) const EDIT: &str = "Edit";
    pub(crate) const KEEP: &str = "Keep the old one";
    pub(crate) const LATER: &str = "Later";
    pub(crate) const NOTHING_PROPOSED: &str = "not said yet";
    pub(crate) const ROUNDS: &str = "How it was settled";
    pub(crate) const LEFT: &str = "left for later";
    pub(crate) const KEPT: &str = "kept";
    pub(crate) const CHANGED: &str = "changed to";
    pub(crate) fn question(name: &str) -> String {
        format!("Which one holds for “{name}”?")
    }
    pub(crate) fn round(number: usize, turn: u32) -> String {
        format!("Round {number}, turn {turn}")
    }
}

pub(crate) mod known {
    pub(crate) const TITLE: &str = "What is known";
    pub(crate) const SHOW: &str = "What is known";
    pub(crate) const HIDE: &str = "Back to the talk";
    pub(crate) const NEXT_BEST: &str = "What would help most";
    pub(crate) const OTHER: &str = "General";
    pub(crate) const REQUIRED: &str = "required";
    pub(crate) const ASKING: &str = "asking now";
    pub(crate) const WAITS: &str = "waits for";
    pub(crate) const EDIT: &str = "Edit the value";
    pub(crate) const ADD: &str = "Give a value";
    pub(crate) const DEFER: &str = "Defer";
    pub(crate) const SKIP: &str = "Skip";
    pub(crate) const REOPEN: &str = "Reopen";
    pub(crate) const DISPUTED: &str = "in dispute";
    pub(crate) const NOT_COUNTED: &str = "understood before, does not count";
    pub(crate) const UNDO: &str = "Undo";
    pub(crate) const RESTRUCTURE: &str = "Merge or split";
    pub(crate) const BEFORE: &str = "Before";
    pub(crate) const KEEP_THIS: &str = "Keep this one";
    pub(crate) const CONFLICTS: &str = "Values that do not fit together";
    pub(crate) const MEMORY: &str = "Working memory";
    pub(crate) const LOOKED_OVER: &str = "The answers were looked over once more.";
    pub(crate) const MEMORY_WHY: &str = "What the interviewer keeps in mind between turns.";
    pub(crate) const TOPICS: &str = "Recent topics";
    pub(crate) const FOLLOW_UPS: &str = "To come back to";
    pub(crate) const RELATIONS: &str = "Connections";
    pub(crate) const PREFERENCES: &str = "Preferences";
    pub(crate) const STYLE: &str = "Tone";
    pub(crate) const FORMAL: &str = "formal";
    pub(crate) const CASUAL: &str = "casual";
    pub(crate) const EMPTY: &str = "Nothing yet";
    pub(crate) fn progress(satisfied: u32, total: u32) -> String {
        format!("{satisfied} of {total}")
    }
    pub(crate) fn change(name: &str) -> String {
        format!("Change {name}")
    }
    pub(crate) fn said_in(turn: u32) -> String {
        format!("turn {turn}")
    }
    pub(crate) fn only_said_in(turn: u32) -> String {
        format!("said in turn {turn}")
    }
    pub(crate) fn not_before(turn: u32) -> String {
        format!("not before turn {turn}")
    }
    pub(crate) fn gain(hundredths: u8) -> String {
        format!("+{hundredths} %")
    }
    pub(crate) fn attempts(times: u32) -> String {
        match times {
            1 => "asked once".into(),
            _ => format!("asked {times} times"),
        }
    }
}

pub(crate) mod ending {
    pub(crate) const SUMMARY: &str = "Summary";
    pub(crate) const TODO: &str = "Still to do";
    pub(crate) const NOTHING_TO_DO: &str = "Nothing is left open.";
    pub(crate) const NO_SUMMARY: &str = "There is no summary of this interview.";
    pub(crate) const TAKE: &str = "Take it with you";
    pub(crate) const GO_ON: &str = "To go on, reopen an answer: press the pencil beside it, then “Reopen”.";
    pub(crate) const ANOTHER: &str = "Begin another interview";
}

pub(crate) mod whole {
    pub(crate) const MENU: &str = "This interview";
    pub(crate) const TITLE: &str = "Title";
    pub(crate) const RENAME: &str = "Rename";
    pub(crate) const NOT_YET: &str = "not before what is required is known";
    pub(crate) const REASSESS: &str = "Reassess every answer";
    pub(crate) const REASSESSING: &str = "Reassessing …";
    pub(crate) const IMPORT: &str = "Import a conversation";
    pub(crate) const QUESTIONS: &str = "Questions of this interview";
    pub(crate) fn go_on(phase: &str) -> String {
        format!("Go on to {}", crate::letters::lower(phase))
    }
    pub(crate) fn retitled(was: &str) -> String {
        format!("The title was “{was}”.")
    }
    pub(crate) fn reassessed(changed: &[String]) -> String {
        match changed {
            [] => "Every answer was reassessed: nothing changed.".into(),
            [one] => format!("Every answer was reassessed. One changed: {one}."),
            many => format!("Every answer was reassessed. {} changed: {}.", many.len(), many.join(", ")),
        }
    }
}
