//! Which company a text puts where. Every pattern is a way in which English says so; a company and a place in one sentence that no
//! pattern joins are not joined.

mod action;
mod clause;
mod fragment;
mod governor;
mod hosting;
mod list;
mod phrase;
mod polarity;
mod premodified;

use super::{
    lexicon::Class,
    scene::{Scene, What},
};
pub(super) use clause::{is_acting, subject_of};
use domain::companies::{Presence, Role};
pub(super) use polarity::has_order;

/// A company and a place, joined by a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The number of the company, and the unit that names it here.
    pub company: usize,
    pub unit: usize,
    /// The number of the ground, and the unit that names it here.
    pub ground: usize,
    pub place: usize,
    pub role: Role,
    pub presence: Presence,
    /// Tokens that say so: from the verb or the preposition to the end of the place.
    pub raw: (usize, usize),
}

pub(super) fn find(scene: &Scene<'_>) -> Vec<Link> {
    let mut links = Vec::new();
    let orders: Vec<bool> =
        scene.sentences.iter().map(|sentence| polarity::has_order(scene, sentence.from..sentence.to)).collect();
    // What follows an order is part of it ("Ignore the location. Acme is in ADGM.").
    let ordered: Vec<bool> = (0..orders.len()).map(|at| orders[at] || at > 0 && orders[at - 1]).collect();
    for (place, unit) in scene.units.iter().enumerate() {
        let What::Place(ground) = unit.what else { continue };
        if ordered.get(scene.tokens[unit.from].sentence).copied().unwrap_or_default() {
            continue;
        }
        let at = At { scene, place, ground, from: unit.from, to: unit.to };
        let premodified = premodified::find(&at);
        let found = if premodified.is_empty() { action::find(&at) } else { premodified };
        links.extend(found);
        links.extend(hosting::find_after_where(&at));
    }
    links.extend(hosting::find(scene));
    links.extend(fragment::find(scene));
    links.retain(|link| !ordered.get(scene.tokens[scene.units[link.unit].from].sentence).copied().unwrap_or_default());
    links
}

/// A place, about to be joined.
#[derive(Clone, Copy)]
struct At<'s, 't> {
    scene: &'s Scene<'t>,
    place: usize,
    ground: usize,
    from: usize,
    to: usize,
}

impl At<'_, '_> {
    fn link(&self, unit: usize, role: Role, presence: Presence, raw_from: usize) -> Option<Link> {
        let What::Company(company) = self.scene.units.get(unit)?.what else { return None };
        let raw = (raw_from.min(self.from), self.to.max(raw_from));
        Some(Link { company, unit, ground: self.ground, place: self.place, role, presence, raw })
    }

    fn tenants(&self, units: &[usize], presence: Presence, raw_from: usize) -> Vec<Link> {
        units.iter().filter_map(|unit| self.link(*unit, Role::Tenant, presence, raw_from)).collect()
    }

    /// What the words in front of a name say of it: "former tenant", "would-be".
    fn in_front(&self, unit: usize) -> Presence {
        let from = self.scene.units[unit].from;
        let begin = self.scene.sentence_of(from).from.max(from.saturating_sub(4));
        if polarity::has(self.scene, begin..from, Class::OnlyFormer) {
            Presence::Left
        } else if polarity::is_denied(self.scene, begin..from) {
            Presence::Denied
        } else if polarity::has(self.scene, begin..from, Class::Softly) || polarity::has(self.scene, begin..from, Class::Hedge) {
            Presence::Planned
        } else {
            Presence::Present
        }
    }
}
