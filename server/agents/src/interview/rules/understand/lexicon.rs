//! Words of everyday English that mean the same in every interview, the longer lists from `lexicon.txt`. No word of any one objective
//! belongs here.

mod around;

pub(super) use self::around::AROUND;
use super::greetings;
use std::sync::OnceLock;

/// A list that is asked about with every word of every turn.
#[derive(Debug)]
pub(super) struct Words {
    /// Its name in `lexicon.txt`.
    list: &'static str,
    /// Whether greetings belong to it.
    greets: bool,
    index: OnceLock<Index>,
}

#[derive(Debug)]
struct Index {
    /// For each first letter, which lengths occur.
    lengths: [u32; 26],
    sorted: Vec<&'static str>,
}

impl Words {
    pub(super) const fn new(list: &'static str) -> Self {
        Self { list, greets: false, index: OnceLock::new() }
    }

    const fn with_greetings(list: &'static str) -> Self {
        Self { list, greets: true, index: OnceLock::new() }
    }

    pub(super) fn contains(&self, word: &str) -> bool {
        let index = self.index.get_or_init(|| {
            let mut sorted: Vec<&str> = read_list(self.list).collect();
            sorted.extend(greetings::list_openers().filter(|_| self.greets));
            sorted.sort_unstable();
            let mut lengths = [0; 26];
            for word in &sorted {
                if let Some(letter) = letter(word) {
                    lengths[letter] |= 1 << word.len().min(31);
                }
            }
            Index { lengths, sorted }
        });
        letter(word).is_some_and(|letter| index.lengths[letter] & (1 << word.len().min(31)) != 0)
            && index.sorted.binary_search(&word).is_ok()
    }
}

