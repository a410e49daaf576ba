//! Parts of a live message that speak of one obligation by its name, whatever was asked.

use super::{
    super::{
        answer, cues, lexicon,
        profile::{
            Plan,
            spoken::{Naming, Spoken},
        },
        text::{Mood, Shape, Text},
        values::{self, Form},
    },
    Moment,
};
use protocol::interview::{Asking, WidgetType};
use std::ops::Range;

/// A part of the message that names its obligation.
#[derive(Clone, Debug)]
pub(super) struct Pointed {
    pub(super) slot: usize,
    /// The part as a whole.
    pub(super) words: Range<usize>,
    /// What it says of the obligation.
    pub(super) rest: Range<usize>,
    /// It says to change it.
    pub(super) changes: bool,
    /// It may as well be the answer to what was asked.
    pub(super) weak: bool,
    /// Its name was not said, only meant.
    pub(super) meant: bool,
}

const BEGINNERS: &[&str] =
    &["we", "i", "it", "they", "we're", "i'm", "it's", "they're", "there's", "there", "we've", "we'd", "i've", "i'd"];

const CHANGES: &[&str] =
    &["change", "set", "make", "update", "correct", "put", "switch", "raise", "lower", "increase", "reduce", "move"];

/// A sentence cut where another statement begins: "we sell shoes, and our main goal is …".
pub(super) fn clauses(text: &Text<'_>, sentence: &Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = sentence.start;
    for at in sentence.clone() {
        if at <= start + 1 || !matches!(text.word(at), "," | ";" | ":" | "and" | "but" | "while") {
            continue;
        }
        let next = at + 1 + usize::from(matches!(text.word(at + 1), "and" | "but" | "so"));
        if begins(text, next, sentence.end) {
            found.push(start..at);
            start = next;
        }
    }
    found.push(start..sentence.end);
    found
}

fn begins(text: &Text<'_>, at: usize, end: usize) -> bool {
    // "…, and last year we took …"
    let time =
        matches!(text.word(at), "last" | "this" | "next") && matches!(text.word(at + 1), "year" | "month" | "week" | "time");
    let at = at + if time { 2 } else { 0 };
    let word = text.word(at);
    if at + 1 >= end || time && !matches!(word, "we" | "i" | "it") {
        return false;
    }
    if matches!(word, "our" | "my" | "the") {
        return (at + 2..end.min(at + 7)).take_while(|at| !text.is_mark(*at)).any(|at| is_copula(text.word(at)));
    }
    BEGINNERS.contains(&word)
}

/// A statement with somebody who does something, not only a name for a thing.
pub(super) fn stands_alone(text: &Text<'_>, words: &Range<usize>) -> bool {
    words.clone().any(|at| BEGINNERS.contains(&text.word(at)) || is_copula(text.word(at)))
}

fn is_copula(word: &str) -> bool {
    matches!(word, "is" | "are" | "was" | "were" | "will" | "would" | ":" | "=")
}

/// "Went up to", "is down to", "rose to": where what it is now begins.
fn moved(text: &Text<'_>, at: usize) -> Option<usize> {
    let goes = matches!(text.word(at), "went" | "is" | "has" | "was" | "gone" | "came" | "are");
    let verb = matches!(
        text.word(at),
        "rose" | "grew" | "fell" | "dropped" | "increased" | "decreased" | "climbed" | "shrank" | "jumped" | "moved" | "changed"
    );
    let way = at + 1 + usize::from(goes && matches!(text.word(at + 1), "gone" | "come" | "now"));
    let led = usize::from(matches!(text.word(way), "up" | "down"));
    let to = way + led;
    (text.word(to) == "to" && (verb || goes && led == 1)).then_some(to + 1)
}

impl Moment<'_, '_> {
    /// Where the message speaks of obligations by their names.
    pub(super) fn point(&self) -> Vec<Pointed> {
        let mut found: Vec<Pointed> = Vec::new();
        for sentence in self.text.sentences.iter().take(12).filter(|sentence| sentence.mood != Mood::Question) {
            if let Some(anew) = self.counted_anew(&sentence.words).or_else(|| self.misspoken(&sentence.words)) {
                found.push(anew);
                continue;
            }
            if let Some(denied) = self.denied(&sentence.words) {
                // "… is not this, that's what we do": only a remark.
                if !matches!(self.text.word(denied.rest.start), "that's" | "that" | "this" | "which") {
                    found.push(denied);
                }
                continue;
            }
            let clauses = clauses(self.text, &sentence.words).into_iter().take(8);
            for clause in clauses.flat_map(|clause| self.standing(&clause)) {
                let one = self.changed(&clause).or_else(|| self.named(&clause)).or_else(|| self.done(&clause));
                found.extend(one);
            }
        }
        if found.is_empty() {
            found.extend(self.meant());
        }
        found
    }

