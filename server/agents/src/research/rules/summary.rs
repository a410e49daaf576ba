//! A few sentences for people: how much was read, what agrees and what does not, and the best words of it.

use super::subject::Subject;
use domain::research::{Claim, Material};
use protocol::research::Stance;
use std::collections::HashSet;

pub(in crate::research) fn of(subject: &Subject, material: &Material, claims: &[Claim]) -> String {
    let read = counted(material.sources.len(), "source was", "sources were");
    if claims.is_empty() {
        return format!("{read} read, and nothing about this could be cited.");
    }
    let of =
        |stance| claims.iter().filter(|claim| claim.stance == stance).map(|claim| claim.source).collect::<HashSet<_>>().len();
    let (supports, contradicts) = (of(Stance::Supports), of(Stance::Contradicts));
    let name = if subject.name.is_empty() { "this".to_owned() } else { subject.name.clone() };
    let verdict = match (supports, contradicts) {
        (0, 0) if subject.value.is_some() => {
            format!("; what was found about {name} neither supports nor contradicts the answer.")
        }
        (0, 0) => format!("; this was found about {name}."),
        (some, 0) => format!("; {}.", counted(some, "supports the answer", "support the answer")),
        (0, some) => format!("; {}.", counted(some, "contradicts the answer", "contradict the answer")),
        (one, other) => format!(
            "; {}, {}.",
            counted(one, "supports the answer", "support the answer"),
            counted(other, "contradicts it", "contradict it")
        ),
    };
    let telling = |claim: &&Claim| claim.stance != Stance::Informs;
    let best = claims.iter().find(telling).or_else(|| claims.first());
    let title = |claim: &Claim| {
        let source = material.sources.iter().find(|one| one.source.id == claim.source);
        source.map(|one| one.source.title.clone()).unwrap_or_default()
    };
    let words = best.map(|claim| format!(" “{}” ({})", claim.claim, title(claim))).unwrap_or_default();
    format!("{read} read{verdict}{words}")
}

fn counted(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
