//! Small lists of words that the rules look for in one place each, from `words/lists.txt`.

use std::sync::LazyLock;

macro_rules! lists {
    ($($name:ident $line:literal),+ $(,)?) => {
        /// A list, by what its words are looked for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum List { $($name),+ }
        const NAMES: &[&str] = &[$($line),+];
    };
}

lists! { Article "article", AsideOpener "aside_opener", Bring "bring", Companion "companion", Denial "denial", Destination "destination", Distance "distance", DottedTitle "dotted_title", Dropped "dropped", Ended "ended", Expand "expand", FragmentLink "fragment_link", Glad "glad", GoingOn "going_on", HoldEvent "hold_event", Home "home", Lasting "lasting", LegalLetters "legal_letters", Licensed "licensed", Magnitude "magnitude", Make "make", Matter "matter", NameLead "name_lead", Nearby "nearby", Never "never", NotYetKnown "not_yet_known", ObliqueLead "oblique_lead", OnceThere "once_there", OpenSplit "open_split", Opener "opener", Partnering "partnering", PlaceLead "place_lead", PlacePart "place_part", PluralFollower "plural_follower", Pronoun "pronoun", RoleOfNames "role_of_names", ServePlace "serve_place", SingularHave "singular_have", SmallOpener "small_opener", SpreadPreposition "spread_preposition", Stake "stake", StillThere "still_there", SubjectHeir "subject_heir", TitleOfNames "title_of_names", Turn "turn", TurnAround "turn_around", TurnOfDenial "turn_of_denial", TurnOfMove "turn_of_move", Welcome "welcome", Zone "zone" }

static LISTS: LazyLock<Vec<Vec<&'static str>>> = LazyLock::new(|| {
    let lines: Vec<_> = include_str!("../words/lists.txt").lines().filter_map(|line| line.split_once(": ")).collect();
    let words = |name: &&str| lines.iter().find(|(line, _)| line == name).map_or("", |(_, words)| *words);
    NAMES.iter().map(|name| words(name).split(", ").collect()).collect()
});

impl List {
    /// Whether this word, in lower case, is in it.
    pub(super) fn has(self, word: &str) -> bool {
        LISTS[self as usize].contains(&word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_has_its_line_and_every_line_its_list() {
        assert!(LISTS.iter().all(|words| words.len() > 1), "{LISTS:?}");
        let lines = include_str!("../words/lists.txt").lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(lines, NAMES.len());
        assert!(List::Glad.has("proud") && !List::Glad.has("sad"));
    }
}
