//! An address behind a name: "Acme, Unit 5, 12 High Street, Leeds".

use super::{
    super::{
        lexicon::Class,
        scene::{Scene, Unit},
    },
    clause::is_acting,
};

/// The most tokens between a name and the place that its address ends with.
const LONGEST: usize = 24;

/// Whether nothing but the parts of an address, with a number among them, leads from the company to the place.
pub(super) fn leads_to(scene: &Scene<'_>, company: Unit, place: Unit) -> bool {
    let token = |at: usize| &scene.tokens[at];
    // "Acme Ltd., Unit 5".
    let from = company.to + usize::from(scene.tokens.get(company.to).is_some_and(|next| next.is(".")));
    let between = from..place.from;
    if between.len() < 3 || between.len() > LONGEST || token(company.from).sentence != token(place.from).sentence {
        return false;
    }
    let is_set_off = matches!(token(from).text, "," | "-" | "–" | "—" | "|");
    let mut quiet = between.clone().map(|at| {
        let says = [Class::Auxiliary, Class::Beside, Class::Split, Class::Denying, Class::OnlyFormer];
        !is_acting(scene, at) && scene.company_at(at).is_none() && !token(at).any(&says)
    });
    let number = |at: usize| token(at).text.contains(|sign: char| sign.is_ascii_digit());
    is_set_off && quiet.all(|one| one) && scene.any(between.clone(), &[Class::Address]) && between.into_iter().any(number)
}
