//! What the name itself, and the words right around it, say of its being a company's.

use super::{
    super::{
        lexicon::Class,
        scene::{Scene, Unit, What},
        token::Shape,
    },
    weigh::Sign,
};

pub(super) fn add(scene: &Scene<'_>, unit: Unit, add: &mut impl FnMut(Sign, bool)) {
    // "The company" has the looks of its name.
    let What::Company(number) = unit.what else { return };
    let Some((from, to)) = scene.companies[number].first().copied() else { return };
    let (from, to) = if unit.meant.is_none() { (unit.from, unit.to) } else { (from, to) };
    let tokens = &scene.tokens[from..to];
    let marked = |classes: &[Class]| scene.any(from..to, classes);
    let formal = tokens.iter().any(|token| token.any(&[Class::Legal, Class::OrganisationHead]) && !token.is_lower());
    let legal = tokens.last().is_some_and(|last| last.has(Class::Legal));
    add(Sign::Legal, tokens.len() > 1 && (formal || legal));
    let alone = tokens.len() == 1;
    add(Sign::Bare, alone && tokens[0].shape == Shape::Capital);
    let several = tokens.len() > 1 && !marked(&[Class::Legal, Class::OrganisationHead, Class::Generic]);
    let personal = several && tokens[0].any(&[Class::GivenName, Class::FirstName]);
    add(Sign::Personal, personal);
    let foreign = scene.is_foreign();
    add(Sign::Foreign, alone && foreign && tokens[0].shape != Shape::Mixed);
    add(Sign::Ordinary, alone && tokens[0].is_ordinary && tokens[0].shape == Shape::Capital);
    add(Sign::Meant, unit.meant.is_some());
    add(Sign::Trade, unit.meant.is_none() && has_trade(scene, unit));
}

/// "payments company Acme", "Acme, a fintech".
fn has_trade(scene: &Scene<'_>, unit: Unit) -> bool {
    let trade = |at: usize| scene.tokens.get(at).is_some_and(|token| token.is_lower() && token.has(Class::Descriptor));
    let before = unit.from.checked_sub(1).is_some_and(trade);
    let apposed = scene.tokens.get(unit.to).is_some_and(|token| token.is(",")) && scene.is(unit.to + 1, Class::Determiner);
    before
        || apposed
            && (unit.to + 2..unit.to + 6)
                .take_while(|at| scene.tokens.get(*at).is_some_and(|token| token.is_lower() || token.is_joined))
                .any(trade)
}
