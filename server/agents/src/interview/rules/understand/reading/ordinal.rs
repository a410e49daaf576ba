//! An option that is chosen by its place among those that were offered: "the second one", "the first two".

use super::{
    super::{lexicon, profile::Kind, text::Mood},
    Moment,
};
use domain::interview::{Manner, Quote};
use protocol::interview::{Asking, WidgetType};
use serde_json::json;
use std::ops::Range;

/// Who chooses by the place says little else.
const MOST: usize = 9;

impl Moment<'_, '_> {
    /// Takes the options whose places are named; the places are those of the agent's words where it named them all, else
    /// the widget's.
    pub(super) fn choose_by_place(&mut self) {
        let Some((key, Asking::Question)) = &self.heard.asked else { return };
        let Some(slot) = self.plan.index(key).filter(|slot| !self.taken.contains(slot)) else { return };
        let one = &self.plan.slots[slot];
        let wanted = matches!(one.kind, Kind::Choice | Kind::Several) && one.numbers.is_empty();
        let asks = self.text.sentences.iter().any(|sentence| sentence.mood == Mood::Question);
        if !wanted || self.text.words.len() > MOST || asks {
            return;
        }
        let pair = self.pair(slot);
        let offered = self.offered(slot);
        let order: Vec<usize> = match pair {
            Some(pair) => pair.to_vec(),
            None if offered.len() == one.options.len() => offered,
            None => (0..one.options.len()).collect(),
        };
        let Some((places, words)) = self.places(order.len(), pair.is_some()) else { return };
        let chosen: Vec<&String> =
            places.iter().filter_map(|place| order.get(*place)).filter_map(|option| one.options.get(*option)).collect();
        let value = match (one.widget, chosen.as_slice()) {
            (WidgetType::Multiselect, [_, ..]) => json!(chosen),
            (WidgetType::Choice, [only]) => json!(only),
            _ => return,
        };
        let manner = match self.manner(slot, &words, false) {
            Manner::Direct => Manner::Implied,
            other => other,
        };
        self.take(slot, value, manner, Quote { turn: None, start: 0, end: 0 }, Some(&words));
    }

    /// The places that are named, counted from nought, and the words that name them; nothing where other words stand beside.
    /// Of a pair, "the former" and "the latter" too.
    fn places(&self, of: usize, pair: bool) -> Option<(Vec<usize>, Range<usize>)> {
        let text = self.text;
        let mut places: Vec<usize> = Vec::new();
        let mut words: Option<Range<usize>> = None;
        let mut at = 0;
        while at < text.words.len() {
            let word = text.word(at);
            let place = lexicon::ORDINALS.iter().find(|(name, _)| *name == word).map(|(_, place)| *place);
            let place = place.and_then(|place| usize::try_from(place).ok()).or_else(|| {
                let led = matches!(text.before(at), "number" | "option" | "#" | "no");
                let named =
                    || lexicon::UNITS.iter().find(|(name, _)| *name == word).and_then(|(_, unit)| usize::try_from(*unit).ok());
                word.parse::<usize>().ok().or_else(named).filter(|_| led)
            });
            let many = lexicon::UNITS.iter().find(|(name, _)| *name == text.word(at + 1)).map(|(_, many)| *many);
            let many = many.and_then(|many| usize::try_from(many).ok()).filter(|many| (2..=of).contains(many));
            let found = match (word, place, many) {
                ("former", ..) if pair => Some((0..1, 1)),
                ("latter", ..) if pair => Some((1..2, 1)),
                ("first", _, Some(many)) => Some((0..many, 2)),
                ("last", _, Some(many)) => Some((of - many..of, 2)),
                ("last", ..) => Some((of.saturating_sub(1)..of, 1)),
                (_, Some(place), _) if (1..=of).contains(&place) => Some((place - 1..place, 1)),
                _ => None,
            };
            if let Some((range, length)) = found {
                places.extend(range);
                words = Some(words.map_or(at, |words| words.start)..at + length);
                at += length;
                continue;
            }
            let beside = text.is_mark(at)
                || lexicon::COMMON.contains(word)
                || lexicon::OPENERS.contains(word)
                || matches!(word, "option" | "options" | "number" | "choice" | "probably" | "definitely" | "guess" | "think");
            if !beside || lexicon::NEGATIONS.contains(&word) && word != "no" {
                return None;
            }
            at += 1;
        }
        words.map(|words| (places, words))
    }

    /// The options that the agent named when it asked, in its order.
    fn offered(&self, slot: usize) -> Vec<usize> {
        self.named_by_agent(slot).into_iter().map(|(_, option)| option).collect()
    }

    /// "The browser or the phone?": the two between which the agent let choose.
    pub(super) fn pair(&self, slot: usize) -> Option<[usize; 2]> {
        let [(first, one), (second, other)] = self.named_by_agent(slot)[..] else { return None };
        let (_, said) = self.said.as_ref()?;
        let label = self.plan.slots[slot].spoken.labels.get(one)?;
        let between = said.low.get(first + label.len()..second)?;
        matches!(between.trim_matches([' ', ',']), "or" | "or the" | "or a" | "or an" | "and" | "and the").then_some([one, other])
    }

    fn named_by_agent(&self, slot: usize) -> Vec<(usize, usize)> {
        let Some((_, said)) = &self.said else { return Vec::new() };
        let labels = self.plan.slots[slot].spoken.labels.iter().enumerate();
        let mut named: Vec<(usize, usize)> =
            labels.filter_map(|(option, label)| Some((said.low.rfind(label.as_str())?, option))).collect();
        named.sort_unstable();
        named
    }
}
