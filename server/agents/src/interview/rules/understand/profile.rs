//! What each obligation is about, worked out once from its name, path, prompt and options: which form its values have, which words
//! speak of it, where a journey through it begins or ends. Nothing here knows any particular objective.

mod counted;
mod kind;
mod neighbours;
pub(super) mod part;
pub(super) mod spoken;
mod topics;

pub(super) use self::kind::is_yes;
use self::{
    counted::{counted_by, counts_to_come, counts_us},
    kind::{has, kind_of, leg_of, role_of, yes_and_no},
    neighbours::{flag_words, relate, thin_cues},
    part::{Part, part_of},
    spoken::Spoken,
    topics::{nouns, own_words, topic_words, topics},
};
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
    pub(super) leg: Option<Leg>,
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
    /// The name of the one who speaks, or for whom it is: a patient, a member, a guest.
    pub(super) own: bool,
    /// Only the other side can know it: a price, a telephone number, a rating.
    pub(super) fact: bool,
    /// Smaller than a town that the same topic asks for too.
    pub(super) narrower: bool,
    /// Obligations of the same topic that share a telling word of the name ("new …", "outbound …").
    pub(super) kin: Vec<usize>,
    /// The prompt is a question for yes or no.
    pub(super) closed: bool,
    /// The prompt is put to the person, and no mere description.
    pub(super) asks: bool,
    /// How many people.
    pub(super) people: bool,
    /// How often a year has the period that is asked for.
    pub(super) period: Option<f64>,
    /// It counts those who speak: "how many of you …", "everybody, including you".
    pub(super) us: bool,
    /// It counts those who are looked for.
    pub(super) to_come: bool,
    /// What is asked of those it counts: "expect" of "how many people do you expect".
    pub(super) counted_by: Vec<String>,
    /// A place by its address rather than a town.
    pub(super) exact: bool,
    /// "Type of …": a choice that says what the thing is.
    pub(super) sort: bool,
    /// How a person speaks of it.
    pub(super) spoken: Spoken,
    /// The part it plays in a statement about one's work, and how plainly.
    part: Option<(Part, f32)>,
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

