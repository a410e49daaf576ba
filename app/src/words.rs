//! Every text of the interface in one typed table, grouped by where it is read. Another language replaces this file.

use protocol::{
    Band,
    account::Role,
    interview::{ContextType, Phase, SessionStatus, Source, Status},
};

pub(crate) const PRODUCT: &str = "Discovery";

pub(crate) fn title(page: &str) -> String {
    if page.is_empty() { PRODUCT.into() } else { format!("{page} · {PRODUCT}") }
}

pub(crate) mod models;

pub(crate) mod rail {
    pub(crate) const SKIP: &str = "Skip to the content";
    pub(crate) const PAGES: &str = "Pages";
    pub(crate) const HOME: &str = "Discovery, start page";
    pub(crate) const INTERVIEWS: &str = "Interviews";
    pub(crate) const ADMIN: &str = "Admin";
    pub(crate) const SETTINGS: &str = "Settings";
    pub(crate) const SIGN_IN: &str = "Sign in";
    pub(crate) const SIGN_OUT: &str = "Sign out";
    pub(crate) const ACCOUNT: &str = "Account";
    pub(crate) const COMMANDS: &str = "Commands";
}

pub(crate) mod banner {
    pub(crate) const LOST: &str = "Connection lost. Reconnecting …";
    pub(crate) const OFFLINE: &str = "You are offline. What you write is kept and sent when the network is back.";
}

pub(crate) mod palette {
    pub(crate) const NAME: &str = "Commands";
    pub(crate) const FIND: &str = "Type a command or the title of an interview";
    pub(crate) const NONE: &str = "Nothing is called that.";
    pub(crate) const GO_HOME: &str = "Go to the start page";
    pub(crate) const GO_INTERVIEWS: &str = "Go to all interviews";
    pub(crate) const GO_SETTINGS: &str = "Go to settings";
    pub(crate) const GO_ADMIN: &str = "Go to administration";
    pub(crate) const LIGHT: &str = "Light appearance";
    pub(crate) const DARK: &str = "Dark appearance";
    pub(crate) const SYSTEM: &str = "Appearance of the system";
    pub(crate) const SHORTCUTS: &str = "Show the keyboard shortcuts";
    pub(crate) const WRITE: &str = "Write an answer";
    pub(crate) const KNOWN: &str = "Go to what is known, or back";
    pub(crate) const EXPORT_MD: &str = "Export this interview as Markdown";
    pub(crate) const EXPORT_JSON: &str = "Export this interview as JSON";
    pub(crate) const EXPORT_CSV: &str = "Export this interview as CSV";
    pub(crate) const PRINT: &str = "Print this page";
    pub(crate) const IN_PAGE: &str = "Here";
    pub(crate) const IN_GO: &str = "Go to";
    pub(crate) const IN_INTERVIEWS: &str = "Interviews";
    pub(crate) const IN_LOOK: &str = "Appearance";
}

pub(crate) mod help {
    pub(crate) const NAME: &str = "Keyboard shortcuts";
    pub(crate) const CLOSE: &str = "Close";
    pub(crate) const OFF: &str = "Shortcuts of a single key can be switched off in the settings.";
    /// Keys, and what they do.
    pub(crate) const KEYS: [(&[&str], &str); 8] = [
        (&["Ctrl", "K"], "Commands (⌘ K on a Mac)"),
        (&["?"], "This sheet"),
        (&["/"], "Write an answer"),
        (&["K"], "Go to what is known, or back"),
        (&["G"], "Go to all interviews"),
        (&["Enter"], "Send"),
        (&["Shift", "Enter"], "A new line"),
        (&["Esc"], "Close what is open"),
    ];
}

pub(crate) mod fault {
    #[cfg(feature = "ssr")]
    pub(crate) const NO_BACKEND: &str = "This part of the server is not available right now. Try again in a moment.";
    pub(crate) const TITLE: &str = "This did not work";
    pub(crate) const UNREADABLE: &str = "The answer of the server could not be read. Load the page again.";
    #[cfg(feature = "hydrate")]
    pub(crate) const NOT_LOADED: &str =
        "This page could not be loaded. The line may be down, or the server may have been renewed.";
    pub(crate) const AGAIN: &str = "Try again";
    pub(crate) const HOME: &str = "Go to the start page";
    pub(crate) const DISMISS: &str = "Dismiss";
    pub(crate) const UNDO: &str = "Undo";
    pub(crate) const MISSING: &str = "There is nothing at this address";
    pub(crate) const MISSING_WHY: &str = "It may have been removed, belong to somebody else, or the address has a slip in it. Your interviews are all in one list.";
    pub(crate) const FORBIDDEN: &str = "This is not open to your account";
    #[cfg(feature = "ssr")]
    pub(crate) const NOT_NOW: &str = "This is not possible right now. The interview has moved on; look at it again.";
}

