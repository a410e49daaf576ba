//! What the validators know about words, from the lists in `words`: one entry a line, one list a class.

use super::{super::hash, judge, tags, text::split};
use std::{collections::HashMap, sync::LazyLock};

macro_rules! classes {
    ($($class:ident $file:literal),+ $(,)?) => {
        /// What is known of a word or a phrase. Many are of several classes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Class { $($class),+ }
        /// Each class with the name of its list and the list.
        pub(super) const LISTS: &[(Class, &str, &str)] = &[$((Class::$class, $file, include_str!(concat!("words/", $file, ".txt")))),+];
    };
}

// The first ones inflect: a plural or a form of a verb is of the same class.
classes! {
    Verb "verbs", Goal "goal_verbs", Light "light_verbs", Build "build_verbs", Open "open_verbs", Observable "observable_verbs",
    Abstract "abstract_nouns", Generic "generic_nouns", Person "person_nouns", Builder "builders", Surface "surfaces",
    Widget "widgets", Technology "technologies", Hint "interface_hints", Attribute "attributes", Unit "units", Topic "topics",
    Irregular "irregular", Determiner "determiners", Article "articles", Preposition "prepositions", Means "means",
    Subordinator "subordinators", Relative "relative_pronouns", Pronoun "pronouns", One "pronouns_one", Many "pronouns_many", Someone "pronouns_person",
    Demonstrative "demonstratives", Plural "plurals", Several "auxiliaries_many", Modal "modals", Auxiliary "auxiliaries", Conjunction "conjunctions",
    Adverb "adverbs", Adjective "adjectives", Infinitive "infinitive_marks", InfinitiveHead "infinitive_heads",
    Foreign "foreign", Role "roles", Want "wants", Reason "reasons", Feeling "feelings", Groundwork "groundwork",
    Mechanism "mechanisms", Prescription "prescriptions", FixedPair "fixed_pairs", Additive "additives",
    Subjective "subjective", Vague "vague", OpenEnded "open_ended", Capability "capabilities", Exempt "exempt",
    Expletive "expletives", Number "numbers", EmptyPhrase "empty_phrases", Garbage "garbage",
    Order "orders",
}

const LAST_INFLECTED: u32 = Class::Topic as u32;
/// Raised whenever the rules judge differently with the same words.
const RULES: &str = "6";

/// Of the rules and their words; another one whenever they may judge differently.
pub(in super::super) static VERSION: LazyLock<u64> = LazyLock::new(|| {
    let lists = LISTS.iter().map(|(.., file)| *file).chain([judge::RULES, judge::LEARNED, tags::ADJECTIVE_ENDINGS]);
    hash(RULES.bytes().chain(lists.flat_map(str::bytes)))
});

/// A set of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks(u64);

impl Marks {
    pub(super) const fn has(self, class: Class) -> bool {
        self.0 & (1 << class as u32) != 0
    }

    pub(super) fn any(self, classes: &[Class]) -> bool {
        classes.iter().any(|class| self.has(*class))
    }

    const fn inflected(self) -> Self {
        Self(self.0 & ((1 << (LAST_INFLECTED + 1)) - 1))
    }
}

/// How a word differs from its base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
    #[default]
    Base,
    /// A plural or a verb's third person.
    S,
    Ed,
    Ing,
}

/// What a word is, the entry that it is a form of, and which form.
type Known = (Marks, Option<&'static str>, Form);
type Phrase = (Vec<&'static str>, Marks);

#[derive(Default)]
pub(super) struct Lexicon {
    words: HashMap<&'static str, Marks>,
    /// Entries of several words by their first one.
    pub(super) phrases: HashMap<&'static str, Vec<Phrase>>,
}

pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);
/// What a word is about, by the first word of the line.
pub(super) static TOPICS: LazyLock<HashMap<&str, &str>> = LazyLock::new(|| {
    let pairs = |line: &'static str| line.split(' ').map(move |word| (word, line.split(' ').next().unwrap_or_default()));
    include_str!("words/topics.txt").lines().flat_map(pairs).collect()
});

impl Lexicon {
    fn read() -> Self {
        let mut lexicon = Self::default();
        for (class, _, file) in LISTS {
            let ends: &[char] = if *class == Class::Topic { &['\n', ' '] } else { &['\n'] };
            for entry in file.split(ends) {
                lexicon.add(split(entry).map(|(_, word)| word).collect(), *class);
            }
        }
        lexicon
    }

    fn add(&mut self, words: Vec<&'static str>, class: Class) {
        let marks = Marks(1 << class as u32);
        match words[..] {
            [] => {}
            [word] => self.words.entry(word).or_default().0 |= marks.0,
            [first, ..] => self.phrases.entry(first).or_default().push((words, marks)),
        }
    }

    pub(super) fn look_up(&self, lower: &str) -> Known {
        let own = self.words.get_key_value(lower).map_or((Marks::default(), None), |(word, marks)| (*marks, Some(*word)));
        if own.0.inflected() != Marks::default() {
            return (own.0, own.1, Form::Base);
        }
        if own.0.has(Class::Irregular) {
            return (own.0, None, Form::Ed);
        }
        let base = self.find_base(lower).map(|(word, marks, form)| (Marks(own.0.0 | marks.0), Some(word), form));
        base.unwrap_or_else(|| (own.0, None, guess_form(lower)))
    }

    fn find_base(&self, lower: &str) -> Option<(&'static str, Marks, Form)> {
        if lower.len() < 4 || lower.len() > 40 {
            return None;
        }
        let find = |base: &str| {
            let (word, marks) = self.words.get_key_value(base)?;
            (marks.inflected() != Marks::default()).then_some((*word, marks.inflected()))
        };
        endings(lower).find_map(|(stem, instead, form)| {
            // "Stopped" is of "stop".
            let single = || stem.get(..stem.len().checked_sub(1)?).filter(|single| single.ends_with(&stem[single.len()..]));
            let found = find(&format!("{stem}{instead}"));
            let found = found.or_else(|| single().filter(|_| form != Form::S).and_then(find));
            found.map(|(word, marks)| (word, marks, form))
        })
    }
}

/// What a word may be without its ending, what the base has instead, and which form that makes it.
fn endings(lower: &str) -> impl Iterator<Item = (&str, &'static str, Form)> {
    include_str!("words/endings.txt").lines().filter_map(move |line| {
        let (ending, instead) = line.split_once(' ').unwrap_or((line, ""));
        let form = match &ending[ending.len() - 1..] {
            "d" => Form::Ed,
            "g" => Form::Ing,
            _ => Form::S,
        };
        Some((lower.strip_suffix(ending)?, instead, form))
    })
}

fn guess_form(lower: &str) -> Form {
    let is_plain = lower.len() < 5 || ["ss", "us", "is"].iter().any(|end| lower.ends_with(end));
    endings(lower).next().filter(|_| !is_plain).map_or(Form::Base, |(_, _, form)| form)
}
