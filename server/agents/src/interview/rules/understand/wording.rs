//! Whether an agent elsewhere asked for something that the objective asks for: then its question is known, as in our own
//! interviews.

use super::{
    lexicon, memory,
    profile::{Plan, Slot, part::Part},
    reading::named_by,
    text::{Mood, Text},
};
use domain::interview::Heard;
use protocol::interview::{ObligationTemplate, Speaker, WidgetType};

/// A longer question says more than what it asks for.
const LONGEST: usize = 16;

/// The obligation whose question stands at the end of the agent's last turn: word for word, or in other words.
pub(super) fn asked(heard: &Heard) -> Option<&str> {
    let turn = heard.history.last().filter(|turn| turn.speaker == Speaker::Agent && turn.text.trim_end().ends_with('?'))?;
    let said = words(&turn.text);
    let verbatim = heard
        .definition
        .obligations
        .iter()
        .filter_map(|template| {
            Some((
                wordings(template).map(words).filter(|asked| ends_with(&said, asked)).map(|asked| asked.len()).max()?,
                template,
            ))
        })
        .max_by_key(|(length, _)| *length)
        .map(|(_, template)| template.key.as_str());
    verbatim.or_else(|| {
        let plan = memory::plan(&heard.definition);
        let slot = in_other_words(heard, &plan, &Text::new(&turn.text))?;
        heard.definition.obligations.get(slot).map(|template| template.key.as_str())
    })
}

/// "Who buys it?" for the customers, "what's in the way?" for what stands in the way of the goal. Only where the objective asks
/// questions of its own; descriptions of values are read otherwise.
fn in_other_words(heard: &Heard, plan: &Plan, text: &Text<'_>) -> Option<usize> {
    let asks = |slot: &usize| plan.slots[*slot].asks;
    let question = text.sentences.last().filter(|one| one.mood == Mood::Question && one.words.len() <= LONGEST)?.words.clone();
    if !(0..plan.slots.len()).any(|slot| asks(&slot)) {
        return None;
    }
    let first = question.clone().find(|&at| lexicon::WH.contains(&text.word(at)))?;
    let does = text.before(question.end - 1) == "do" && question.len() > 4;
    let has = |any: &[&str]| question.clone().any(|at| any.contains(&text.word(at)));
    let part = match text.word(first) {
        "who" | "whom" | "who's"
            if has(&["buy", "buys", "sell", "serve", "customers", "clients", "for", "uses", "use", "pays"]) =>
        {
            Some(Part::Audience)
        }
        "what" if matches!(text.word(first + 1), "do" | "does") && question.len() <= 8 && (does || has(MAKES)) => {
            Some(Part::Offering)
        }
        "what" | "what's" if has(&["goal", "aim", "achieve", "reach"]) => Some(Part::Aim),
        _ => None,
    };
    part.and_then(|part| plan.player(part))
        .or_else(|| named_by(text, plan, &(first + 1..question.end)))
        .or_else(|| by_verb(text, &question, plan))
        .or_else(|| in_its_phrase(heard, text, &question))
        .filter(asks)
        .filter(|slot| fits(text.word(first), text.word(first + 1), &plan.slots[*slot]))
}

/// A question for a place, a time or a number is not one for something else.
fn fits(first: &str, second: &str, slot: &Slot) -> bool {
    let widget = slot.widget;
    match (first, second) {
        ("when" | "when's", _) => matches!(widget, WidgetType::Date | WidgetType::Text),
        ("how", "many" | "much") => matches!(widget, WidgetType::Number | WidgetType::Choice),
        ("where" | "where's" | "who" | "who's" | "whom", _) => !matches!(widget, WidgetType::Number | WidgetType::Date),
        _ => true,
    }
}

/// What a business does for others.
const MAKES: &[&str] = &["sell", "make", "offer", "produce", "provide"];

/// "What do you charge?" of prices: a word of like meaning to one obligation's name alone.
fn by_verb(text: &Text<'_>, question: &std::ops::Range<usize>, plan: &Plan) -> Option<usize> {
    let mut found: Option<usize> = None;
    for at in question.clone().filter(|&at| !text.is_mark(at) && !lexicon::COMMON.contains(text.word(at))) {
        let named: Vec<usize> =
            (0..plan.slots.len()).filter(|&slot| plan.slots[slot].spoken.done_by(text.stem(at)).is_some()).collect();
        match (named.as_slice(), found) {
            ([one], None) => found = Some(*one),
            ([one], Some(known)) if *one != known => return None,
            _ => {}
        }
    }
    found
}

/// Three words in a row that one obligation's question has too, and no other's.
fn in_its_phrase(heard: &Heard, text: &Text<'_>, question: &std::ops::Range<usize>) -> Option<usize> {
    let asked: Vec<String> = question.clone().filter(|&at| !text.is_mark(at)).map(|at| text.word(at).to_owned()).collect();
    let mut found: Option<usize> = None;
    for phrase in asked.windows(3).filter(|phrase| !PLAIN.contains(&phrase.join(" ").as_str())) {
        for (slot, template) in heard.definition.obligations.iter().enumerate() {
            if wordings(template).map(words).any(|known| known.windows(3).any(|run| run == phrase)) {
                match found {
                    Some(known) if known != slot => return None,
                    _ => found = Some(slot),
                }
            }
        }
    }
    found
}

/// Runs of words that stand in any question.
const PLAIN: &[&str] = &[
    "what do you", "what is the", "what are you", "do you have", "how do you", "how many people", "would you like",
    "what is your", "is there a", "do you want", "how much do", "how many of", "what kind of", "are there any", "you want to",
    "when do you", "where do you", "who do you",
];

/// A prompt may be a mere description; only a question is asked.
fn wordings(template: &ObligationTemplate) -> impl Iterator<Item = &str> {
    std::iter::once(&template.prompt)
        .chain(&template.rephrasings)
        .map(String::as_str)
        .filter(|wording| wording.trim_end().ends_with('?'))
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Three words are the least that is no accident.
fn ends_with(said: &[String], asked: &[String]) -> bool {
    asked.len() >= 3 && said.ends_with(asked)
}
