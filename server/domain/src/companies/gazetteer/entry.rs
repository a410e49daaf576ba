//! Places as the data files and a tenant write them down.

use super::tokens::tokenize;
use crate::companies::{AreaType, Place};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// What a name is the name of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaceKind {
    Country,
    /// An emirate, a state, a province.
    Emirate,
    City,
    FreeZone,
    Mainland,
    District,
}

impl PlaceKind {
    /// Of an area; none for what is more than an area.
    #[must_use]
    pub const fn area_type(self) -> Option<AreaType> {
        match self {
            Self::FreeZone => Some(AreaType::FreeZone),
            Self::Mainland => Some(AreaType::Mainland),
            Self::District => Some(AreaType::District),
            Self::Country | Self::Emirate | Self::City => None,
        }
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Country => "country",
            Self::Emirate => "emirate",
            Self::City => "city",
            Self::FreeZone => "free_zone",
            Self::Mainland => "mainland",
            Self::District => "district",
        }
    }

    pub(crate) fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "country" => Self::Country,
            "emirate" => Self::Emirate,
            "city" => Self::City,
            "free_zone" => Self::FreeZone,
            "mainland" => Self::Mainland,
            "district" => Self::District,
            _ => return None,
        })
    }
}

/// A place that a tenant adds to the gazetteer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GazetteerEntry {
    pub name: String,
    pub kind: PlaceKind,
    #[serde(default)]
    pub city: Option<String>,
    #[serde(default)]
    pub emirate: Option<String>,
    #[serde(default)]
    pub country: Option<String>,
    /// Other names, in any language.
    #[serde(default)]
    pub aliases: Vec<String>,
}

/// One spelling of a name.
#[derive(Clone, Debug)]
pub(super) struct Spelling {
    pub(super) text: String,
    pub(super) tokens: Vec<String>,
    /// Only as it is written here, because in other letters it is an ordinary word or another name.
    pub(super) is_exact: bool,
    /// Searched for, but too vague to be found in texts ("Masdar" is also a company).
    pub(super) is_for_search: bool,
    /// "Washington, DC": a comma belongs to it.
    pub(super) has_comma: bool,
}

#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) kind: PlaceKind,
    /// Itself and what it is in.
    pub(super) place: Place,
    /// The canonical name first, its long form second where it has one.
    pub(super) spellings: Vec<Spelling>,
    /// What it is known for ("fintech").
    pub(super) themes: Vec<String>,
    /// Of countries: two letters, and languages. Of towns: the letters of country and state ("us-oh").
    pub(super) codes: Vec<String>,
    /// A namesake of something better known: meant only where the text says so.
    pub(super) is_rare: bool,
    /// Added by a tenant: goes before what is built in.
    pub(super) is_own: bool,
}

impl Entry {
    pub(super) fn name(&self) -> &str {
        self.spellings.first().map_or("", |spelling| &spelling.text)
    }

    /// Of the list of towns, which is not kept with the same care.
    pub(super) fn is_town(&self) -> bool {
        self.kind == PlaceKind::City && !self.codes.is_empty()
    }

    /// What a town's address writes: "OH" in Ohio, "CH" in Switzerland.
    pub(super) fn letters(&self) -> String {
        self.codes.first().and_then(|code| code.rsplit('-').next()).map(str::to_uppercase).unwrap_or_default()
    }

    pub(super) fn from_town(name: &str, code: &str, parents: [&str; 3], is_rare: bool) -> Option<Self> {
        let spellings = vec![spelling(name, false, false)?];
        let place = place(PlaceKind::City, name, parents);
        let (themes, codes) = (Vec::new(), vec![code.to_owned()]);
        Some(Self { kind: PlaceKind::City, place, spellings, themes, codes, is_rare, is_own: false })
    }

    pub(super) fn from_tenant(entry: &GazetteerEntry) -> Option<Self> {
        let names = std::iter::once(&entry.name).chain(&entry.aliases);
        let spellings: Vec<Spelling> = names.filter_map(|name| spelling(name, false, false)).collect();
        let parents = [&entry.country, &entry.emirate, &entry.city].map(|name| name.as_deref().unwrap_or_default());
        let place = place(entry.kind, &spellings.first()?.text, parents);
        let (themes, codes) = (Vec::new(), Vec::new());
        Some(Self { kind: entry.kind, place, spellings, themes, codes, is_rare: false, is_own: true })
    }
}

