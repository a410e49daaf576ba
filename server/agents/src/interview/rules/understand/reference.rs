//! "There", "that day", "the same time": values that were said before, meant again.

use super::{lexicon, profile::Kind, text::Text};
use std::ops::Range;

/// Words that point back, and what they point at.
pub(super) fn pointers(text: &Text<'_>, imported: bool) -> Vec<(Range<usize>, Kind)> {
    let mut found = Vec::new();
    for at in 0..text.words.len() {
        let (word, next) = (text.word(at), text.word(at + 1));
        let third = text.word(at + 2);
        let what = match (word, next) {
            ("there", after) => {
                let exists = matches!(after, "is" | "are" | "was" | "were" | "will" | "any" | "a" | "an" | "be" | "another")
                    || matches!(text.before(at), "is" | "are" | "was" | "were" | "hi" | "hello" | "hey" | "what's");
                (!exists || matches!(text.before(at), "going" | "to" | "get")).then_some((at + 1, Kind::Spot))
            }
            ("that" | "this" | "same", "day" | "date") => Some((at + 2, Kind::Date)),
            ("same", "time") => Some((at + 2, Kind::Time)),
            ("that", "time") if text.before(at) == "at" => Some((at + 2, Kind::Time)),
            ("here", _) if imported && matches!(text.before(at), "around" | "near" | "from" | "by") => Some((at + 1, Kind::Spot)),
            // "To that hotel", "visit this house": a thing that has a place. In an interview "at the office" need be no place of before.
            (which @ ("that" | "this" | "the"), thing)
                if (imported || which != "the")
                    && matches!(text.before(at), "to" | "visit" | "reach" | "at")
                    && (lexicon::SITES.contains(thing) || matches!(thing, "property" | "venue" | "attraction" | "spot")) =>
            {
                Some((at + 2, Kind::Spot))
            }
            ("that" | "this" | "same", "place" | "city" | "area" | "location" | "town" | "address" | "region") => {
                Some((at + 2, Kind::Spot))
            }
            ("that" | "this", "same" | "general") if matches!(third, "area" | "city" | "place" | "location" | "region") => {
                Some((at + 3, Kind::Spot))
            }
            ("that", "same") if matches!(third, "day" | "date") => Some((at + 3, Kind::Date)),
            _ => None,
        };
        if let Some((end, kind)) = what
            && found.len() < 8
        {
            found.push((at..end, kind));
        }
    }
    found
}