    /// "No, I meant 46k": what was said last is said again.
    fn meant(&self) -> Option<Pointed> {
        let text = self.text;
        let sentence = text.sentences.first().filter(|sentence| sentence.mood != Mood::Question)?.words.clone();
        let start = skip_openers(text, &sentence);
        let markers: [&[&str]; 8] = [
            &["i", "meant"],
            &["i", "mean"],
            &["make", "that"],
            &["scratch", "that"],
            &["forget", "that"],
            &["strike", "that"],
            &["undo", "that"],
            &["correction"],
        ];
        let marker = markers.into_iter().find(|marker| text.reads(start, marker))?;
        let mut rest = start + marker.len()..sentence.end;
        while rest.start < rest.end && text.is_mark(rest.start) {
            rest.start += 1;
        }
        let said = |slot: &usize| self.heard.held.get(*slot).is_some_and(|held| held.value.is_some() && held.turn.is_some());
        let form = values::spot(text, self.today).into_iter().find(|spot| rest.contains(&spot.words.start)).map(|spot| spot.form);
        // "I mean, we leave it alone" fills a pause before the answer to an open question.
        let is_held = |key: &str| self.plan.index(key).is_some_and(|slot| self.heard.held[slot].value.is_some());
        let is_open = matches!(&self.heard.asked, Some((key, Asking::Question)) if !is_held(key));
        let objects = cues::find("objecting", text, &(sentence.start..start)).is_some();
        if is_open && !objects && form.is_none() && text.reads(start, &["i", "mean"]) {
            return None;
        }
        let fits = |slot: &usize| match form {
            Some(Form::Number(_) | Form::Money(_) | Form::Percent(_)) => self.plan.slots[*slot].widget == WidgetType::Number,
            Some(Form::Date(_)) => self.plan.slots[*slot].widget == WidgetType::Date,
            _ => true,
        };
        let slots = (0..self.plan.slots.len()).filter(said).filter(fits);
        let slot = slots.max_by_key(|&slot| self.heard.held[slot].turn)?;
        (!rest.is_empty()).then_some(Pointed { slot, words: sentence, rest, changes: true, weak: false, meant: false })
    }

    /// "Our competitors are …", "the budget is …".
    fn named(&self, clause: &Range<usize>) -> Option<Pointed> {
        let text = self.text;
        let start = skip_openers(text, clause);
        let becomes = |at: usize| moved(text, at).is_some();
        let copula = (start + 1..clause.end.min(start + 9)).find(|&at| is_copula(text.word(at)) || becomes(at))?;
        let pronoun = BEGINNERS.contains(&text.word(start))
            || matches!(text.word(start), "that" | "this" | "what" | "where" | "how" | "why" | "you");
        let counts = (start..copula).any(|at| text.words[at].shape == Shape::Digits || text.is_mark(at));
        if pronoun || counts || copula + 1 >= clause.end || copula == start {
            return None;
        }
        let moved = moved(text, copula);
        let rest = moved.unwrap_or(copula + 1 + usize::from(text.word(copula + 1) == "be"))..clause.end;
        let (slot, meant) = self.subject(&(start..copula), &rest)?;
        Some(Pointed { slot, words: clause.clone(), rest, changes: moved.is_some() && !meant, weak: false, meant })
    }

