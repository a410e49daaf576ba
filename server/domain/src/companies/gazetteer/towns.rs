//! Smaller towns of the world, of a list that `examples/towns.py` makes. Many have the name of a person, a company or a thing: a text
//! names one only where it speaks of a place ("based in Thun") or writes beside it what it is in ("Thun, Switzerland").

use super::{
    Entry, Gazetteer, PlaceKind,
    finding::{Found, is_address, is_apposition, is_in},
    tokens::{Token, joins},
};
use std::{
    cmp::Ordering,
    collections::HashMap,
    sync::{LazyLock, Mutex, PoisonError},
};

/// Sorted lines, searched where they lie: a start costs nothing.
static TOWNS: &str = include_str!("data/towns.txt");
const MOST_WORDS: usize = 5;
/// As long may a question be that is written without capitals.
const LONGEST_SMALL: usize = 200;

/// A town that a text names.
pub(super) struct Town {
    pub(super) found: Found<'static>,
    pub(super) words: usize,
    /// What it is in stands beside it.
    pub(super) is_certain: bool,
}

impl Gazetteer {
    /// The town that at least so many words from this one on name. `after` is where the place before it ends.
    pub(super) fn town_at(&self, text: &str, tokens: &[Token], at: usize, least: usize, after: Option<usize>) -> Option<Town> {
        if !may_begin(text, tokens, at) {
            return None;
        }
        let words = &tokens[at..];
        let is_joined = |pair: &&[Token]| joins(&pair[0], &text[pair[0].end..pair[1].start]);
        let most = 1 + words.windows(2).take(MOST_WORDS - 1).take_while(is_joined).count();
        let is_whole = |count: &usize| is_capital(text, &words[0]) == is_capital(text, &words[count - 1]);
        let mut names = (least..=most).rev().filter(is_whole).map(|count| (named(&words[..count]), count));
        let (towns, count) = names.find(|(towns, _)| !towns.is_empty())?;
        let (start, end, next) = (words[0].start, words[count - 1].end, words.get(count));
        if is_address(text, start, end) {
            return None;
        }
        let between = next.map_or("", |next| &text[end..next.start]);
        let beside = next.filter(|next| is_apposition(text, end, next.start));
        // Not "Nokia, Finland's largest company".
        let around = beside
            .and_then(|_| self.longest_at(text, &words[count..]))
            .filter(|(one, _)| !text[one.end..].starts_with(['\'', '’']))
            .map(|(one, _)| one.entries)
            .unwrap_or_default();
        let has_mark = between.contains([',', '(']);
        let letters = beside.filter(|_| has_mark).map(|next| &text[next.start..next.end]);
        let is_beside = |town: &&Entry| {
            (has_mark || !town.is_rare) && around.iter().any(|outer| is_in(&town.place, &outer.place))
                || letters.is_some_and(|letters| town.letters() == letters)
        };
        let inside: Vec<&'static Entry> = towns.iter().filter(is_beside).collect();
        let is_elsewhere = around.iter().any(|outer| outer.kind < PlaceKind::City);
        let is_seat = between == "-" && next.is_some_and(|next| matches!(next.text.as_str(), "based" | "headquartered"));
        // "Thun Castle", "Thun's": the name is of something else.
        let goes_on = next.is_some_and(|next| {
            let is_apart = between.contains(char::is_whitespace) && !is_capital(text, next);
            joins(&words[count - 1], between) && !between.contains('\n') && !is_apart
        });
        let is_listed = after.is_some_and(|after| matches!(text[after..start].trim(), "and" | "or"));
        let is_placed = !goes_on && (is_listed || is_led(text, tokens, at));
        let town = match (inside.as_slice(), towns) {
            ([one], _) => *one,
            ([], [one]) if !one.is_rare && !is_elsewhere && (is_seat || is_placed) => one,
            _ => return None,
        };
        let found = Found { start, end, entries: vec![town], is_settled: true };
        Some(Town { found, words: count, is_certain: !inside.is_empty() })
    }
}

/// The towns of a name, one for each region.
pub(super) fn named(words: &[Token]) -> &'static [Entry] {
    static KEPT: LazyLock<Mutex<HashMap<&str, &[Entry]>>> = LazyLock::new(|| Mutex::new(HashMap::new()));
    let key = words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ");
    let Some(line) = line_of(&key) else { return &[] };
    // What was named once is kept for good; the list bounds it.
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(towns) = kept.get(line).copied() {
        return towns;
    }
    let towns: &'static [Entry] = Box::leak(read(line).into_boxed_slice());
    kept.insert(line, towns);
    towns
}

