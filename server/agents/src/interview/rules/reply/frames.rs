//! The patterns of everything that the agent says, from `frames.txt`.

use std::{collections::HashMap, sync::LazyLock};

/// By section, and by whether it is for who is addressed casually.
static FRAMES: LazyLock<HashMap<(&str, bool), Vec<&str>>> = LazyLock::new(|| {
    let mut frames: HashMap<(&str, bool), Vec<&str>> = HashMap::new();
    let mut section = ("", false);
    for line in include_str!("frames.txt").lines().filter(|line| !line.starts_with('#')) {
        match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            Some(name) => section = name.strip_suffix(", casual").map_or((name, false), |name| (name, true)),
            None => frames.entry(section).or_default().push(line),
        }
    }
    frames
});

/// The frames of a section; what has no casual form is said to everybody.
pub(super) fn list(section: &'static str, casual: bool) -> &'static [&'static str] {
    let own = FRAMES.get(&(section, casual)).or_else(|| FRAMES.get(&(section, false)));
    own.map_or(&[], Vec::as_slice)
}

/// Fills the slots in one pass, so that braces in a person's words stay what they are.
pub(super) fn fill<'s>(frame: &str, slot: impl Fn(&str) -> Option<&'s str>) -> String {
    let mut out = String::with_capacity(frame.len() + 64);
    let mut rest = frame;
    while let Some((before, open)) = rest.split_once('{') {
        let (name, after) = open.split_once('}').unwrap_or((open, ""));
        out.push_str(before);
        out.push_str(slot(name).unwrap_or_default());
        rest = after;
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Everything that speaks in frames.
    const SPEAKING: &[&str] = &[
        include_str!("acknowledge.rs"),
        include_str!("ask.rs"),
        include_str!("blockers.rs"),
        include_str!("close.rs"),
        include_str!("courtesy.rs"),
        include_str!("explain.rs"),
        include_str!("mod.rs"),
        include_str!("recap.rs"),
        include_str!("remark.rs"),
        include_str!("research.rs"),
        include_str!("talk.rs"),
        include_str!("voice.rs"),
        include_str!("wording.rs"),
    ];
    /// What stands before the name of a section in code.
    const TAKING: &[&str] = &[".word(", ".word_anew(", ".word_first(", "frames::list(", "filled("];
    const SLOTS: &[&str] = &[
        "Value", "all", "answer", "before", "bounds", "category", "choices", "either", "examples", "have", "name", "now",
        "number", "open", "place", "points", "quote", "reasons", "rough", "subject", "taken", "things", "title", "topic",
        "unsure", "value", "was", "words",
    ];

    fn names_in(source: &'static str) -> impl Iterator<Item = &'static str> {
        let behind =
            TAKING.iter().flat_map(move |taking| source.match_indices(taking).map(move |(at, one)| &source[at + one.len()..]));
        behind.filter_map(|rest| rest.trim_start().strip_prefix('"')?.split_once('"')).map(|(name, _)| name)
    }

    #[test]
    fn every_section_that_is_named_is_there_and_every_one_there_is_named() {
        let named: BTreeSet<&str> = SPEAKING.iter().copied().flat_map(names_in).collect();
        let there: BTreeSet<&str> = FRAMES.keys().map(|(section, _)| *section).collect();
        assert_eq!(named, there);
        // What is said casually alone would be said to nobody else.
        assert!(there.iter().all(|section| FRAMES.contains_key(&(*section, false))));
    }

    #[test]
    fn every_frame_says_something_and_names_known_slots() {
        for ((section, _), frames) in FRAMES.iter() {
            for frame in frames {
                assert!(frame.trim() == *frame && frame.chars().any(char::is_alphabetic), "{section}: {frame:?}");
                let mut slots = frame.split('{').skip(1);
                assert!(slots.all(|rest| rest.split_once('}').is_some_and(|(name, _)| SLOTS.contains(&name))), "{frame}");
            }
        }
    }

    #[test]
    fn no_frame_stands_twice_in_its_section() {
        for (section, frames) in FRAMES.iter() {
            assert_eq!(frames.iter().collect::<BTreeSet<_>>().len(), frames.len(), "{section:?}");
        }
    }

    #[test]
    fn slots_are_filled_once() {
        let slot = |name: &str| match name {
            "value" => Some("{place}"),
            "place" => Some("as the goal"),
            _ => None,
        };
        assert_eq!(fill("I have {value} {place}.", slot), "I have {place} as the goal.");
        assert_eq!(fill("{value}", |_| None), "");
        assert_eq!(fill("an {open", |_| None), "an ");
    }
}
