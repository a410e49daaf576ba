//! Where the focus is due while a page draws itself anew: what had it is gone for a moment, and whoever goes by the keyboard would begin
//! at the top. Only the last one who asked has it.

use super::{element, focus};
use leptos::prelude::*;
use std::{cell::Cell, time::Duration};
use wasm_bindgen::JsCast;
use web_sys::{Element, FocusOptions, HtmlElement};

/// How often it is looked for: for three seconds.
const LOOKS: u32 = 60;
const EACH: Duration = Duration::from_millis(50);
const MAIN: &str = "main";

thread_local! {
    static LAST: Cell<u32> = const { Cell::new(0) };
}

struct Due {
    id: String,
    number: u32,
    /// It takes the focus from whatever has it, once.
    takes: bool,
    /// A conversation had it; whoever leaves its field has done so.
    written: bool,
    left: u32,
}

impl Due {
    /// A new page begins at its beginning, a conversation where it is written.
    fn target(&self) -> &str {
        if self.id == MAIN { super::writing::begins_at().unwrap_or(MAIN) } else { &self.id }
    }
}

/// A new page begins with the focus on it; who has gone into a field by then stays there.
pub(crate) fn begin_page() {
    due(MAIN.to_owned(), true, Duration::from_millis(150));
}

/// As a new page, when the page was there before its scripts.
pub(super) fn begin_at_once() {
    due(MAIN.to_owned(), true, Duration::from_millis(1));
}

/// Gives the focus back when it is lost.
pub(crate) fn focus_again(id: String) {
    due(id, false, EACH);
}

/// Gives the focus to what is about to appear.
pub(crate) fn focus_when_there(id: String) {
    due(id, true, Duration::ZERO);
}

fn due(id: String, takes: bool, after: Duration) {
    let number = LAST.get().wrapping_add(1);
    LAST.set(number);
    look(Due { id, number, takes, written: false, left: LOOKS }, after);
}

fn look(mut due: Due, after: Duration) {
    let act = move || {
        if LAST.get() != due.number {
            return;
        }
        let at = document().active_element().map(|at| at.tag_name()).unwrap_or_default();
        let lost = at.is_empty() || at == "BODY";
        let entering = matches!(at.as_str(), "INPUT" | "TEXTAREA" | "SELECT");
        let left_alone = due.written && due.target() != due.id;
        if !left_alone && (lost || due.takes && !entering) {
            focus(due.target());
        }
        let there = document().active_element().is_some_and(|at| at.id() == due.target());
        due.takes &= !entering && !there;
        due.written |= there && due.target() != due.id;
        if due.left > 0 {
            due.left -= 1;
            look(due, EACH);
        }
    };
    set_timeout(act, after);
}

/// Draws something anew. Whoever had the focus and lost it by that goes on where it was, if that was drawn again, or from the page's
/// beginning, and sees what they saw.
pub(crate) fn keep_place<Drawn>(draw: impl FnOnce() -> Drawn) -> Drawn {
    let place = |had: Element| Place { id: had.id(), address: had.get_attribute("href"), number: LAST.get() };
    let had = focused().map(place);
    let drawn = draw();
    if let Some(had) = had {
        return_to(had, 4);
    }
    drawn
}

/// By what the one that had the focus is known again.
struct Place {
    id: String,
    address: Option<String>,
    /// What was due then. Whatever is due later has the focus instead.
    number: u32,
}

impl Place {
    fn find(&self) -> Option<HtmlElement> {
        if !self.id.is_empty() {
            return element(&self.id);
        }
        let address = self.address.as_ref()?;
        let links = document().query_selector_all("#main a[href]").ok()?;
        let mut links = (0..links.length()).filter_map(|at| links.item(at)?.dyn_into::<HtmlElement>().ok());
        links.find(|link| link.get_attribute("href").as_ref() == Some(address))
    }
}

fn focused() -> Option<Element> {
    document().active_element().filter(|at| at.tag_name() != "BODY")
}

fn return_to(place: Place, looks: u32) {
    let act = move || {
        if LAST.get() != place.number {
            return;
        }
        let found = if focused().is_some() { None } else { place.find() };
        let last = looks == 1;
        let to = if last && found.is_none() && focused().is_none() { element("main") } else { found };
        if let Some(to) = to {
            let options = FocusOptions::new();
            options.set_prevent_scroll(true);
            let _refused = to.focus_with_options(&options);
        }
        if !last {
            return_to(place, looks - 1);
        }
    };
    set_timeout(act, EACH);
}
