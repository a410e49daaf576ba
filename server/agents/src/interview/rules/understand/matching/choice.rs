//! Options, yes/no matters and sorts of things that a turn speaks of.

use super::{
    super::{
        lexicon,
        profile::{Kind, Plan},
        text::{Mood, Shape, Text},
        values::Form,
    },
    ENOUGH, Focus, Placed, What,
    denied::{negates, unwanted},
    fit::cue,
    names::sort_of,
};

/// Verbs of what a thing does, which are no nouns.
static DOES: lexicon::Words = lexicon::Words::new("done by it");

/// "oak furniture": a small word right before what the topic is about says of which sort.
pub(super) fn sorts(text: &Text<'_>, plan: &Plan, focus: &Focus, bases: &[Vec<f32>], found: &mut Vec<Placed>) {
    if focus.agent || !plan.slots.iter().any(|slot| slot.kind == Kind::Category) {
        return;
    }
    for at in 0..text.words.len().min(200) {
        let word = text.word(at);
        let plain = text.words[at].shape == Shape::Letters
            && word.len() > 2
            && !lexicon::COMMON.contains(word)
            && !lexicon::VERBS.contains(word)
            && !lexicon::OPENERS.contains(word);
        let verb = word.ends_with("ing")
            || word.ends_with("ed")
            || word.ends_with("ly")
            || lexicon::UNITS.iter().any(|(name, _)| *name == word);
        if !plain || verb || plan.topic_words.contains_key(text.stem(at)) || text.is_mark(at + 1) {
            continue;
        }
        let words = at..at + 1;
        for (slot, base) in bases[focus.topics_at(at)].iter().enumerate() {
            let one = &plan.slots[slot];
            if one.kind == Kind::Category && sort_of(text, &words, plan, one.topic) && base + 2.5 >= ENOUGH {
                found.push(Placed {
                    slot,
                    words: words.clone(),
                    what: What::Form(Form::Name),
                    score: base + 2.5,
                    rival: 0.0,
                    other: None,
                    unsure: false,
                    named: false,
                    negated: unwanted(text, at, focus.live),
                });
            }
        }
    }
}

/// Options whose words stand in the turn.
pub(super) fn options(text: &Text<'_>, plan: &Plan, focus: &Focus, bases: &[Vec<f32>]) -> Vec<Placed> {
    let mut found = Vec::new();
    for at in 0..text.words.len() {
        if found.len() > 200 {
            break;
        }
        let Some(list) = plan.phrases.get(text.stem(at)) else { continue };
        for phrase in list {
            let mut end = at + 1;
            // "Per practice" is a case of "per unit" where the words before speak of the obligation.
            let per = text.word(at) == "per"
                && phrase.rest.len() == 1
                && (focus.pull(phrase.slot, at) > 0.0 || focus.live && focus.requested.contains(&phrase.slot));
            let fits = phrase.rest.iter().all(|wanted| {
                while text.word(end) == "-" {
                    end += 1;
                }
                let fits = text.stem(end) == wanted || per && !text.is_mark(end);
                end += 1;
                fits
            });
            if !fits || end > text.words.len() {
                continue;
            }
            let slot = phrase.slot;
            let one = &plan.slots[slot];
            if !one.numbers.is_empty() {
                continue;
            }
            let words = at..end;
            let (cue, beside) = cue(text, &words, plan, slot, focus.live);
            if focus.live && words.len() == 1 && !phrase.loose && one.spoken.only_shares_a_stem(text.word(at)) {
                continue;
            }
            if focus.live && words.len() == 1 && !focus.requested.contains(&slot) && names_another_thing(text, end) {
                continue;
            }
            let common = words.len() == 1 && lexicon::COMMON.contains(text.word(at));
            let pull = focus.pull(slot, at);
            let requested = focus.requested.contains(&slot) || pull > 0.0;
            if phrase.part && !requested {
                continue;
            }
            let short = words.len() == 1 && text.word(at).len() < 5 && text.words[at].shape != Shape::Mixed;
            let plain = if common || short || phrase.loose { 2.4 } else { 2.9 };
            let mut score = bases[focus.topics_at(at)][slot]
                + plain
                + pull
                + cue.min(2.0)
                + if words.len() > 1 { 1.0 + 0.2 * f32::from(u8::try_from(words.len()).unwrap_or(9)) } else { 0.0 };
            if phrase.loose {
                score -= if requested || beside || cue >= 1.0 { 0.5 } else { 2.0 };
            }
            if focus.asking.iter().any(|sentence| sentence.contains(&at)) {
                score -= 0.5;
            }
            if common && !requested {
                score -= 1.0;
            }
            // "A5" is short, but no word of everyday.
            let code = text.words[at].shape == Shape::Mixed;
            // "TV" is written as the option is.
            let written = !focus.live
                && text.words[at].capital
                && one.options.get(phrase.option).is_some_and(|option| option == text.said(&words));
            if written && short && !phrase.loose {
                score += 0.5;
            }
            if text.word(at).chars().count() < 3 && !requested && !code && !written {
                score -= 1.0;
            }
            if score >= ENOUGH {
                found.push(Placed {
                    slot,
                    words,
                    what: What::Option(phrase.option),
                    score,
                    rival: 0.0,
                    other: None,
                    unsure: per || phrase.far,
                    named: cue >= 0.9 || beside,
                    negated: unwanted(text, at, focus.live),
                });
            }
        }
    }
    misspelt(text, plan, focus, &mut found);
    found
}

