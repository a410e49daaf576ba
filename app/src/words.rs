//! Every text of the interface in one typed table, grouped by where it is read. Another language replaces these files.

mod frame;
mod interview;

pub(crate) use frame::*;
pub(crate) use interview::*;
use protocol::{
    Band,
    account::Role,
    interview::{ContextType, Phase, SessionStatus, Source, Status},
};

pub(crate) const PRODUCT: &str = "Discovery";

pub(crate) fn title(page: &str) -> String {
    if page.is_empty() { PRODUCT.into() } else { format!("{page} · {PRODUCT}") }
}

pub(crate) mod ask;
pub(crate) mod ask_schedules;
pub(crate) mod companies;
pub(crate) mod company_schedules;
pub(crate) mod connectors;
pub(crate) mod models;
pub(crate) mod objectives;
pub(crate) mod opportunities;
pub(crate) mod packs;
pub(crate) mod places;
pub(crate) mod prices;
pub(crate) mod projects;
pub(crate) mod questions;
pub(crate) mod records;
pub(crate) mod research;
pub(crate) mod review;
pub(crate) mod run_reviews;
pub(crate) mod runs;
pub(crate) mod schedules;

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
    pub(crate) const ALL_PROJECTS: &str = "All projects";
    pub(crate) const SAMPLE: &str = "Look at a sample first";
    pub(crate) const SAMPLE_WHY: &str = "A made-up bookshop with tables, documents, an API and a skill, computed on this machine. Nothing in it is real, and it can be deleted.";
    pub(crate) const SAMPLE_BUTTON: &str = "Open the sample project";
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
    pub(crate) const FILTER: &str = "Search titles, answers and messages";
    pub(crate) const FILTER_SHORT: &str = "Search interviews";
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

