//! What was offered, suggested or read back, and is taken or refused.

use super::{
    super::{
        agent::{self, Act},
        answer, lexicon,
        matching::{Placed, What},
        profile::{Kind, Role},
        signs::{self, Sign, Signs},
        text::{Mood, Text},
        values::{self, Form},
    },
    Moment,
};
use domain::interview::{Manner, Quote};
use protocol::interview::Speaker;
use serde_json::json;

impl<'h> Moment<'h, '_> {
    /// "Yes" and "no" to a question that is one.
    pub(super) fn answer_yes_or_no(&mut self) {
        let Some(&slot) = self.focus.requested.iter().find(|slot| self.plan.slots[**slot].kind == Kind::Flag) else { return };
        let Some((yes, no)) = self.plan.slots[slot].flag else { return };
        if self.taken.contains(&slot) || self.agent.act == Act::ReadBack {
            self.turn_over(slot, yes, no);
            return;
        }
        let said = if self.signs.no(self.text) {
            no
        } else if self.signs.yes(self.text) {
            yes
        } else {
            return self.answer_with_nobody(slot, no);
        };
        let value = json!(self.plan.slots[slot].options[said]);
        let sign = if said == no { [Sign::No, Sign::Wrong] } else { [Sign::Yes, Sign::Likes] };
        let words = sign.iter().find_map(|sign| self.signs.find(*sign).next()).cloned();
        if let Some(words) = words {
            let manner = self.manner(slot, &words, false);
            self.take(slot, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
        }
    }

    /// "Nobody was hurt", "never": a no to a question that is one.
    fn answer_with_nobody(&mut self, slot: usize, no: usize) {
        let at = (0..self.text.words.len().min(3)).find(|&at| {
            matches!(self.text.word(at), "nobody" | "none" | "never" | "nothing" | "neither")
                || self.text.reads(at, &["no", "one"])
        });
        let Some(at) = at.filter(|_| !self.heard.imported) else { return };
        let manner = self.manner(slot, &(at..at + 1), false);
        let value = json!(self.plan.slots[slot].options[no]);
        self.take(slot, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&(at..at + 1)));
    }

    /// A yes that was read back and is wrong is a no.
    fn turn_over(&mut self, slot: usize, yes: usize, no: usize) {
        let options = &self.plan.slots[slot].options;
        let held = self.focus.held[slot].as_deref().unwrap_or_default();
        let other = if held == options[yes].to_lowercase() {
            no
        } else if held == options[no].to_lowercase() {
            yes
        } else {
            return;
        };
        if self.heard.imported || self.taken.contains(&slot) || !self.signs.no(self.text) {
            return;
        }
        let value = json!(options[other]);
        if let Some(words) = [Sign::No, Sign::Wrong].iter().find_map(|sign| self.signs.find(*sign).next()).cloned() {
            self.take(slot, value, Manner::Corrected, Quote { turn: None, start: 0, end: 0 }, Some(&words));
        }
    }

    /// What was offered or read back and is taken.
    pub(super) fn accept(&mut self) {
        if !self.heard.imported {
            return;
        }
        let yes = self.signs.yes(self.text);
        let likes = self.signs.likes(self.text);
        let no = self.signs.no(self.text);
        let proposed = std::mem::take(&mut self.agent.proposed);
        let Some((turn, words)) = self.said.take() else { return };
        match self.agent.act {
            Act::ReadBack => {
                if no || self.signs.has(Sign::Change) {
                    self.replace_words(&proposed);
                }
                let changed = self.taken.iter().any(|slot| proposed.iter().any(|one| one.slot == *slot));
                if yes || changed || no && !self.taken.is_empty() {
                    let manner = if yes { Manner::Accepted } else { Manner::Implied };
                    for one in &proposed {
                        self.take_offered(one, turn, &words, manner);
                    }
                }
            }
            Act::Suggest if yes && !no => {
                for one in &proposed {
                    self.take_offered(one, turn, &words, Manner::Accepted);
                }
            }
            // What answers a question of the person is told, not offered.
            Act::Offer if self.only_asked(turn) && !offers_plainly(&words) && likes && !no && !self.signs.has(Sign::Others) => {
                self.choose_earlier(turn)
            }
            Act::Offer if (yes || likes) && !no && !self.signs.has(Sign::Others) => self.choose(&proposed, turn, &words),
            Act::Other if likes && !no && !self.signs.has(Sign::Others) => self.choose_earlier(turn),
            _ => {}
        }
        self.said = Some((turn, words));
    }

    /// "No, cat owners": said instead of the one text that was read back.
    fn replace_words(&mut self, proposed: &[Placed]) {
        let open = |one: &&Placed| matches!(self.plan.slots[one.slot].kind, Kind::Text | Kind::Category);
        let mut texts = proposed.iter().filter(open);
        let (Some(one), None) = (texts.next(), texts.next()) else { return };
        if !self.taken.is_empty() || super::openly::moves_away(self.signs, self.text) {
            return;
        }
        let told = self.text.sentences.iter().filter(|sentence| sentence.mood != Mood::Question);
        let pieces: Vec<std::ops::Range<usize>> = told.map(|sentence| sentence.words.clone()).collect();
        let slot = &self.plan.slots[one.slot];
        let Some((words, _)) = answer::trimmed(self.text, slot, self.signs, &pieces, &[], true, false) else { return };
        let denies = lexicon::NEGATIONS.contains(&self.text.word(words.start));
        if denies || signs::is_only_a_move(self.text, self.signs, &words) || answer::is_noise(self.text.said(&words)) {
            return;
        }
        let value = json!(self.text.said(&words));
        self.take(one.slot, value, Manner::Corrected, Quote { turn: None, start: 0, end: 0 }, Some(&words));
    }

    /// An offer names more than is chosen with it: its facts stay the agent's.
    fn choose(&mut self, offered: &[Placed], turn: usize, words: &Text<'h>) {
        for one in offered {
            let slot = &self.plan.slots[one.slot];
            let chosen = slot.principal
                || (matches!(slot.kind, Kind::Time) && slot.role != Some(Role::To) && !self.is_of_a_timetable(one.slot)
                    || matches!(slot.kind, Kind::Date | Kind::Spot)
                    || slot.sort)
                    && !slot.fact;
            if chosen && !slot.secondary && one.rival + 0.3 < one.score {
                self.take_offered(one, turn, words, Manner::Accepted);
            }
        }
    }

    /// A departure beside an arrival comes with what is chosen and is no choice of its own.
    fn is_of_a_timetable(&self, slot: usize) -> bool {
        let one = &self.plan.slots[slot];
        one.kin.iter().any(|kin| {
            let kin = &self.plan.slots[*kin];
            kin.kind == Kind::Time && one.role.is_some() && kin.role.is_some() && kin.role != one.role
        })
    }

    /// The offer lies further back when only questions about it came between.
    fn choose_earlier(&mut self, from: usize) {
        let mut at = from;
        for _ in 0..4 {
            if at < 2 {
                return;
            }
            let between = &self.heard.history[at - 1];
            let between_text = Text::new(&between.text);
            let only_asks =
                between.speaker == Speaker::User && between_text.sentences.iter().all(|sentence| sentence.mood == Mood::Question);
            if !only_asks {
                return;
            }
            at -= 2;
            if self.heard.history[at].speaker != Speaker::Agent {
                return;
            }
            let words = Text::new(&self.heard.history[at].text);
            let read = agent::read(&words, self.plan, &self.focus.topics, &self.focus.held, self.today);
            if read.act == Act::Offer && !self.only_asked(at) {
                self.choose(&read.proposed, at, &words);
                return;
            }
        }
    }

    /// The person's turn before this one of the agent asked about something and wanted nothing else.
    fn only_asked(&self, turn: usize) -> bool {
        let Some(before) = turn.checked_sub(1).and_then(|at| self.heard.history.get(at)) else { return false };
        let text = Text::new(&before.text);
        before.speaker == Speaker::User
            && text.sentences.iter().any(|sentence| sentence.mood == Mood::Question)
            && text.sentences.iter().all(|sentence| sentence.mood == Mood::Question || sentence.words.len() < 4)
            // "Anything else about it?" stays with what was offered.
            && (!Signs::of(&text).has(Sign::Others) || text.low.contains("else about"))
            && !["any ", "find", "recommend", "suggest"].iter().any(|word| text.low.contains(word))
    }

    fn take_offered(&mut self, one: &Placed, turn: usize, words: &Text<'_>, manner: Manner) {
        if self.taken.contains(&one.slot) {
            return;
        }
        // The person's own words stay where the agent only said them again in its way.
        if let Some(Some(held)) = self.focus.held.get(one.slot)
            && (manner != Manner::Accepted
                || self.agent.act != Act::Offer && !self.another_moment(held, one)
                || *held == words.said(&one.words).to_lowercase())
        {
            return;
        }
        // What nobody had said is not accepted by changing something else.
        if manner == Manner::Implied && matches!(self.plan.slots[one.slot].kind, Kind::Count | Kind::Flag) {
            return;
        }
        if let Some(value) = self.value(one, words) {
            let place = words.place(&one.words);
            self.take(one.slot, value, manner, Quote { turn: Some(turn), start: place.start, end: place.end }, None);
        }
    }

    /// The agent named another day or time than the one that is held.
    fn another_moment(&self, held: &str, one: &Placed) -> bool {
        let What::Form(form) = &one.what else { return false };
        let text = Text::new(held);
        let known = values::spot(&text, self.today);
        match (form, known.first().map(|spot| &spot.form)) {
            (Form::Time(Some(new)), Some(Form::Time(Some(old)))) => new % 720 != old % 720,
            _ => false,
        }
    }
}

/// "There is …", "I found …": an offer, even as the answer to a question.
fn offers_plainly(text: &Text<'_>) -> bool {
    ["there is", "there's", "there are", "i found", "i have", "i've found", "how about", "what about", "one of", "options"]
        .iter()
        .any(|sign| text.low.contains(sign))
}
