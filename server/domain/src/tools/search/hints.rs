//! Columns that a question asks for without naming them: `how old` is answered by an age or a day of birth.

const HINTS: &[(&[&str], &[&str])] = &[
    (&["old", "older", "oldest", "young", "younger", "youngest"], &["age", "birthday", "birth", "dob"]),
    (&["born"], &["birthday", "birth", "dob"]),
    (&["tall", "taller", "tallest"], &["height"]),
    (&["short", "shortest"], &["height", "length"]),
    (&["heavy", "heavier", "heaviest", "weigh", "weighs"], &["weight"]),
    (&["expensive", "cheap", "cheapest", "cheaper", "cost", "costs"], &["price", "cost"]),
    (&["earn", "earns", "paid"], &["salary", "earnings"]),
    (&["live", "lives", "living", "located"], &["address", "city", "location"]),
    (&["where"], &["location", "city", "country", "address"]),
    (&["when"], &["date", "year", "time"]),
    (&["long", "longest", "longer"], &["length", "duration"]),
    (&["fast", "fastest", "faster", "slowest"], &["speed", "time"]),
    (&["populous", "populated", "inhabitants"], &["population"]),
    (&["large", "larger", "largest", "big", "biggest"], &["area", "size", "population", "capacity"]),
    (&["spoken", "speak", "speaks"], &["language"]),
    (&["male", "female", "man", "woman", "men", "women"], &["gender", "sex"]),
    (&["citizen", "citizens", "nationality"], &["country", "nationality"]),
    (&["recent", "recently", "latest", "newest", "earliest"], &["date", "year"]),
    (&["email", "phone", "telephone", "contact"], &["email", "phone"]),
    (&["bought", "buy", "purchased", "purchase", "purchases"], &["order", "invoice", "purchase", "sale", "transaction"]),
    (&["sold", "sell", "sells"], &["sale", "sales"]),
    (&["won", "win", "wins", "winner", "winners"], &["winner", "result", "rank"]),
    (&["hired", "worked", "works", "working"], &["employee", "employment", "staff"]),
    (&["taught", "teach", "teaches"], &["teacher", "instructor", "course"]),
];

/// Finds what the words of a question hint at.
pub(super) fn find(question: &[String]) -> Vec<&'static str> {
    let said = |word: &&'static str| question.iter().any(|said| said == word);
    HINTS.iter().filter(|(words, _)| words.iter().any(said)).flat_map(|(_, hints)| hints.iter().copied()).collect()
}