fn read_list(name: &'static str) -> impl Iterator<Item = &'static str> {
    let of = move |line: &'static str| line.strip_prefix(name)?.strip_prefix(": ");
    include_str!("lexicon.txt").lines().filter_map(of).flat_map(|words| words.split(' '))
}

fn letter(word: &str) -> Option<usize> {
    word.bytes().next().filter(u8::is_ascii_lowercase).map(|byte| usize::from(byte - b'a'))
}

/// The small words with which a date, a time or a number may begin.
pub(super) fn begins_value(word: &str) -> bool {
    BEGINNINGS.contains(word)
        || MONTHS.iter().chain(WEEKDAYS).chain(ORDINALS).any(|(name, _)| *name == word)
        || UNITS.iter().any(|(name, _)| *name == word)
        || word.len() > 4 && (word.ends_with("ty") || word.ends_with("teen"))
}

static BEGINNINGS: Words = Words::new("beginning a value");

pub(super) const ABBREVIATIONS: &[&str] = &[
    "mr", "mrs", "ms", "dr", "st", "ave", "blvd", "rd", "inc", "ltd", "co", "vs", "e.g", "i.e", "etc", "approx", "no", "jr", "sr",
];

/// What may stand before the first word that matters; greetings may as well.
pub(super) static OPENERS: Words = Words::with_greetings("opener");

pub(super) const WH: &[&str] =
    &["what", "what's", "whats", "which", "who", "who's", "whose", "where", "where's", "when", "when's", "why", "how", "how's"];

/// Verbs that come first in a question for yes or no.
pub(super) const AUXILIARIES: &[&str] =
    &["is", "are", "does", "do", "did", "has", "have", "was", "am", "should", "shall", "isn't", "aren't", "don't", "doesn't"];

/// After "tell me": something that the other side knows.
pub(super) const WANTS_FACT: &[&str] = &[
    "address", "phone", "number", "price", "cost", "costs", "fare", "rating", "when", "where", "how", "who", "whether", "if",
    "more", "much",
];

pub(super) const MONTHS: &[(&str, i64)] = &[
    ("january", 1),
    ("jan", 1),
    ("february", 2),
    ("feb", 2),
    ("march", 3),
    ("mar", 3),
    ("april", 4),
    ("apr", 4),
    ("may", 5),
    ("june", 6),
    ("jun", 6),
    ("july", 7),
    ("jul", 7),
    ("august", 8),
    ("aug", 8),
    ("september", 9),
    ("sep", 9),
    ("sept", 9),
    ("october", 10),
    ("oct", 10),
    ("november", 11),
    ("nov", 11),
    ("december", 12),
    ("dec", 12),
];

/// Monday is 1.
pub(super) const WEEKDAYS: &[(&str, i64)] = &[
    ("monday", 1),
    ("mon", 1),
    ("tuesday", 2),
    ("tue", 2),
    ("tues", 2),
    ("wednesday", 3),
    ("wed", 3),
    ("thursday", 4),
    ("thu", 4),
    ("thurs", 4),
    ("friday", 5),
    ("fri", 5),
    ("saturday", 6),
    ("sunday", 7),
    ("sun", 7),
];

pub(super) const UNITS: &[(&str, u64)] = &[
    ("zero", 0),
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

pub(super) const SCALES: &[(&str, f64)] = &[
    ("hundred", 1e2),
    ("thousand", 1e3),
    ("grand", 1e3),
    ("k", 1e3),
    ("million", 1e6),
    ("mil", 1e6),
    ("m", 1e6),
    ("mio", 1e6),
    ("billion", 1e9),
    ("bn", 1e9),
    ("lakh", 1e5),
    ("lakhs", 1e5),
    ("crore", 1e7),
    ("crores", 1e7),
    ("dozen", 12.0),
];

pub(super) const ORDINALS: &[(&str, i64)] = &[
    ("first", 1),
    ("second", 2),
    ("third", 3),
    ("fourth", 4),
    ("fifth", 5),
    ("sixth", 6),
    ("seventh", 7),
    ("eighth", 8),
    ("ninth", 9),
    ("tenth", 10),
    ("eleventh", 11),
    ("twelfth", 12),
    ("thirteenth", 13),
    ("fourteenth", 14),
    ("fifteenth", 15),
    ("sixteenth", 16),
    ("seventeenth", 17),
    ("eighteenth", 18),
    ("nineteenth", 19),
    ("twentieth", 20),
    ("thirtieth", 30),
];

pub(super) const SPANS_OF_TIME: &[(&str, i64)] = &[
    ("minute", 0),
    ("minutes", 0),
    ("hour", 0),
    ("hours", 0),
    ("day", 1),
    ("days", 1),
    ("night", 1),
    ("nights", 1),
    ("week", 7),
    ("weeks", 7),
    ("fortnight", 14),
    ("month", 30),
    ("months", 30),
    ("quarter", 91),
    ("quarters", 91),
    ("year", 365),
    ("years", 365),
];

/// Nouns for somebody that no ending tells, and things of which everybody gets one.
static SOMEBODY: Words = Words::new("somebody");

/// Things whose names end like those of people.
static SOMETHING: Words = Words::new("something");

/// A noun for people: one of everyday, or one by its ending ("visitors", "cyclists", "employees").
pub(super) fn is_somebody(word: &str) -> bool {
    let one = word.strip_suffix('s').unwrap_or(word);
    let ends = || ["er", "or", "ist", "ee"].iter().any(|ending| one.len() > ending.len() + 2 && one.ends_with(ending));
    SOMEBODY.contains(word) || ends() && !SOMETHING.contains(one) && !COMMON.contains(one) && !COMMON.contains(word)
}

pub(super) const PARTS_OF_DAY: &[&str] = &["morning", "afternoon", "evening", "night", "noon"];

pub(super) const STREETS: &[&str] = &[
    "street", "st", "avenue", "ave", "road", "rd", "boulevard", "blvd", "drive", "dr", "lane", "ln", "way", "court", "ct",
    "place", "pl", "square", "sq", "highway", "hwy", "parkway", "pkwy", "terrace", "row", "yard", "alley", "circle", "plaza",
];

/// Words that carry no subject of their own: they never decide which obligation is meant and never are a name.
pub(super) static COMMON: Words = Words::new("common");

/// Verbs that open a sentence with a capital and are no name.
pub(super) static VERBS: Words = Words::new("verb");

/// Last words of names of places that are smaller than a town.
pub(super) static SITES: Words = Words::new("site");

pub(super) const NEGATIONS: &[&str] = &[
    "no", "not", "don't", "dont", "doesn't", "doesnt", "without", "never", "isn't", "aren't", "won't", "wouldn't", "can't",
    "cannot", "nor", "neither", "none", "didn't", "wasn't", "haven't", "hasn't", "minus", "nope", "lacks",
];

/// Where something begins.
pub(super) const FROM: &[&str] = &[
    "from", "origin", "start", "begin", "depart", "departur", "leav", "left", "pick", "pickup", "outbound", "source", "first",
    "checkin", "onward",
];

/// Where something ends.
pub(super) const TO: &[&str] = &[
    "to", "destination", "end", "arriv", "arrival", "return", "drop", "dropoff", "until", "till", "through", "checkout", "last",
    "inbound", "toward", "towards", "finish", "back", "reach", "com",
];

/// Words of one meaning: a word of a row stands for the others.
pub(super) const ALIKE: &[&[&str]] = &[
    &["cheap", "cheapest", "inexpensive", "affordable", "budget", "economical", "economy", "economic"],
    &["moderate", "mid-range", "midrange", "reasonable", "medium", "average"],
    &["luxury", "luxurious", "expensive", "pricey", "fancy", "upscale", "high-end", "premium"],
    &["direct", "nonstop", "non-stop", "straight"],
    &["kid", "child", "children", "kids", "family"],
    &["luggage", "baggage", "bags", "suitcase", "suitcases", "luggages"],
    &["laundry", "washer", "washing"],
    &["smoke", "smoking", "smokers"],
    &["free", "gratis"],
    &["insurance", "insured", "coverage"],
    &["outdoor", "outdoors", "outside"],
    &["shared", "pool", "carpool", "share"],
    &["regular", "standard", "normal", "ordinary"],
    &["buy", "purchase", "purchasing", "buying", "own"],
    &["rent", "rental", "renting", "lease"],
    &["film", "movie"],
    &["house", "home", "property", "apartment"],
    &["song", "track", "tune"],
    &["cab", "taxi", "ride"],
    &["doctor", "physician"],
    &["bath", "bathroom"],
    &["bed", "bedroom"],
    &["vegetarian", "veggie"],
    &["new", "create", "add", "another"],
    &["theater", "theatre", "cinema"],
    &["elevator", "lift"],
    &["vacation", "holiday"],
    &["restaurant", "table", "diner", "dining"],
    &["flight", "fly", "plane"],
    &["type", "kind", "sort", "category", "genre", "style"],
    &["customer", "client", "buyer"],
    &["employee", "staff", "worker", "colleague"],
    &["website", "site", "homepage"],
    &["supplier", "vendor"],
    &["software", "program", "application"],
];

/// Words by which people speak of a thing in conversation, though they are not the same.
pub(super) const NEAR: &[&[&str]] = &[
    &["challenge", "problem", "obstacle", "difficulty", "hurdle", "issue", "bottleneck"],
    &["goal", "aim", "objective", "target", "ambition"],
    &["deadline", "timeline", "timeframe", "due"],
    &["competition", "competitor", "rival"],
    &["price", "pricing", "charge", "fee", "prices"],
    &["audience", "customer", "client", "buyer"],
    &["market", "customer", "client", "buyer"],
    &["team", "staff", "employee", "headcount", "workforce"],
    &["revenue", "turnover", "income"],
    &["risk", "danger", "threat"],
    &["worry", "worries", "concern", "fear"],
    &["salary", "pay", "wage"],
    &["medicine", "medication", "drug", "pill"],
    &["owner", "responsible", "lead"],
    &["budget", "funds"],
    &["idea", "concept"],
    &["elevator", "lift"],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_list_that_is_asked_for_is_there() {
        for list in [
            "beginning a value", "opener", "somebody", "something", "common", "verb", "site", "people", "talk", "carrier",
            "around a move", "of the talk", "thing", "before a place", "adverb that hedges", "done by it", "done for others",
            "not counted", "finding", "weak flag", "told of it", "wanted here", "stating", "doubted in talk",
            "leading to a measure", "happened", "describing somebody", "before somebody", "judged", "quiet",
            "behind a verb that asks", "subject of a clause", "before a measure",
        ] {
            // A word that does not begin with a small letter would never be found.
            assert!(read_list(list).count() > 10 && read_list(list).all(|word| letter(word).is_some()), "{list}");
        }
    }
}
