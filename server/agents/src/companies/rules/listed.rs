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

lists! { AdviserNoun "adviser_noun", InvestorNoun "investor_noun", CustomerNoun "customer_noun", OwnerRole "owner_role", OtherNoun "other_noun", ResidentNoun "resident_noun", Region "region", Occupied "occupied", FromAgent "from_agent", ThingOfPlace "thing_of_place", Denial "denial", Distance "distance", DottedTitle "dotted_title", Dropped "dropped", Expand "expand", Lasting "lasting", LegalLetters "legal_letters", Matter "matter", Nearby "nearby", Never "never", NotYetKnown "not_yet_known", OnceThere "once_there", Opener "opener", PlaceLead "place_lead", Pronoun "pronoun", RoleOfNames "role_of_names", SingularHave "singular_have", SmallOpener "small_opener", Stake "stake", StillThere "still_there", TitleOfNames "title_of_names", Turn "turn", Zone "zone", StreetEnding "street_ending", Rounds "rounds", Also "also",
Attend "attend", Operate "operate", Origin "origin", Staff "staff", Build "build", Engaged "engaged", Subordinator "subordinator", Building "building", NoAsset "no_asset", Joint "joint", Within "within", BesideOther "beside_other", ForeignBy "foreign_by", Family "family",
Untrue "untrue", PutOff "put_off", JoinedAs "joined_as", Lease "lease", Lets "lets", Magnitude "magnitude", Sells "sells" }

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

    /// Whether this word, in lower case, ends with one of it.
    pub(super) fn ends(self, word: &str) -> bool {
        LISTS[self as usize].iter().any(|end| word.ends_with(end))
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
        assert!(List::Region.has("africa") && !List::Region.has("acme"));
    }
}