    /// "We compete with …", "I'm allergic to …": the verb is of the name's root.
    fn done(&self, clause: &Range<usize>) -> Option<Pointed> {
        let text = self.text;
        let start = skip_openers(text, clause);
        if !matches!(text.word(start), "we" | "i" | "i'm" | "we're" | "i'd" | "we'd" | "they") {
            return None;
        }
        let verb =
            (start + 1..clause.end.min(start + 4)).find(|&at| !answer::is_adverb(text.word(at)) && text.word(at) != "am")?;
        let word = text.word(verb);
        if lexicon::COMMON.contains(word) || lexicon::VERBS.contains(word) || text.words[verb].shape != Shape::Letters {
            return None;
        }
        let stem = text.stem(verb);
        let (slot, _) = best(self.plan, |_, spoken| spoken.done_by(stem))?;
        let lead = usize::from(matches!(text.word(verb + 1), "to" | "with" | "for" | "by" | "on" | "against" | "at" | "from"));
        let rest = verb + 1 + lead..clause.end;
        let weak = answer::is_carrier(word);
        let plain = !matches!(text.word(rest.start), "it" | "that" | "this" | "them" | "you" | "to");
        (!self.focus.requested.contains(&slot) && !rest.is_empty() && plain).then(|| Pointed {
            slot,
            words: clause.clone(),
            rest,
            changes: false,
            weak,
            meant: false,
        })
    }

    /// "Change the budget to 20k".
    fn changed(&self, clause: &Range<usize>) -> Option<Pointed> {
        let text = self.text;
        let verb = clause.clone().take(6).find(|&at| CHANGES.contains(&text.word(at)))?;
        if (clause.start..verb).any(|at| matches!(text.word(at), "we" | "i" | "they" | "it" | "to")) {
            return None;
        }
        let until = (verb + 1..clause.end.min(verb + 8)).find(|&at| {
            matches!(text.word(at), "to" | "into" | "as" | "=") || matches!(text.words[at].shape, Shape::Digits | Shape::Mixed)
        })?;
        let rest = until + usize::from(text.words[until].shape == Shape::Letters || text.is_mark(until))..clause.end;
        let (slot, meant) = self.subject(&(verb + 1..until), &rest).filter(|(_, meant)| !meant)?;
        (!rest.is_empty()).then(|| Pointed { slot, words: clause.clone(), rest, changes: true, weak: false, meant })
    }

    /// "Vets, not dentists": what is denied is what an obligation holds.
    fn denied(&self, sentence: &Range<usize>) -> Option<Pointed> {
        let text = self.text;
        let not = sentence.clone().find(|&at| {
            matches!(text.word(at), "not" | "isn't" | "aren't")
                || matches!(text.word(at), "of" | "than") && matches!(text.before(at), "instead" | "rather")
        })?;
        let mut end = not + 1;
        while end < sentence.end && !text.is_mark(end) && !matches!(text.word(end), "any" | "anymore" | "but") {
            end += 1;
        }
        let from = not + 1 + usize::from(matches!(text.word(not + 1), "the" | "a" | "an" | "just" | "only"));
        let said = text.said(&(from..end)).to_lowercase();
        let is_held = |held: &String| {
            let longer = said.strip_prefix(held.as_str()).is_some_and(|more| more.starts_with(' '));
            let shorter = said.len() > 3 && (held.starts_with(&said) || held.ends_with(&said));
            *held == said || longer || shorter
        };
        // "Not 300k": the same number in other words; "not something new": the name of an option.
        let number = values::number::plain(text, from).filter(|(until, _)| *until == end).map(|(_, number)| number);
        let is_number = |held: &String| number.is_some_and(|number| held.parse::<f64>().is_ok_and(|held| held.eq(&number)));
        let is_label = |slot: usize, held: &String| {
            let one = &self.plan.slots[slot];
            let option = one.options.iter().position(|option| option.to_lowercase() == *held);
            option.and_then(|option| one.spoken.labels.get(option)).is_some_and(|label| *label == said)
        };
        let holds = |slot: &usize| {
            let known = |held: &String| is_held(held) || is_number(held) || is_label(*slot, held);
            !said.is_empty() && self.focus.held[*slot].as_ref().is_some_and(known)
        };
        let subject = (sentence.start..not).rev().find(|&at| is_copula(text.word(at))).map_or(not, |at| at);
        let named = self.subject(&(skip_openers(text, &(sentence.start..subject))..subject), &(not..end)).map(|(slot, _)| slot);
        let slot = named.filter(holds).or_else(|| (0..self.focus.held.len()).find(holds))?;
        while end < sentence.end
            && (text.is_mark(end) || matches!(text.word(end), "any" | "more" | "anymore" | "longer" | "now" | "but"))
        {
            end += 1;
        }
        let first = sentence.start..not - usize::from(matches!(text.before(not), "instead" | "rather"));
        let rest = if end < sentence.end { end..sentence.end } else { first };
        (!rest.is_empty()).then(|| Pointed { slot, words: sentence.clone(), rest, changes: true, weak: false, meant: false })
    }

