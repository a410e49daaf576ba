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
    pub(crate) const STARTED: &str = "The reply has started.";
    pub(crate) const WORKING: &str = "Still working on the reply.";
    pub(crate) const FINISHED: &str = "The reply is complete.";
    pub(crate) const THINKING: &str = "Thinking …";
    pub(crate) const COMPLETED: &str = "This interview is complete.";
    pub(crate) const READ_ONLY: &str = "You are reading a transcript. Only the person interviewed can answer.";
    pub(crate) const VIEWER: &str = "Your account can read this interview but not answer.";
    pub(crate) fn guest_speaks(name: &str) -> String {
        format!("You invited {name}, who answers here. You can read along.")
    }
    pub(crate) const NO_SCRIPTS: &str =
        "JavaScript is off: the page does not update by itself, but every button and the answer field work.";
    pub(crate) const BLOCKERS_NONE: &str = "You can finish now.";
    pub(crate) const TOOK: &str = "Understood";
    pub(crate) const OFFER: &str = "Finish the interview?";
    pub(crate) const YES_FINISH: &str = "Yes, finish";
    pub(crate) const CHANGE_SOMETHING: &str = "Change something";
    pub(crate) const READ_BACK: &str = "To confirm";
    pub(crate) fn correct(name: &str) -> String {
        format!("Correct {name}")
    }
    pub(crate) fn corrected(name: &str) -> String {
        format!("{name} was corrected.")
    }
    pub(crate) fn take_back(name: &str) -> String {
        format!("Undo {name}")
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
        if count == 1 { "1 thing left to do".into() } else { format!("{count} things left to do") }
    }
    pub(crate) fn model(name: &str) -> String {
        format!("Answered by {name}")
    }
    /// Why the language model did not answer, by the word that the server gives.
    pub(crate) fn why_fell_back(reason: &str) -> &'static str {
        match reason {
            "budget_spent" => "its budget is used up",
            "circuit_open" => "it failed repeatedly and is paused for a while",
            "limited" | "overloaded" => "it is too busy",
            "malformed" | "truncated" => "its answers could not be used",
            "refused" => "it declined",
            "timed_out" => "it took too long",
            "unauthorized" => "its key was not accepted",
            "unreachable" => "it cannot be reached",
            _ => "something went wrong with it",
        }
    }
    pub(crate) fn fell_back(reason: &str) -> String {
        format!("The language model did not answer here: {}. The built-in engine answered instead.", why_fell_back(reason))
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
    pub(crate) const EDIT_WHY: &str = "Answers based on it are undone.";
    pub(crate) fn leaves(messages: usize, answers: usize) -> String {
        let messages = if messages == 1 { "1 later message".to_owned() } else { format!("{messages} later messages") };
        let (answers, leave) = match answers {
            0 => (String::new(), if messages.starts_with("1 ") { "leaves" } else { "leave" }),
            1 => (" and 1 answer".to_owned(), "leave"),
            count => (format!(" and {count} answers"), "leave"),
        };
        format!("{messages}{answers} {leave} this conversation; you can return to it.")
    }
    pub(crate) const SAY_INSTEAD: &str = "Save and continue from here";
    pub(crate) const EDITED: &str = "The interview goes on from here.";
    pub(crate) fn edited(left: &str) -> String {
        format!("{EDITED} {}", left.replace(" leave ", " have left ").replace(" leaves ", " has left "))
    }
    pub(crate) const REWORD: &str = "Rephrase";
    pub(crate) const REWORDED: &str = "Rephrased.";
    pub(crate) const GOOD: &str = "Good message";
    pub(crate) const NOT_GOOD: &str = "Bad message";
    pub(crate) const NOTED: &str = "Thank you for your feedback.";
    pub(crate) const TAKEN_BACK: &str = "Feedback removed.";
    pub(crate) const WHY_NOT: &str = "What was not good about it?";
    pub(crate) const NO_COMMENT: &str = "No comment";
    pub(crate) const SHOW_AGAIN: &str = "Show this wording again";
    pub(crate) const RETURN: &str = "Return to this";
    pub(crate) fn wordings(count: usize) -> String {
        if count == 1 { "1 earlier wording".into() } else { format!("{count} earlier wordings") }
    }
    pub(crate) fn branches(count: usize) -> String {
        if count == 1 { "1 earlier version".into() } else { format!("{count} earlier versions") }
    }
}

