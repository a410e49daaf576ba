//! What can be done from the keyboard on any page.

use crate::{browser, words};
use leptos::prelude::*;
use leptos_router::hooks::use_navigate;
use protocol::SessionId;

/// Where the person is: the interview that is open, and whether what is known of it lies over the talk (small screens).
#[derive(Clone, Copy)]
pub(crate) struct Here {
    pub(crate) interview: RwSignal<Option<SessionId>>,
    pub(crate) known_open: RwSignal<bool>,
}

/// The two dialogs that any page can open.
#[derive(Clone, Copy)]
pub(crate) struct Commands {
    pub(crate) palette: RwSignal<bool>,
    pub(crate) help: RwSignal<bool>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    Go(String),
    /// An address that the server answers itself, such as an export.
    Fetch(String),
    Theme(&'static str),
    Help,
    Write,
    Known,
    Print,
}

impl Here {
    pub(crate) fn new() -> Self {
        Self { interview: RwSignal::new(None), known_open: RwSignal::new(false) }
    }
}

impl Commands {
    pub(crate) fn new() -> Self {
        Self { palette: RwSignal::new(false), help: RwSignal::new(false) }
    }
}

/// How commands are carried out. Made while a component is, called from handlers.
pub(crate) fn performer() -> impl Fn(Command) + Clone + 'static {
    let (commands, here, navigate) = (expect_context::<Commands>(), expect_context::<Here>(), use_navigate());
    move |command| match command {
        Command::Go(path) if browser::may_leave() => navigate(&path, leptos_router::NavigateOptions::default()),
        Command::Go(_) => {}
        Command::Fetch(address) => {
            let _refused = window().location().assign(&address);
        }
        Command::Theme(theme) => choose_theme(theme),
        Command::Help => commands.help.set(true),
        Command::Write => {
            here.known_open.set(false);
            browser::focus("composer-text");
        }
        Command::Known => {
            here.known_open.update(|open| *open = !*open);
            let place = if here.known_open.get_untracked() { "known" } else { "composer-text" };
            browser::soon(move || browser::focus(place));
        }
        Command::Print => {
            let _refused = window().print();
        }
    }
}

/// Shows and remembers an appearance; empty is the system's own.
pub(crate) fn choose_theme(theme: &str) {
    browser::keep("appearance", theme);
    browser::set_theme(theme);
}

/// The commands that make sense here, each with its group.
pub(crate) fn offered(here: Option<SessionId>, admin: bool) -> Vec<(&'static str, String, Command)> {
    use words::palette as text;
    let go = |name: &str, path: &str| (text::IN_GO, name.to_owned(), Command::Go(path.into()));
    let mut all = Vec::new();
    if let Some(id) = here {
        let fetch = |name: &str, format: &str| {
            (text::IN_PAGE, name.to_owned(), Command::Fetch(format!("/api/v1/sessions/{id}/export?format={format}")))
        };
        all.push((text::IN_PAGE, text::WRITE.to_owned(), Command::Write));
        all.push((text::IN_PAGE, text::KNOWN.to_owned(), Command::Known));
        all.push(fetch(text::EXPORT_MD, "md"));
        all.push(fetch(text::EXPORT_JSON, "json"));
        all.push(fetch(text::EXPORT_CSV, "csv"));
        all.push((text::IN_PAGE, text::PRINT.to_owned(), Command::Print));
    }
    all.push(go(text::GO_HOME, "/"));
    all.push(go(text::GO_INTERVIEWS, "/interviews"));
    all.push(go(text::GO_PROJECTS, "/projects"));
    all.push(go(text::GO_COMPANIES, "/companies"));
    all.push(go(text::GO_ASK, "/ask"));
    all.push(go(text::GO_OPPORTUNITIES, "/opportunities"));
    all.push(go(text::GO_SETTINGS, "/settings"));
    all.push(go(text::GO_TOKENS, "/settings/tokens"));
    all.push(go(text::GO_ASK_SCHEDULES, "/ask/schedules"));
    all.push(go(text::GO_COMPANY_SCHEDULES, "/companies/schedules"));
    all.push(go(text::GO_QUALITY, "/opportunities/quality"));
    if admin {
        all.extend(words::admin::PAGES.iter().map(|(path, name)| go(&text::admin(name), path)));
    }
    for (name, theme) in [(text::SYSTEM, ""), (text::LIGHT, "light"), (text::DARK, "dark")] {
        all.push((text::IN_LOOK, name.to_owned(), Command::Theme(theme)));
    }
    all.push((text::IN_LOOK, text::SHORTCUTS.to_owned(), Command::Help));
    all
}