pub(crate) mod import {
    pub(crate) const TITLE: &str = "Import a conversation";
    pub(crate) const WHY: &str = "Notes of a meeting, a chat, subtitles of a call: what was said is understood like an answer, and nothing is asked again. Values that were held before are replaced by newer ones.";
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
    pub(crate) const RENEW: &str = "Choose a new password";
    pub(crate) const RENEW_BUTTON: &str = "Keep this password";
    pub(crate) const END_TOKENS: &str = "Also end all my API tokens";
    pub(crate) const RENEWED: &str = "Your password is changed. Sign in with the new one.";
    pub(crate) fn problem(code: &str) -> &'static str {
        match code {
            "current" => "That is not your password. Nothing was changed.",
            "link" => "This link was used already or is older than a day. Ask an administrator for another one.",
            "credentials" => "That email and password do not belong together. Please try again.",
            "limited" => "Too many attempts. Please wait a minute and try again.",
            "code" => "That is not the code from the log. It is valid once, and a new one is made when the server restarts.",
            "password" => {
                "That password will not do. It needs 10 to 200 characters, and must not be guessed soon: not a common word, a \
                 name or a row of keys alone."
            }
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
    pub(crate) const TOKEN_LASTS: &str = "Expires";
    pub(crate) const TOKEN_PERIODS: [(&str, &str); 5] =
        [("90", "In 90 days"), ("30", "In 30 days"), ("7", "In 7 days"), ("365", "In a year"), ("", "Never")];
    pub(crate) const TOKEN_EXPIRED: &str = "expired";
    pub(crate) const TOKEN_REVOKE: &str = "Revoke";
    pub(crate) const TOKEN_REVOKE_WHY: &str = "Programs that use it are refused at once. It cannot be made valid again.";
    pub(crate) const TOKEN_REVOKED: &str = "revoked";
    pub(crate) const TOKEN_NONE: &str = "No tokens.";
    pub(crate) const TOKEN_MADE: &str = "made";
    pub(crate) const TOKEN_USED: &str = "last used";
    pub(crate) const TOKEN_UNUSED: &str = "never used";
    pub(crate) const TOKEN_EXPIRES: &str = "expires";
    pub(crate) const PASSWORD: &str = "Password";
    pub(crate) const PASSWORD_OLD: &str = "Your password now";
    pub(crate) const PASSWORD_NEW: &str = "New password";
    pub(crate) const PASSWORD_WHY: &str = "At least 10 characters. Wherever else you are signed in, you will be signed out.";
    pub(crate) const PASSWORD_BUTTON: &str = "Change the password";
    pub(crate) const PASSWORD_DONE: &str = "Your password is changed, and every other session has ended.";
    pub(crate) const NEEDS_SCRIPTS: &str = "This needs scripts, which are off.";
    pub(crate) const FILES: &str = "Uploaded files";
    pub(crate) const FILES_WHY: &str = "All files of all projects together, also those of other people here.";
    pub(crate) const FILES_FULL: &str = "No more files are taken: delete sources that nobody needs.";
    pub(crate) fn files_take(used: &str, limit: &str) -> String {
        format!("{used} of {limit}")
    }
    pub(crate) fn revoke(name: &str) -> String {
        format!("Revoke {name}")
    }
}

pub(crate) mod admin {
    pub(crate) const TITLE: &str = "Administration";
    /// Addresses and names.
    pub(crate) const PAGES: [(&str, &str); 11] = [
        ("/admin", "Overview"),
        ("/admin/review", "Review"),
        ("/admin/feedback", "Feedback"),
        ("/admin/runs", "Runs"),
        ("/admin/objectives", "Objectives"),
        ("/admin/pools", "Question pools"),
        ("/admin/places", "Places"),
        ("/admin/models", "Language models"),
        ("/admin/usage", "Usage"),
        ("/admin/prices", "Prices"),
        ("/admin/audit", "Audit"),
    ];
    pub(crate) const TRANSCRIPTS: &str = "Transcripts";
    pub(crate) const TRANSCRIPTS_NONE: &str = "Nobody has been interviewed yet.";
    pub(crate) const PEOPLE: &str = "People";
    pub(crate) const TOKENS: &str = "Tokens";
    pub(crate) const RETENTION: &str = "How long interviews are kept";
    pub(crate) const RETENTION_DAYS: &str = "Days after they are finished";
    pub(crate) const FOR_EVER: &str = "for ever";
    pub(crate) const RETENTION_SAVE: &str = "Save";
    pub(crate) const RETENTION_WRONG: &str = "Days are a whole number.";
    pub(crate) const RETENTION_CANCEL: &str = "Cancel";
    pub(crate) const RETENTION_HINT: &str = "Counted from the last change of a finished interview; then it is removed with everything that belongs to it. Pages of the web that research read go after as many days. Empty keeps all for ever.";
    pub(crate) const KEPT: &str = "Saved.";
    pub(crate) fn finished(count: u64) -> String {
        if count == 1 { "1 finished interview is".into() } else { format!("{count} finished interviews are") }
    }
    pub(crate) fn due(count: u64) -> String {
        format!("{} older than that and will be removed within minutes.", finished(count))
    }
    pub(crate) fn would_go(days: u32, count: u64) -> String {
        let days = if days == 1 { "1 day".to_owned() } else { format!("{days} days") };
        format!("{} older than {days} and would be removed within minutes. Nobody can bring them back.", finished(count))
    }
    pub(crate) fn remove_after(days: u32) -> String {
        if days == 1 { "Keep them for 1 day".into() } else { format!("Keep them for {days} days") }
    }
    pub(crate) const ADD: &str = "Add a person";
    pub(crate) const ADD_BUTTON: &str = "Add";
    pub(crate) const REMOVE: &str = "Remove";
    pub(crate) const REMOVE_WHY: &str = "Their interviews, tokens and sign-ins go with them. Nobody can bring them back.";
    pub(crate) fn remove(name: &str) -> String {
        format!("Remove {name}")
    }
    pub(crate) fn role_of(name: &str) -> String {
        format!("Role of {name}")
    }
    pub(crate) const ADDED: &str = "Added. They can sign in with the password you chose.";
    pub(crate) const NAME: &str = "Name";
    pub(crate) const OPEN: &str = "Open the interview";
    pub(crate) const SINCE: &str = "since";
    pub(crate) const LINK: &str = "New password";
    pub(crate) const LINK_WHY: &str =
        "Send this link to the person. It is shown this once, works once, and for a day; until then the old password holds.";
    pub(crate) fn link_for(name: &str) -> String {
        format!("Make a link for a new password for {name}")
    }
}

pub(crate) mod secret {
    pub(crate) const COPY: &str = "Copy";
    pub(crate) const COPIED: &str = "Copied";
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