pub(crate) mod composer {
    pub(crate) const LABEL: &str = "Your answer";
    pub(crate) const PLACEHOLDER: &str = "Write an answer, or ask back";
    pub(crate) const SEND: &str = "Send";
    pub(crate) const STOP: &str = "Stop the reply";
    pub(crate) const VOICE: &str = "Talk instead of typing";
    pub(crate) const HINT: &str = "Enter to send, Shift + Enter for a new line";
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
    pub(crate) const NO_DATE: &str = "Enter a complete date.";
    pub(crate) const NO_SPAN: &str = "Choose the month or quarter, and enter a year such as 2027.";
    pub(crate) const NO_RANGE: &str = "Enter two numbers, the smaller one first.";
    pub(crate) fn allowed(bounds: &str) -> String {
        format!("Allowed: {bounds}")
    }
    pub(crate) fn out_of_bounds(name: &str, bounds: &str) -> String {
        format!("{name} must be {bounds}.")
    }
    pub(crate) const HOW_EXACT: &str = "How exactly?";
    pub(crate) const SPANS: [&str; 4] = ["Day", "Month", "Quarter", "Year"];
    pub(crate) const MONTH: &str = "Month";
    pub(crate) const QUARTER: &str = "Quarter";
    pub(crate) const YEAR: &str = "Year";
    pub(crate) const ONE_NUMBER: &str = "One number";
    pub(crate) const RANGE: &str = "From – to";
    pub(crate) const TO: &str = "to";
    pub(crate) fn last(name: &str) -> String {
        format!("{name}, up to")
    }
    pub(crate) fn range(first: &str, last: &str) -> String {
        format!("{first} to {last}")
    }
    pub(crate) fn at_least(least: &str) -> String {
        format!("at least {least}")
    }
    pub(crate) fn at_most(most: &str) -> String {
        format!("at most {most}")
    }
    pub(crate) const NO_TEXT: &str = "Write something first.";
    pub(crate) const ASKED: &str = "Asked now";
    /// What the buttons under a question say for the person.
    pub(crate) const MOVES: [(&str, &str); 4] = [
        ("Why do you ask?", "Why do you ask?"),
        ("For example?", "Can you give me an example?"),
        ("I don't know", "I don't know."),
        ("Later", "Let's come back to this later."),
    ];
    pub(crate) const TO_CONFIRM: &str = "To confirm";
    pub(crate) const OR_OTHERWISE: &str = "Confirm it, or answer otherwise";
    /// What the button beside a value that is read back says for the person.
    pub(crate) const CONFIRM: [(&str, &str); 1] = [("Yes, that's right", "Yes, that's right")];
}

