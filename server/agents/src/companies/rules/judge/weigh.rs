//! What speaks for and against a company being in a place, and how much each sign weighs. The weights are data.

use std::sync::LazyLock;

macro_rules! signs {
    ($($(#[doc = $doc:literal])* $name:ident $line:literal),+ $(,)?) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(in super::super) enum Sign { $($(#[doc = $doc])* $name),+ }
        const NAMES: &[&str] = &[$($line),+];
    };
}

signs! {
    /// Before anything is known.
    Base "base",
    /// "ADGM-based Acme"; "Acme in ADGM", "Acme (ADGM)".
    Attached "attached", Within "within",
    /// The place is named in the same clause, or in another one of the sentence.
    Clause "clause", Sentence "sentence",
    /// The place is named one sentence before, or some before.
    After "after", Far "far",
    Subject "subject",
    /// The place hangs on "in" or "at" in the same clause; on "from", "near", "unlike".
    Placed "placed", Out "out",
    /// The company is who settles in the place in this very clause.
    Settled "settled",
    /// A verb of being or settling somewhere; an office or a licence.
    Stays "stays", Asset "asset",
    /// "tenants such as Acme".
    Tenant "tenant",
    /// An address or a line of a directory that begins with the company.
    Entry "entry",
    /// "ADGM-based Acme", and not only "the ADGM firm Acme".
    Based "based",
    /// "Acme, Unit 5, 12 High Street, Leeds".
    Addressed "addressed",
    /// An entry below a heading like "Tenants of ADGM".
    Headed "headed",
    /// "so has Acme", "Acme followed", "Acme joins them".
    Also "also",
    /// An entry of a list; of one that holds another company that is there; of three or more.
    Item "item", Mate "mate", Group "group",
    /// How sure the name is one.
    Legal "legal", Trade "trade", Bare "bare", Foreign "foreign", Personal "personal", Ordinary "ordinary",
    /// "It", "the company".
    Meant "meant",
    /// "with Acme", "for Acme"; "by Acme".
    Oblique "oblique", By "by",
    /// The clause that names the place is about another company.
    Theirs "theirs",
    /// A rival, a supplier, a partner.
    Other "other",
    /// Another place is named beside it.
    Aside "aside",
    /// It settles in that other place.
    Abroad "abroad",
    /// The sentence plans, denies or doubts something.
    Wavers "wavers",
    /// Somebody leaves, ends or refuses something in the sentence.
    Leaves "leaves",
    /// It does something else.
    Idle "idle",
    /// It only says something.
    Speaks "speaks",
}

static WEIGHTS: LazyLock<Vec<f32>> = LazyLock::new(|| {
    let lines: Vec<(&str, &str)> =
        include_str!("../../words/weights.txt").lines().filter_map(|line| line.split_once(' ')).collect();
    let weight = |name: &&str| lines.iter().find(|(line, _)| line == name).and_then(|(_, weight)| weight.parse().ok());
    NAMES.iter().map(|name| weight(name).unwrap_or_default()).collect()
});

pub(super) fn sum(signs: &[Sign]) -> f32 {
    signs.iter().map(|sign| WEIGHTS[*sign as usize]).sum()
}

#[cfg(test)]
pub(super) fn name(sign: Sign) -> &'static str {
    NAMES[sign as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_weighs_something() {
        assert!(WEIGHTS.iter().all(|weight| *weight != 0.0), "{WEIGHTS:?}");
        let lines = include_str!("../../words/weights.txt").lines().filter(|line| !line.starts_with('#')).count();
        assert_eq!(lines, NAMES.len());
    }
}
