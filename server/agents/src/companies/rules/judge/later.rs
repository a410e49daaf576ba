//! What a later sentence takes back.

use super::{
    super::{
        ground::Target,
        lexicon::Class,
        listed::List,
        scene::{Scene, What},
    },
    clause::{Clauses, is_acting},
    near,
};
use domain::companies::Presence;

/// Whether a later clause says that it left, or that nothing came of it.
pub(super) fn taken_back(
    scene: &Scene<'_>,
    clauses: &Clauses,
    target: &Target,
    (company, after): (usize, usize),
) -> Option<Presence> {
    let is_it = |unit: &What| *unit == What::Company(company);
    clauses.all.iter().filter(|clause| clause.from >= after).find_map(|clause| {
        let own = clause.subject.iter().any(|unit| is_it(&scene.units[*unit].what));
        let verb =
            (clause.from..clause.to).find(|at| is_acting(scene, *at) && !scene.tokens[*at].any(&[Class::Be, Class::Have]))?;
        let before = || clause.from..verb;
        let other = (scene.sentence_of(verb).from..verb).any(|at| scene.company_at(at).is_some_and(|unit| !is_it(&unit.what)));
        let thing = |at: usize| scene.tokens[at].any(&[Class::Asset, Class::Permit, Class::Happening]);
        let matter = !other && before().any(|at| thing(at) || List::Matter.has(scene.lower(at)));
        let elsewhere = (verb..clause.to).any(|at| scene.place_at(at).is_some_and(|ground| !ground.is_target));
        let turn = before().any(|at| List::Turn.has(scene.lower(at)));
        let object = (verb + 1..clause.to.min(verb + 6))
            .any(|at| thing(at) || scene.place_at(at).is_some() || List::Dropped.has(scene.lower(at)));
        let ends =
            object || verb + 2 >= clause.to || scene.is(verb + 1, Class::Time) || matches!(scene.lower(verb + 1), "in" | "last");
        let token = &scene.tokens[verb];
        let drops = token.has(Class::Drop) && (own || matter) && ((turn || ends) && !elsewhere || !own);
        let moved = own && token.has(Class::Move) && moves_away(scene, target, verb, clause.to);
        if drops || moved || own && turn && elsewhere && token.any(&[Class::Move, Class::Leave]) {
            return Some(Presence::Left);
        }
        let denied = own && before().any(|at| List::Denial.has(scene.lower(at)));
        (denied && token.any(&[Class::Open, Class::Move, Class::Get, Class::Stay])).then_some(Presence::Denied)
    })
}

/// "relocated to Riyadh", "moved its headquarters there": itself, and to another place.
fn moves_away(scene: &Scene<'_>, target: &Target, verb: usize, end: usize) -> bool {
    let Some(to) = (verb + 1..end.min(verb + 6)).find(|at| matches!(scene.lower(*at), "to" | "into")) else { return false };
    let itself = (verb + 1..to).all(|at| scene.tokens[at].any(&[Class::Soft, Class::Determiner, Class::Asset]));
    let other = |at: usize| scene.unit_number(at).is_some_and(|unit| near::is_other(scene, target, unit));
    itself && !List::Expand.has(scene.lower(verb)) && (to + 1..end.min(to + 5)).any(other)
}