pub(crate) mod negotiation {
    pub(crate) const WAS: &str = "was";
    pub(crate) const PROPOSED: &str = "proposed";
    pub(crate) const AGAIN: &str = "Decide again";
    pub(crate) const BECAUSE: &str = "because";
    pub(crate) const ACCEPT: &str = "Accept";
    pub(crate) const EDIT: &str = "Edit";
    pub(crate) const KEEP: &str = "Keep the old value";
    pub(crate) const LATER: &str = "Later";
    pub(crate) const NOTHING_PROPOSED: &str = "not given yet";
    pub(crate) const ROUNDS: &str = "How it was resolved";
    pub(crate) const LEFT: &str = "left for later";
    pub(crate) const KEPT: &str = "kept";
    pub(crate) const CHANGED: &str = "changed to";
    pub(crate) fn question(name: &str) -> String {
        format!("Which one is right for “{name}”?")
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
    pub(crate) const ADD: &str = "Enter a value";
    pub(crate) const DEFER: &str = "Defer";
    pub(crate) const SKIP: &str = "Skip";
    pub(crate) const REOPEN: &str = "Reopen";
    pub(crate) const DISPUTED: &str = "in dispute";
    pub(crate) const UNSETTLED: &str = "two values, unresolved";
    pub(crate) const NOT_COUNTED: &str = "earlier reading, does not count";
    pub(crate) const UNDO: &str = "Undo";
    pub(crate) const RESTRUCTURE: &str = "Merge or split";
    pub(crate) const BEFORE: &str = "Before";
    pub(crate) const KEEP_THIS: &str = "Keep this value";
    pub(crate) const CONFLICTS: &str = "Contradicting values";
    pub(crate) const MEMORY: &str = "Working memory";
    pub(crate) const LOOKED_OVER: &str = "The answers were reviewed again.";
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
        format!("+{hundredths}%")
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
    pub(crate) const TODO: &str = "Open questions";
    pub(crate) const VALUES: &str = "What is known";
    pub(crate) const NEXT: &str = "What next";
    pub(crate) const PROJECT: &str = "Create a project from this";
    pub(crate) const ANOTHER: &str = "Start another interview";
    /// Names beyond these are counted.
    const NAMED: usize = 3;
    pub(crate) fn far(known: usize, asked: usize, percent: u8) -> String {
        format!("{known} of {asked} answers are known: this interview is {percent}% complete.")
    }
    /// What is known, and not well enough to rely on it.
    pub(crate) fn sure(unsure: &[String]) -> String {
        match unsure {
            [] => "All values have high confidence.".into(),
            [one] => format!("The least certain value is {one}."),
            many => format!("The least certain values are {}.", listed(many)),
        }
    }
    pub(crate) fn open(names: &[String]) -> String {
        match names {
            [] => "No open questions.".into(),
            [one] => format!("1 question is still open: {one}."),
            many => format!("{} questions are still open: {}.", many.len(), listed(many)),
        }
    }
    fn listed(names: &[String]) -> String {
        match names {
            [one, other] => format!("{one} and {other}"),
            [first @ .., last] if names.len() <= NAMED => format!("{} and {last}", first.join(", ")),
            many => format!("{} and {} more", many[..NAMED.min(many.len())].join(", "), many.len().saturating_sub(NAMED)),
        }
    }
    pub(crate) fn answer_now(name: &str) -> String {
        format!("Answer {name} now")
    }
    pub(crate) fn confirm_now(name: &str) -> String {
        format!("Confirm {name} now")
    }
    pub(crate) fn settle_now(name: &str) -> String {
        format!("Resolve {name} now")
    }
}

/// Why the completeness is lower than it was.
pub(crate) mod falling {
    pub(crate) const MORE_ASKED: &str = "A question was added.";
    pub(crate) const CHANGED: &str = "What counts has changed.";
    pub(crate) fn set_aside(name: &str) -> String {
        format!("{name} was set aside.")
    }
    pub(crate) fn reopened(name: &str) -> String {
        format!("{name} was reopened.")
    }
    pub(crate) fn disputed(name: &str) -> String {
        format!("Two values were given for {name}.")
    }
    pub(crate) fn weaker(name: &str) -> String {
        format!("{name} is less certain now.")
    }
}

pub(crate) mod whole {
    pub(crate) const MENU: &str = "This interview";
    pub(crate) const TITLE: &str = "Title";
    pub(crate) const RENAME: &str = "Rename";
    pub(crate) const NOT_YET: &str = "answer the required questions first";
    pub(crate) const REASSESS: &str = "Reassess every answer";
    pub(crate) const REASSESSING: &str = "Reassessing …";
    pub(crate) const IMPORT: &str = "Import a conversation";
    pub(crate) const QUESTIONS: &str = "Questions of this interview";
    pub(crate) fn go_on(phase: &str) -> String {
        format!("Continue to {}", crate::letters::lower(phase))
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