/// Reads a data file:
///
/// ```text
/// # a remark
/// @ UAE | Abu Dhabi | Abu Dhabi          what the following places are in: country, emirate, city
/// free_zone: ADGM; Abu Dhabi Global Market ~ fintech, financial services
/// country ae ar: UAE; United Arab Emirates
/// ```
///
/// `!` before a name: only in these letters; `?`: only to search with; `+` before the first: a rare namesake.
/// Lines that cannot be read come back as they are, so that a test can name them.
pub(super) fn read(file: &str) -> (Vec<Entry>, Vec<&str>) {
    let (mut entries, mut faults) = (Vec::new(), Vec::new());
    let mut parents = [""; 3];
    for line in file.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(header) = line.strip_prefix('@') {
            parents = [""; 3];
            for (parent, part) in parents.iter_mut().zip(header.split('|')) {
                *parent = part.trim();
            }
        } else if let Some(entry) = read_line(line, parents) {
            entries.push(entry);
        } else {
            faults.push(line);
        }
    }
    (entries, faults)
}

fn read_line(line: &str, parents: [&str; 3]) -> Option<Entry> {
    let (head, rest) = line.split_once(": ")?;
    let mut words = head.split_whitespace();
    let kind = PlaceKind::parse(words.next()?)?;
    let codes: Vec<String> = words.map(str::to_owned).collect();
    let (names, themes) = rest.split_once('~').unwrap_or((rest, ""));
    let names = names.trim();
    let (names, is_rare) = names.strip_prefix('+').map_or((names, false), |names| (names, true));
    let mut spellings = Vec::new();
    for name in names.split(';').map(str::trim).filter(|name| !name.is_empty()) {
        let bare = name.trim_start_matches(['!', '?']);
        spellings.push(spelling(bare, name.starts_with('!'), name.starts_with('?'))?);
    }
    let place = place(kind, &spellings.first()?.text, parents);
    add_variants(kind, &mut spellings, place.city.as_deref());
    let themes = themes.split(',').map(str::trim).filter(|theme| !theme.is_empty()).map(str::to_owned).collect();
    Some(Entry { kind, place, spellings, themes, codes, is_rare, is_own: false })
}

/// The same names as people also write them: "Freezone", "Center", a zone's name with "Free Zone" behind it or its city before it.
fn add_variants(kind: PlaceKind, spellings: &mut Vec<Spelling>, city: Option<&str>) {
    let is_zone = kind == PlaceKind::FreeZone;
    let latin = |spelling: &&Spelling| spelling.text.is_ascii() && !spelling.is_for_search;
    let written: Vec<(String, bool)> = spellings.iter().filter(latin).map(|one| (one.text.clone(), one.is_exact)).collect();
    let mut names = Vec::new();
    for (name, is_exact) in &written {
        let others = INSTEAD.iter().filter(|(word, _)| kind.area_type().is_some() && has_words(name, word));
        names.extend(others.map(|(word, other)| (name.replace(word, other), *is_exact)));
    }
    let suffix = INSTEAD.first().map_or("", |(word, _)| *word);
    let whole = written.first().filter(|(name, _)| is_zone && !name.to_lowercase().contains("zone"));
    names.extend(whole.map(|(name, is_exact)| (format!("{name} {suffix}"), *is_exact)));
    let inside: Vec<(String, bool)> = written.iter().chain(&names).cloned().collect();
    let city = city.filter(|_| is_zone);
    let is_apart = |name: &str, city: &str| city.split_whitespace().all(|word| !has_words(name, word));
    names.extend(inside.iter().filter_map(|(name, is_exact)| {
        city.filter(|city| is_apart(name, city)).map(|city| (format!("{city} {name}"), *is_exact))
    }));
    for one in names.iter().filter_map(|(name, is_exact)| spelling(name, *is_exact, false)) {
        if !spellings.iter().any(|known| known.tokens == one.tokens) {
            spellings.push(one);
        }
    }
}

fn has_words(name: &str, words: &str) -> bool {
    format!(" {name} ").contains(&format!(" {words} "))
}

/// Words of names, and what is written instead of them.
static INSTEAD: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let lines = include_str!("data/spellings.txt").lines();
    lines.filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = ")).collect()
});

fn spelling(name: &str, is_exact: bool, is_for_search: bool) -> Option<Spelling> {
    let tokens: Vec<String> = tokenize(name).into_iter().map(|token| token.text).collect();
    (!tokens.is_empty()).then(|| Spelling {
        text: name.trim().to_owned(),
        tokens,
        is_exact,
        is_for_search,
        has_comma: name.contains(','),
    })
}

fn place(kind: PlaceKind, name: &str, parents: [&str; 3]) -> Place {
    let known = |name: &str| Some(name.trim()).filter(|name| !name.is_empty()).map(str::to_owned);
    let [country, emirate, city] = parents.map(known);
    let mut place = Place { country, emirate, city, area: None, area_type: kind.area_type() };
    let part = match kind {
        PlaceKind::Country => &mut place.country,
        PlaceKind::Emirate => &mut place.emirate,
        PlaceKind::City => &mut place.city,
        PlaceKind::FreeZone | PlaceKind::Mainland | PlaceKind::District => &mut place.area,
    };
    *part = known(name);
    place
}
