//! What each obligation is about, worked out once from its name, path, prompt and options: which form its values have, which words
//! speak of it, where a journey through it begins or ends. Nothing here knows any particular objective.

use super::{
    lexicon,
    text::{Shape, Text, stem},
};
use protocol::interview::{ObjectiveDefinition, ObligationTemplate, WidgetType};
use std::collections::HashMap;

/// An objective, ready to be searched for in a turn.
#[derive(Debug)]
pub(super) struct Plan {
    /// In the order of the definition.
    pub(super) slots: Vec<Slot>,
    /// How many topics there are; obligations of one topic share the beginning of their path.
    pub(super) topics: usize,
    /// Stem → how much it speaks for each topic.
    pub(super) topic_words: HashMap<String, Vec<(usize, f32)>>,
    /// First stem of a phrase → the options it may name.
    pub(super) phrases: HashMap<String, Vec<Phrase>>,
    /// Stem → the yes/no obligations it speaks of.
    pub(super) flags: HashMap<String, Vec<usize>>,
    by_key: HashMap<String, usize>,
}

#[derive(Debug)]
pub(super) struct Slot {
    pub(super) kind: Kind,
    pub(super) role: Option<Role>,
    pub(super) topic: usize,
    pub(super) widget: WidgetType,
    /// Stem → how much it speaks of this obligation and not of its neighbours.
    pub(super) cues: HashMap<String, f32>,
    /// The stems of the name alone.
    pub(super) named: Vec<String>,
    pub(super) options: Vec<String>,
    /// The options for yes and no.
    pub(super) flag: Option<(usize, usize)>,
    /// The options by the number they stand for.
    pub(super) numbers: Vec<(u32, usize)>,
    /// A name that stands for the whole thing ("name of …", "title of …").
    pub(super) principal: bool,
    /// A name beside the one that stands for the topic's own thing.
    pub(super) secondary: bool,
    /// Only the other side can know it: a price, a telephone number, a rating.
    pub(super) fact: bool,
    /// Smaller than a town that the same topic asks for too.
    pub(super) narrower: bool,
    /// Obligations of the same topic that share a telling word of the name ("new …", "outbound …").
    pub(super) kin: Vec<usize>,
    /// The prompt is a question for yes or no.
    pub(super) closed: bool,
    /// How many people.
    pub(super) people: bool,
    /// A place by its address rather than a town.
    pub(super) exact: bool,
    /// "Type of …": a choice that says what the thing is.
    pub(super) sort: bool,
}

/// The form of an obligation's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Date,
    Time,
    Duration,
    Money,
    Percent,
    /// How many of something.
    Count,
    /// Any other number.
    Measure,
    Phone,
    Email,
    Address,
    /// A city, area or country.
    City,
    /// A place that may be smaller: a station, a house, an airport.
    Spot,
    Person,
    Title,
    /// A kind of something: genre, cuisine, industry.
    Category,
    Flag,
    Choice,
    Several,
    Text,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    From,
    To,
}

/// Words that name an option.
#[derive(Debug)]
pub(super) struct Phrase {
    pub(super) slot: usize,
    pub(super) option: usize,
    /// The stems after the first.
    pub(super) rest: Vec<String>,
    /// A word of like meaning rather than the option's own.
    pub(super) loose: bool,
    /// One word of the option's several.
    pub(super) part: bool,
}

