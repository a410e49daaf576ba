//! Statements about one's work or wishes, split by the parts they play: "we sell bread to restaurants", "we want to grow".
//!
//! Such a statement is the answer to another question than the one it stands before, unless that question asks for it.

mod phrases;

use self::phrases::{is_infinitive, names_people, phrase_end, thing_end};
use super::{
    super::{
        answer, cues, lexicon,
        profile::{Kind, part::Part},
        signs::Sign,
        text::{Mood, Shape, Text},
        values::{self, Form},
    },
    Moment,
    clauses::clauses,
};
use domain::interview::{Manner, Quote};
use protocol::interview::{Asking, WidgetType};
use serde_json::json;
use std::ops::Range;

/// A part of the message that says what somebody does, wants or pays.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    pub(super) words: Range<usize>,
    /// It answers other questions than the one that was asked.
    pub(super) elsewhere: bool,
}

/// What a statement says, by its parts.
#[derive(Debug, Default)]
struct Parts {
    offering: Option<Range<usize>>,
    audience: Option<Range<usize>>,
    aim: Option<Range<usize>>,
    /// What others want or lack.
    need: Option<Range<usize>>,
    /// Money that was paid or is asked.
    costs: bool,
    /// Where they begin, if something else is said before.
    from: usize,
}

const GIVES: &[&str] = &[
    "sell", "sells", "selling", "make", "makes", "making", "build", "builds", "building", "offer", "offers", "offering",
    "provide", "provides", "providing", "produce", "produces", "producing", "manufacture", "manufactures", "manufacturing",
    "supply", "supplies", "supplying", "deliver", "delivers", "delivering", "distribute", "distributes", "distributing",
    "develop", "develops", "developing", "design", "designs", "designing", "import", "imports", "importing", "export", "exports",
    "exporting", "rent", "rents", "renting", "lease", "leases", "leasing", "craft", "crafts", "crafting",
];
/// Whoever gets something from these stands behind "to"; the beginnings of the verbs.
const HANDS_OVER: &[&str] = &["sell", "offer", "provid", "suppl", "deliver", "distribut", "import", "export", "rent", "leas"];
const SERVES: &[&str] = &["serve", "serves", "serving", "target", "targets", "targeting", "cater", "caters", "catering"];
const WANTS: &[&str] = &[
    "want", "wants", "wanting", "aim", "aims", "aiming", "hope", "hopes", "hoping", "intend", "intends", "plan", "plans",
    "planning", "wish", "dream",
];
/// Wishes about the conversation itself are no aims.
const TALKS: &[&str] = &[
    "talk", "start", "begin", "discuss", "tell", "know", "ask", "see", "use", "try", "answer", "finish", "stop", "skip", "go",
    "change", "correct", "add", "update", "understand", "think", "check", "wait", "come", "say", "be", "do", "have", "speak",
    "hear", "show", "give", "get", "keep", "leave", "continue", "mention", "note", "explain", "make", "point",
];
/// By these others say what they come for.
const LACKS: &[&str] =
    &["want", "wants", "need", "needs", "struggle", "struggles", "complain", "complains", "expect", "expects", "hate", "lack"];
const COSTS: &[&str] = &["cost", "costs", "costing", "paid", "spent", "charged"];
const BETWEEN: &[&str] = &[
    "mostly", "mainly", "primarily", "usually", "generally", "currently", "also", "only", "just", "basically", "actually", "now",
    "still", "really", "typically", "largely", "have", "been", "are", "am", "will", "would", "'d", "like", "to", "do", "can",
    "directly", "both", "always", "already", "simply", "really", "definitely", "then", "today", "don't", "'ve", "going",
];
const LEADING_PARTICIPLES: &[&str] = &[
    "based", "located", "situated", "headquartered", "founded", "established", "starting", "being", "having", "as", "since",
    "living",
];

/// Past "based in Berlin," to the statement itself.
pub(in super::super) fn after_participle(text: &Text<'_>, words: &Range<usize>) -> usize {
    if !LEADING_PARTICIPLES.contains(&text.word(words.start)) {
        return words.start;
    }
    let next = |at: usize| matches!(text.word(at + 1), "we" | "i" | "our" | "my" | "we're" | "i'm");
    let comma = (words.start + 1..words.end.min(words.start + 9)).find(|&at| text.word(at) == "," && next(at));
    comma.map_or(words.start, |at| at + 1)
}

