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
pub(crate) mod moved;
pub(crate) mod objectives;
#[cfg(feature = "ssr")]
pub(crate) mod open;
pub(crate) mod opportunities;
pub(crate) mod overview;
pub(crate) mod packs;
pub(crate) mod places;
pub(crate) mod prices;
pub(crate) mod projects;
pub(crate) mod queries;
pub(crate) mod questions;
pub(crate) mod records;
pub(crate) mod research;
pub(crate) mod review;
pub(crate) mod run_reviews;
pub(crate) mod runs;
pub(crate) mod schedules;
pub(crate) mod sharing;
pub(crate) mod tables;
pub(crate) mod unsaved;

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
    pub(crate) const SAMPLE_WHY: &str = "A made-up bookshop with tables, documents, an API and a skill, generated on this machine. Nothing in it is real, and you can delete it.";
    pub(crate) const SAMPLE_BUTTON: &str = "Open the sample project";
    pub(crate) const SAMPLE_INTERVIEW: &str = "Read a finished interview";
    pub(crate) const SAMPLE_INTERVIEW_WHY: &str =
        "An interview with a made-up bookshop, and its results. You can continue it or delete it.";
    pub(crate) const SAMPLE_INTERVIEW_BUTTON: &str = "Open the sample interview";
    pub(crate) fn greeting(name: &str) -> String {
        let first = name.split_whitespace().next().unwrap_or_default();
        if first.is_empty() { "Welcome back".into() } else { format!("Welcome back, {first}") }
    }
    pub(crate) fn questions(count: u32) -> String {
        if count == 1 { "1 question".into() } else { format!("{count} questions") }
    }
    /// How long it takes to answer so many questions, in steps of five minutes.
    pub(crate) fn minutes(questions: u32) -> String {
        let minutes = ((questions.saturating_mul(3).div_ceil(4) + 2) / 5).max(1) * 5;
        format!("About {minutes} minutes")
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
    pub(crate) const ARCHIVED: &str = "Archived";
    pub(crate) const DELETED: &str = "Deleted";
    pub(crate) const DELETED_WHY: &str = "Deleted interviews can be restored for 30 days. Then they are removed for good.";
    pub(crate) fn invited(name: &str) -> String {
        format!("by invitation: {name}")
    }
    pub(crate) const EMPTY: &str = "No interviews yet";
    pub(crate) const EMPTY_WHY: &str = "Choose what you want to find out, and the first question is waiting.";
    pub(crate) const NO_MATCH: &str = "No interview matches this filter.";
    pub(crate) const CLEAR: &str = "Show all";
    pub(crate) const NEW: &str = "New interview";
    pub(crate) fn turns(count: u32) -> String {
        match count {
            0 => "not started".into(),
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
    pub(crate) const WHY: &str = "Meeting notes, a chat, or subtitles of a call. What was said is read like answers, so you are not asked again. Newer values replace older ones.";
    pub(crate) const TEXT: &str = "What was said";
    pub(crate) const PLACEHOLDER: &str = "Interviewer: What do you sell?\nAnna: Wool, mostly to schools.";
    pub(crate) const HINT: &str =
        "One line per turn, starting with a name and a colon. Lines without a name belong to the line before.";
    pub(crate) const FILE: &str = "Choose a text file";
    pub(crate) const TOO_LARGE: &str = "This file is too large. The limit is 2 MB.";
    pub(crate) const UNREADABLE: &str = "This file cannot be read as text.";
    pub(crate) const WHO: &str = "Who is who";
    pub(crate) const ASKS: &str = "Asks";
    pub(crate) const ANSWERS: &str = "Answers";
    pub(crate) const AWAY: &str = "Leave out";
    pub(crate) const NOBODY: &str = "No names found: everything counts as your answers";
    pub(crate) const PREVIEW: &str = "Preview";
    pub(crate) const IMPORTING: &str = "Importing …";
    pub(crate) const NOTHING: &str = "Nothing to import yet.";
    pub(crate) const NOBODY_ANSWERS: &str = "Nobody answers yet: choose whose words count as answers.";
    pub(crate) const DONE: &str = "Result";
    pub(crate) const FOUND_NOTHING: &str = "Nothing new was found. The conversation has been added to the interview anyway.";
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
    pub(crate) const CODE_HINT: &str = "You find it in the server's log.";
    pub(crate) const FIRST: &str = "Create the first account";
    pub(crate) const FIRST_WHY: &str =
        "This installation is new. The account you create now is its administrator; everything stays on this machine.";
    pub(crate) const FIRST_BUTTON: &str = "Create account";
    pub(crate) const LINES: [&str; 3] = [
        "Interviews that remember what you said, and where.",
        "Every value, with the words it came from.",
        "Your data stays with you.",
    ];
    pub(crate) const RENEW: &str = "Choose a new password";
    pub(crate) const RENEW_BUTTON: &str = "Save password";
    pub(crate) const END_TOKENS: &str = "Also end all my API tokens";
    pub(crate) const RENEWED: &str = "Your password has been changed. Sign in with the new one.";
    pub(crate) fn problem(code: &str) -> &'static str {
        match code {
            "current" => "That is not your password. Nothing was changed.",
            "link" => "This link has been used already or is more than a day old. Ask an administrator for a new one.",
            "credentials" => "That email and password do not match. Please try again.",
            "limited" => "Too many attempts. Please wait a minute and try again.",
            "code" => "That is not the code from the log. Each code works once, and restarting the server creates a new one.",
            "password" => {
                "That password is too weak. Use 10 to 200 characters that are hard to guess, such as four unrelated words: \
                 not a common word, your name or a row of keys."
            }
            "email" => "That does not look like an email address.",
            "address-taken" => "Somebody else signs in with that email address. Nothing was changed.",
            "name" => "Please give a name of at most 100 characters.",
            "taken" => "The first account already exists. Please sign in.",
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
    pub(crate) const TENANT: &str = "Workspace";
    /// Addresses and names.
    pub(crate) const PAGES: [(&str, &str); 2] = [("/settings", "Account"), ("/settings/tokens", "API tokens")];
    pub(crate) const ACCOUNT_PASSWORD: &str = "Password, for a new email address";
    pub(crate) const ACCOUNT_PASSWORD_WHY: &str = "You can leave it empty if only your name changes.";
    pub(crate) const ACCOUNT_SAVE: &str = "Save changes";
    pub(crate) const ACCOUNT_DONE: &str = "Your account is up to date.";
    pub(crate) const APPEARANCE: &str = "Appearance";
    pub(crate) const APPEARANCE_WHY: &str = "Saved in this browser.";
    pub(crate) const SYSTEM: &str = "Match the system";
    pub(crate) const LIGHT: &str = "Light";
    pub(crate) const DARK: &str = "Dark";
    pub(crate) const KEYS: &str = "Keyboard";
    pub(crate) const KEYS_ON: &str = "Keyboard shortcuts";
    pub(crate) const KEYS_WHY: &str = "Turn them off if speech input or other tools type for you. Ctrl + K always works.";
    pub(crate) const TOKENS: &str = "API tokens";
    pub(crate) const TOKENS_WHY: &str = "For programs that use the HTTP API on your behalf.";
    pub(crate) const TOKEN_NAME: &str = "What it is for";
    pub(crate) const TOKEN_MAKE: &str = "Create token";
    pub(crate) const TOKEN_ONCE: &str = "Copy it now. It will not be shown again.";
    pub(crate) const TOKEN_LASTS: &str = "Expires";
    pub(crate) const TOKEN_PERIODS: [(&str, &str); 5] =
        [("90", "In 90 days"), ("30", "In 30 days"), ("7", "In 7 days"), ("365", "In a year"), ("", "Never")];
    pub(crate) const TOKEN_EXPIRED: &str = "expired";
    pub(crate) const TOKEN_REVOKE: &str = "Revoke";
    pub(crate) const TOKEN_REVOKE_WHY: &str = "Programs that use it are refused at once. This cannot be undone.";
    pub(crate) const TOKEN_REVOKED: &str = "revoked";
    pub(crate) const TOKEN_NONE: &str = "No tokens yet.";
    pub(crate) const TOKEN_MADE: &str = "created";
    pub(crate) const TOKEN_USED: &str = "last used";
    pub(crate) const TOKEN_UNUSED: &str = "never used";
    pub(crate) const TOKEN_EXPIRES: &str = "expires";
    pub(crate) const PASSWORD: &str = "Password";
    pub(crate) const PASSWORD_OLD: &str = "Current password";
    pub(crate) const PASSWORD_NEW: &str = "New password";
    pub(crate) const PASSWORD_WHY: &str = "At least 10 characters. You will be signed out everywhere else.";
    pub(crate) const PASSWORD_BUTTON: &str = "Change password";
    pub(crate) const PASSWORD_DONE: &str = "Your password has been changed, and you have been signed out everywhere else.";
    pub(crate) const NEEDS_SCRIPTS: &str = "This needs JavaScript, which is off.";
    pub(crate) const FILES: &str = "Uploaded files";
    pub(crate) const FILES_WHY: &str = "The files of all projects in this workspace, including other people's.";
    pub(crate) const FILES_FULL: &str = "There is no room for more files: delete sources you no longer need.";
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
    pub(crate) const PAGES: [(&str, &str); 13] = [
        ("/admin", "Overview"),
        ("/admin/people", "People"),
        ("/admin/tokens", "API tokens"),
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
    pub(crate) const TRANSCRIPTS_NONE: &str = "No interviews yet.";
    pub(crate) const PEOPLE: &str = "People";
    pub(crate) const TOKENS: &str = "API tokens";
    pub(crate) const TOKENS_WHY: &str = "Every token in this workspace. Revoke the ones that are no longer needed.";
    pub(crate) const ONLY_ADMINS: &str = "Only administrators can open this page.";
    pub(crate) const TOKENS_OWN: &str = "Create a token of your own";
    pub(crate) const RETENTION: &str = "How long interviews are kept";
    pub(crate) const RETENTION_DAYS: &str = "Days after completion";
    pub(crate) const FOR_EVER: &str = "forever";
    pub(crate) const RETENTION_SAVE: &str = "Save";
    pub(crate) const RETENTION_WRONG: &str = "Enter a whole number of days.";
    pub(crate) const RETENTION_CANCEL: &str = "Cancel";
    pub(crate) const RETENTION_HINT: &str = "Counted from the last change to a completed interview. After that it is deleted with everything that belongs to it, and so are the web pages that research read. Leave empty to keep everything forever.";
    pub(crate) const KEPT: &str = "Saved.";
    pub(crate) fn finished(count: u64) -> String {
        if count == 1 { "1 completed interview is".into() } else { format!("{count} completed interviews are") }
    }
    pub(crate) fn due(count: u64) -> String {
        format!("{} older than that and will be deleted within minutes.", finished(count))
    }
    pub(crate) fn would_go(days: u32, count: u64) -> String {
        let days = if days == 1 { "1 day".to_owned() } else { format!("{days} days") };
        format!("{} older than {days} and would be deleted within minutes. This cannot be undone.", finished(count))
    }
    pub(crate) fn remove_after(days: u32) -> String {
        if days == 1 { "Keep them for 1 day".into() } else { format!("Keep them for {days} days") }
    }
    pub(crate) const ADD: &str = "Add a person";
    pub(crate) const ADD_BUTTON: &str = "Add";
    pub(crate) const REMOVE: &str = "Remove";
    pub(crate) const REMOVE_WHY: &str = "Their interviews, tokens and sessions are deleted too. This cannot be undone.";
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
    pub(crate) const LINK: &str = "Reset password";
    pub(crate) const LINK_WHY: &str =
        "Send this link to the person. It is shown only once, and works once within a day. The old password works until then.";
    pub(crate) fn link_for(name: &str) -> String {
        format!("Create a password link for {name}")
    }
}

pub(crate) mod secret {
    pub(crate) const COPY: &str = "Copy";
    pub(crate) const COPIED: &str = "Copied";
}

pub(crate) const fn role(role: Role) -> &'static str {
    match role {
        Role::Viewer => "Viewer: can read",
        Role::Member => "Member: can answer and edit",
        Role::Admin => "Admin: can do everything",
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
        Source::Message => "from the conversation",
        Source::Widget => "chosen in the conversation",
        Source::Manual => "entered by hand",
        Source::Transcript => "from an imported transcript",
        Source::Negotiation => "resolved between two values",
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