impl Plan {
    pub(super) fn new(definition: &ObjectiveDefinition) -> Self {
        let topics = topics(definition);
        let mut slots: Vec<Slot> =
            definition.obligations.iter().zip(&topics.of).map(|(template, topic)| Slot::new(template, *topic)).collect();
        relate(&mut slots);
        thin_cues(&mut slots);
        let mut phrases: HashMap<String, Vec<Phrase>> = HashMap::new();
        let mut flags: HashMap<String, Vec<usize>> = HashMap::new();
        for (index, (slot, template)) in slots.iter().zip(&definition.obligations).enumerate() {
            if slot.kind == Kind::Flag {
                for word in flag_words(slot, &topics.names[slot.topic]) {
                    flags.entry(word).or_default().push(index);
                }
                continue;
            }
            for (option, choice) in template.options.iter().enumerate() {
                let mut seen: Vec<Vec<String>> = Vec::new();
                for form in std::iter::once(&choice.label).chain(&choice.synonyms) {
                    let stems = stems(form, false);
                    if !stems.is_empty() && !seen.contains(&stems) {
                        seen.push(stems);
                    }
                }
                let mut all: Vec<(Vec<String>, bool)> = seen.iter().map(|form| (form.clone(), false)).collect();
                // The value behind a label is a name for machines, but may be said too.
                let value = stems(&choice.value, false);
                if !value.is_empty() && !seen.contains(&value) {
                    all.push((value, true));
                }
                for form in &seen {
                    for row in lexicon::ALIKE.iter().filter(|row| form.len() == 1 && row.iter().any(|word| stem(word) == form[0]))
                    {
                        all.extend(
                            row.iter().map(|word| (vec![stem(word).to_owned()], true)).filter(|(word, _)| !seen.contains(word)),
                        );
                    }
                }
                // One telling word of several is enough where the options were asked for.
                let others: Vec<String> = template
                    .options
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| *other != option)
                    .flat_map(|(_, other)| stems(&other.label, false))
                    .collect();
                let telling = stems(&choice.label, true).into_iter().filter(|word| word.len() > 3 && !others.contains(word));
                let part: Vec<(Vec<String>, bool, bool)> = telling.map(|word| (vec![word], true, true)).collect();
                for (mut form, loose, part) in all.into_iter().map(|(form, loose)| (form, loose, false)).chain(part) {
                    let first = form.remove(0);
                    let entry = phrases.entry(first).or_default();
                    if !entry.iter().any(|phrase| phrase.slot == index && phrase.option == option && phrase.rest == form) {
                        entry.push(Phrase { slot: index, option, rest: form, loose, part });
                    }
                }
            }
        }
        for list in phrases.values_mut() {
            list.sort_by_key(|phrase| std::cmp::Reverse(phrase.rest.len()));
        }
        let nouns = nouns(definition, &slots);
        for slot in 0..slots.len() {
            // Of several names in a topic, the one of the topic's own thing stands for it.
            let weight = |slot: &Slot| {
                slot.named.iter().filter_map(|word| nouns.get(&(slot.topic, word.clone()))).copied().max().unwrap_or(0)
            };
            let rivals =
                slots.iter().filter(|other| other.principal && other.topic == slots[slot].topic).map(weight).max().unwrap_or(0);
            if slots[slot].principal && weight(&slots[slot]) < rivals {
                slots[slot].secondary = true;
            }
        }
        let topic_words = topic_words(definition, &slots, &topics, &nouns);
        let by_key = definition.obligations.iter().enumerate().map(|(at, template)| (template.key.clone(), at)).collect();
        Self { slots, topics: topics.names.len(), topic_words, phrases, flags, by_key }
    }

    pub(super) fn index(&self, key: &str) -> Option<usize> {
        self.by_key.get(key).copied()
    }
}

