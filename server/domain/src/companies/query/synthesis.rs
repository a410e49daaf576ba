//! Searches for what was understood (seed 001, Layer 2): different from each other, the most telling first.

use super::Vocabulary;
use crate::companies::{Gazetteer, Place, SignalType, Synthesis, SynthesisContext, Understanding, gazetteer::tokens::tokenize};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashSet},
    sync::LazyLock,
};

/// COMPANIES and the issue: 4 to 12 queries. More than this many cost more than they find.
const USUAL: usize = 9;
pub(super) const MOST: usize = 12;
/// Search providers cut longer queries.
const LONGEST: usize = 200;

#[derive(Debug, Default, Deserialize)]
struct Wording {
    signals: BTreeMap<SignalType, String>,
    usual_signals: Vec<SignalType>,
    entities: BTreeMap<String, String>,
    languages: BTreeMap<String, Language>,
}

#[derive(Debug, Default, Deserialize)]
struct Language {
    companies: String,
    signal: String,
    scripts: Script,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Script {
    #[default]
    Latin,
    Arabic,
    Han,
    Hangul,
    Cyrillic,
}

impl Script {
    const fn has(self, sign: char) -> bool {
        match self {
            Self::Latin => matches!(sign, 'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}'),
            Self::Arabic => matches!(sign, '\u{600}'..='\u{6ff}'),
            Self::Han => matches!(sign, '\u{3040}'..='\u{30ff}' | '\u{4e00}'..='\u{9fff}'),
            Self::Hangul => matches!(sign, '\u{ac00}'..='\u{d7a3}'),
            Self::Cyrillic => matches!(sign, '\u{400}'..='\u{4ff}'),
        }
    }

    fn writes(self, name: &str) -> bool {
        name.chars().any(|sign| self.has(sign))
    }
}

fn wording() -> &'static Wording {
    static WORDING: LazyLock<Wording> = LazyLock::new(|| serde_json::from_str(include_str!("searches.json")).unwrap_or_default());
    &WORDING
}

/// The searches for one understanding. Total; the place alone is enough.
#[must_use]
pub fn synthesize(understanding: &Understanding, context: &SynthesisContext, gazetteer: &Gazetteer) -> Synthesis {
    let region = || Place { country: gazetteer.country_named(context.region.as_deref()), ..Place::default() };
    let place = if understanding.place.is_empty() { region() } else { understanding.place.clone() };
    let mut plan = Plan::new(understanding, context, gazetteer, place);
    plan.write();
    let located = if plan.place.country.is_none() { region() } else { plan.place.clone() };
    Synthesis {
        queries: plan.queries,
        search_location: gazetteer.search_location(&Place { country: located.country.clone(), ..plan.place.clone() }),
        country_code: gazetteer.country_code(&located),
    }
}

/// Queries under way, with the words that they are made of.
struct Plan<'search> {
    understanding: &'search Understanding,
    context: &'search SynthesisContext,
    gazetteer: &'search Gazetteer,
    place: Place,
    /// The most precise name; empty where there is none.
    name: String,
    /// The same in full, where that is another name.
    long: String,
    sectors: Vec<String>,
    signals: Vec<SignalType>,
    queries: Vec<String>,
    seen: HashSet<Vec<String>>,
}

impl<'search> Plan<'search> {
    fn new(
        understanding: &'search Understanding,
        context: &'search SynthesisContext,
        gazetteer: &'search Gazetteer,
        place: Place,
    ) -> Self {
        let name = place.name().unwrap_or_default().to_owned();
        let is_longer =
            |alias: &&String| Script::Latin.writes(alias) && alias.split_whitespace().count() > name.split_whitespace().count();
        // A city in full ("Dubai City") is not searched for.
        let has_long = place.area.is_some() || place.city.is_none();
        let long = gazetteer.aliases(&place).iter().skip(1).filter(|_| has_long).find(is_longer).unwrap_or(&name).clone();
        let mut signals = understanding.signals.clone();
        let usual = wording().usual_signals.iter().filter(|signal| !understanding.signals.contains(signal));
        signals.extend(usual);
        let sectors = sectors(understanding, context, gazetteer, &place);
        Self { understanding, context, gazetteer, place, name, long, sectors, signals, queries: Vec::new(), seen: HashSet::new() }
    }