pub(crate) mod home {
    pub(crate) const TITLE: &str = "Start";
    pub(crate) const CONTINUE: &str = "Where you left off";
    pub(crate) const CONTINUE_BUTTON: &str = "Continue";
    pub(crate) const START: &str = "Start an interview";
    pub(crate) const START_BUTTON: &str = "Start";
    pub(crate) const RECENT: &str = "Recent";
    pub(crate) const ALL: &str = "All interviews";
    pub(crate) const EMPTY_TITLE: &str = "Say what you have in mind. Leave with it worked out.";
    pub(crate) const EMPTY: [(&str, &str); 3] = [
        ("You talk", "One question at a time, in your own words. Correct yourself, ask why, or leave a question for later."),
        ("It keeps track", "Every answer lands where it belongs, with the words it came from and how sure it is."),
        ("You leave with it", "A summary, a list of what is still open, and everything as Markdown, JSON or CSV."),
    ];
    pub(crate) fn greeting(name: &str) -> String {
        let first = name.split_whitespace().next().unwrap_or_default();
        if first.is_empty() { "Welcome back".into() } else { format!("Welcome back, {first}") }
    }
    pub(crate) fn questions(count: u32) -> String {
        if count == 1 { "1 thing to find out".into() } else { format!("{count} things to find out") }
    }
    pub(crate) fn start(name: &str) -> String {
        format!("Start: {name}")
    }
    pub(crate) fn go_on(name: &str) -> String {
        format!("Continue: {name}")
    }
}

pub(crate) mod list {
    pub(crate) const TITLE: &str = "Interviews";
    pub(crate) const FILTER: &str = "Filter by title";
    pub(crate) const SHOW: &str = "Show";
    pub(crate) const ALL: &str = "All";
    pub(crate) const OPEN: &str = "In progress";
    pub(crate) const DONE: &str = "Completed";
    pub(crate) const EMPTY: &str = "No interviews yet";
    pub(crate) const EMPTY_WHY: &str = "Choose what you want to find out, and the first question is waiting.";
    pub(crate) const NO_MATCH: &str = "No interview fits this filter.";
    pub(crate) const CLEAR: &str = "Show all";
    pub(crate) const NEW: &str = "New interview";
    pub(crate) fn turns(count: u32) -> String {
        match count {
            0 => "not begun".into(),
            1 => "1 turn".into(),
            _ => format!("{count} turns"),
        }
    }
}

pub(crate) mod paged {
    pub(crate) const MORE: &str = "Show more";
    pub(crate) const LOADING: &str = "Loading …";
    pub(crate) const NEWEST: &str = "Back to the beginning of the list";
}