impl Slot {
    fn new(template: &ObligationTemplate, topic: usize) -> Self {
        let name = own_words(template);
        let prompt = format!("{} {}", template.prompt, template.description.as_deref().unwrap_or_default());
        let name_text = Text::new(&name);
        let prompt_text = Text::new(&prompt);
        let flag = yes_and_no(template);
        let numbers: Vec<(u32, usize)> = template
            .options
            .iter()
            .enumerate()
            .filter_map(|(at, choice)| choice.value.trim().parse::<u32>().ok().map(|number| (number, at)))
            .collect();
        let all_numbers = !numbers.is_empty() && numbers.len() == template.options.len();
        let by_words = kind_of(&name_text, &prompt_text);
        let kind = match template.widget_type {
            WidgetType::Multiselect => Kind::Several,
            WidgetType::Choice if flag.is_some() => Kind::Flag,
            WidgetType::Choice if all_numbers => {
                if by_words == Kind::Measure {
                    Kind::Measure
                } else {
                    Kind::Count
                }
            }
            WidgetType::Choice => Kind::Choice,
            WidgetType::Date => Kind::Date,
            WidgetType::Number => match by_words {
                kind @ (Kind::Money | Kind::Percent | Kind::Count | Kind::Duration) => kind,
                _ => Kind::Measure,
            },
            WidgetType::Text => by_words,
        };
        let named = stems(&name, true);
        let mut cues: HashMap<String, f32> = HashMap::new();
        for word in stems(&prompt, true) {
            cues.insert(word, 1.0);
        }
        for word in &named {
            cues.insert(word.clone(), 2.0);
        }
        let alike: Vec<String> = lexicon::ALIKE
            .iter()
            .filter(|row| row.iter().any(|word| named.iter().any(|known| known == stem(word))))
            .flat_map(|row| row.iter().map(|word| stem(word).to_owned()))
            .collect();
        for word in alike {
            cues.entry(word).or_insert(1.6);
        }
        let fact = matches!(kind, Kind::Money | Kind::Phone | Kind::Email | Kind::Address | Kind::Measure | Kind::Percent)
            || matches!(kind, Kind::Time) && has(&name_text, &["wait", "waiting"]);
        let people = kind == Kind::Count && PEOPLE.iter().any(|word| cues.contains_key(*word));
        let principal = kind == Kind::Title
            && (prompt_text.low.starts_with("name of")
                || prompt_text.low.starts_with("title of")
                || prompt_text.low.contains(" name of"));
        Self {
            kind,
            role: role_of(&name_text, true).or_else(|| role_of(&prompt_text, false)),
            topic,
            widget: template.widget_type,
            cues,
            named,
            options: template.options.iter().map(|choice| choice.value.clone()).collect(),
            flag,
            numbers: if all_numbers { numbers } else { Vec::new() },
            principal,
            secondary: false,
            fact,
            narrower: false,
            people,
            closed: matches!(prompt_text.word(0), "do" | "does" | "is" | "are" | "have" | "has" | "will" | "can" | "did"),
            exact: kind == Kind::Spot && !has(&prompt_text, &["city", "town", "airport", "station", "area", "region", "country"]),
            kin: Vec::new(),
            sort: matches!(kind, Kind::Choice) && has(&name_text, &["type", "kind"]),
        }
    }
}

struct Topics {
    /// The topic of each obligation.
    of: Vec<usize>,
    /// The words of each topic's part of the path.
    names: Vec<Vec<String>>,
}

/// Obligations whose path begins alike (the first part, and numbers after it) are one topic.
fn topics(definition: &ObjectiveDefinition) -> Topics {
    let mut names: Vec<(String, Vec<String>)> = Vec::new();
    let mut of = Vec::new();
    for template in &definition.obligations {
        let parts: Vec<&str> = template.field_path.split('.').collect();
        let mut until = usize::from(parts.len() > 1);
        while until + 1 < parts.len() && until > 0 && parts[until].bytes().all(|byte| byte.is_ascii_digit()) {
            until += 1;
        }
        let name = parts[..until].join(".");
        let at = names.iter().position(|(known, _)| *known == name).unwrap_or_else(|| {
            let words = stems(&open_camel(&name), true);
            names.push((name, words));
            names.len() - 1
        });
        of.push(at);
    }
    Topics { of, names: names.into_iter().map(|(_, words)| words).collect() }
}

/// "RentalCars" → "Rental Cars".
fn open_camel(name: &str) -> String {
    let mut open = String::with_capacity(name.len() + 4);
    let mut small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && small {
            open.push(' ');
        }
        small = letter.is_lowercase();
        open.push(if letter.is_alphanumeric() { letter } else { ' ' });
    }
    open
}

/// The label, or the part of the path that belongs to this obligation alone.
fn own_words(template: &ObligationTemplate) -> String {
    if let Some(label) = template.label.as_ref().filter(|label| !label.trim().is_empty()) {
        return label.clone();
    }
    let mut parts: Vec<&str> = template.field_path.split('.').collect();
    // "price per day" is a price.
    if let Some(per) = parts.iter().position(|part| *part == "per").filter(|at| *at > 0) {
        parts.truncate(per);
    }
    let mut skip = usize::from(parts.len() > 1);
    while skip > 0 && skip + 1 < parts.len() && parts[skip].bytes().all(|byte| byte.is_ascii_digit()) {
        skip += 1;
    }
    open_camel(&parts[skip..].join(" "))
}

/// The stems that carry a subject; with `all` false every stem, as phrases need them.
pub(super) fn stems(of: &str, subjects: bool) -> Vec<String> {
    let text = Text::new(of);
    let mut found: Vec<String> = Vec::new();
    for at in 0..text.words.len() {
        if text.words[at].shape == Shape::Mark || subjects && lexicon::COMMON.contains(&text.word(at)) {
            continue;
        }
        let stem = text.stem(at).to_owned();
        if !subjects || !found.contains(&stem) {
            found.push(stem);
        }
    }
    found
}