/// "Phone numbers", "shop assistants": the word before only says which.
fn names_another_thing(text: &Text<'_>, at: usize) -> bool {
    let word = text.word(at);
    let noun = text.words.get(at).is_some_and(|one| one.shape == Shape::Letters)
        && !lexicon::COMMON.contains(word)
        && !lexicon::OPENERS.contains(word);
    // "Our shop sells bread"
    let verb = DOES.contains(word);
    noun && !verb
        && (matches!(word, "number" | "address" | "bill" | "call")
            || word.ends_with('s') && !word.ends_with("ss") && word.len() > 4)
}

/// An option that was asked for and is written a little wrong.
fn misspelt(text: &Text<'_>, plan: &Plan, focus: &Focus, found: &mut Vec<Placed>) {
    let Some(&slot) = focus.requested.iter().find(|slot| matches!(plan.slots[**slot].kind, Kind::Choice | Kind::Several)) else {
        return;
    };
    if focus.agent || text.words.len() > 30 || found.iter().any(|one| one.slot == slot) {
        return;
    }
    for at in 0..text.words.len() {
        let word = text.word(at);
        if word.len() < 5 || lexicon::COMMON.contains(word) {
            continue;
        }
        // "Parents" and "partners" begin and end alike: letters that are wrong are counted.
        let slips = |option: &str| strsim::osa_distance(&option.to_lowercase(), word) <= 1 + usize::from(word.len() > 8);
        let near = plan.slots[slot].options.iter().position(|option| option.split_whitespace().count() == 1 && slips(option));
        let spelt = near.is_some();
        // "Subscribers" comes near to "subscription".
        let near = near.or_else(|| plan.slots[slot].spoken.option(text.stem(at)).filter(|_| focus.live));
        if let Some(option) = near {
            found.push(Placed {
                slot,
                words: at..at + 1,
                what: What::Option(option),
                score: ENOUGH + 1.0,
                rival: 0.0,
                other: None,
                unsure: !spelt,
                named: false,
                negated: unwanted(text, at, focus.live),
            });
            return;
        }
    }
}

/// Where the very words of an option stand: they are no name of something else as well.
pub(super) fn options_in_full(text: &Text<'_>, plan: &Plan, found: &[Placed]) -> Vec<std::ops::Range<usize>> {
    let label = |one: &&Placed| match one.what {
        What::Option(option) => {
            let said = text.said(&one.words);
            plan.slots[one.slot].options.get(option).is_some_and(|option| option.eq_ignore_ascii_case(said))
        }
        What::Form(_) => false,
    };
    found.iter().filter(label).map(|one| one.words.clone()).collect()
}

/// Yes/no matters that a statement speaks of: "with a garage", "no smoking".
pub(super) fn flags(text: &Text<'_>, plan: &Plan, focus: &Focus, bases: &[Vec<f32>], found: &mut Vec<Placed>) {
    for at in 0..text.words.len() {
        let Some(slots) = plan.flags.get(text.stem(at)) else { continue };
        let whether = |sentence: &std::ops::Range<usize>| {
            let wonders = (sentence.start..at).rev().take(9).find(|&at| matches!(text.word(at), "if" | "whether"));
            wonders.is_some_and(|at| (sentence.start..at).any(|at| matches!(text.word(at), "tell" | "know" | "check" | "see")))
        };
        let asks = text.sentence_of(at).is_some_and(|sentence| {
            !focus.agent && whether(&sentence.words)
                || sentence.mood == Mood::Question
                    && (!focus.agent
                        || matches!(
                            text.word(sentence.words.start),
                            "do" | "would" | "should" | "shall" | "will" | "are" | "did"
                        ))
        });
        if asks {
            continue;
        }
        for &slot in slots {
            let Some((yes, no)) = plan.slots[slot].flag else { continue };
            let strength = plan.slots[slot].cues.get(text.stem(at)).copied().unwrap_or(0.8);
            let score = bases[focus.topics_at(at)][slot] + focus.pull(slot, at) + 2.4 + strength.min(1.5)
                - if slots.len() > 1 { 0.4 } else { 0.0 };
            if score < ENOUGH || found.len() > 260 {
                continue;
            }
            let negated = lets_go(text, at)
                || (1..=5).any(|back| {
                    at.checked_sub(back).is_some_and(|before| {
                        lexicon::NEGATIONS.contains(&text.word(before))
                            && !(text.word(before) == "no" && text.word(before + 1) == ",")
                            && !matches!(text.word(before + 1), "forget" | "miss" | "skip")
                            && (before + 1..at).all(|between| !matches!(text.word(between), "." | "," | "but" | ";" | "!"))
                    })
                });
            found.push(Placed {
                slot,
                words: at..at + 1,
                what: What::Option(if negated { no } else { yes }),
                score,
                rival: 0.0,
                other: None,
                unsure: false,
                named: true,
                negated: false,
            });
        }
    }
}

/// "Scrap the courtesy car", "forget about the album", "leave out the insurance": right before the thing.
fn lets_go(text: &Text<'_>, at: usize) -> bool {
    let mut verb = at;
    for _ in 0..4 {
        let small = verb.checked_sub(1).is_some_and(|before| {
            matches!(text.word(before), "the" | "that" | "my" | "our" | "about" | "out" | "those" | "these")
                // The thing's own name may have a word more: "the courtesy car".
                || before + 1 == at && text.words[before].shape == Shape::Letters && !lexicon::COMMON.contains(text.word(before))
        });
        if !small {
            break;
        }
        verb -= 1;
    }
    let said = |back: usize| verb.checked_sub(back).map_or("", |at| text.word(at));
    let lets = match said(1) {
        "scrap" | "ditch" | "cancel" | "remove" | "skip" => true,
        "forget" | "lose" => said(2) != "to",
        "drop" => matches!(text.word(verb), "the" | "that"),
        "leave" => text.word(verb) == "out",
        _ => false,
    };
    // "Don't forget the album"
    lets && verb < at && !negates(text, verb - 1) && !lexicon::NEGATIONS.contains(&said(2))
}
