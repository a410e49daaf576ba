//! The words that the reader knows, from the lists in `words`: what class a word or a phrase is of, and a verb's form.

use domain::tools::search::stem;
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

macro_rules! classes {
    ($($name:ident $section:literal),+ $(,)?) => {
        /// What a word does in a sentence. Most words are of several classes.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Class { $($name),+ }
        const SECTIONS: &[(&str, Class)] = &[$(($section, Class::$name)),+];
    };
}

classes! {
    Stay "stay", Move "move", Join "join", Open "open", Get "get", Hire "hire", Leave "leave", Host "host", Give "give",
    Advise "advise", Invest "invest", Serve "serve", Own "own", Oversee "oversee", Say "say", Plan "plan", Firm "firm",
    Drop "drop", Deny "deny", OtherVerb "other_verb", Be "be", Have "have",
    Determiner "det", PlacePreposition "place_prep", Where "where", Away "away", Beside "beside",
    Preposition "prep", Oblique "oblique", Split "split", Relative "relative", Auxiliary "aux", FiniteAuxiliary "finite_aux",
    Firmly "firmly", Softly "softly", Hedge "hedge", Denying "denying", NotDenying "not_denying",
    OnlyFormer "only_former", SinceGone "since_gone", Soft "soft", Time "time", Month "month", Weekday "weekday",
    Include "include", Among "among", CompanyWord "company_ref", AreaWord "area_ref",
    Asset "asset", Permit "permit", Third "third", TenantNoun "tenant_noun", PartnerNoun "partner_noun",
    OwnerNoun "owner_noun",
    PlaceSuffix "suffix_place", OtherSuffix "suffix_other", PresentSuffix "present_suffix", PartOf "part_of",
    TenantLabel "label_tenant", PlaceLabel "label_place", OtherLabel "label_other", Address "address", Descriptor "descriptor",
    Legal "legal", OrganisationHead "org_head", Generic "generic", TailAnd "tail_and", OfHead "of_head", ForHead "for_head",
    Particle "particle", Government "government", Event "event", PlaceHead "place_head", Press "press", Title "title", Job "job",
    Abbreviation "abbreviation", Regulator "regulator", PersonRole "person_role", Nationality "nationality", GivenName "given", FirstName "first_name",
    Common "common", Foreign "foreign", Mass "mass", Order "order", Happening "happening", Superlative "superlative",
    Hiring "hiring", Expansion "expansion", Funding "funding", NewOffice "new_office", Relocation "relocation",
    Licence "licence", Partnership "partnership", Acquisition "acquisition", Leadership "leadership", Contract "contract",
    Product "product", Strong "strong", Weak "weak",
}

/// Classes and forms of a word or a phrase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    classes: u128,
    forms: u8,
}

/// Forms of a verb. One spelling may be several ("set up").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Form {
    Base = 1,
    Third = 2,
    Past = 4,
    Participle = 8,
    Ing = 16,
}

impl Marks {
    pub(super) const fn has(self, class: Class) -> bool {
        self.classes & (1 << class as u32) != 0
    }

    pub(super) fn any(self, classes: &[Class]) -> bool {
        classes.iter().any(|class| self.has(*class))
    }

    pub(super) const fn is_form(self, form: Form) -> bool {
        self.forms & form as u8 != 0
    }

    pub(super) const fn is_verb(self) -> bool {
        self.forms != 0
    }

    pub(super) const fn is_known(self) -> bool {
        self.classes != 0
    }

    const fn add(&mut self, other: Self) {
        self.classes |= other.classes;
        self.forms |= other.forms;
    }
}

/// The words of several words that begin with the same one, longest first.
type Phrases = Vec<(Vec<&'static str>, Marks)>;

pub(super) struct Lexicon {
    words: HashMap<String, Marks>,
    phrases: HashMap<&'static str, Phrases>,
    ordinary: HashSet<String>,
}

const FILES: [&str; 6] = [
    include_str!("../words/given.txt"),
    include_str!("../words/verbs.txt"),
    include_str!("../words/grammar.txt"),
    include_str!("../words/nouns.txt"),
    include_str!("../words/organisations.txt"),
    include_str!("../words/signals.txt"),
];

const ORDINARY: &str = include_str!("../words/ordinary.txt");

static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::read);

impl Lexicon {
    pub(super) fn built_in() -> &'static Self {
        &LEXICON
    }

    fn read() -> Self {
        let ordinary =
            ORDINARY.lines().filter(|line| !line.starts_with('#')).flat_map(|line| line.split(' ')).map(stem).collect();
        let mut lexicon = Self { words: HashMap::new(), phrases: HashMap::new(), ordinary };
        for line in FILES.iter().flat_map(|file| file.lines()) {
            let Some((section, entries)) = line.split_once(": ").filter(|_| !line.starts_with('#')) else { continue };
            let Some((_, class)) = SECTIONS.iter().find(|(name, _)| *name == section) else { continue };
            let is_verb = (*class as u32) <= Class::Have as u32;
            for entry in entries.split(", ").map(str::trim).filter(|entry| !entry.is_empty()) {
                if is_verb {
                    for (spelling, form) in conjugate(entry) {
                        lexicon.add(spelling, Marks { classes: 1 << *class as u32, forms: form as u8 });
                    }
                } else {
                    lexicon.add(entry.to_owned(), Marks { classes: 1 << *class as u32, forms: 0 });
                }
            }
        }
        for phrases in lexicon.phrases.values_mut() {
            phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        lexicon
    }

    fn add(&mut self, spelling: String, marks: Marks) {
        if !spelling.contains(' ') {
            self.words.entry(spelling).or_default().add(marks);
            return;
        }
        // Read once for the life of the process.
        let words: Vec<&'static str> = Box::leak(spelling.into_boxed_str()).split(' ').collect();
        let known = self.phrases.entry(words[0]).or_default();
        match known.iter_mut().find(|(other, _)| *other == words) {
            Some((_, other)) => other.add(marks),
            None => known.push((words, marks)),
        }
    }

    pub(super) fn word(&self, lower: &str) -> Marks {
        self.words.get(lower).copied().unwrap_or_default()
    }

    /// Whether a dictionary has it, or what it is a form of.
    pub(super) fn is_ordinary(&self, lower: &str) -> bool {
        self.ordinary.contains(&stem(lower))
    }

    /// The phrases that begin with this word, longest first.
    pub(super) fn phrases(&self, first: &str) -> &[(Vec<&'static str>, Marks)] {
        self.phrases.get(first).map_or(&[], Vec::as_slice)
    }
}

/// The forms of a verb: `take/takes/took/taken/taking`.
fn conjugate(entry: &str) -> impl Iterator<Item = (String, Form)> {
    entry.split('/').map(str::to_owned).zip([Form::Base, Form::Third, Form::Past, Form::Participle, Form::Ing])
}
