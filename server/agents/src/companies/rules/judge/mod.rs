//! Whether a text puts a company into the searched place. A text that was found for a place is about it, so a company near the place's
//! name is there unless something speaks against it: signs are weighed, and plans, denials, departures and other roles refuse.

mod address;
mod clause;
mod governor;
mod later;
mod looks;
mod mention;
mod near;
mod polarity;
mod reach;
mod role;
mod weigh;

use super::{
    ground::Target,
    scene::{Scene, What},
};
use clause::Clauses;
pub(super) use clause::is_acting;
use domain::companies::{Presence, Role};
use mention::Reading;
pub(super) use polarity::has_order;
use weigh::Sign;

/// What a text says of a company and a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Verdict {
    /// The unit that names the company here.
    pub unit: usize,
    /// The number of the ground, and the unit that names it here.
    pub ground: usize,
    pub place: usize,
    pub role: Role,
    pub presence: Presence,
}

/// Signs that a sentence itself puts the company there, and not only stands near.
const FIRM: [Sign; 5] = [Sign::Attached, Sign::Within, Sign::Clause, Sign::Entry, Sign::Tenant];

/// One verdict for each company; none where the text names no place for it.
pub(super) fn verdicts(scene: &Scene<'_>, target: &Target) -> Vec<Option<Verdict>> {
    let clauses = Clauses::new(scene);
    let readings = mention::read_all(scene, &clauses, target);
    (0..scene.companies.len())
        .map(|company| {
            let own: Vec<&Reading> =
                readings.iter().filter(|reading| scene.units[reading.unit].what == What::Company(company)).collect();
            let found = verdict(&own)?;
            let after = scene.units[found.unit].to.max(scene.units[found.place].to);
            let presence = Some(found.presence).filter(|presence| presence.counts());
            let taken = presence.and_then(|_| later::taken_back(scene, &clauses, target, (company, after)));
            Some(Verdict { presence: taken.unwrap_or(found.presence), ..found })
        })
        .collect()
}

fn verdict(own: &[&Reading]) -> Option<Verdict> {
    let best = own.iter().filter(|reading| reading.role.is_none()).max_by(|one, other| rank(one).total_cmp(&rank(other)));
    let is_firm =
        |reading: &Reading| reading.is_near && reading.score > 0.0 && reading.signs.iter().any(|sign| FIRM.contains(sign));
    let stands = |reading: &Reading, presence: Presence, role: Role| Verdict {
        unit: reading.unit,
        ground: reading.ground,
        place: reading.place,
        role,
        presence,
    };
    // What left or never was there outweighs what is.
    let gone = own.iter().find(|reading| {
        // "It used to be in Dubai and now has its office in ADGM": the clause names what it left.
        let has = |sign: Sign| reading.signs.contains(&sign);
        let is_here =
            if reading.is_near { has(Sign::Clause) || !has(Sign::Aside) } else { has(Sign::After) && !has(Sign::Aside) };
        is_here && matches!(reading.presence, Presence::Left | Presence::Denied)
    });
    if let Some(reading) = gone {
        return Some(stands(reading, reading.presence, reading.role.unwrap_or(Role::Tenant)));
    }
    let Some(best) = best else {
        let reading = own.first()?;
        return Some(stands(reading, Presence::Unclear, reading.role?));
    };
    // Who runs or owns the place is refused whatever else stands near it.
    if let Some(reading) =
        own.iter().find(|reading| reading.role == Some(Role::ZoneOwner) && reading.signs.contains(&Sign::Subject))
    {
        return Some(stands(reading, Presence::Unclear, Role::ZoneOwner));
    }
    let firm = best.presence.counts() && is_firm(best);
    // "Founded in ADGM, it now has its office in Riyadh".
    let is_vague = |reading: &&&Reading| reading.presence == Presence::Unclear && reading.is_near && is_firm(reading);
    if let Some(reading) = own.iter().find(is_vague).filter(|_| !firm) {
        return Some(stands(reading, Presence::Unclear, Role::Tenant));
    }
    if let Some(reading) = own.iter().find(|reading| reading.role.is_some()).filter(|_| !firm) {
        return Some(stands(reading, Presence::Unclear, reading.role?));
    }
    if let Some(reading) = own.iter().find(|reading| reading.presence == Presence::Planned).filter(|_| !firm) {
        return Some(stands(reading, Presence::Planned, Role::Tenant));
    }
    let presence = if best.score > 0.0 { best.presence } else { Presence::Unclear };
    Some(stands(best, presence, Role::Tenant))
}

/// The signs of every mention with the company's name: name, list, role, presence, near or far, score, signs.
#[cfg(test)]
pub(super) fn signs(scene: &Scene<'_>, target: &Target) -> Vec<[String; 7]> {
    let clauses = Clauses::new(scene);
    let readings = mention::read_all(scene, &clauses, target);
    let named = |reading: &Reading| match scene.units[reading.unit].what {
        What::Company(company) => scene.companies[company].first().map_or("", |(from, to)| scene.words(*from, *to)).to_owned(),
        _ => String::new(),
    };
    let row = |reading: &Reading| {
        let after = scene.units[reading.unit].to.max(scene.units[reading.place].to);
        let taken = match scene.units[reading.unit].what {
            What::Company(company) if reading.presence.counts() => later::taken_back(scene, &clauses, target, (company, after)),
            _ => None,
        };
        [
            named(reading),
            reading.list.to_string(),
            reading.role.map_or("-".to_owned(), |role| format!("{role:?}")),
            format!("{:?}", taken.unwrap_or(reading.presence)),
            if reading.is_near { "near" } else { "far" }.to_owned(),
            format!("{:.1}", reading.score),
            reading.signs.iter().map(|sign| weigh::name(*sign)).collect::<Vec<_>>().join(" "),
        ]
    };
    readings.iter().map(row).collect()
}

/// A mention that says nothing of being there yields to one that does.
fn rank(reading: &Reading) -> f32 {
    if reading.presence.counts() { reading.score } else { reading.score - 20.0 }
}
