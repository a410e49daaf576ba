//! Whether a value is named only to be denied.

use super::super::{cues, text::Text};

/// "not", "instead of", "rather than", "except", "apart from" right before a value, or "we don't sell" it.
pub(super) fn negates(text: &Text<'_>, at: usize) -> bool {
    let back = |steps: usize| at.checked_sub(steps).map_or("", |at| text.word(at));
    let article = usize::from(matches!(back(1), "the" | "a" | "an"));
    let small = matches!(back(1 + article), "in" | "at" | "for" | "to" | "on" | "by" | "via" | "with" | "through");
    let one = 1 + article + usize::from(small);
    // "Nothing other than referrals"
    let nothing = (0..text.words.len()).any(|at| matches!(text.word(at), "nothing" | "none" | "no"));
    let denies = |word: &str| {
        matches!(word, "not" | "except" | "without" | "excluding" | "isn't" | "never" | "nor" | "neither" | "aren't" | "besides")
    };
    denies(back(one))
        || back(1) == "no"
        || (1..=one).any(|step| back(step) == "for" && back(step + 1) == "except")
        || back(one) == "of" && back(one + 1) == "instead"
        || back(one) == "than" && (back(one + 1) == "rather" || back(one + 1) == "other" && !nothing)
        || matches!(back(1), "don't" | "dont" | "doesn't")
        || matches!(back(one), "for" | "about") && back(one + 1) == "care" && matches!(back(one + 2), "don't" | "dont" | "not")
        || back(1 + article) == "no"
        || back(one) == "from" && matches!(back(one + 1), "apart" | "aside")
        || back(one) == "but" && matches!(back(one + 1), "all" | "anything" | "everything" | "any")
        || back(one) == "longer" && back(one + 1) == "no"
        || is_done_without(text, at, one)
}

/// The same, and in a transcript what somebody does not like; live, "what annoys you most?" is answered by it.
pub(super) fn unwanted(text: &Text<'_>, at: usize, live: bool) -> bool {
    let article = usize::from(matches!(text.before(at), "the" | "a" | "an"));
    negates(text, at) || !live && is_disliked(text, at.saturating_sub(article)) || live && is_ruled_out(text, at)
}

/// "Gas is out of the question", "tuna not allowed", "lottery we got turned down": said behind it in the same clause.
fn is_ruled_out(text: &Text<'_>, at: usize) -> bool {
    let ends = |at: usize| matches!(text.word(at), "," | "." | ";" | "!" | "?" | "\n" | "but" | "(");
    let clause = (at + 1..text.words.len().min(at + 14)).take_while(|&at| !ends(at));
    clause.into_iter().any(|at| cues::is("ruled out", text, at))
}

/// "We don't sell products", "we no longer use the phone": what is not done with it.
fn is_done_without(text: &Text<'_>, at: usize, one: usize) -> bool {
    let back = |steps: usize| at.checked_sub(steps).map_or("", |at| text.word(at));
    let does = matches!(
        back(one),
        "sell"
            | "offer"
            | "use"
            | "make"
            | "need"
            | "want"
            | "do"
            | "have"
            | "run"
            | "provide"
            | "accept"
            | "take"
            | "build"
            | "go"
    );
    does && (matches!(back(one + 1), "don't" | "dont" | "doesn't" | "never" | "won't" | "didn't")
        || back(one + 1) == "not" && matches!(back(one + 2), "do" | "does" | "did" | "will")
        || back(one + 1) == "longer" && back(one + 2) == "no")
}

/// "I'm not big on jazz", "not a fan of the sea", "I don't like onions", "tired of trains": named to be done without.
fn is_disliked(text: &Text<'_>, at: usize) -> bool {
    const DISLIKES: &[&[&str]] = &[
        &["not", "big", "on"],
        &["not", "keen", "on"],
        &["not", "into"],
        &["not", "fond", "of"],
        &["not", "interested", "in"],
        &["fan", "of"],
        &["tired", "of"],
        &["sick", "of"],
        &["don't", "like"],
        &["dont", "like"],
        &["don't", "love"],
        &["don't", "care", "for"],
        &["do", "not", "like"],
        &["didn't", "like"],
        &["can't", "stand"],
        &["cannot", "stand"],
        &["dislike"],
        &["hate"],
    ];
    let phrase = DISLIKES.iter().find(|phrase| at >= phrase.len() && text.reads(at - phrase.len(), phrase));
    phrase.is_some_and(|phrase| {
        let start = at - phrase.len();
        let before = (start.saturating_sub(4)..start).rev().take_while(|&at| !text.is_mark(at));
        phrase[0] != "fan" || before.into_iter().any(|at| matches!(text.word(at), "not" | "no" | "never"))
    })
}
