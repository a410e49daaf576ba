//! Which form an obligation's values have, by the words of its name and prompt.

use super::{
    super::{
        lexicon,
        text::{Shape, Text, stem},
    },
    Kind, Leg, Role,
};
use protocol::interview::ObligationTemplate;

pub(super) fn has(text: &Text<'_>, any: &[&str]) -> bool {
    (0..text.words.len()).any(|at| any.contains(&text.word(at)))
}

const YES: &[&str] = &["true", "yes", "y", "on", "ja"];

const NO: &[&str] = &["false", "no", "n", "off", "nein"];

pub(in super::super) fn is_yes(word: &str) -> bool {
    YES.contains(&word)
}

pub(super) fn yes_and_no(template: &ObligationTemplate) -> Option<(usize, usize)> {
    let at = |words: &[&str]| {
        template.options.iter().position(|choice| {
            words.contains(&choice.value.to_lowercase().as_str()) || words.contains(&choice.label.to_lowercase().as_str())
        })
    };
    (template.options.len() == 2).then(|| at(YES).zip(at(NO))).flatten()
}

const KINDS: &[(Kind, &[&str])] = &[
    (Kind::Phone, &["phone", "telephone", "fax", "mobile"]),
    (Kind::Email, &["email", "mail"]),
    (Kind::Address, &["address"]),
    (Kind::Date, &["date", "day", "deadline", "birthday", "timeline", "launch"]),
    (Kind::Time, &["time", "hour"]),
    (Kind::Duration, &["length", "duration"]),
    (Kind::Percent, &["percent", "percentage", "share", "margin"]),
    (
        Kind::Money,
        &[
            "price", "cost", "fare", "fee", "budget", "total", "amount", "salary", "revenue", "balance", "charge", "expense",
            "turnover", "income", "funding", "investment", "wage",
        ],
    ),
    (Kind::Measure, &["rating", "score", "temperature", "speed", "weight", "height", "distance", "size"]),
    (Kind::City, &["city", "town", "area", "region", "country", "state", "neighborhood"]),
    (Kind::Spot, &["location", "place", "destination", "origin", "airport", "station", "venue", "where", "stop"]),
    (
        Kind::Person,
        &[
            "artist", "performer", "actor", "actors", "director", "singer", "author", "person", "celebrity", "celebs", "cast",
            "starring",
        ],
    ),
    (Kind::Title, &["name", "title", "model", "brand"]),
    (
        Kind::Category,
        &[
            "type", "category", "kind", "class", "style", "genre", "industry", "sector", "subcategory", "cuisine", "speciality",
            "specialty", "variety",
        ],
    ),
];

fn kind_word(word: &str) -> Option<Kind> {
    KINDS.iter().find(|(_, words)| words.contains(&word)).map(|(kind, _)| *kind)
}

/// By the last word of the name, then what the prompt says it is, then any word of the name, then how the prompt asks.
pub(super) fn kind_of(name: &Text<'_>, prompt: &Text<'_>) -> Kind {
    let counts = |text: &Text<'_>| {
        (0..text.words.len()).any(|at| {
            text.reads(at, &["number", "of"]) && !matches!(text.word(at + 2), "the" | "property")
                || text.reads(at, &["how", "many"])
                || matches!(text.word(at), "count" | "quantity" | "num" | "headcount")
                // "Party size": so many people come.
                || matches!(text.word(at), "party" | "group") && text.word(at + 1) == "size"
        })
    };
    let contact = |text: &Text<'_>| has(text, &["contact", "phone"]) && has(text, &["number"]);
    if contact(name) || contact(prompt) && !counts(name) {
        return Kind::Phone;
    }
    if counts(name) || counts(prompt) {
        return Kind::Count;
    }
    let head = head(prompt);
    if matches!(head, "city" | "town") {
        return Kind::City;
    }
    let last = name.words.len().checked_sub(1).map_or("", |at| name.word(at));
    if last == "name" && (has(prompt, &["contact", "person", "doctor", "customer"]) || has(name, &["contact", "person"])) {
        return Kind::Person;
    }
    let by_last = kind_word(last);
    if by_last == Some(Kind::Spot) && (has(prompt, &["city", "town"]) && !has(prompt, &["airport", "station", "address"])) {
        return Kind::City;
    }
    // A year and an age are numbers where they are the matter itself.
    let counted = matches!(last, "year" | "age") && !matches!(kind_word(head), Some(Kind::Money));
    by_last
        .or_else(|| counted.then_some(Kind::Count))
        .or_else(|| kind_word(head))
        .or_else(|| (0..name.words.len()).find_map(|at| kind_word(name.word(at))))
        .unwrap_or_else(|| asked_for(prompt))
}