/// Which way of a journey there and back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leg {
    There,
    Back,
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
    /// One word of a synonym only.
    pub(super) far: bool,
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
                    .flat_map(|(_, other)| {
                        std::iter::once(&other.label).chain(&other.synonyms).flat_map(|form| stems(form, false))
                    })
                    .collect();
                let telling = std::iter::once(&choice.label).chain(&choice.synonyms).flat_map(|form| stems(form, true));
                let telling = telling.filter(|word| word.len() > 3 && !others.contains(word));
                let own = stems(&choice.label, true);
                let part: Vec<(Vec<String>, bool, bool)> = telling.map(|word| (vec![word], true, true)).collect();
                for (mut form, loose, part) in all.into_iter().map(|(form, loose)| (form, loose, false)).chain(part) {
                    let far = part && !own.contains(&form[0]);
                    let first = form.remove(0);
                    let entry = phrases.entry(first).or_default();
                    if !entry.iter().any(|phrase| phrase.slot == index && phrase.option == option && phrase.rest == form) {
                        entry.push(Phrase { slot: index, option, rest: form, loose, part, far });
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
                let own = slot.named.iter().any(|word| topics.names[slot.topic].contains(word));
                let most = slot.named.iter().filter_map(|word| nouns.get(&(slot.topic, word.clone()))).copied().max();
                most.unwrap_or(0) + if own { 100 } else { 0 }
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

    /// The obligation that plays this part; of several the plainest, of equals the first.
    pub(super) fn player(&self, part: Part) -> Option<usize> {
        let plays = |slot: &Slot| slot.part.filter(|(known, _)| *known == part).map(|(_, how)| how);
        let mut best: Option<(usize, f32)> = None;
        for (at, slot) in self.slots.iter().enumerate() {
            if let Some(how) = plays(slot).filter(|how| best.is_none_or(|(_, known)| *how > known)) {
                best = Some((at, how));
            }
        }
        best.map(|(at, _)| at)
    }
}

impl Slot {
    pub(super) fn plays(&self, part: Part) -> bool {
        self.part.is_some_and(|(known, _)| known == part)
    }

    /// How much a word speaks of it that shares a beginning with one of its own: "pay" of a payment, "insured" of an insurance.
    pub(super) fn akin(&self, stem: &str) -> Option<f32> {
        // "Pay" and "payment"; shorter beginnings are shared by chance.
        const SHORTEST: usize = 4;
        let shares = |cue: &str| {
            let (short, long) = if cue.len() < stem.len() { (cue, stem) } else { (stem, cue) };
            short.len() >= SHORTEST
                && long.len() <= short.len() + 4
                && long.starts_with(short)
                && short.len() * 2 >= long.len() - 1
        };
        if stem.len() < 3 || lexicon::COMMON.contains(stem) {
            return None;
        }
        self.cues.iter().filter(|(cue, _)| shares(cue)).map(|(_, weight)| *weight).max_by(f32::total_cmp)
    }

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
        let own_place = kind == Kind::Address
            && (role_of(&name_text, true).or_else(|| role_of(&prompt_text, false)).is_some()
                || has(&prompt_text, &["home", "your", "delivered", "collected", "sent", "billing", "person", "receives"]));
        let fact = matches!(kind, Kind::Money | Kind::Phone | Kind::Email | Kind::Address | Kind::Measure | Kind::Percent)
            && !own_place
            || matches!(kind, Kind::Time) && has(&name_text, &["wait", "waiting"]);
        // Of a prompt only what is counted: "how many visitors …".
        let somebody = |text: &Text<'_>, singular: bool| {
            let told = |at: &usize| singular || text.word(*at).ends_with('s') || text.word(*at) == "people";
            (0..text.words.len()).filter(told).any(|at| lexicon::is_somebody(text.word(at)))
        };
        let people = kind == Kind::Count && (somebody(&name_text, true) || somebody(&prompt_text, false));
        let own = named.iter().any(|word| word == stem("name")) && named.iter().any(|word| is_party(word));
        let principal = matches!(kind, Kind::Title | Kind::Person)
            && !own
            && (prompt_text.low.starts_with("name of")
                || prompt_text.low.starts_with("title of")
                || prompt_text.low.contains(" name of"));
        Self {
            kind,
            role: role_of(&name_text, true).or_else(|| role_of(&prompt_text, false)),
            leg: if kind == Kind::Time { leg_of(&named) } else { None },
            topic,
            widget: template.widget_type,
            cues,
            named,
            options: template.options.iter().map(|choice| choice.value.clone()).collect(),
            flag,
            numbers: if all_numbers { numbers } else { Vec::new() },
            principal,
            secondary: false,
            own,
            fact,
            narrower: false,
            people,
            period: super::reading::period_of(&name_text, &prompt_text),
            us: people && counts_us(template, &prompt_text),
            to_come: people && counts_to_come(&prompt_text),
            counted_by: if kind == Kind::Count { counted_by(&prompt_text) } else { Vec::new() },
            asks: template.prompt.trim_end().ends_with('?'),
            closed: matches!(prompt_text.word(0), "do" | "does" | "is" | "are" | "have" | "has" | "will" | "can" | "did"),
            exact: kind == Kind::Spot && !has(&prompt_text, &["city", "town", "airport", "station", "area", "region", "country"]),
            kin: Vec::new(),
            sort: matches!(kind, Kind::Choice) && has(&name_text, &["type", "kind"]),
            spoken: Spoken::of(template),
            part: part_of(template),
        }
    }
}

/// The stems that carry a subject; with `all` false every stem, as phrases need them.
pub(super) fn stems(of: &str, subjects: bool) -> Vec<String> {
    let text = Text::new(of);
    let mut found: Vec<String> = Vec::new();
    for at in 0..text.words.len() {
        if text.words[at].shape == Shape::Mark || subjects && lexicon::COMMON.contains(text.word(at)) {
            continue;
        }
        let stem = text.stem(at).to_owned();
        if !subjects || !found.contains(&stem) {
            found.push(stem);
        }
    }
    found
}

/// A word for the one whom it is about and who usually speaks.
fn is_party(stem_of: &str) -> bool {
    const PARTIES: &[&str] = &[
        "pet", "animal", "child", "baby", "company", "business", "recipient", "patient", "student", "member", "customer",
        "client", "guest", "attendee", "passenger", "participant", "applicant", "user", "owner", "buyer", "caller", "visitor",
        "tenant", "subscriber", "contact", "booking", "reservation", "traveler",
    ];
    PARTIES.iter().any(|party| stem(party) == stem_of)
}
