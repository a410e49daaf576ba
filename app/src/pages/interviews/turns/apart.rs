//! How the browser comes by the code that takes events.

use super::waiting::Waiting;
use crate::{
    feed::{Followed, Missing},
    parts::asleep::at_once,
    words,
};
use leptos::{
    prelude::*,
    task::spawn_local,
    wasm_split::{SplitLoaderError, wasm_split},
};
use protocol::interview::InterviewView;
use std::{
    cell::RefCell,
    sync::atomic::{AtomicBool, Ordering::Relaxed},
};

/// Whether that code is here.
static HERE: AtomicBool = AtomicBool::new(false);

thread_local! {
    static WAITING: RefCell<Waiting<Followed<InterviewView>>> = const { RefCell::new(Waiting::new()) };
}

#[wasm_split(room_turns, wasm_split_path = leptos::wasm_split, preload(load_turns), fallible)]
fn read_apart(interview: Followed<InterviewView>, text: String) -> Result<Missing, SplitLoaderError> {
    Ok(interview.read(&text))
}

/// Takes a frame at once, or as soon as the code is here.
pub(super) fn read(interview: Followed<InterviewView>, text: String) -> Missing {
    if HERE.load(Relaxed) {
        return at_once(read_apart(interview, text)).and_then(Result::ok).unwrap_or(Missing::Nothing);
    }
    let (is_first, fits) = WAITING.with_borrow_mut(|waiting| (waiting.is_empty(), waiting.add(interview, text)));
    if !fits && interview.refused.try_with_untracked(Option::is_none) == Some(true) {
        interview.refused.set(Some(words::fault::STILL_LOADING.to_owned()));
    }
    if is_first {
        spawn_local(take_waiting());
    }
    Missing::Nothing
}

async fn take_waiting() {
    let is_here = load_turns().await.is_ok();
    HERE.store(is_here, Relaxed);
    for (interview, text) in WAITING.replace(Waiting::new()).end() {
        if interview.is_gone() {
            continue;
        }
        // What is lost here is missing before the next frame.
        if !is_here {
            interview.refused.set(Some(words::fault::NOT_LOADED.to_owned()));
        } else if text.is_none_or(|text| read(interview, text) == Missing::Something) {
            interview.refused.set(None);
            interview.join_anew();
        }
    }
}

/// Something was said: events will come.
pub(in crate::pages::interviews) fn expect() {
    spawn_local(async {
        let _loaded = load_turns().await;
    });
}