/// "Date of the appointment" → "date"; "Street address of property" → "address".
fn head<'t>(prompt: &'t Text<'_>) -> &'t str {
    let mut last = "";
    for at in 0..prompt.words.len() {
        let word = prompt.word(at);
        if !last.is_empty()
            && (matches!(
                word,
                "of" | "for" | "to" | "where" | "in" | "on" | "that" | "which" | "from" | "at" | "or" | "when" | "per"
            ) || prompt.is_mark(at))
        {
            break;
        }
        if prompt.words[at].shape != Shape::Mark {
            last = word;
        }
    }
    last
}

fn asked_for(prompt: &Text<'_>) -> Kind {
    // What a question wants stands at its beginning; "when" further on only joins: "what do they want when they come to you?"
    let question = (0..prompt.words.len()).find(|&at| prompt.word(at) == "?");
    for at in 0..question.map_or(prompt.words.len(), |until| until.min(3)) {
        match (prompt.word(at), prompt.word(at + 1)) {
            ("when", _) | ("what" | "which", "date" | "day") => return Kind::Date,
            ("what", "time") => return Kind::Time,
            ("how", "much") => return Kind::Money,
            ("how", "long") => return Kind::Duration,
            ("where", _) => return Kind::Spot,
            ("what" | "which", "city" | "country" | "region" | "town") => return Kind::City,
            ("budget", _) => return Kind::Money,
            _ => {}
        }
    }
    Kind::Text
}

/// "outbound arrival time" ends with what it is about: the last word that tells wins in a name, the first in a prompt.
pub(super) fn role_of(text: &Text<'_>, name: bool) -> Option<Role> {
    let tell = |at: usize| {
        let (word, stem) = (text.word(at), text.stem(at));
        if matches!(word, "to" | "from") && text.words.len() > 3 {
            return None;
        }
        if word == "check" || word == "pick" || word == "drop" {
            return match text.word(at + 1 + usize::from(text.word(at + 1) == "-")) {
                "in" | "up" => Some(Role::From),
                "out" | "off" => Some(Role::To),
                _ => None,
            };
        }
        if lexicon::TO.contains(&stem) || lexicon::TO.contains(&word) {
            Some(Role::To)
        } else if lexicon::FROM.contains(&stem) || lexicon::FROM.contains(&word) {
            Some(Role::From)
        } else {
            None
        }
    };
    if name { (0..text.words.len()).rev().find_map(tell) } else { (0..text.words.len()).find_map(tell) }
}

/// "Outbound departure", "inbound departure": which of the two ways, where the name tells it beside where that way begins or ends.
pub(super) fn leg_of(named: &[String]) -> Option<Leg> {
    let has = |any: &[&str]| named.iter().any(|word| any.contains(&word.as_str()));
    if !has(&["departur", "arrival", "depart", "arriv", "leav"]) {
        return None;
    }
    match (has(&["outbound", "onward"]), has(&["inbound", "return"])) {
        (true, false) => Some(Leg::There),
        (false, true) => Some(Leg::Back),
        _ => None,
    }
}

pub(super) fn kind_stem(word: &str) -> Option<Kind> {
    KINDS.iter().find(|(_, words)| words.iter().any(|known| stem(known) == word)).map(|(kind, _)| *kind)
}