impl Moment<'_, '_> {
    /// Takes what statements say for the obligations that play their parts.
    pub(super) fn take_stated(&mut self) {
        let asked = match &self.heard.asked {
            Some((key, Asking::Question)) => self.plan.index(key),
            Some((key, Asking::ReadBack)) => self.plan.index(key).filter(|slot| self.may_be_restated(*slot)),
            _ => None,
        };
        let told = self.text.sentences.iter().filter(|sentence| sentence.mood == Mood::Statement).take(12);
        let parted = told.flat_map(|sentence| {
            let mut parts = clauses(self.text, &sentence.words);
            // "Based in Porto, we make …" is one statement.
            if parts.len() > 1 && LEADING_PARTICIPLES.contains(&self.text.word(parts[0].start)) {
                parts[1].start = parts[0].start;
                parts.remove(0);
            }
            parts.into_iter().take(6)
        });
        let clauses: Vec<Range<usize>> = parted.flat_map(|clause| self.standing(&clause)).collect();
        for clause in clauses {
            let named = self.pointed.iter().any(|one| !one.weak && one.words.start < clause.end && clause.start < one.words.end);
            // "…, I hope that's ok" wishes for nothing.
            let speaks = !named && !answer::is_courtesy(self.text, &clause);
            if speaks && let Some(parts) = self.parts(&clause, asked) {
                self.take_parts(&clause, &parts, asked);
            }
        }
    }

    /// "We sell bread to cafés", to bread alone that was read back: neither a yes nor a no, and no wish.
    fn may_be_restated(&self, slot: usize) -> bool {
        let plays = [Part::Offering, Part::Audience].iter().any(|part| self.plan.slots[slot].plays(*part));
        let all = 0..self.text.words.len();
        // "We also sell jam" comes to it.
        let otherwise = ["hoping for", "adding"].iter().any(|list| cues::find(list, self.text, &all).is_some());
        plays && !otherwise && !self.signs.has(Sign::Yes) && !self.focus.changing && !self.leads_elsewhere()
    }

    fn parts(&self, clause: &Range<usize>, asked: Option<usize>) -> Option<Parts> {
        let text = self.text;
        let asked = asked.map(|asked| &self.plan.slots[asked]);
        let start = (clause.start..clause.end)
            .find(|&at| !text.is_mark(at) && (!lexicon::OPENERS.contains(text.word(at)) || text.word(at + 1) == "'d"))?;
        let start = after_participle(text, &(start..clause.end));
        if self.costs(&(start..clause.end)) {
            return Some(Parts { costs: true, ..Parts::default() });
        }
        let about_others = asked.is_some_and(|asked| asked.plays(Part::Audience) || asked.plays(Part::Offering));
        if let Some(need) = needed(text, start, clause.end).filter(|_| !about_others) {
            return Some(Parts { need: Some(need), ..Parts::default() });
        }
        let mut verb = subject_end(text, start, clause.end)?;
        let mut wanted = None;
        while verb < clause.end
            && (BETWEEN.contains(&text.word(verb)) || WANTS.contains(&text.word(verb)))
            && !GIVES.contains(&text.word(verb))
        {
            let wishes = WANTS.contains(&text.word(verb)) || text.reads(verb, &["like", "to"]);
            if wishes && wanted.is_none() {
                wanted = Some(verb + 1);
            }
            verb += 1;
        }
        let end = (clause.start..clause.end).rev().find(|&at| !text.is_mark(at)).map_or(clause.end, |at| at + 1);
        // "We want to sell abroad" is a wish, unless it is asked what is sold.
        let about_work = asked.is_some_and(|asked| asked.plays(Part::Offering) || asked.plays(Part::Audience));
        let wish = wanted.is_some() && !about_work;
        if wish && asked.is_some_and(|asked| asked.spoken.ahead) {
            return None;
        }
        // "We don't sell products"
        if (start..verb).any(|at| lexicon::NEGATIONS.contains(&text.word(at))) && wanted.is_none() {
            return None;
        }
        if !wish && (GIVES.contains(&text.word(verb)) || SERVES.contains(&text.word(verb))) {
            let mut parts = given(text, verb, end);
            if parts.audience.is_none() {
                parts.audience = handed_on(text, verb + 1, end).map(|(_, to)| to);
            }
            if parts.offering.is_some() || parts.audience.is_some() {
                return Some(parts);
            }
        }
        // "We refurbish bikes and sell them to students": what is done first is what they get.
        let does =
            text.words.get(verb).is_some_and(|word| word.shape == Shape::Letters) && !lexicon::COMMON.contains(text.word(verb));
        if !wish
            && does
            && let Some((and, to)) = handed_on(text, verb + 1, end)
        {
            return Some(Parts { offering: Some(verb..and), audience: Some(to), ..Parts::default() });
        }
        // "We're a bakery and sell mostly to hotels"
        let are = matches!(text.word(start), "we're" | "i'm") || matches!(text.word(start + 1), "are" | "am");
        if !wish
            && are
            && !about_work
            && let Some((and, to)) = handed_on(text, start + 1, end)
        {
            return Some(Parts { audience: Some(to), from: and, ..Parts::default() });
        }
        let contrast = (start..end).any(|at| matches!(text.word(at), "but" | "because" | "however" | "although"));
        let mut from = wanted.filter(|_| !contrast)?;
        from += usize::from(text.word(from) == "to");
        let speaks = text.words.get(from).is_some_and(|word| word.shape != Shape::Mark) && !TALKS.contains(&text.word(from));
        (speaks && end >= from + 2).then(|| Parts { aim: Some(from..end), ..Parts::default() })
    }

