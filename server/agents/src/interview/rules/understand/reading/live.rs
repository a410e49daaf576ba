//! What a value must show to be taken while the interview is going on: what was asked for is taken readily, anything else only
//! where the words say what it belongs to.

use super::{
    super::{
        answer, lexicon,
        matching::{Placed, What},
        profile::Kind,
        text::{Mood, Shape},
        values::{Form, Spotted},
    },
    Moment,
    clauses::clauses,
};
use domain::interview::{Manner, Quote};
use protocol::interview::WidgetType;
use serde_json::json;
use std::ops::Range;

/// Words that tell a time though no day follows from them.
const TIMES: &[&str] = &[
    "when", "after", "before", "once", "soon", "sooner", "asap", "until", "till", "summer", "winter", "spring", "autumn", "fall",
    "easter", "christmas", "year", "years", "month", "months", "week", "weeks", "day", "days", "quarter", "immediately", "now",
    "later", "earlier", "end", "already", "today", "tomorrow", "deadline", "date", "time", "ever", "never", "possible",
];

/// Those that may be written a little wrong.
const SEASONS: &[&str] = &["summer", "winter", "autumn"];

/// Of these the ones that are also said of other things.
const LOOSE_TIMES: &[&str] = &[
    "when", "after", "before", "once", "until", "till", "already", "later", "earlier", "now", "end", "possible", "time", "ever",
    "never", "date", "day", "fall", "spring",
];

impl Moment<'_, '_> {
    /// Whether a value may stand where it was placed.
    pub(super) fn may_stand(&self, one: &Placed, all: &[Placed]) -> bool {
        let slot = &self.plan.slots[one.slot];
        let requested = self.focus.requested.contains(&one.slot);
        let pointed = self.focus.pointed_at(one.slot, one.words.start) == Some(true);
        let open = matches!(slot.kind, Kind::Text | Kind::Title | Kind::Category);
        match (&one.what, slot.widget) {
            // A piece of the answer never stands for the answer to an open question.
            (What::Form(form), WidgetType::Text) if open => {
                matches!(form, Form::Given) && (requested && (slot.kind != Kind::Text || self.is_all_but_a_name(one)) || pointed)
            }
            // "We hired a driver on Monday" says nothing about when something is to be done.
            (What::Form(Form::Date(_)), WidgetType::Date)
                if requested
                    && slot.spoken.ahead
                    && (self.has_happened(one) || self.is_a_habit(one) || self.is_of_something_else(one)) =>
            {
                false
            }
            // "60 people" is no sum of money.
            (What::Form(Form::Number(_)), WidgetType::Number) if requested && slot.kind == Kind::Money => {
                !self.counts_a_thing(one)
            }
            _ if requested || pointed => true,
            (What::Form(Form::Phone | Form::Email | Form::Address), WidgetType::Text) => true,
            (What::Form(Form::Name), WidgetType::Text) => one.named,
            (What::Form(_), WidgetType::Text) => false,
            // A wish is no fact: "we want to reach two million".
            (What::Form(_), WidgetType::Number) if self.is_wished(one) && !slot.spoken.ahead => false,
            (What::Form(Form::Date(day)), WidgetType::Date) => day.is_some_and(|day| day >= self.today) && self.is_ahead(one),
            (What::Form(Form::Money(_)), WidgetType::Number) => {
                self.names_itself(one) || self.is_done(one) || self.is_all(one) && self.is_only(Kind::Money)
            }
            (What::Form(Form::Number(_)), WidgetType::Number) if slot.kind == Kind::Money => {
                !self.counts_a_thing(one) && (self.names_itself(one) || self.is_done(one))
            }
            (What::Form(_), WidgetType::Number) => {
                self.names_itself(one) && !self.is_one_of_a_list(one) || self.counts_its_own(one) || self.is_measured_so(one)
            }
            (What::Option(option), WidgetType::Choice | WidgetType::Multiselect) if slot.kind != Kind::Flag => {
                let said = self.text.said(&one.words).to_lowercase();
                let is = |label: &String| said.strip_prefix(label.as_str()).is_some_and(|rest| matches!(rest, "" | "s"));
                one.words.len() > 1
                    || one.named
                    || slot.spoken.labels.get(*option).is_some_and(is)
                    || slot.kind == Kind::Several && self.is_listed(one, all)
            }
            (What::Option(_), _) => self.says_whether(one),
            _ => true,
        }
    }

