//! What is read around every page: where to go, what can be done, what went wrong.

pub(crate) mod rail {
    pub(crate) const SKIP: &str = "Skip to the content";
    pub(crate) const PAGES: &str = "Pages";
    pub(crate) const HOME: &str = "Discovery, start page";
    pub(crate) const INTERVIEWS: &str = "Interviews";
    pub(crate) const PROJECTS: &str = "Projects";
    pub(crate) const COMPANIES: &str = "Companies";
    pub(crate) const ASK: &str = "Ask";
    pub(crate) const OPPORTUNITIES: &str = "Opportunities";
    pub(crate) const ADMIN: &str = "Admin";
    pub(crate) const SETTINGS: &str = "Settings";
    pub(crate) const SIGN_IN: &str = "Sign in";
    pub(crate) const SIGN_OUT: &str = "Sign out";
    pub(crate) const ACCOUNT: &str = "Account";
    pub(crate) const COMMANDS: &str = "Commands";
}

pub(crate) mod banner {
    pub(crate) const OUTDATED: &str = "There is a newer version of this page. What you write is kept.";
    pub(crate) const FOREIGN: &str = "This page and its server are of different versions, so nothing here can be changed. If reloading does not help, the server's site folder is of another build.";
    pub(crate) const RELOAD: &str = "Reload";
    pub(crate) const LOST: &str = "Connection lost. Reconnecting …";
    pub(crate) const OFFLINE: &str = "You are offline. What you write is kept and sent when the network is back.";
}

pub(crate) mod palette {
    pub(crate) const NAME: &str = "Commands";
    pub(crate) const FIND: &str = "Type a command or the title of an interview";
    pub(crate) const NONE: &str = "Nothing is called that.";
    pub(crate) const GO_HOME: &str = "Go to the start page";
    pub(crate) const GO_INTERVIEWS: &str = "Go to all interviews";
    pub(crate) const GO_PROJECTS: &str = "Go to all projects";
    pub(crate) const GO_COMPANIES: &str = "Go to searches for companies";
    pub(crate) const GO_ASK: &str = "Ask a project";
    pub(crate) const GO_OPPORTUNITIES: &str = "Go to opportunities";
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
    pub(crate) const KEYS: [(&[&str], &str); 12] = [
        (&["Ctrl", "K"], "Commands (⌘ K on a Mac)"),
        (&["?"], "This sheet"),
        (&["/"], "Write an answer"),
        (&["K"], "Go to what is known, or back"),
        (&["G"], "Go to all interviews"),
        (&["E"], "Edit your last message"),
        (&["R"], "Ask for the last reply in other words"),
        (&["V"], "Hold to talk, where voice is open"),
        (&["Shift", "V"], "Talk without hands, where voice is open, or end it"),
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
