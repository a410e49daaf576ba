//! How well a value fits an obligation, by its form and by the words around it.

use super::{
    super::{
        lexicon,
        profile::{Kind, Plan, Role, Slot},
        reading::is_done,
        text::Text,
        values::{Form, Spotted},
    },
    Focus, counted, leg,
    names::{apposition, doubtful_name, is_maker, is_only_a_kind, is_site, place_preposition, sort_of, stands_behind_a_name},
    quantity::{is_found, is_made, is_pronoun, is_quantity},
};
use std::ops::Range;

/// How well a value fits an obligation by form and by the words around it.
pub(super) fn score(
    text: &Text<'_>,
    spot: &Spotted,
    role: Option<Role>,
    plan: &Plan,
    slot: usize,
    focus: &Focus,
) -> Option<(f32, bool)> {
    let one = &plan.slots[slot];
    let requested = focus.requested.contains(&slot) || focus.pointed_at(slot, spot.words.start) == Some(true);
    let counts = matches!(spot.form, Form::Number(_));
    if focus.live && counts && counted::is_a_rate(text, &spot.words, one) {
        return None;
    }
    // "I turn over about 60k" tells no head count.
    let earned = |other: &Slot| one.kind != Kind::Money && is_done(text, &spot.words, other);
    if focus.live && counts && focus.requested.contains(&slot) && plan.slots.iter().any(earned) {
        return None;
    }
    if focus.live
        && focus.requested.contains(&slot)
        && focus.pointed_at(slot, spot.words.start) != Some(true)
        && counted::is_of_another(text, spot, plan, slot, !focus.proposed.is_empty())
    {
        return None;
    }
    let before = preposition(text, spot.words.start);
    let (cue, beside) = cue(text, &spot.words, plan, slot, focus.live && !requested);
    let mut needs_cue = false;
    let mut score: f32 = match (&spot.form, one.kind) {
        (Form::Date(_), Kind::Date) | (Form::Time(_), Kind::Time) | (Form::Duration(_), Kind::Duration) => 3.0,
        (Form::Money(_), Kind::Money) | (Form::Percent(_), Kind::Percent) => 3.0,
        (Form::Phone, Kind::Phone) | (Form::Email, Kind::Email) => 3.0,
        (Form::Address, Kind::Address) => {
            if focus.agent && !focus.reading_back {
                4.5
            } else {
                3.0
            }
        }
        (Form::Number(amount), Kind::Count) => {
            let known = one.numbers.is_empty()
                || amount.whole().is_some_and(|number| one.numbers.iter().any(|(known, _)| *known == number));
            if !known || !amount.counts() {
                return None;
            }
            // "The ceremony's at 2": an hour.
            let hour =
                text.before(spot.words.start) == "at" && (text.is_mark(spot.words.end) || text.word(spot.words.end) == "and");
            if hour && !focus.live && amount.whole().is_some_and(|hour| hour <= 24) {
                return None;
            }
            if focus.agent && !focus.reading_back && is_found(text, &spot.words)
                || !focus.live && is_pronoun(text, spot.words.start)
            {
                return None;
            }
            needs_cue = true;
            let word = text.word(spot.words.start);
            if word == "one"
                && matches!(text.word(spot.words.end), "way" | "of" | "more" | "that" | "which" | "-" | "thing" | "day")
            {
                return None;
            }
            // "One only": the answer itself.
            let answers = requested && text.sentence_of(spot.words.start).is_some_and(|one| one.words.start == spot.words.start);
            if matches!(word, "one" | "first") && !beside && !answers { 0.6 } else { 2.2 }
        }
        (Form::Number(amount), Kind::Measure) => {
            let known = one.numbers.is_empty()
                || amount.whole().is_some_and(|number| one.numbers.iter().any(|(known, _)| *known == number));
            if !known {
                return None;
            }
            needs_cue = true;
            2.0
        }
        (Form::Number(_), Kind::Money | Kind::Percent | Kind::Duration) if requested => {
            if focus.live && counts_for_another(text, &spot.words, plan, slot) {
                return None;
            }
            1.5
        }
        (Form::Number(_), Kind::Money) if focus.live && is_done(text, &spot.words, one) => 3.0,
        (Form::Money(_) | Form::Percent(_) | Form::Duration(_), Kind::Measure) => {
            needs_cue = true;
            2.0
        }
        (Form::Duration(amount), Kind::Count)
            if beside
                || requested
                    && !focus.live
                    && (one.numbers.is_empty()
                        || amount.whole().is_some_and(|number| one.numbers.iter().any(|(known, _)| *known == number)))
                || one.named.iter().any(|word| word == text.stem(spot.words.end - 1))
                    && amount.whole().is_some_and(|number| one.numbers.iter().any(|(known, _)| *known == number)) =>
        {
            2.0
        }
        (Form::Number(amount), Kind::Time) if requested && amount.whole().is_some_and(|hour| (1..=24).contains(&hour)) => 1.5,
        (Form::Address, Kind::Spot) => 1.5 + place_preposition(before),
        (Form::Address, Kind::Title) if requested => 0.5,
        (Form::Given, Kind::Title) => 4.5,
        (Form::Given, Kind::Person) => 3.0,
        (Form::Given, Kind::Text) if requested => 2.0,
        (Form::Name, Kind::City) => {
            let by_preposition = match before {
                "in" | "near" | "around" | "within" => 2.2,
                "to" | "from" if one.role.is_some() => 2.2,
                "of" => 1.6,
                "to" | "from" | "for" => 1.0,
                "at" => 0.3,
                _ if requested => 1.0,
                _ => 0.0,
            };
            0.8 + by_preposition - if is_site(text, &spot.words) { 2.0 } else { 0.0 }
        }
        (Form::Name, Kind::Spot) => {
            let site = is_site(text, &spot.words);
            let by_preposition = match before {
                "in" | "near" | "around" if !one.narrower => 2.0,
                _ if site => place_preposition(before).max(0.6),
                _ => place_preposition(before),
            };
            let person = if matches!(before, "with" | "by") { 1.5 } else { 0.0 };
            0.8 + by_preposition - person
                + if site {
                    0.6
                } else if one.narrower && before == "in" {
                    -4.0
                } else if one.narrower {
                    -1.5
                } else {
                    0.0
                }
        }
        (Form::Name, Kind::Person) => {
            let made = is_maker(text, &spot.words, plan, one);
            0.8 + if made {
                2.4
            } else if matches!(before, "with" | "by" | "to") {
                1.6
            } else {
                0.0
            }
        }
        (Form::Name, Kind::Title) => {
            let loved = spot.words.start.checked_sub(1).map_or("", |at| text.stem(at));
            if sort_of(text, &spot.words, plan, one.topic)
                && plan.slots.iter().any(|other| other.topic == one.topic && other.kind == Kind::Category)
            {
                return None;
            }
            if !focus.live && is_only_a_kind(text, &spot.words, plan, one.topic) {
                return None;
            }
            0.8 + match before {
                // "The Larks at Mill Hall": a place, not what is there.
                "at" if !focus.live && stands_behind_a_name(text, &spot.words) => -3.0,
                "at" => 1.2,
                "named" | "called" | "titled" => 3.5,
                "in" | "near" | "around" | "from" | "with" => -0.6,
                _ => 0.6,
            } + if matches!(loved, "see" | "watch" | "play" | "hear" | "heard" | "visit" | "tr" | "lik" | "lov" | "enjo") {
                1.2
            } else {
                0.0
            } + if one.principal && focus.agent && !one.secondary {
                1.2
            } else if one.principal && !one.secondary {
                0.75
            } else {
                0.0
            } + if is_site(text, &spot.words) && one.principal { 0.7 } else { 0.0 }
                - if is_maker(text, &spot.words, plan, one) { 2.0 } else { 0.0 }
                + if spot.words.clone().any(|at| one.cues.get(text.stem(at)).is_some_and(|weight| *weight >= 0.3)) {
                    1.2
                } else {
                    0.0
                }
        }
        (Form::Name, Kind::Text) if !focus.live && apposition(text, &spot.words, one) => 0.8,
        (Form::Name, Kind::Category)
            if matches!(before, "by" | "with" | "from" | "in" | "at") && !sort_of(text, &spot.words, plan, one.topic) =>
        {
            return None;
        }
        (Form::Name, Kind::Category) => 0.3 + if sort_of(text, &spot.words, plan, one.topic) { 3.2 } else { 0.0 },
        _ => return None,
    };
    let told = counts && (is_quantity(text, &spot.words, plan, slot) || is_made(text, &spot.words, plan, slot, focus));
    if needs_cue && !requested && !beside && !told && cue < 0.5 {
        return None;
    }
    if matches!(spot.form, Form::Name) && lexicon::COMMON.contains(text.word(spot.words.start)) && spot.words.len() == 1 {
        return None;
    }
    if matches!(spot.form, Form::Name) && !requested {
        score -= doubtful_name(text, &spot.words)?;
        let led = matches!(
            before,
            "i'm" | "am" | "is" | "it's" | "name's" | "this" | "named" | "called" | "for" | "to" | "with" | "by" | "on" | ":"
        );
        if one.own && !led && !focus.agent {
            return None;
        }
    }
    score += cue.min(3.0) + if beside { 1.2 } else { 0.0 };
    if matches!(spot.form, Form::Name) && !focus.live && apposition(text, &spot.words, one) {
        score += 2.5;
    }
    if one.fact && cue >= 0.9 && !focus.agent {
        score += 0.7;
    }
    let (by_leg, role) = leg::fit(text, &spot.words, one, role);
    score += by_leg;
    score += match (one.role, role) {
        (Some(mine), Some(said)) if mine == said => 2.0,
        (Some(_), Some(_)) => -3.0,
        (None, Some(_)) if one.kind == Kind::City => -0.3,
        (None, Some(_)) => -0.2,
        (Some(Role::To), None) if !requested => -0.4,
        _ => 0.0,
    };
    // What is held already is said again, not given to another.
    if let Some(Some(held)) = focus.held.get(slot) {
        let said = text.said(&spot.words).to_lowercase();
        if *held == said {
            score += 1.0;
        } else if focus.agent && (held.starts_with(&said) || said.starts_with(held.as_str())) {
            score += 0.8;
        }
    }
    Some((score, cue >= 0.9 || beside || one.role.is_some() && one.role == role))
}

