//! An answer that comes late: a number or a day that fits nothing but a question which was left open.

use super::{
    super::{
        lexicon,
        matching::Placed,
        profile::Kind,
        text::{Mood, Shape},
        values::{self, Form},
    },
    Moment,
};
use domain::interview::{Manner, Quote};
use protocol::interview::{Asking, ObligationTemplate, Speaker, Status, WidgetType};

impl Moment<'_, '_> {
    /// "Oh, and it's about 20", after the talk has moved on to something that 20 is no answer to.
    pub(super) fn answer_late(&mut self) {
        let Some((key, Asking::Question | Asking::Negotiation)) = &self.heard.asked else { return };
        let Some(asked) = self.plan.index(key).filter(|_| self.taken.is_empty() && self.pointed.is_empty()) else { return };
        let words = matches!(self.plan.slots[asked].widget, WidgetType::Text | WidgetType::Choice | WidgetType::Multiselect);
        let wordy = matches!(
            self.plan.slots[asked].kind,
            Kind::Text | Kind::Title | Kind::Person | Kind::Category | Kind::Choice | Kind::Several | Kind::City | Kind::Spot
        );
        let asks = self.text.sentences.iter().any(|sentence| sentence.mood == Mood::Question);
        if !words || !wordy || asks || self.text.words.len() > 14 {
            return;
        }
        let spots = values::spot(self.text, self.today);
        let [spot] = spots.as_slice() else { return };
        let alone = (0..self.text.words.len()).all(|at| {
            let word = self.text.word(at);
            spot.words.contains(&at)
                || self.text.is_mark(at)
                || lexicon::COMMON.contains(word)
                || lexicon::OPENERS.contains(word)
                || matches!(word, "around" | "roughly" | "approximately" | "probably" | "guess" | "by")
        });
        // A number that opens a list, or stands for a thing, is not alone.
        if !alone || self.text.words[spot.words.start].shape == Shape::Mark && spot.words.len() == 1 {
            return;
        }
        let Some(slot) = self.left_open(&spot.form) else { return };
        let placed = Placed::alone(slot, spot.clone());
        if let Some(value) = self.value(&placed, self.text) {
            self.take(slot, value, Manner::Hedged, Quote { turn: None, start: 0, end: 0 }, Some(&placed.words));
        }
    }

    /// The question for such a value that was asked and not answered; of several the one asked last.
    fn left_open(&self, form: &Form) -> Option<usize> {
        let widget = match form {
            Form::Number(_) | Form::Money(_) | Form::Percent(_) => WidgetType::Number,
            Form::Date(Some(_)) => WidgetType::Date,
            _ => return None,
        };
        let fits = |slot: &usize| {
            let one = &self.plan.slots[*slot];
            let held = &self.heard.held[*slot];
            let form = match form {
                Form::Money(_) => one.kind == Kind::Money,
                Form::Percent(_) => one.kind == Kind::Percent,
                _ => true,
            };
            one.widget == widget
                && form
                && held.value.is_none()
                && matches!(held.status, Status::InProgress | Status::Deferred)
                && !self.focus.requested.contains(slot)
        };
        let open: Vec<usize> = (0..self.plan.slots.len().min(self.heard.held.len())).filter(fits).collect();
        match open.as_slice() {
            [one] => Some(*one),
            several => several
                .iter()
                .copied()
                .filter_map(|slot| Some((self.asked_at(&self.heard.definition.obligations[slot])?, slot)))
                .max()
                .map(|(_, slot)| slot),
        }
    }

    /// The last turn of the agent that asked for it in the objective's words.
    pub(super) fn asked_at(&self, template: &ObligationTemplate) -> Option<usize> {
        let wordings = || std::iter::once(&template.prompt).chain(&template.rephrasings);
        self.heard
            .history
            .iter()
            .rposition(|turn| turn.speaker == Speaker::Agent && wordings().any(|wording| turn.text.contains(wording.as_str())))
    }
}
