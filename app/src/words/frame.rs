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
    pub(crate) const COMMANDS: &str = "Search and commands";
}

pub(crate) mod banner {
    pub(crate) const OUTDATED: &str = "A newer version of this page is available. What you have typed is kept.";
    pub(crate) const FOREIGN: &str = "This page and its server have different versions, so nothing can be changed here. If reloading does not help, the server's site folder comes from another build.";
    pub(crate) const RELOAD: &str = "Reload";
    pub(crate) const LOST: &str = "Connection lost. Reconnecting …";
    pub(crate) const OFFLINE: &str = "You are offline. What you write is kept and sent when you are back online.";
}

pub(crate) mod palette {
    use crate::pages::titles::TitledKind;

    pub(crate) const NAME: &str = "Commands";
    pub(crate) const FIND: &str = "Search everything, or type a command";
    pub(crate) const NONE: &str = "Nothing found.";
    pub(crate) const GO_HOME: &str = "Go to the start page";
    pub(crate) const GO_INTERVIEWS: &str = "Go to all interviews";
    pub(crate) const GO_PROJECTS: &str = "Go to all projects";
    pub(crate) const GO_COMPANIES: &str = "Go to company searches";
    pub(crate) const GO_ASK: &str = "Ask a project";
    pub(crate) const GO_OPPORTUNITIES: &str = "Go to opportunities";
    pub(crate) const GO_SETTINGS: &str = "Go to settings";
    pub(crate) const GO_TOKENS: &str = "Go to your API tokens";
    pub(crate) const GO_ASK_SCHEDULES: &str = "Go to scheduled questions";
    pub(crate) const GO_COMPANY_SCHEDULES: &str = "Go to scheduled company searches";
    pub(crate) const GO_QUALITY: &str = "Go to the quality of the stages";
    pub(crate) fn admin(page: &str) -> String {
        format!("Administration: {page}")
    }
    pub(crate) const LIGHT: &str = "Light appearance";
    pub(crate) const DARK: &str = "Dark appearance";
    pub(crate) const SYSTEM: &str = "System appearance";
    pub(crate) const SHORTCUTS: &str = "Show keyboard shortcuts";
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
    /// What something that has a title is, and the name of its project.
    pub(crate) fn titled(kind: TitledKind, project: &str) -> String {
        let kind = match kind {
            TitledKind::Project => "Project",
            TitledKind::Table => "Table",
            TitledKind::Document => "Document",
            TitledKind::Source => "Source",
            TitledKind::Run => "Run",
            TitledKind::Ask => "Question",
            TitledKind::CompanySearch => "Company search",
            TitledKind::Opportunity => "Opportunity",
        };
        if project.is_empty() { kind.to_owned() } else { format!("{kind} · {project}") }
    }
}

pub(crate) mod help {
    pub(crate) const NAME: &str = "Keyboard shortcuts";
    pub(crate) const CLOSE: &str = "Close";
    pub(crate) const OFF: &str = "Press the two keys of a pair one after the other. Shortcuts never fire while you type, and you can switch them off in the settings.";
    /// Keys, and what they do.
    pub(crate) const KEYS: [(&[&str], &str); 19] = [
        (&["Ctrl", "K"], "Search and commands (⌘ K on a Mac)"),
        (&["?"], "This sheet"),
        (&["/"], "Write an answer"),
        (&["G", "H"], "Go to the start page"),
        (&["G", "I"], "Go to interviews"),
        (&["G", "P"], "Go to projects"),
        (&["G", "C"], "Go to companies"),
        (&["G", "A"], "Ask a project"),
        (&["G", "O"], "Go to opportunities"),
        (&["G", "S"], "Go to settings"),
        (&["G", "K"], "Go to what is known, or back"),
        (&["G", "E"], "Edit your last message"),
        (&["G", "R"], "Rephrase the last reply"),
        (&["V"], "Hold to talk, when voice is on"),
        (&["Shift", "V"], "Start or stop hands-free talking, when voice is on"),
        (&["Enter"], "Send"),
        (&["Shift", "Enter"], "New line"),
        (&["Esc"], "Close dialogs and menus"),
        (&["Ctrl", "Enter"], "Run a query"),
    ];
}

pub(crate) mod fault {
    #[cfg(feature = "ssr")]
    pub(crate) const NO_BACKEND: &str = "This part of the server is not available right now. Try again in a moment.";
    pub(crate) const TITLE: &str = "Something went wrong";
    pub(crate) const UNREADABLE: &str = "The server's answer could not be read. Reload the page.";
    #[cfg(feature = "hydrate")]
    pub(crate) const NOT_LOADED: &str = "This page could not be loaded. You may be offline, or the server may have been updated.";
    pub(crate) const STILL_LOADING: &str =
        "New messages cannot be shown yet: a part of this page is still loading. If this lasts, reload the page.";
    pub(crate) const AGAIN: &str = "Try again";
    pub(crate) const HOME: &str = "Go to the start page";
    pub(crate) const DISMISS: &str = "Dismiss";
    pub(crate) const UNDO: &str = "Undo";
    pub(crate) const MISSING: &str = "Page not found";
    pub(crate) const MISSING_WHY: &str =
        "It may have been deleted, it may belong to someone else, or the address may have a typo.";
    pub(crate) const FORBIDDEN: &str = "You do not have access to this page";
    #[cfg(feature = "ssr")]
    pub(crate) const NOT_NOW: &str = "This is not possible right now. The interview has moved on; reload the page.";
}
