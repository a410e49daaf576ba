//! The socket itself: one per page, made again with patience. All of it runs in the browser only.

use super::{Feed, Link, rhythm};
use crate::{browser, build};
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*};
use protocol::frame::Request;
use std::cell::RefCell;
use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::{Event, MessageEvent, WebSocket};

thread_local! {
    static LINE: RefCell<Line> = RefCell::new(Line::default());
}

#[derive(Default)]
struct Line {
    socket: Option<WebSocket>,
    /// Kept alive as long as the socket may call them.
    handlers: Vec<Closure<dyn FnMut(Event)>>,
    /// Grows with each socket: what an older one still says is not heard.
    generation: u64,
    backoff: rhythm::Backoff,
    retry: Option<TimeoutHandle>,
    pulse: rhythm::Pulse,
    watching: bool,
}

/// Opens the socket unless one is open or opening.
pub(super) fn open(feed: Feed) {
    watch(feed);
    let open = LINE.with_borrow(|line| line.socket.as_ref().is_some_and(|socket| socket.ready_state() <= WebSocket::OPEN));
    if !open {
        connect(feed);
    }
}

/// Sends if the line is up. A request that is lost with the line is made again by joining.
pub(super) fn send(request: &Request) {
    let Ok(text) = serde_json::to_string(request) else { return };
    LINE.with_borrow(|line| {
        if let Some(socket) = line.socket.as_ref().filter(|socket| socket.ready_state() == WebSocket::OPEN) {
            let _closing = socket.send_with_str(&text);
        }
    });
}

fn connect(feed: Feed) {
    drop_line();
    if feed.link.get_untracked() == Link::Resting {
        feed.link.set(Link::Connecting);
    }
    let Some(address) = address() else { return };
    let Ok(socket) = WebSocket::new(&address) else {
        lost(feed);
        return;
    };
    let generation = LINE.with_borrow_mut(|line| {
        line.generation += 1;
        line.pulse.hear(browser::now());
        line.generation
    });
    let current = move || LINE.with_borrow(|line| line.generation == generation);

    let opened = Closure::<dyn FnMut(Event)>::new(move |_| {
        if current() {
            if LINE.with_borrow_mut(|line| line.backoff.reach()) {
                build::look(feed);
            }
            feed.link.set(Link::Live);
            feed.join_all();
        }
    });
    let heard = Closure::<dyn FnMut(Event)>::new(move |event: Event| {
        if !current() {
            return;
        }
        LINE.with_borrow_mut(|line| line.pulse.hear(browser::now()));
        let text = event.dyn_ref::<MessageEvent>().and_then(|message| message.data().as_string());
        if let Some(text) = text {
            feed.receive(&text);
        }
    });
    let closed = Closure::<dyn FnMut(Event)>::new(move |_| {
        if current() {
            lost(feed);
        }
    });
    socket.set_onopen(Some(opened.as_ref().unchecked_ref()));
    socket.set_onmessage(Some(heard.as_ref().unchecked_ref()));
    socket.set_onclose(Some(closed.as_ref().unchecked_ref()));
    LINE.with_borrow_mut(|line| {
        line.socket = Some(socket);
        line.handlers = vec![opened, heard, closed];
    });
}

fn address() -> Option<String> {
    let location = window().location();
    let scheme = if location.protocol().ok()? == "https:" { "wss" } else { "ws" };
    Some(format!("{scheme}://{}/ws", location.host().ok()?))
}

/// Forgets the socket without hearing of its end. Its handlers are dropped later: one of them may be running right now.
fn drop_line() {
    let (socket, handlers, retry) = LINE.with_borrow_mut(|line| {
        line.generation += 1;
        (line.socket.take(), std::mem::take(&mut line.handlers), line.retry.take())
    });
    if let Some(retry) = retry {
        retry.clear();
    }
    if let Some(socket) = socket {
        socket.set_onopen(None);
        socket.set_onmessage(None);
        socket.set_onclose(None);
        let _closed = socket.close();
    }
    if !handlers.is_empty() {
        set_timeout(move || drop(handlers), std::time::Duration::ZERO);
    }
}

fn lost(feed: Feed) {
    drop_line();
    let online = window().navigator().on_line();
    feed.link.set(if online { Link::Lost } else { Link::Offline });
    if !feed.is_followed() {
        feed.link.set(Link::Resting);
        return;
    }
    let pause = LINE.with_borrow_mut(|line| line.backoff.fail(browser::chance()));
    let retry = set_timeout_with_handle(move || connect(feed), pause).ok();
    LINE.with_borrow_mut(|line| line.retry = retry);
}

/// The heartbeat, and the moments at which waiting makes no sense: the network is back, the tab is looked at again.
fn watch(feed: Feed) {
    if LINE.with_borrow_mut(|line| std::mem::replace(&mut line.watching, true)) {
        return;
    }
    set_interval(move || check(feed), rhythm::HEARTBEAT);
    for moment in ["online", "offline", "pageshow", "visibilitychange"] {
        drop(window_event_listener_untyped(moment, move |event| {
            if event.type_() == "offline" {
                lost(feed);
            } else {
                LINE.with_borrow_mut(|line| line.backoff.hope());
                check(feed);
            }
        }));
    }
}

fn check(feed: Feed) {
    if !feed.is_followed() {
        return;
    }
    let alive = LINE.with_borrow_mut(|line| {
        let now = browser::now();
        let open = line.socket.as_ref().is_some_and(|socket| socket.ready_state() <= WebSocket::OPEN);
        let alive = open && !line.pulse.is_gone(now, document().hidden());
        line.pulse.ask(now);
        alive
    });
    if alive {
        send(&Request::Ping);
        return;
    }
    if feed.link.get_untracked() == Link::Live {
        feed.link.set(Link::Lost);
    }
    connect(feed);
}
