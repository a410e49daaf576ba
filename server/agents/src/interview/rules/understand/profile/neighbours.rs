//! What obligations are to their neighbours: which are kin, which words they share, which words one has for itself.

use super::{
    super::{lexicon, text::stem},
    Kind, Slot,
    kind::kind_stem,
};
use std::collections::HashMap;

/// Stems that tell nothing of a yes/no matter.
static WEAK: lexicon::Words = lexicon::Words::new("weak flag");

/// What obligations of one topic are to each other.
pub(super) fn relate(slots: &mut [Slot]) {
    for at in 0..slots.len() {
        let topic = slots[at].topic;
        let neighbours: Vec<usize> = (0..slots.len()).filter(|&other| other != at && slots[other].topic == topic).collect();
        // Where addresses are kept apart, the place is a town.
        if slots[at].kind == Kind::Spot
            && slots[at].exact
            && neighbours.iter().any(|&other| slots[other].kind == Kind::Address)
            && !neighbours.iter().any(|&other| slots[other].kind == Kind::City)
        {
            slots[at].kind = Kind::City;
            slots[at].exact = false;
        }
        slots[at].narrower = slots[at].kind == Kind::Spot
            && neighbours.iter().any(|&other| {
                slots[other].kind == Kind::City && (slots[other].role.is_none() || slots[other].role == slots[at].role)
            });
        let telling: Vec<&String> = slots[at]
            .named
            .iter()
            .filter(|word| kind_stem(word).is_none() && neighbours.iter().any(|&other| !slots[other].named.contains(word)))
            .collect();
        let kin =
            neighbours.iter().copied().filter(|&other| telling.iter().any(|word| slots[other].named.contains(word))).collect();
        slots[at].kin = kin;
    }
}

/// A word that several neighbours share says less about each.
pub(super) fn thin_cues(slots: &mut [Slot]) {
    let mut sharing: HashMap<(usize, String), f32> = HashMap::new();
    for slot in slots.iter() {
        for word in slot.cues.keys() {
            *sharing.entry((slot.topic, word.clone())).or_default() += 1.0;
        }
    }
    for slot in slots.iter_mut() {
        let topic = slot.topic;
        for (word, weight) in &mut slot.cues {
            *weight /= sharing.get(&(topic, word.clone())).copied().unwrap_or(1.0);
        }
    }
}

/// The words by which a yes/no matter is spoken of: its name without the words of its topic, and their like.
pub(super) fn flag_words(slot: &Slot, topic: &[String]) -> Vec<String> {
    let weak = |word: &String| topic.contains(word) || WEAK.contains(word.as_str());
    let mut words: Vec<String> = slot.named.iter().filter(|word| !weak(word)).cloned().collect();
    if words.is_empty() {
        words.clone_from(&slot.named);
    }
    // "Shared ride" among rides: the word that its neighbours have not.
    let own = |word: &String| slot.cues.get(word).is_some_and(|weight| *weight > 1.0);
    if words.iter().any(own) {
        words.retain(own);
    }
    words.extend(
        slot.cues.iter().filter(|(word, weight)| **weight >= 1.0 && !weak(word) && word.len() > 4).map(|(word, _)| word.clone()),
    );
    let mut alike: Vec<String> = Vec::new();
    for row in lexicon::ALIKE.iter().filter(|row| row.iter().any(|word| words.iter().any(|known| known == stem(word)))) {
        alike.extend(row.iter().map(|word| stem(word).to_owned()));
    }
    words.extend(alike);
    words.sort();
    words.dedup();
    words
}