fn line_of(key: &str) -> Option<&'static str> {
    let (mut from, mut to) = (0, TOWNS.len());
    while from < to {
        let middle = from + (to - from) / 2;
        let start = TOWNS.as_bytes()[..middle].iter().rposition(|sign| *sign == b'\n').map_or(0, |at| at + 1);
        let line = TOWNS[start..].split('\n').next()?;
        match line.split(';').next()?.cmp(key) {
            Ordering::Less => from = start + line.len() + 1,
            Ordering::Greater => to = start,
            Ordering::Equal => return Some(line),
        }
    }
    None
}

fn read(line: &str) -> Vec<Entry> {
    let mut parts = line.split(';');
    let (key, regions) = (parts.next().unwrap_or_default(), parts.next().unwrap_or_default());
    let name = parts.next().map_or_else(|| capitalised(key), str::to_owned);
    let is_rare = regions.starts_with('!') || regions.contains(' ');
    let towns = regions.trim_start_matches('!').split(' ').filter_map(|code| {
        let mut around = line_of(&format!("@{code}"))?.split(';').skip(1);
        let (country, state) = (around.next()?, around.next().unwrap_or_default());
        Entry::from_town(&name, code, [country, state, ""], is_rare)
    });
    towns.collect()
}

fn capitalised(key: &str) -> String {
    let words = key.split(' ').map(|word| {
        let first = word.chars().next().map_or(0, char::len_utf8);
        word[..first].to_uppercase() + &word[first..]
    });
    words.collect::<Vec<_>>().join(" ")
}

fn is_capital(text: &str, word: &Token) -> bool {
    text[word.start..].starts_with(char::is_uppercase)
}

/// A capital, no abbreviation, and no name that goes on: neither "Anna Thun" nor "Meyer-Thun".
fn may_begin(text: &str, tokens: &[Token], at: usize) -> bool {
    let first = &tokens[at];
    let is_small = || text.len() <= LONGEST_SMALL && !text.chars().skip(1).any(char::is_uppercase);
    let is_acronym = (2..=4).contains(&first.text.len()) && text[first.start..first.end].chars().skip(1).all(char::is_uppercase);
    if is_acronym || !is_capital(text, first) && !is_small() {
        return false;
    }
    let Some(before) = at.checked_sub(1).map(|at| &tokens[at]) else { return true };
    let between = &text[before.end..first.start];
    let is_gap = between.trim().is_empty() && !between.contains('\n');
    let is_name = is_gap && is_capital(text, before) && !LEADS.contains_key(before.text.as_str());
    !is_name && !matches!(between, "-" | "'" | "’" | "&" | "." | "@" | "/" | "_")
}

/// "based in Thun"; the number of a town after a street: "1 Quay Road, 8400 Winterthur".
fn is_led(text: &str, tokens: &[Token], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).map(|at| &tokens[at]) else { return false };
    if !text[before.end..tokens[at].start].trim().is_empty() {
        return false;
    }
    if (4..=5).contains(&before.text.len()) && before.text.bytes().all(|sign| sign.is_ascii_digit()) {
        let is_year = before.text.len() == 4 && (before.text.starts_with("19") || before.text.starts_with("20"));
        return !is_year && text[..before.start].trim_end_matches(' ').ends_with([',', '\n', ':', '|', '-', '·']);
    }
    let further = at.checked_sub(2).map_or("", |at| tokens[at].text.as_str());
    LEADS.get(before.text.as_str()).is_some_and(|(is_without, others)| others.contains(&further) != *is_without)
}

/// Words before a town's name, and those that must (or must not) stand before them.
static LEADS: LazyLock<HashMap<&str, (bool, Vec<&str>)>> = LazyLock::new(|| {
    let mut leads: HashMap<&str, (bool, Vec<&str>)> = HashMap::new();
    for line in include_str!("data/leads.txt").lines().filter(|line| !line.starts_with('#')) {
        let mut words = line.split_whitespace().peekable();
        let Some(lead) = words.next() else { continue };
        let (is_without, others) = leads.entry(lead).or_default();
        *is_without |= words.next_if_eq(&"!").is_some();
        others.extend(words);
    }
    leads
});

#[cfg(test)]
mod tests {
    use super::{
        super::{FILES, Mention, entry},
        *,
    };
    use crate::companies::Place;
    use std::collections::HashSet;

    /// The city and what it is in of each place that the text names.
    fn found(text: &str) -> Vec<String> {
        let mentions = Gazetteer::built_in().find(text).into_iter();
        let parts = mentions.map(|Mention { place, .. }| [place.city, place.emirate, place.country]);
        parts.map(|parts| parts.into_iter().flatten().collect::<Vec<_>>().join(" | ")).collect()
    }