/// The preposition before a value, past an article.
fn preposition<'t>(text: &'t Text<'_>, at: usize) -> &'t str {
    let mut back = at;
    while back > 0 && matches!(text.word(back - 1), "the" | "a" | "an" | "\"" | "'" | "city" | "my") && back + 2 > at {
        back -= 1;
    }
    let word = text.before(back);
    if word == "of" && back >= 2 && matches!(text.word(back - 2), "city" | "town" | "area" | "state") {
        return "in";
    }
    if word == "of" && back >= 2 && text.word(back - 2) == "out" { "from" } else { word }
}

/// Words of the obligation near the value: their weight, and whether one stands right beside it.
pub(super) fn cue(text: &Text<'_>, words: &Range<usize>, plan: &Plan, slot: usize, live: bool) -> (f32, bool) {
    let cues = &plan.slots[slot].cues;
    let Some(sentence) = text.sentence_of(words.start) else { return (0.0, false) };
    let ours = live && (speaks_of_us(text, words) || text.reads(words.end, &["of", "us"]));
    // Those who speak are counted where a question is about them.
    if ours && plan.slots[slot].kind == Kind::Count && !plan.slots[slot].us && plan.slots.iter().any(|slot| slot.us) {
        return (0.0, false);
    }
    let mut weight: f32 = 0.0;
    let from = words.start.saturating_sub(7).max(sentence.words.start);
    for at in (from..words.start).rev() {
        if text.word(at) == "," && words.start - at > 2 || matches!(text.word(at), "and" | "but") && words.start - at > 3 {
            break;
        }
        if let Some(cue) = cues.get(text.stem(at)) {
            let near = if words.start - at <= 3 { 1.0 } else { 0.6 };
            weight = (weight + cue * near * 0.5).max(cue * near);
        }
    }
    // "$2m in revenue"
    if matches!(text.word(words.end), "in" | "of") && words.end + 1 < sentence.words.end {
        weight = weight.max(cues.get(text.stem(words.end + 1)).copied().unwrap_or(0.0) * 0.9);
    }
    let until = (words.end + 3).min(sentence.words.end);
    let mut beside = false;
    for at in words.end..until {
        if text.is_mark(at) && text.word(at) != "-" || matches!(text.word(at), "and" | "in" | "at" | "on" | "for" | "with" | "to")
        {
            break;
        }
        if let Some(cue) = cues.get(text.stem(at)) {
            weight = (weight + cue * 0.4).max(cue * 0.8);
            beside |= at <= words.end + 1;
        }
    }
    if plan.slots[slot].kind == Kind::Count && !beside {
        // "140 employees" of the team's size.
        let own = plan.slots[slot].spoken.is_about(text.stem(words.end)) && !lexicon::COMMON.contains(text.word(words.end));
        let us = ours && plan.slots[slot].us;
        beside = own && live || us || people(text, words) && plan.slots[slot].people;
    }
    (weight, beside)
}

