//! The words that hold a question together.

use super::super::lexicon::{LEXICON, PHRASE, Tag};

#[test]
fn a_phrase_fits_the_window() {
    assert_eq!((LEXICON.tag("how many"), LEXICON.tag("whale")), (Some(Tag::Count), None));
    assert!(LEXICON.phrases.keys().all(|phrase| phrase.split(' ').count() <= PHRASE));
    assert!(LEXICON.adjective("oldest").is_some_and(|word| word.more && word.superlative));
}