    /// "There's a lift", "no smoking": whether something is so, not only its name in passing.
    fn says_whether(&self, one: &Placed) -> bool {
        const WHETHER: &[&str] =
            &["is", "are", "there's", "have", "has", "with", "want", "need", "will", "would", "i", "we", "it's", "i'm", "we're"];
        let sentence = self.text.sentence_of(one.words.start).map_or(one.words.clone(), |sentence| sentence.words.clone());
        sentence.clone().any(|at| WHETHER.contains(&self.text.word(at)) || lexicon::NEGATIONS.contains(&self.text.word(at)))
    }

    /// "…, and two delis": one thing of several, whatever stands before.
    fn is_one_of_a_list(&self, one: &Placed) -> bool {
        self.counts_a_thing(one) && matches!(self.text.before(one.words.start), "and" | ",")
    }

    /// "60 people", "12 chairs": something other than money is counted.
    fn counts_a_thing(&self, one: &Placed) -> bool {
        let at = one.words.end;
        let time =
            matches!(self.text.word(at), "last" | "year" | "yearly" | "annually" | "monthly" | "altogether" | "total" | "plus");
        at < self.text.words.len() && !self.text.is_mark(at) && !time && !lexicon::COMMON.contains(self.text.word(at))
    }

    /// "It's called Bloom", and nothing more: "a shop called Bloom, and the supermarket" says more than the name.
    fn is_all_but_a_name(&self, one: &Placed) -> bool {
        let small = |at: usize| {
            let word = self.text.word(at);
            self.text.is_mark(at)
                || lexicon::COMMON.contains(word)
                || lexicon::OPENERS.contains(word)
                || matches!(word, "called" | "named" | "titled" | "name" | "it's" | "they're" | "we" | "it")
        };
        (0..self.text.words.len()).all(|at| one.words.contains(&at) || small(at))
    }

    /// The message says nothing else.
    fn is_all(&self, one: &Placed) -> bool {
        (0..self.text.words.len()).all(|at| {
            let word = self.text.word(at);
            one.words.contains(&at) || self.text.is_mark(at) || lexicon::COMMON.contains(word) || lexicon::OPENERS.contains(word)
        })
    }

    fn is_only(&self, kind: Kind) -> bool {
        self.plan.slots.iter().filter(|slot| slot.kind == kind && slot.widget == WidgetType::Number).count() == 1
    }

    /// "The website, trade fairs and resellers": two or more of one obligation's options in a sentence.
    fn is_listed(&self, one: &Placed, all: &[Placed]) -> bool {
        let sentence = self.text.sentence_of(one.words.start).map(|sentence| sentence.words.clone());
        let option = |other: &Placed| match other.what {
            What::Option(option) => Some(option),
            What::Form(_) => None,
        };
        sentence.is_some_and(|sentence| {
            all.iter()
                .any(|other| other.slot == one.slot && sentence.contains(&other.words.start) && option(other) != option(one))
        })
    }

    /// A word of the obligation's own name stands in the same clause.
    pub(super) fn names_itself(&self, one: &Placed) -> bool {
        let Some(sentence) = self.text.sentence_of(one.words.start) else { return false };
        let clause = clauses(self.text, &sentence.words).into_iter().find(|clause| clause.contains(&one.words.start));
        clause.is_some_and(|clause| {
            // "Number 12" names nothing, though many names begin so.
            let tells = |word: &str| !lexicon::COMMON.contains(word) && !matches!(word, "number" | "count" | "amount");
            clause.filter(|at| !one.words.contains(at) && tells(self.text.word(*at))).any(|at| {
                let stem = self.text.stem(at);
                self.plan.slots[one.slot].spoken.names(&[stem], stem).is_some_and(|naming| naming.plainly)
            })
        })
    }