/// "150 employees" where money is asked for and a team's size is another matter.
pub(super) fn counts_for_another(text: &Text<'_>, words: &Range<usize>, plan: &Plan, slot: usize) -> bool {
    let stem = text.stem(words.end);
    let told = !text.is_mark(words.end) && !lexicon::COMMON.contains(text.word(words.end));
    // "We're 12 people", where a question is about those who speak.
    let ours = speaks_of_us(text, words) && !plan.slots[slot].us;
    if ours && plan.slots.iter().any(|one| one.us && one.kind == Kind::Count) {
        return true;
    }
    told && !plan.slots[slot].spoken.is_about(stem)
        && plan.slots.iter().enumerate().any(|(other, one)| other != slot && one.kind == Kind::Count && one.spoken.is_about(stem))
}

/// "Actually we're six", "there are nine of us".
pub(in super::super) fn speaks_of_us(text: &Text<'_>, words: &Range<usize>) -> bool {
    let mut at = words.start;
    while at > 0
        && matches!(text.word(at - 1), "now" | "only" | "just" | "actually" | "about" | "already" | "currently" | "still")
    {
        at -= 1;
    }
    let led = text.before(at) == "we're" || matches!(text.before(at), "are" | "were") && at > 1 && text.word(at - 2) == "we";
    let next = text.word(words.end);
    let counts = text.is_mark(words.end)
        || next != "of" && lexicon::COMMON.contains(next)
        || matches!(next, "people" | "persons" | "altogether" | "total" | "today")
        || text.reads(words.end, &["of", "us"]);
    led && counts
}

fn is_number(word: &str) -> bool {
    word.starts_with(|sign: char| sign.is_ascii_digit()) || lexicon::UNITS.iter().any(|(name, _)| *name == word)
}

/// "for two", "table of one", "4 people", "two of us".
fn people(text: &Text<'_>, words: &Range<usize>) -> bool {
    let after = text.word(words.end);
    // "Five: my wife, me and three guests": parts of what was counted.
    let counted = |at: usize| text.word(at) == ":" && is_number(text.before(at));
    if text.sentence_of(words.start).is_some_and(|sentence| (sentence.words.start..words.start).any(counted)) {
        return false;
    }
    if lexicon::is_somebody(after) && (after.ends_with('s') || matches!(text.word(words.start), "one" | "1"))
        || matches!(after, "people" | "children" | "men" | "women")
        || text.reads(words.end, &["of", "us"])
    {
        return true;
    }
    let alone = text.is_mark(words.end) || lexicon::COMMON.contains(text.word(words.end));
    let before = text.before(words.start);
    alone
        && (before == "for"
            || before == "of" && words.start >= 2 && matches!(text.word(words.start - 2), "table" | "group" | "party" | "team"))
}