    #[test]
    fn every_line_is_in_order_and_names_towns_that_no_other_file_has() {
        let others: HashSet<Place> = FILES.iter().flat_map(|file| entry::read(file).0).map(|entry| entry.place).collect();
        let mut last = "";
        for line in TOWNS.lines().filter(|line| !line.starts_with(['#', '@'])) {
            let key = line.split(';').next().expect("a name");
            assert!(last < key, "{key} is not in order");
            last = key;
            let towns = read(line);
            assert_eq!(towns.len(), line.split(';').nth(1).expect("regions").split(' ').count(), "{line}");
            assert!(towns.iter().all(|town| !others.contains(&town.place)), "{line}");
        }
        for key in ["thun", "@ch", "@us-oh", last] {
            assert!(line_of(key).is_some_and(|line| line.split(';').next() == Some(key)), "{key}");
        }
        assert_eq!((line_of("thu"), line_of(""), line_of("zzzz")), (None, None, None));
    }

    #[test]
    fn a_town_is_found_where_a_text_speaks_of_a_place() {
        for (text, expected) in [
            ("Acme is based in Thun.", vec!["Thun | Switzerland"]),
            ("Acme has opened a plant at Hamar", vec!["Hamar | Norway"]),
            ("The Winterthur-based maker of pumps", vec!["Winterthur | Switzerland"]),
            ("Acme AG, Quay Road 1, 8400 Winterthur", vec!["Winterthur | Switzerland"]),
            ("Acme moved to Hamar and Thun", vec!["Hamar | Norway", "Thun | Switzerland"]),
            ("a start-up from the city of Hafnarfjörður", vec!["Hafnarfjörður | Iceland"]),
            ("offices in La Chaux-de-Fonds", vec!["La Chaux-de-Fonds | Switzerland"]),
            ("Acme (Hamar, Norway)", vec!["Hamar | Norway", "Norway"]),
            ("pump makers in thun", vec!["Thun | Switzerland"]),
            // Its country or state beside it says which of several, and that it is a place.
            ("Acme of Springfield, Illinois", vec!["Springfield | Illinois | USA", "Illinois | USA"]),
            ("Acme, Springfield, MO 65801", vec!["Springfield | Missouri | USA"]),
            ("Acme of Nokia, Finland", vec!["Nokia | Finland", "Finland"]),
            ("Acme of Manchester, New Hampshire", vec!["Manchester | New Hampshire | USA", "New Hampshire | USA"]),
        ] {
            assert_eq!(found(text), expected, "{text}");
        }
    }

    #[test]
    fn the_name_of_a_town_is_no_place_elsewhere() {
        for text in [
            "Thun signed a contract with Hamar.", "Anna Thun, chair of Acme", "an engineer at Hamar", "a stake in Thun",
            "in Thun Castle", "in Thun's annual report", "Acme was sold to Hamar", "Meyer-Thun is based here",
            "In May, 2019 Thun", "www.hamar.no", "in Hamar Holdings", "in the HAMAR project", "pump makers thun",
            // Several have the name, or it is a word or a company.
            "Acme is based in Springfield.", "companies in rugby", "at the heart of Reading it", "Acme is invested in Nokia",
            "a plant in Nokia", "Nokia (NOK) grew",
        ] {
            assert_eq!(found(text), Vec::<String>::new(), "{text}");
        }
        // What the other files hold stays as it is, and another country than the town's is not overheard.
        assert_eq!(found("based in Manchester"), ["Manchester | England | UK"]);
        assert_eq!(found("based in Thun, Germany"), ["Germany"]);
        assert_eq!(found("Nokia, Finland's largest company"), ["Finland"]);
        assert_eq!(found("Nokia Finland has hired ten people"), ["Finland"]);
    }

    #[test]
    fn a_town_alone_is_completed_unless_several_have_its_name() {
        let known = |city: &str, country: Option<&str>| {
            let place = Place { city: Some(city.to_owned()), country: country.map(str::to_owned), ..Place::default() };
            let place = Gazetteer::built_in().canonicalise(&place);
            (place.city.unwrap_or_default(), place.emirate, place.country)
        };
        let of = |city: &str, country: Option<&str>| (city.to_owned(), None::<String>, country.map(str::to_owned));
        assert_eq!(known("thun", None), of("Thun", Some("Switzerland")));
        assert_eq!(known("Springfield", None), of("Springfield", None));
        assert_eq!(known("Nokia", None), of("Nokia", None));
        assert_eq!(known("Nokia", Some("Finland")), of("Nokia", Some("Finland")));
        assert_eq!(known("Thun", Some("Germany")), of("Thun", Some("Germany")));
    }
}