fn has(text: &Text<'_>, any: &[&str]) -> bool {
    (0..text.words.len()).any(|at| any.contains(&text.word(at)))
}

const YES: &[&str] = &["true", "yes", "y", "on", "ja"];
const NO: &[&str] = &["false", "no", "n", "off", "nein"];

fn yes_and_no(template: &ObligationTemplate) -> Option<(usize, usize)> {
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
    (Kind::Percent, &["percent", "percentage", "humidity", "share"]),
    (
        Kind::Money,
        &["price", "cost", "fare", "fee", "budget", "total", "amount", "salary", "revenue", "balance", "charge", "expense"],
    ),
    (
        Kind::Measure,
        &["rating", "score", "temperature", "speed", "weight", "height", "wind", "precipitation", "distance", "size"],
    ),
    (Kind::City, &["city", "town", "area", "region", "country", "state", "neighborhood"]),
    (Kind::Spot, &["location", "place", "destination", "origin", "airport", "station", "venue", "where", "stop"]),
    (
        Kind::Person,
        &[
            "artist", "performer", "actor", "actors", "cast", "starring", "director", "directed", "singer", "author", "person",
            "celebs",
        ],
    ),
    (Kind::Title, &["name", "title", "track", "song", "album", "model", "brand"]),
    (Kind::Category, &["type", "genre", "category", "kind", "cuisine", "class", "style", "industry", "sector"]),
];

fn kind_word(word: &str) -> Option<Kind> {
    KINDS.iter().find(|(_, words)| words.contains(&word)).map(|(kind, _)| *kind)
}