    /// Open obligations that the message names with their value.
    pub(super) fn take_pointed(&mut self) {
        for pointed in self.pointed.clone() {
            let one = &self.plan.slots[pointed.slot];
            if one.widget != WidgetType::Text
                || self.taken.contains(&pointed.slot)
                || self.focus.requested.contains(&pointed.slot) && !pointed.changes
            {
                continue;
            }
            let words = answer::core(self.text, pointed.rest.clone(), one, true).0;
            if words.is_empty() || answer::is_noise(self.text.said(&words)) {
                continue;
            }
            let mut manner = self.manner(pointed.slot, &words, true);
            if pointed.weak && manner == Manner::Explicit {
                manner = Manner::Implied;
            }
            if pointed.changes && self.focus.held[pointed.slot].is_some() {
                manner = Manner::Corrected;
            }
            let value = json!(self.text.said(&words));
            self.take(pointed.slot, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
        }
    }

    /// "Just me" is one, "nothing yet" is none.
    pub(super) fn count_in_words(&mut self) {
        let text = self.text;
        let wanted = |slot: &&usize| self.plan.slots[**slot].widget == WidgetType::Number && !self.taken.contains(slot);
        let Some(&slot) = self.focus.requested.iter().find(wanted) else { return };
        // "None, it's my first one, and …": the first word is the answer.
        let none_first = matches!(text.word(0), "none" | "nothing" | "nobody" | "zero" | "nil") && text.is_mark(1);
        if text.words.len() > 10 && !none_first || text.sentences.iter().any(|sentence| sentence.mood == Mood::Question) {
            return;
        }
        let alone = (0..text.words.len()).find(|&at| {
            matches!(text.word(at), "just" | "only")
                && matches!(text.word(at + 1), "me" | "myself" | "i")
                && !matches!(text.word(at + 2), "and" | "plus")
        });
        let none = (0..text.words.len().min(4))
            .find(|&at| matches!(text.word(at), "nothing" | "none" | "nobody" | "nil"))
            .filter(|&at| text.is_mark(at + 1) || matches!(text.word(at + 1), "yet" | "at" | "so" | "really"));
        let people = matches!(self.plan.slots[slot].kind, Kind::Count | Kind::Measure);
        let solo = self.is_alone().filter(|_| people && self.plan.slots[slot].people);
        let (number, words) = match (alone.filter(|_| people), solo, none) {
            (Some(at), ..) => (1, at..at + 2),
            (None, Some(words), _) => (1, words),
            (None, None, Some(at)) => (0, at..at + 1),
            _ => return,
        };
        let manner = self.manner(slot, &words, false);
        self.take(slot, json!(number), manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
    }

    /// The words tell a time, if not a day.
    pub(super) fn tells_time(&self, words: &Range<usize>) -> bool {
        let text = self.text;
        // "Every day" and "twice a week" tell how often, not when.
        let often = |at: usize| matches!(text.before(at), "every" | "each" | "per" | "a" | "an") && text.before(at - 1) != "in";
        let told = |at: usize| {
            lexicon::MONTHS.iter().any(|(name, _)| *name == text.word(at)) && !matches!(text.before(at), "every" | "each")
        };
        let season = |at: usize| {
            let word = text.word(at);
            let other = matches!(word, "winner" | "wither" | "simmer" | "hummer" | "summed");
            !other
                && SEASONS
                    .iter()
                    .any(|name| word.as_bytes().first() == name.as_bytes().first() && strsim::osa_distance(name, word) == 1)
        };
        let strong =
            |at: usize| (TIMES.contains(&text.word(at)) || season(at)) && !LOOSE_TIMES.contains(&text.word(at)) && !often(at);
        // These tell a time where they lead the answer, or something that happens, or where little else is said.
        let first = words.clone().find(|&at| !text.is_mark(at) && !answer::is_adverb(text.word(at))).unwrap_or(words.start);
        let loose = |at: usize| {
            LOOSE_TIMES.contains(&text.word(at))
                && (at == first
                    || words.len() <= 4
                    || matches!(text.word(at), "when" | "before" | "after" | "once" | "until" | "till")
                        && matches!(
                            text.word(at + 1),
                            "we" | "i" | "the" | "our" | "my" | "it" | "they" | "it's" | "he" | "she" | "this" | "that"
                        ))
        };
        words.clone().any(|at| told(at) || strong(at) || loose(at))
    }

    /// From the word that leads to the time, where it does not stand first: "100 users by Easter".
    pub(super) fn time_part(&self, words: &Range<usize>) -> Range<usize> {
        let leads = |at: &usize| {
            matches!(self.text.word(*at), "by" | "before" | "after" | "until" | "till" | "when" | "once" | "around" | "during")
        };
        let from = words.clone().find(leads).filter(|at| at + 1 < words.end).unwrap_or(words.start);
        from..words.end
    }

    /// What was said is all another obligation's, but for small words.
    pub(super) fn is_elsewhere(&self, words: &Range<usize>, slot: usize) -> bool {
        let chosen = |at: usize| {
            self.said_of.iter().any(|(other, said)| {
                let widget = self.plan.slots[*other].widget;
                *other != slot && widget != WidgetType::Text && said.contains(&at)
            })
        };
        words.clone().any(chosen)
            && words.clone().all(|at| {
                let word = self.text.word(at);
                let about_it = self.said_of.iter().any(|(other, said)| {
                    let own = || self.plan.slots[*other].widget == WidgetType::Number && self.is_its_own_word(*other, at);
                    *other != slot && (own() || self.is_about_value(*other, said, slot, at))
                });
                chosen(at)
                    || about_it
                    || self.text.is_mark(at)
                    || lexicon::COMMON.contains(word)
                    || lexicon::OPENERS.contains(word)
                    || matches!(
                        word,
                        "far" | "present" | "moment" | "total" | "altogether" | "overall" | "approximately" | "roughly"
                    )
            })
    }

    /// Nothing but a number, a sum, a day: hardly what an open question asks for.
    pub(super) fn is_bare(&self, words: &Range<usize>) -> bool {
        words.clone().all(|at| {
            matches!(self.text.words[at].shape, Shape::Digits | Shape::Mixed | Shape::Mark)
                || lexicon::COMMON.contains(self.text.word(at))
                || lexicon::SCALES.iter().any(|(name, _)| *name == self.text.word(at))
        }) && words.clone().any(|at| self.text.words[at].shape == Shape::Digits || self.is_a_scaled_number(at))
    }

    /// "200k", "5m".
    fn is_a_scaled_number(&self, at: usize) -> bool {
        let word = self.text.word(at);
        let digits = word.trim_end_matches(|letter: char| letter.is_alphabetic());
        self.text.words[at].shape == Shape::Mixed && matches!(&word[digits.len()..], "k" | "m" | "bn" | "mil" | "mio")
    }

    /// "About 1,500 dollars", whatever was asked: the only obligation that waits for such a sum.
    pub(super) fn sum_for_another(&self, words: &Range<usize>) -> Option<Placed> {
        let lone = |spot: &Spotted| {
            words.clone().any(|at| spot.words.contains(&at))
                && words.clone().all(|at| {
                    let word = self.text.word(at);
                    spot.words.contains(&at)
                        || self.text.is_mark(at)
                        || lexicon::COMMON.contains(word)
                        || answer::is_adverb(word)
                        || matches!(
                            word,
                            "less" | "bit" | "year" | "month" | "week" | "quarter" | "yearly" | "monthly" | "altogether"
                        )
                })
        };
        let spot = self.spots().into_iter().find(lone)?;
        let kind = if matches!(spot.form, Form::Money(_)) { Kind::Money } else { return None };
        let wants = |slot: &usize| self.plan.slots[*slot].kind == kind && self.plan.slots[*slot].widget == WidgetType::Number;
        let slot =
            (0..self.plan.slots.len()).find(wants).filter(|slot| self.is_only(kind) && self.focus.held[*slot].is_none())?;
        // So much a month is no sum that is asked for once.
        let fits = self.plan.slots[slot].period.is_some() || !super::period::is_said(self.text, spot.words.end);
        fits.then(|| Placed::alone(slot, spot))
    }

    /// Whether an answer also names another obligation by what it does.
    pub(super) fn is_shared(&self, words: &Range<usize>) -> bool {
        self.pointed.iter().any(|one| one.weak && one.words.start < words.end && words.start < one.words.end)
    }

    /// "Products and services" where one is wanted: the first, and not for sure.
    pub(super) fn one_of_two(&self, one: &Placed) -> Option<Placed> {
        let (option, words) = one.other.clone()?;
        if self.plan.slots[one.slot].kind != Kind::Choice || !self.focus.requested.contains(&one.slot) {
            return None;
        }
        let (first, second) = if words.start < one.words.start { (&words, &one.words) } else { (&one.words, &words) };
        let joined = first.end < second.start
            && (first.end..second.start).all(|at| {
                matches!(
                    self.text.word(at),
                    "and" | "or" | "," | "/" | "&" | "the" | "a" | "also" | "some" | "sometimes" | "both" | "on"
                )
            });
        if !joined {
            return None;
        }
        let chosen = if words.start < one.words.start { (option, words) } else { return Some(one.clone()) };
        Some(Placed { what: What::Option(chosen.0), words: chosen.1, ..one.clone() })
    }
}
