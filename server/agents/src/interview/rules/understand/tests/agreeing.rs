//! What agrees to something, and what only tells of something in the same words.

use super::super::{signs::Signs, text::Text};

fn agrees(said: &str) -> bool {
    let text = Text::new(said);
    Signs::of(&text).yes(&text)
}

#[test]
fn who_likes_what_was_offered_agrees() {
    for said in [
        "That's what I want", "What I need.", "A good choice!", "That flight sounds good", "The second one works for me",
        "Those details are fine", "That would be suitable", "I do", "Great, thanks",
    ] {
        assert!(agrees(said), "{said}");
    }
}

#[test]
fn who_tells_of_something_does_not() {
    for said in [
        "What I want is to keep the one shop alive",
        "What I need is both",
        "A good place to start is the market",
        "In the mood for something spicy",
        "The shop works with two suppliers",
        "The coffee is good but dear",
        "We do nice cakes",
        "They are great cooks",
        "I would like a table",
    ] {
        assert!(!agrees(said), "{said}");
    }
}