pub(crate) mod whole {
    pub(crate) const MENU: &str = "This interview";
    pub(crate) const TITLE: &str = "Title";
    pub(crate) const RENAME: &str = "Rename";
    pub(crate) const NOT_YET: &str = "not before what is required is known";
    pub(crate) const REASSESS: &str = "Reassess every answer";
    pub(crate) const REASSESSING: &str = "Reassessing …";
    pub(crate) const IMPORT: &str = "Import a conversation";
    pub(crate) fn go_on(phase: &str) -> String {
        format!("Go on to {}", phase.to_lowercase())
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

pub(crate) mod import {
    pub(crate) const TITLE: &str = "Import a conversation";
    pub(crate) const WHY: &str = "Notes of a meeting, a chat, subtitles of a call: what was said is understood like an answer, and nothing is asked again. Values that were held before are replaced by newer ones.";
    pub(crate) const BACK: &str = "Back to the interview";
    pub(crate) const TEXT: &str = "What was said";
    pub(crate) const PLACEHOLDER: &str = "Interviewer: What do you sell?\nAnna: Wool, mostly to schools.";
    pub(crate) const HINT: &str =
        "One line each, beginning with a name and a colon. Lines without a name belong to the one before.";
    pub(crate) const FILE: &str = "Choose a text file";
    pub(crate) const TOO_LARGE: &str = "This file is too large: a conversation has at most 2 MB here.";
    pub(crate) const UNREADABLE: &str = "This file cannot be read as text.";
    pub(crate) const WHO: &str = "Who is who";
    pub(crate) const ASKS: &str = "Asks";
    pub(crate) const ANSWERS: &str = "Answers";
    pub(crate) const AWAY: &str = "Leave out";
    pub(crate) const NOBODY: &str = "No names found: all of it is taken as said by the person";
    pub(crate) const PREVIEW: &str = "Preview";
    pub(crate) const IMPORTING: &str = "Importing …";
    pub(crate) const NOTHING: &str = "Nothing to import yet.";
    pub(crate) const NOBODY_ANSWERS: &str = "Nobody answers: choose whose words are to be understood.";
    pub(crate) const DONE: &str = "What came of it";
    pub(crate) const FOUND_NOTHING: &str = "Nothing new was understood. The conversation stands in the interview all the same.";
    pub(crate) const WITHDRAWN: &str = "withdrawn";
    pub(crate) const OPEN: &str = "Open the interview";
    pub(crate) fn into(title: &str) -> String {
        format!("Into “{title}”")
    }
    pub(crate) fn lines(count: usize) -> String {
        if count == 1 { "1 line".into() } else { format!("{count} lines") }
    }
    pub(crate) fn import(count: usize) -> String {
        if count == 0 { "Import".into() } else { format!("Import {}", lines(count)) }
    }
    pub(crate) fn and_more(count: usize) -> String {
        format!("… and {} more", lines(count))
    }
    pub(crate) fn found(values: usize, lines: usize) -> String {
        let values = if values == 1 { "1 value".into() } else { format!("{values} values") };
        let lines = if lines == 1 { "1 line".into() } else { format!("{lines} lines") };
        format!("{values} from {lines}")
    }
}

pub(crate) mod room {
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
}

pub(crate) mod composer {
    pub(crate) const LABEL: &str = "Your answer";
    pub(crate) const PLACEHOLDER: &str = "Write an answer, or ask back";
    pub(crate) const SEND: &str = "Send";
    pub(crate) const STOP: &str = "Stop the reply";
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
    pub(crate) const SAID: &str = "you said";
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
    pub(crate) const UNDO: &str = "Undo";
    pub(crate) const BEFORE: &str = "Before";
    pub(crate) const CONFLICTS: &str = "Values that do not fit together";
    pub(crate) const MEMORY: &str = "Working memory";
    pub(crate) const MEMORY_WHY: &str = "What the interviewer keeps in mind between turns.";
    pub(crate) const TOPICS: &str = "Recent topics";
    pub(crate) const FOLLOW_UPS: &str = "To come back to";
    pub(crate) const RELATIONS: &str = "Connections";
    pub(crate) const PREFERENCES: &str = "Preferences";
    pub(crate) const STYLE: &str = "Tone";
    pub(crate) const FORMAL: &str = "formal";
    pub(crate) const CASUAL: &str = "casual";
    pub(crate) const EMPTY: &str = "Nothing yet";
    pub(crate) fn of(satisfied: u32, total: u32) -> String {
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
    pub(crate) fn asked(times: u32) -> String {
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
}

pub(crate) mod door {
    pub(crate) const LOGIN: &str = "Sign in";
    pub(crate) const EMAIL: &str = "Email";
    pub(crate) const PASSWORD: &str = "Password";
    pub(crate) const PASSWORD_HINT: &str = "At least 10 characters.";
    pub(crate) const NAME: &str = "Your name";
    pub(crate) const CODE: &str = "One-time code";
    pub(crate) const CODE_HINT: &str = "It stands in the log of the server.";
    pub(crate) const FIRST: &str = "Make the first account";
    pub(crate) const FIRST_WHY: &str =
        "This installation is new. The account you make now administers it; everything stays on this machine.";
    pub(crate) const FIRST_BUTTON: &str = "Make the account";
    pub(crate) const LINES: [&str; 3] = [
        "Interviews that remember what was said and where.",
        "Every value with the words it came from.",
        "Your data stays with you.",
    ];
    pub(crate) fn problem(code: &str) -> &'static str {
        match code {
            "credentials" => "That email and password do not belong together. Please try again.",
            "limited" => "Too many attempts. Please wait a minute and try again.",
            "code" => "That is not the code from the log. It is valid once, and a new one is made when the server restarts.",
            "password" => "The password is too short or too long. Between 10 and 200 characters will do.",
            "email" => "That does not look like an email address.",
            "name" => "Please give a name of at most 100 characters.",
            "taken" => "The first account exists already. Please sign in.",
            "unavailable" => "The server cannot check this right now. Please try again in a moment.",
            _ => "That did not work. Please check what you entered and try again.",
        }
    }
}

pub(crate) mod settings {
    pub(crate) const TITLE: &str = "Settings";
    pub(crate) const ACCOUNT: &str = "Account";
    pub(crate) const NAME: &str = "Name";
    pub(crate) const EMAIL: &str = "Email";
    pub(crate) const ROLE: &str = "Role";
    pub(crate) const TENANT: &str = "Tenant";
    pub(crate) const APPEARANCE: &str = "Appearance";
    pub(crate) const APPEARANCE_WHY: &str = "Kept in this browser.";
    pub(crate) const SYSTEM: &str = "Like the system";
    pub(crate) const LIGHT: &str = "Light";
    pub(crate) const DARK: &str = "Dark";
    pub(crate) const KEYS: &str = "Keyboard";
    pub(crate) const KEYS_ON: &str = "Shortcuts of a single key";
    pub(crate) const KEYS_WHY: &str = "Switch them off when speech input or other tools press keys for you. Ctrl + K stays.";
    pub(crate) const TOKENS: &str = "API tokens";
    pub(crate) const TOKENS_WHY: &str = "For programs that use the HTTP interface in your name.";
    pub(crate) const TOKEN_NAME: &str = "What it is for";
    pub(crate) const TOKEN_MAKE: &str = "Make a token";
    pub(crate) const TOKEN_ONCE: &str = "Copy it now: it is shown this once.";
    pub(crate) const TOKEN_COPY: &str = "Copy";
    pub(crate) const TOKEN_COPIED: &str = "Copied";
    pub(crate) const TOKEN_REVOKE: &str = "Revoke";
    pub(crate) const TOKEN_REVOKED: &str = "revoked";
    pub(crate) const TOKEN_NONE: &str = "No tokens.";
    pub(crate) const TOKEN_MADE: &str = "made";
    pub(crate) const TOKEN_USED: &str = "last used";
    pub(crate) const TOKEN_UNUSED: &str = "never used";
    pub(crate) const TOKEN_EXPIRES: &str = "expires";
    pub(crate) const NEEDS_SCRIPTS: &str = "This needs scripts, which are off.";
    pub(crate) fn revoke(name: &str) -> String {
        format!("Revoke {name}")
    }
}

pub(crate) mod admin {
    pub(crate) const TITLE: &str = "Administration";
    pub(crate) const TRANSCRIPTS: &str = "Transcripts";
    pub(crate) const TRANSCRIPTS_NONE: &str = "Nobody has been interviewed yet.";
    pub(crate) const PEOPLE: &str = "People";
    pub(crate) const TOKENS: &str = "Tokens";
    pub(crate) const ADD: &str = "Add a person";
    pub(crate) const ADD_BUTTON: &str = "Add";
    pub(crate) const ADDED: &str = "Added. They can sign in with the password you chose.";
    pub(crate) const NAME: &str = "Name";
    pub(crate) const OPEN: &str = "Open the interview";
    pub(crate) const SINCE: &str = "since";
}

pub(crate) const fn role(role: Role) -> &'static str {
    match role {
        Role::Viewer => "Viewer: reads",
        Role::Member => "Member: answers and changes values",
        Role::Admin => "Admin: everything",
    }
}

pub(crate) const fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Opening => "Opening",
        Phase::Exploration => "Exploration",
        Phase::Validation => "Validation",
        Phase::Closing => "Closing",
    }
}

pub(crate) const fn status(status: Status) -> &'static str {
    match status {
        Status::Pending => "not asked",
        Status::InProgress => "open",
        Status::Partial => "partly known",
        Status::Satisfied => "known",
        Status::Deferred => "deferred",
        Status::Skipped => "skipped",
    }
}

pub(crate) const fn session(status: SessionStatus) -> &'static str {
    match status {
        SessionStatus::Active => "in progress",
        SessionStatus::Completed => "completed",
    }
}

pub(crate) const fn source(source: Source) -> &'static str {
    match source {
        Source::Message => "said in the conversation",
        Source::Widget => "chosen in the conversation",
        Source::Manual => "set by hand",
        Source::Transcript => "from an imported transcript",
        Source::Negotiation => "settled between two values",
        Source::Research => "found by research",
        Source::Reevaluation => "reassessed",
    }
}

pub(crate) const fn band(band: Band) -> &'static str {
    band.word()
}

pub(crate) const fn context(context: ContextType) -> &'static str {
    match context {
        ContextType::BusinessProfile => "Business profile",
        ContextType::IdeaDiscovery => "Idea",
        ContextType::ProjectDiscovery => "Project",
    }
}