    /// The order counts: a budget may end after a few. COMPANIES demands the first three.
    fn write(&mut self) {
        let (name, long) = (self.name.clone(), self.long.clone());
        let entities = self.entities();
        let year = if self.context.year > 0 { self.context.year.to_string() } else { String::new() };
        let (first, second) = (self.signal(0), self.signal(1));
        let (main, other) = (self.sector(0), self.sector(1));
        let outer = self.outer();

        self.add(&[&name, "companies"]);
        self.add(&[&name, "registered companies"]);
        self.add(&[&long, if main.is_empty() { &first } else { &main }]);
        self.add(&[&name, "registered companies", &first, &year]);
        if let Some(short) = self.gazetteer.search_names(&self.place).first() {
            self.add(&[short, &main, "companies"]);
        }
        let in_language = self.in_languages();
        if let Some(query) = in_language.first() {
            self.add(&[query]);
        }
        if entities != "companies" {
            self.add(&[&name, &main, &entities, &first]);
        }
        self.add(&[&name, if other.is_empty() { &main } else { &other }, "new office"]);
        self.add(&["companies relocating to", &name, &outer]);
        self.add(&[&long, &main, &second, &year]);
        if let Some(query) = in_language.get(1) {
            self.add(&[query]);
        }
        self.queries.truncate(if entities == "companies" { USUAL } else { MOST.min(USUAL + 1) });
        // Where nothing names a place, a sector or a signal, little is left to vary.
        for extra in ["new companies", "companies hiring", "companies expanding", "list of companies"] {
            if self.queries.len() < 4 {
                self.add(&[&name, extra, &year]);
            }
        }
    }

    fn add(&mut self, parts: &[&str]) {
        let words = parts.iter().flat_map(|part| part.split_whitespace());
        let mut query = String::new();
        for word in words {
            if query.len() + word.len() >= LONGEST {
                break;
            }
            if !query.is_empty() {
                query.push(' ');
            }
            query.push_str(word);
        }
        let mut key: Vec<String> = tokenize(&query).into_iter().map(|token| token.text).collect();
        key.sort_unstable();
        key.dedup();
        if !key.is_empty() && self.seen.insert(key) {
            self.queries.push(query);
        }
    }

    fn entities(&self) -> String {
        wording().entities.get(&self.understanding.entity_type).cloned().unwrap_or_else(|| "companies".to_owned())
    }

    fn signal(&self, at: usize) -> String {
        self.signals.get(at).and_then(|signal| wording().signals.get(signal)).cloned().unwrap_or_default()
    }

    fn sector(&self, at: usize) -> String {
        self.sectors.get(at).cloned().unwrap_or_default()
    }

    /// The next larger place, if it is not in the name already.
    fn outer(&self) -> String {
        let parts = [&self.place.city, &self.place.emirate, &self.place.country];
        parts.into_iter().flatten().find(|part| !self.name.contains(part.as_str())).cloned().unwrap_or_default()
    }

    /// As people there would search.
    fn in_languages(&self) -> Vec<String> {
        let codes = self.gazetteer.languages(&self.place);
        let Some(language) = codes.iter().find_map(|code| wording().languages.get(code)) else { return Vec::new() };
        let aliases = self.gazetteer.aliases(&self.place);
        let Some(name) = aliases.iter().find(|alias| language.scripts.writes(alias)).or_else(|| aliases.first()) else {
            return Vec::new();
        };
        if name.is_empty() {
            return Vec::new();
        }
        [&language.companies, &language.signal].map(|query| query.replace("{place}", name)).to_vec()
    }
}

/// Those of the text; where it names none, also what the area is known for, and those of the line of business.
fn sectors(understanding: &Understanding, context: &SynthesisContext, gazetteer: &Gazetteer, place: &Place) -> Vec<String> {
    let usual = Vocabulary::built_in().vertical(context.vertical.as_deref(), context.sub_vertical.as_deref());
    let usual = usual.map(|vertical| vertical.sectors.as_slice()).unwrap_or_default();
    // What the text asks for is not diluted by what is usual.
    let (themes, usual) = if understanding.sectors.is_empty() { (gazetteer.themes(place), usual) } else { (&[][..], &[][..]) };
    let lists = [understanding.sectors.as_slice(), themes, usual];
    let mut sectors: Vec<String> = Vec::new();
    for sector in lists.into_iter().flatten() {
        if !sectors.iter().any(|other| other.eq_ignore_ascii_case(sector)) {
            sectors.push(sector.clone());
        }
    }
    sectors
}