    /// "The old system cost 20,000 euros".
    fn costs(&self, clause: &Range<usize>) -> bool {
        let text = self.text;
        let Some(verb) = clause.clone().find(|&at| COSTS.contains(&text.word(at))) else { return false };
        values::spot(text, self.today)
            .iter()
            .any(|spot| matches!(spot.form, Form::Money(_) | Form::Number(_)) && (verb..clause.end).contains(&spot.words.start))
    }

    fn take_parts(&mut self, clause: &Range<usize>, parts: &Parts, asked: Option<usize>) {
        let plan = self.plan;
        let (offering, audience, aim) = (plan.player(Part::Offering), plan.player(Part::Audience), plan.player(Part::Aim));
        let need = plan.player(Part::Need);
        let plays = |part: Part| asked.is_some_and(|asked| plan.slots[asked].plays(part));
        let words = asked.is_some_and(|asked| plan.slots[asked].widget == WidgetType::Text);
        let read_back = matches!(self.heard.asked, Some((_, Asking::ReadBack)));
        if parts.costs {
            let money = plan.slots.iter().any(|slot| slot.kind == Kind::Money);
            if money && words {
                self.stated.push(Stated { words: clause.clone(), elsewhere: false });
            }
            return;
        }
        let found = [
            (&parts.offering, Part::Offering, offering),
            (&parts.audience, Part::Audience, audience),
            (&parts.aim, Part::Aim, aim),
            (&parts.need, Part::Need, need),
        ];
        let is_answer = found.iter().any(|(part, which, _)| part.is_some() && plays(*which));
        // Nobody but the one who was asked can play it.
        let nobody = parts.offering.is_some() && offering.is_none()
            || parts.aim.is_some() && aim.is_none()
            || parts.need.is_some() && need.is_none();
        if !is_answer && nobody {
            return;
        }
        let mut took = false;
        for (part, which, player) in found {
            let (Some(part), Some(player)) = (part, player) else { continue };
            // The one who was asked answers in its own way, unless there is more to tell apart.
            let alone = found.iter().filter(|(part, ..)| part.is_some()).count() == 1;
            if alone && plays(which) && !read_back {
                continue;
            }
            let player = asked.filter(|_| plays(which)).unwrap_or(player);
            let free = self.focus.held.get(player).is_none_or(Option::is_none) || asked == Some(player);
            if self.taken.contains(&player) || !free {
                continue;
            }
            let words = answer::core(self.text, part.clone(), &self.plan.slots[player], true).0;
            if words.is_empty() || answer::is_noise(self.text.said(&words)) {
                continue;
            }
            let manner = match self.manner(player, &words, false) {
                // What nobody asked about is only overheard.
                Manner::Implied if (asked.is_none() || read_back) && which == Part::Aim => Manner::Hedged,
                // Who "they" are is not said.
                Manner::Implied if which == Part::Need => Manner::Hedged,
                manner => manner,
            };
            let value = json!(self.text.said(&words));
            self.take(player, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
            took = true;
        }
        if !is_answer && words {
            self.stated.push(Stated { words: parts.from.max(clause.start)..clause.end, elsewhere: took });
        }
    }

    /// Whether an answer rests on a statement that speaks of something else.
    pub(super) fn is_beside(&self, words: &Range<usize>) -> bool {
        self.stated.iter().any(|one| one.words.start < words.end && words.start < one.words.end)
    }
}

/// "They want a cheap bike", "our customers struggle with …": what is wanted or lacked.
fn needed(text: &Text<'_>, start: usize, end: usize) -> Option<Range<usize>> {
    let owned = usize::from(matches!(text.word(start), "our" | "my" | "the" | "most" | "many"));
    let verb = (start + 1..end.min(start + 5)).find(|&at| LACKS.contains(&text.word(at)))?;
    let subject = start + owned..verb;
    let adverbs =
        |from: usize| (from..verb).all(|at| answer::is_adverb(text.word(at)) || matches!(text.word(at), "do" | "all" | "really"));
    let they = text.word(start) == "they" && adverbs(start + 1);
    let people = !subject.is_empty()
        && matches!(text.words[subject.start].shape, Shape::Letters)
        && text.word(subject.start).ends_with('s')
        && names_people(text, &(subject.start..subject.start + 1))
        && adverbs(subject.start + 1);
    // "They hate those": what they hate was said elsewhere.
    let last = (verb + 2..end).all(|at| text.is_mark(at));
    let pointed = last && matches!(text.word(verb + 1), "it" | "them" | "this" | "that" | "these" | "those");
    if !they && !people || verb + 1 >= end || pointed {
        return None;
    }
    // "They complain about …" is told as a whole.
    let wants = text.word(verb).starts_with("want") || text.word(verb).starts_with("need");
    let plain = wants && people && text.word(verb + 1) != "to";
    Some(if plain { verb + 1..end } else { start..end })
}

/// "… and sell them to students": where the first statement ends, and to whom it is handed on.
fn handed_on(text: &Text<'_>, from: usize, end: usize) -> Option<(usize, Range<usize>)> {
    let and = (from + 1..end).find(|&at| {
        let hands = HANDS_OVER.iter().any(|verb| text.word(at + 1).starts_with(verb)) && GIVES.contains(&text.word(at + 1));
        text.word(at) == "and"
            && hands
            && matches!(text.word(at + 2), "them" | "it" | "these" | "those" | "to" | "mostly" | "mainly")
    })?;
    let to = (and + 2..end.min(and + 6)).find(|&at| matches!(text.word(at), "to" | "for"))?;
    let until = phrase_end(text, to + 1, end);
    (names_people(text, &(to + 1..until)) && to + 1 < until).then_some((and, to + 1..until))
}

/// Where the verb may begin: after "we", "our company", "the firm".
fn subject_end(text: &Text<'_>, start: usize, end: usize) -> Option<usize> {
    match text.word(start) {
        "we" | "i" | "we're" | "i'm" | "we've" | "i've" | "we'd" | "i'd" | "we'll" => Some(start + 1),
        "our" | "my" | "the" => (start + 2..end.min(start + 5))
            .find(|&at| GIVES.contains(&text.word(at)) || SERVES.contains(&text.word(at)) || WANTS.contains(&text.word(at)))
            .filter(|&at| text.word(at).ends_with('s') && !text.is_mark(at - 1)),
        _ => None,
    }
}

/// "Sell bread to restaurants", "provide hotels with linen", "serve dentists".
fn given(text: &Text<'_>, verb: usize, clause_end: usize) -> Parts {
    let end = phrase_end(text, verb + 1, clause_end);
    let some = |words: Range<usize>| (!words.is_empty()).then_some(words);
    if SERVES.contains(&text.word(verb)) {
        let from = verb + 1 + usize::from(matches!(text.word(verb + 1), "to" | "for"));
        let people = names_people(text, &(from..end));
        return Parts { audience: some(from..end).filter(|_| people), ..Parts::default() };
    }
    let hands_over = HANDS_OVER.iter().any(|known| text.word(verb).starts_with(known));
    let from = verb + 1 + usize::from(text.word(verb + 1) == "out");
    if let Some(with) =
        (from + 1..end).find(|&at| text.word(at) == "with").filter(|_| hands_over && !text.word(verb).starts_with("sell"))
    {
        let people = from..with;
        if names_people(text, &people) && with + 1 < end {
            return Parts { audience: Some(people), offering: Some(with + 1..end), ..Parts::default() };
        }
    }
    let split = (from..end).find(|&at| match text.word(at) {
        "to" => !is_infinitive(text, at) && (hands_over || names_people(text, &(at + 1..end))),
        "for" => names_people(text, &(at + 1..end)),
        _ => false,
    });
    let thing = from..thing_end(text, from, split.unwrap_or(end));
    // "We sell online", "we make about 300 a month" say nothing of what it is.
    let plain =
        thing.clone().all(|at| lexicon::COMMON.contains(text.word(at)) || text.is_mark(at) || answer::is_adverb(text.word(at)));
    let counts = text.words.get(thing.start).is_some_and(|word| matches!(word.shape, Shape::Digits | Shape::Mark))
        || thing
            .clone()
            .any(|at| matches!(text.word(at), "%" | "percent" | "online" | "more" | "less" | "sure" | "sense" | "money"))
        || thing.clone().take(2).any(|at| matches!(text.words[at].shape, Shape::Digits | Shape::Mixed));
    Parts {
        offering: some(thing).filter(|_| !plain && !counts),
        audience: split.and_then(|at| some(at + 1..end)),
        ..Parts::default()
    }
}
