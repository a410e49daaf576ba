//! An answer in words ends where the message goes on to something else.

use super::{
    super::{cues, lexicon},
    Scene,
};
use domain::interview::Understanding;
use protocol::interview::WidgetType;
use serde_json::{Value, json};
use std::ops::Range;

impl Scene<'_, '_> {
    /// "Trish and Hanlon, and Trish wants it done by September": the part that answers another question is cut off.
    pub(super) fn cut_off_what_is_elsewhere(&self, read: &mut Understanding) {
        let Some(asked) = self.asked.filter(|slot| self.plan.slots[*slot].widget == WidgetType::Text) else { return };
        let key = &self.heard.definition.obligations[asked].key;
        let others: Vec<Range<usize>> = read
            .findings
            .iter()
            .filter(|one| one.key != *key && one.quote.turn.is_none() && self.widget(&one.key) != Some(WidgetType::Text))
            .map(|one| one.quote.start..one.quote.end)
            .collect();
        let Some(finding) = read.findings.iter_mut().find(|one| one.key == *key && one.quote.turn.is_none()) else { return };
        let within = |other: &&Range<usize>| finding.quote.start < other.start && other.end <= finding.quote.end;
        let Some(first) = others.iter().filter(within).map(|other| other.start).min() else { return };
        let Some(end) = self.joint_before(finding.quote.start, first) else { return };
        let kept = self.heard.text.get(finding.quote.start..end).map(str::trim_end).unwrap_or_default();
        let kept = kept.trim_end_matches([',', '.', ';', ':', '-', '!', ' ']);
        if kept.is_empty() || finding.value != Value::String(self.heard.text[finding.quote.start..finding.quote.end].to_owned()) {
            return;
        }
        finding.quote.end = finding.quote.start + kept.len();
        finding.value = json!(kept);
    }

    /// The last joint between two statements before this byte.
    fn joint_before(&self, from: usize, until: usize) -> Option<usize> {
        let place = |at: usize| self.text.place(&(at..at + 1));
        let all = (0..self.text.words.len()).filter(|&at| place(at).start > from && place(at).end <= until);
        let joints: Vec<usize> = all.filter(|&at| self.is_joint(at)).collect();
        joints.last().map(|at| place(*at).start)
    }

    /// A full stop, or a comma or "and" with somebody or something that does something behind it.
    fn is_joint(&self, at: usize) -> bool {
        let begins = |at: usize| {
            let at = at + usize::from(matches!(self.text.word(at), "and" | "but" | "so"));
            let word = self.text.word(at);
            cues::is("beginning", self.text, at)
                || self.text.words.get(at).is_some_and(|one| one.capital)
                || !lexicon::COMMON.contains(word) && cues::is("doing", self.text, at + 1)
        };
        match self.text.word(at) {
            "." | "!" | ";" | "\n" => true,
            "," => begins(at + 1),
            "and" | "but" => begins(at + 1) && self.text.before(at) != ",",
            _ => false,
        }
    }
}
