//! Values that stand in the message itself.

use super::{
    super::{
        answer, lexicon,
        matching::{Placed, What, assign, is_oddly_counted},
        profile::Kind,
        signs::Sign,
        text::{Mood, Sentence},
        values::{self, Spotted},
    },
    Moment,
};
use domain::interview::{Manner, Quote};
use protocol::interview::WidgetType;
use serde_json::json;
use std::ops::Range;

/// Before a value that is wanted.
static WANTS: lexicon::Words = lexicon::Words::new("wanted here");
/// Before a value that is told of something else.
static STATES: lexicon::Words = lexicon::Words::new("told of it");

impl Moment<'_, '_> {
    /// Takes them, each for the obligation that it fits.
    pub(super) fn say(&mut self) {
        let spots: Vec<Spotted> = values::spot(self.text, self.today)
            .into_iter()
            .filter(|spot| self.gives(&spot.words) && !self.takes_value_back(spot.words.start))
            .collect();
        // "Two people left, so 11", "from 10k to 20k": what it was before what it is now.
        let before = |spot: &Spotted| {
            self.pointed.iter().any(|one| {
                let counts = one.changes && self.plan.slots[one.slot].widget == WidgetType::Number;
                counts && (one.words.start..one.rest.start).contains(&spot.words.start)
            })
        };
        let spots = spots.into_iter().filter(|spot| !before(spot)).collect();
        let (spots, restated) = self.without_what_was_restated(spots);
        let mut spots = if self.heard.imported { self.without_what_is_told(spots, &restated) } else { spots };
        self.add_up(&mut spots);
        if !self.heard.imported {
            spots = self.joined_days(self.without_the_past(self.without_what_is_denied(spots, &restated)));
            self.read_years(&mut spots);
        }
        let mut placed = assign(self.text, &spots, self.plan, &self.focus);
        for one in placed.iter_mut().filter(|one| restated.contains(&one.words.start)) {
            one.negated = false;
        }
        placed
            .retain(|one| matches!(one.what, What::Form(_)) || self.gives(&one.words) && !self.takes_value_back(one.words.start));
        if !self.heard.imported {
            let all = placed.clone();
            placed.retain(|one| self.may_stand(one, &all) && !self.is_a_doubt(one));
        }
        let several: Vec<usize> =
            placed.iter().filter(|one| self.plan.slots[one.slot].kind == Kind::Several).map(|one| one.slot).collect();
        for one in &placed {
            if one.negated || several.contains(&one.slot) || self.only_asks_about(one) || self.is_either(one) {
                continue;
            }
            let first = if self.heard.imported { None } else { self.one_of_two(one) };
            // One word of a long message is a weak sign.
            let lost = self.text.words.len() > 22 && one.words.len() == 1 && matches!(one.what, What::Option(_)) && !one.named;
            let period = self.over_another_period(one.slot, &one.words).map(|(_, end)| end);
            let doubtful = one.unsure
                || self.is_one_of_several_numbers(one)
                || self.counts_oddly(one)
                || lost
                || period.is_some()
                || self.is_rough(one)
                || self.is_split(one)
                || self.is_of_us_perhaps(one);
            let unsure = first.is_some() || doubtful && !self.heard.imported;
            let one = first.as_ref().unwrap_or(one);
            if let Some(value) = self.value(one, self.text) {
                let named = one.named || self.focus.pointed_at(one.slot, one.words.start) == Some(true);
                let manner = if unsure { Manner::Hedged } else { self.manner(one.slot, &one.words, named) };
                let words = one.words.start..period.unwrap_or(one.words.end);
                self.take(one.slot, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
            }
        }
        self.several(&placed);
    }

    /// "Four seats", asked for people: a thing that may or may not be what is asked.
    fn counts_oddly(&self, one: &Placed) -> bool {
        self.focus.live
            && self.focus.requested.contains(&one.slot)
            && self.focus.pointed_at(one.slot, one.words.start) != Some(true)
            && matches!(one.what, What::Form(values::Form::Number(_)))
            && is_oddly_counted(self.text, &one.words, self.plan, one.slot, self.unit(one.slot))
    }

    /// "A good year 140k, a bad year 60k": which of them is meant nobody said.
    fn is_one_of_several_numbers(&self, one: &Placed) -> bool {
        let sum = |form: &values::Form| match form {
            values::Form::Money(amount) | values::Form::Number(amount) => amount.value,
            _ => None,
        };
        let What::Form(form) = &one.what else { return false };
        let Some(value) = sum(form) else { return false };
        // Something of the same order: not the people or the year beside it.
        let alike = |other: &Spotted| {
            let near = sum(&other.form).is_some_and(|sum| sum > value / 20.0 && sum < value * 20.0 && sum > 2_100.0);
            near && other.words.start != one.words.start
                && other.form != *form
                && !self.retracted.iter().any(|gone| gone.words.contains(&other.words.start))
        };
        self.focus.live
            && self.focus.requested.contains(&one.slot)
            && self.plan.slots[one.slot].kind == Kind::Money
            && self.spots().iter().any(alike)
    }

    /// A sentence that only asks gives nothing; in a transcript it may still say where and when ("what buses go to Rome on Monday?").
    fn gives(&self, words: &Range<usize>) -> bool {
        let Some(sentence) = self.text.sentence_of(words.start) else { return true };
        if !self.heard.imported {
            return sentence.mood != Mood::Question && !self.text.leads_a_question(sentence);
        }
        if sentence.mood != Mood::Question || self.is_answer_in_doubt(sentence, words) || self.is_wish(sentence, words) {
            return true;
        }
        let first = (sentence.words.start..words.start)
            .find(|&at| !lexicon::OPENERS.contains(self.text.word(at)) && !self.text.is_mark(at));
        let second = first.map_or("", |at| self.text.word(at + 1));
        let day = self.spots().iter().any(|spot| spot.words == *words && matches!(spot.form, values::Form::Date(_)));
        let about_it =
            matches!(second, "it" | "that" | "this" | "they" | "the" | "there" | "its" | "their") || second == "you" && !day;
        !about_it && matches!(self.text.before(words.start), "in" | "on" | "to" | "from" | "for" | "near" | "at" | "the" | "next")
    }

    /// "6 pm?", "Monday, 8 in the morning?": nothing stands before the value but what leads to it, and something was asked for.
    fn is_answer_in_doubt(&self, sentence: &Sentence, words: &Range<usize>) -> bool {
        let led = |at: usize| {
            self.text.is_mark(at)
                || lexicon::OPENERS.contains(self.text.word(at))
                || matches!(
                    self.text.word(at),
                    "on" | "at" | "in" | "maybe" | "perhaps" | "around" | "about" | "the" | "like" | "say"
                )
        };
        let spots = self.spots();
        let told = |at: usize| spots.iter().any(|spot| spot.words.contains(&at));
        let wanted = !self.focus.requested.is_empty() || !self.focus.proposed.is_empty();
        wanted && (sentence.words.start..words.start).all(|at| led(at) || told(at))
    }

    /// "Can we do Friday instead?", "could you make it three?": asked for, and said with it.
    fn is_wish(&self, sentence: &Sentence, words: &Range<usize>) -> bool {
        let text = self.text;
        let start = (sentence.words.start..words.start).find(|&at| matches!(text.word(at), "can" | "could" | "would" | "shall"));
        start.is_some_and(|at| {
            matches!(text.word(at + 1), "we" | "i" | "you" | "it" | "he" | "she" | "they")
                && matches!(text.word(at + 2), "do" | "make" | "move" | "change" | "switch" | "have" | "be" | "come")
        })
    }

    /// "Our lease ends on the 31st, I'd say the 28th", "the festival is on the 21st, so I need them by the 17th": what is told of
    /// something else gives way to what is wanted.
    fn without_what_is_told(&self, spots: Vec<Spotted>, restated: &[usize]) -> Vec<Spotted> {
        use values::Form;
        let moment = |spot: &Spotted| matches!(spot.form, Form::Date(_) | Form::Time(_));
        let wished: Vec<bool> = spots
            .iter()
            .map(|spot| moment(spot) && (restated.contains(&spot.words.start) || self.is_wanted(&spot.words)))
            .collect();
        let told: Vec<bool> = spots.iter().map(|spot| moment(spot) && self.is_told(&spot.words)).collect();
        let hindered: Vec<bool> = spots.iter().map(|spot| moment(spot) && self.is_hindered(&spot.words)).collect();
        let alike = |one: &Spotted, other: &Spotted| std::mem::discriminant(&one.form) == std::mem::discriminant(&other.form);
        let gives_way = |at: usize| {
            let other = |wanted: &dyn Fn(usize) -> bool| {
                (0..spots.len()).any(|other| other != at && wanted(other) && alike(&spots[at], &spots[other]))
            };
            told[at] && !wished[at] && other(&|other| wished[other]) || hindered[at] && other(&|other| !hindered[other])
        };
        let keep: Vec<bool> = (0..spots.len()).map(|at| !gives_way(at)).collect();
        spots.into_iter().zip(keep).filter(|(_, keep)| *keep).map(|(spot, _)| spot).collect()
    }

    /// From the mark or the joining word before to the value.
    fn clause_before(&self, words: &Range<usize>) -> Range<usize> {
        let border = |at: usize| self.text.is_mark(at) || matches!(self.text.word(at), "so" | "but" | "and" | "then");
        let start = (0..words.start).rev().find(|&at| border(at)).map_or(0, |at| at + 1);
        start..words.start
    }

    fn is_wanted(&self, words: &Range<usize>) -> bool {
        let before = self.clause_before(words);
        let wants = before.clone().any(|at| WANTS.contains(self.text.word(at)));
        wants || matches!(self.text.before(words.start), "no" | "rather" | "by") || self.text.word(words.end) == "instead"
    }

    /// "I'm busy on Friday": told of when it cannot be.
    fn is_hindered(&self, words: &Range<usize>) -> bool {
        // "I can't leave before Friday" says when it can be.
        let bounded = matches!(self.text.before(words.start), "before" | "until" | "till" | "after");
        self.clause_before(words).any(|at| match self.text.word(at) {
            "busy" | "unavailable" | "occupied" => true,
            "away" => matches!(self.text.before(at), "i'm" | "we're" | "am" | "are" | "be"),
            "can't" | "cannot" | "couldn't" => !bounded,
            _ => false,
        })
    }

    fn is_told(&self, words: &Range<usize>) -> bool {
        let before = self.clause_before(words);
        let states = |at: usize| {
            STATES.contains(self.text.word(at))
                || self.text.word(at).ends_with("'s") && !matches!(self.text.word(at), "it's" | "that's" | "let's")
        };
        let own = before.clone().any(|at| matches!(self.text.word(at), "i" | "it" | "it's"));
        let behind = matches!(self.text.word(words.end), "is" | "was");
        behind || !own && before.clone().any(states)
    }

    fn several(&mut self, placed: &[Placed]) {
        for slot in 0..self.plan.slots.len() {
            if self.plan.slots[slot].kind != Kind::Several {
                continue;
            }
            let chosen: Vec<&Placed> = placed.iter().filter(|one| one.slot == slot && !self.is_left_open(&one.words)).collect();
            let is_open = placed.iter().any(|one| one.slot == slot && self.is_left_open(&one.words));
            let options = &self.plan.slots[slot].options;
            let option = |one: &Placed| match one.what {
                What::Option(at) => options.get(at).cloned(),
                What::Form(_) => None,
            };
            let asked = self.focus.requested.contains(&slot) || self.focus.proposed.contains(&slot);
            let brief = self.heard.imported
                || self.text.words.len() < 7
                || ["but", "except", "of", "apart"].iter().any(|word| self.text.low.contains(word));
            let all = (0..self.text.words.len())
                .filter(|_| brief && !self.signs.has(Sign::Done) && (self.heard.imported || self.heard.asked.is_some()))
                .find(|&at| self.means_the_options(at));
            let refused: Vec<String> = chosen.iter().filter(|one| one.negated).filter_map(|one| option(one)).collect();
            let mut near = if asked && !self.heard.imported { self.near_items(slot, &chosen) } else { Vec::new() };
            near.retain(|(_, words)| !self.is_left_open(words));
            let plainly = chosen.iter().filter(|one| !one.negated).filter_map(|one| Some((one.words.start, option(one)?)));
            let mut found: Vec<(usize, String)> = plainly.collect();
            found.extend(near.iter().filter_map(|(option, words)| Some((words.start, options.get(*option)?.clone()))));
            found.sort_by_key(|(at, _)| *at);
            let mut wanted: Vec<String> = found.into_iter().map(|(_, option)| option).collect();
            let mut words = chosen
                .iter()
                .map(|one| &one.words)
                .chain(near.iter().map(|(_, words)| words))
                .cloned()
                .reduce(|left, right| left.start.min(right.start)..left.end.max(right.end));
            // "Both" are the two that were offered.
            let pair = self.pair(slot);
            let two = |at: usize| self.text.word(at) == "both" && options.len() != 2;
            if let Some(at) = all.filter(|at| asked && wanted.is_empty() && (!two(*at) || pair.is_some())) {
                let meant = |option: &usize| !two(at) || pair.is_some_and(|pair| pair.contains(option));
                let all = (0..options.len()).filter(meant).filter_map(|option| options.get(option));
                wanted = all.filter(|option| !refused.contains(option)).cloned().collect();
                let until = words.as_ref().map_or(at + 1, |words| words.end);
                words = Some(at.min(until - 1)..until);
            }
            wanted.retain(|option| !refused.contains(option));
            let mut seen: Vec<String> = Vec::new();
            wanted.retain(|option| {
                !seen.contains(option) && {
                    seen.push(option.clone());
                    true
                }
            });
            if let Some(words) = words.filter(|_| !wanted.is_empty()) {
                let named = chosen.iter().any(|one| one.named);
                let manner = match self.manner(slot, &words, named) {
                    Manner::Direct | Manner::Explicit if !near.is_empty() => Manner::Implied,
                    // One that is only alike is read back.
                    _ if !self.heard.imported && chosen.iter().any(|one| one.unsure && !one.negated) => Manner::Hedged,
                    // What is doubted may go on to the next.
                    _ if is_open && !self.text.low.contains(" but ") => Manner::Hedged,
                    // "Swap requests from the phone", where something else is asked: there may be more of them.
                    Manner::Implied if !self.heard.imported && words.len() == 1 => Manner::Hedged,
                    manner => manner,
                };
                self.take(slot, json!(wanted), manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
            }
        }
    }

    /// "All of them", "everything but the phone"; not "all good", "that's all", "all day".
    fn means_the_options(&self, at: usize) -> bool {
        const SO: &[&str] = &[
            "good", "done", "fine", "clear", "right", "set", "well", "ok", "okay", "over", "great", "yours", "there", "day",
            "year", "night", "week", "along", "too", "we", "i", "you", "in", "my", "our", "about", "for", "sorts", "kinds",
            "set", "thanks",
        ];
        let text = self.text;
        let (before, word, next) = (text.before(at), text.word(at), text.word(at + 1));
        match word {
            "everything" | "everywhere" | "both" | "every" | "any" | "anything" => true,
            "all" => {
                let led = matches!(
                    before,
                    "that" | "that's" | "thats" | "is" | "it's" | "at" | "after" | "above" | "be" | "for" | "you"
                );
                let whole = next == "the" && matches!(text.word(at + 2), "time" | "best" | "same" | "way" | "day" | "year");
                !(SO.contains(&next) || led || whole)
            }
            _ => false,
        }
    }

    /// Items of a list that name no option, but come near to one: by what they are ("outbound calls" to "cold calls"), else by
    /// what they mean.
    fn near_items(&self, slot: usize, chosen: &[&Placed]) -> Vec<(usize, Range<usize>)> {
        let text = self.text;
        let aside = [Sign::DontKnow, Sign::AnyWillDo, Sign::Withdraw, Sign::Yes, Sign::No, Sign::Abuse];
        if text.words.len() > 30 || aside.iter().any(|sign| self.signs.has(*sign)) {
            return Vec::new();
        }
        let mut near: Vec<(usize, Range<usize>)> = Vec::new();
        let mut items: Vec<Range<usize>> = Vec::new();
        for piece in self.pieces(slot) {
            let mut start = piece.start;
            for at in piece.clone() {
                if text.is_mark(at) && text.word(at) != "-" || matches!(text.word(at), "and" | "or" | "plus") {
                    items.push(start..at);
                    start = at + 1;
                }
            }
            items.push(start..piece.end);
        }
        // One thing alone is looked for by its meaning as a whole.
        let listed = items.iter().filter(|item| !item.is_empty()).count() > 1;
        for item in items.into_iter().filter(|_| listed) {
            let known = chosen.iter().any(|one| one.words.start < item.end && item.start < one.words.end);
            let states = item.clone().skip(1).any(|at| matches!(text.word(at), "i" | "we" | "they" | "it" | "not" | "no"));
            let words = answer::core(text, item, &self.plan.slots[slot], true).0;
            if known || states || words.is_empty() || words.len() > 5 || answer::is_noise(text.said(&words)) {
                continue;
            }
            let end = words.clone().find(|&at| matches!(text.word(at), "in" | "at" | "of" | "for" | "with" | "on" | "from"));
            let head = end.unwrap_or(words.end).max(words.start + 1) - 1;
            let by_head = self.plan.slots[slot].spoken.tail(text.stem(head));
            if let Some(option) = by_head.or_else(|| self.likeness.option(slot, text.said(&words))) {
                near.push((option, words));
            }
        }
        near
    }

    /// "Both", or two options of which only one can be held.
    fn is_split(&self, one: &Placed) -> bool {
        if self.plan.slots[one.slot].kind != Kind::Choice || !self.focus.requested.contains(&one.slot) {
            return false;
        }
        let text = self.text;
        let both = (0..one.words.start).any(|at| text.word(at) == "both" && text.word(at + 1) != "of");
        let shared = one.other.as_ref().is_some_and(|(_, other)| {
            let between = one.words.end.min(other.end)..one.words.start.max(other.start);
            between.clone().any(|at| matches!(text.word(at), "some" | "partly" | "sometimes" | "half" | "others" | "rest"))
        });
        both || shared
    }
}