/// By the last word of the name, then what the prompt says it is, then any word of the name, then how the prompt asks.
fn kind_of(name: &Text<'_>, prompt: &Text<'_>) -> Kind {
    let counts = |text: &Text<'_>| {
        (0..text.words.len()).any(|at| {
            text.reads(at, &["number", "of"]) && !matches!(text.word(at + 2), "the" | "property")
                || text.reads(at, &["how", "many"])
                || matches!(text.word(at), "count" | "quantity" | "num" | "headcount")
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
    by_last
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
    for at in 0..prompt.words.len() {
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
fn role_of(text: &Text<'_>, name: bool) -> Option<Role> {
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

/// Stems of what is counted when people are.
pub(super) const PEOPLE: &[&str] = &[
    "adult", "peopl", "person", "passeng", "guest", "seat", "ticket", "travel", "travell", "rid", "visitor", "attende", "part",
    "group", "memb",
];

/// What obligations of one topic are to each other.
fn relate(slots: &mut [Slot]) {
    for at in 0..slots.len() {
        let topic = slots[at].topic;
        let neighbours: Vec<usize> = (0..slots.len()).filter(|&other| other != at && slots[other].topic == topic).collect();
        // Where addresses are kept apart, the place is a town.
        if slots[at].kind == Kind::Spot
            && slots[at].exact
            && neighbours.iter().any(|&other| slots[other].kind == Kind::Address)
            && !neighbours.iter().any(|&other| slots[other].kind == Kind::City)
        {
            slots[at].kind = Kind::City;
            slots[at].exact = false;
        }
        slots[at].narrower = slots[at].kind == Kind::Spot
            && neighbours.iter().any(|&other| {
                slots[other].kind == Kind::City && (slots[other].role.is_none() || slots[other].role == slots[at].role)
            });
        let telling: Vec<&String> = slots[at]
            .named
            .iter()
            .filter(|word| kind_stem(word).is_none() && neighbours.iter().any(|&other| !slots[other].named.contains(word)))
            .collect();
        let kin =
            neighbours.iter().copied().filter(|&other| telling.iter().any(|word| slots[other].named.contains(word))).collect();
        slots[at].kin = kin;
    }
}

fn kind_stem(word: &str) -> Option<Kind> {
    KINDS.iter().find(|(_, words)| words.iter().any(|known| stem(known) == word)).map(|(kind, _)| *kind)
}

/// A word that several neighbours share says less about each.
fn thin_cues(slots: &mut [Slot]) {
    let mut sharing: HashMap<(usize, String), f32> = HashMap::new();
    for slot in slots.iter() {
        for word in slot.cues.keys() {
            *sharing.entry((slot.topic, word.clone())).or_default() += 1.0;
        }
    }
    for slot in slots.iter_mut() {
        let topic = slot.topic;
        for (word, weight) in &mut slot.cues {
            *weight /= sharing.get(&(topic, word.clone())).copied().unwrap_or(1.0);
        }
    }
}

/// The words by which a yes/no matter is spoken of: its name without the words of its topic, and their like.
fn flag_words(slot: &Slot, topic: &[String]) -> Vec<String> {
    let weak = |word: &String| {
        topic.contains(word)
            || matches!(
                word.as_str(),
                "allow" | "additional" | "service" | "option" | "entr" | "unit" | "is" | "ha" | "trip" | "has"
            )
    };
    let mut words: Vec<String> = slot.named.iter().filter(|word| !weak(word)).cloned().collect();
    if words.is_empty() {
        words.clone_from(&slot.named);
    }
    words.extend(
        slot.cues.iter().filter(|(word, weight)| **weight >= 1.0 && !weak(word) && word.len() > 4).map(|(word, _)| word.clone()),
    );
    let mut alike: Vec<String> = Vec::new();
    for row in lexicon::ALIKE.iter().filter(|row| row.iter().any(|word| words.iter().any(|known| known == stem(word)))) {
        alike.extend(row.iter().map(|word| stem(word).to_owned()));
    }
    words.extend(alike);
    words.sort();
    words.dedup();
    words
}

/// In how many prompts of a topic each stem stands.
fn nouns(definition: &ObjectiveDefinition, slots: &[Slot]) -> HashMap<(usize, String), usize> {
    let mut nouns: HashMap<(usize, String), usize> = HashMap::new();
    for (slot, template) in slots.iter().zip(&definition.obligations) {
        for word in stems(&template.prompt, true) {
            *nouns.entry((slot.topic, word)).or_default() += 1;
        }
    }
    nouns
}

fn topic_words(
    definition: &ObjectiveDefinition,
    slots: &[Slot],
    topics: &Topics,
    nouns: &HashMap<(usize, String), usize>,
) -> HashMap<String, Vec<(usize, f32)>> {
    let mut words: HashMap<String, Vec<(usize, f32)>> = HashMap::new();
    let mut add = |word: &str, topic: usize, weight: f32| {
        // Where something begins or ends says nothing of what it is.
        if lexicon::FROM.contains(&word) || lexicon::TO.contains(&word) {
            return;
        }
        let entry = words.entry(word.to_owned()).or_default();
        match entry.iter_mut().find(|(known, _)| *known == topic) {
            Some((_, known)) => *known = known.max(weight),
            None => entry.push((topic, weight)),
        }
    };
    for (topic, names) in topics.names.iter().enumerate() {
        for word in names {
            #[expect(clippy::cast_precision_loss, reason = "a few words")]
            add(word, topic, 2.5 / (names.len() as f32).max(1.0));
            for row in lexicon::ALIKE.iter().filter(|row| row.iter().any(|alike| stem(alike) == word)) {
                row.iter().for_each(|alike| add(stem(alike), topic, 1.2));
            }
        }
    }
    for (slot, template) in slots.iter().zip(&definition.obligations) {
        for word in &slot.named {
            add(word, slot.topic, 1.0);
        }
        for word in stems(&template.prompt, true) {
            // What several prompts of a topic speak of is what the topic is about.
            let noun = nouns.get(&(slot.topic, word.clone())).copied().unwrap_or(1) > 1 && kind_stem(&word).is_none();
            add(&word, slot.topic, if noun { 2.2 } else { 1.0 });
            if noun {
                for row in lexicon::ALIKE.iter().filter(|row| row.iter().any(|alike| stem(alike) == word)) {
                    row.iter().for_each(|alike| add(stem(alike), slot.topic, 1.4));
                }
            }
        }
        for choice in &template.options {
            if !matches!(slot.kind, Kind::Flag | Kind::Count | Kind::Measure) {
                for word in stems(&choice.label, true) {
                    add(&word, slot.topic, 1.0);
                }
            }
        }
    }
    for entry in words.values_mut() {
        #[expect(clippy::cast_precision_loss, reason = "a handful of topics")]
        let shared = entry.len() as f32;
        for (_, weight) in entry.iter_mut() {
            *weight /= shared * shared;
        }
    }
    words
}