    /// The obligation that a subject names, or else means.
    fn subject(&self, words: &Range<usize>, rest: &Range<usize>) -> Option<(usize, bool)> {
        let text = self.text;
        let (stems, head) = subject_stems(text, words)?;
        let Some((slot, naming)) = best(self.plan, |_, spoken| spoken.names(&stems, head)) else {
            return self.subject_meant(words, rest).map(|slot| (slot, true));
        };
        // The question's own words lead back to it, unless they are another's name.
        let asked = self.focus.requested.iter().copied().find(|&asked| {
            let one = &self.plan.slots[asked];
            let fits = one.widget != WidgetType::Number || rest.clone().any(|at| text.words[at].shape == Shape::Digits);
            one.spoken.is_about(head) && fits
        });
        match asked {
            Some(asked) if asked != slot && !(naming.plainly && naming.strength >= 2.0) => Some((asked, false)),
            _ => Some((slot, false)),
        }
    }
}

/// The stems that tell in a subject, and the one that says what it is: "market" of "the size of the market".
fn subject_stems<'t>(text: &'t Text<'_>, words: &Range<usize>) -> Option<(Vec<&'t str>, &'t str)> {
    let telling = |at: &usize| !text.is_mark(*at) && !lexicon::COMMON.contains(text.word(*at));
    let stems: Vec<&str> = words.clone().filter(telling).map(|at| text.stem(at)).collect();
    let until = (words.start + 1..words.end)
        .find(|&at| matches!(text.word(at), "of" | "for" | "in" | "with" | "at" | "to"))
        .unwrap_or(words.end);
    let head = (words.start..until).rev().find(telling).map(|at| text.stem(at))?;
    Some((stems, head))
}

/// The obligation that these words are the name of.
pub(in super::super) fn named_by(text: &Text<'_>, plan: &Plan, words: &Range<usize>) -> Option<usize> {
    let (stems, head) = subject_stems(text, words)?;
    best(plan, |_, spoken| spoken.names(&stems, head)).filter(|(_, naming)| naming.plainly).map(|(slot, _)| slot)
}

/// The one of some obligations that words speak of, by its name or by words of like meaning; of "the number of employees" either half
/// may be the name.
pub(in super::super) fn spoken_of(
    text: &Text<'_>,
    plan: &Plan,
    words: &Range<usize>,
    may: impl Fn(usize) -> bool,
) -> Option<usize> {
    let of = words.clone().find(|&at| text.word(at) == "of").map(|of| of + 1..words.end);
    let found = |part: &Range<usize>| {
        let (stems, head) = subject_stems(text, part)?;
        best(plan, |slot, spoken| may(slot).then(|| spoken.names(&stems, head)).flatten()).map(|(slot, _)| slot)
    };
    found(words).or_else(|| found(&of?))
}

/// The obligation that is named best; two that are named alike are not told apart.
fn best(plan: &Plan, names: impl Fn(usize, &Spoken) -> Option<Naming>) -> Option<(usize, Naming)> {
    let mut best: Option<(usize, Naming)> = None;
    let mut second = 0.0_f32;
    for (slot, one) in plan.slots.iter().enumerate() {
        let Some(naming) = names(slot, &one.spoken) else { continue };
        match &best {
            Some((_, known)) if known.strength >= naming.strength => second = second.max(naming.strength),
            known => {
                second = second.max(known.as_ref().map_or(0.0, |(_, known)| known.strength));
                best = Some((slot, naming));
            }
        }
    }
    best.filter(|(_, naming)| naming.strength > second + 0.05 && naming.strength >= 0.8)
}

fn skip_openers(text: &Text<'_>, clause: &Range<usize>) -> usize {
    let skipped = |at: &usize| {
        text.is_mark(*at)
            || lexicon::OPENERS.contains(text.word(*at))
            || matches!(text.word(*at), "wait" | "honestly" | "basically" | "currently")
    };
    clause.clone().find(|at| !skipped(at)).unwrap_or(clause.start)
}
