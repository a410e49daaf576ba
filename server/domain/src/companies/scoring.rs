//! How promising a company is (seed 001, Layer 7; COMPANIES.md, "Novelty, dates, scores"). Every number comes with its reasons.

use super::{Candidate, Certainty, Presence, SignalType, days, spelling::fold};
use jiff::civil::Date;
use protocol::companies::{CompanyRequest, ScoreExplanations, ScorePart, SivaScores, Tier};
use serde::Deserialize;
use std::{collections::BTreeMap, sync::LazyLock};

#[derive(Deserialize)]
struct Weights {
    signals: BTreeMap<SignalType, Weight>,
    /// What a source without a date counts as.
    undated_half_lives: f64,
    /// Signals that fit what is sold.
    fitting: BTreeMap<String, Vec<SignalType>>,
}

#[derive(Clone, Copy, Deserialize)]
struct Weight {
    /// On the day that it happens, 0 to 100.
    timing: i32,
    half_life_days: f64,
    likelihood: i32,
}

static WEIGHTS: LazyLock<Weights> =
    LazyLock::new(|| serde_json::from_str(include_str!("scores.json")).expect("a data file of this crate"));

const HOT: f64 = 70.0;
const WARM: f64 = 45.0;

/// What is scored.
pub(super) struct Prospect<'a> {
    pub candidate: &'a Candidate,
    pub published: Option<Date>,
    /// Different sites that name it.
    pub sources: usize,
    pub domain: Option<&'a str>,
    pub industry: Option<&'a str>,
    /// Whether the user liked it before; none without an opinion.
    pub liked: Option<bool>,
}

#[must_use]
pub(super) fn score(prospect: &Prospect<'_>, request: &CompanyRequest, today: Date) -> SivaScores {
    let explanations = ScoreExplanations {
        quality: quality(prospect),
        timing: timing(prospect, today),
        likelihood: likelihood(prospect, request),
        effort: effort(prospect),
    };
    let [quality, timing, likelihood, effort] =
        [&explanations.quality, &explanations.timing, &explanations.likelihood, &explanations.effort].map(|parts| total(parts));
    let overall = overall(quality, timing, likelihood, effort);
    SivaScores { quality, timing, likelihood, effort, overall, tier: tier(overall), explanations }
}

/// In hundredths, so that it is exact.
fn overall(quality: u8, timing: u8, likelihood: u8, effort: u8) -> f64 {
    let [quality, timing, likelihood, effort] = [quality, timing, likelihood, effort].map(i32::from);
    f64::from(30 * quality + 30 * timing + 25 * likelihood + 15 * (100 - effort)) / 100.0
}

fn tier(overall: f64) -> Tier {
    if overall >= HOT {
        Tier::Hot
    } else if overall >= WARM {
        Tier::Warm
    } else {
        Tier::Cool
    }
}

fn total(parts: &[ScorePart]) -> u8 {
    let sum: i32 = parts.iter().map(|part| part.points).sum();
    u8::try_from(sum.clamp(0, 100)).unwrap_or_default()
}

fn part(points: i32, reason: impl Into<String>) -> ScorePart {
    ScorePart { points, reason: reason.into() }
}

/// How good the proof is.
fn quality(prospect: &Prospect<'_>) -> Vec<ScorePart> {
    let candidate = prospect.candidate;
    let mut parts = vec![match candidate.certainty {
        Certainty::Verified => part(45, "the text itself names the place"),
        Certainty::Inferred => part(25, "the place follows from the text"),
        Certainty::Unverified => part(0, "the place is not verified"),
    }];
    parts.push(match candidate.presence {
        Presence::Present => part(15, "it is there"),
        Presence::Announced => part(8, "it is firmly announced"),
        _ => part(0, "it may not be there"),
    });
    match prospect.sources {
        0 | 1 => {}
        2 => parts.push(part(10, "two sites name it")),
        more => parts.push(part(15, format!("{more} sites name it"))),
    }
    if prospect.published.is_some() {
        parts.push(part(10, "the source has a date"));
    }
    if prospect.domain.is_some() {
        parts.push(part(10, "its website is known"));
    }
    if prospect.industry.is_some() {
        parts.push(part(5, "its trade is known"));
    }
    parts
}

/// How good the moment is: what a signal is worth on its day, halved with every half-life.
fn timing(prospect: &Prospect<'_>, today: Date) -> Vec<ScorePart> {
    let signal = &prospect.candidate.signal;
    let weight = weight(signal.kind);
    let happened = signal.trigger_date.as_deref().and_then(days::exact).or(prospect.published);
    let (half_lives, age) = match happened {
        Some(day) => {
            let age = days::between(day, today);
            (f64::from(age) / weight.half_life_days, format!("{age} days old"))
        }
        None => (WEIGHTS.undated_half_lives, "without a date".to_owned()),
    };
    #[expect(clippy::cast_possible_truncation, reason = "between 0 and 100")]
    let left = (f64::from(weight.timing) * 0.5_f64.powf(half_lives)).round() as i32;
    vec![
        part(weight.timing, format!("what {} is worth on its day", words(signal.kind))),
        part(left - weight.timing, format!("{age}; half is left after {} days", weight.half_life_days)),
    ]
}

/// How likely they listen.
fn likelihood(prospect: &Prospect<'_>, request: &CompanyRequest) -> Vec<ScorePart> {
    let signal = &prospect.candidate.signal;
    let strength = signal.strength.clamp(1, 5);
    let mut parts = vec![
        part(weight(signal.kind).likelihood, format!("its signal is {}", words(signal.kind))),
        part(5 * i32::from(strength), format!("the signal's strength is {strength} of 5")),
    ];
    let sold = request.sales_context.as_ref().and_then(|context| context.sub_vertical.as_deref());
    let fits =
        |sold: &&str| WEIGHTS.fitting.get(&fold(sold).replace([' ', '-'], "_")).is_some_and(|kinds| kinds.contains(&signal.kind));
    if let Some(sold) = sold.filter(fits) {
        parts.push(part(10, format!("the signal fits {}", sold.replace('_', " "))));
    }
    if let Some(sector) = request.work_patterns.preferred_sectors.iter().find(|sector| is_of(prospect, sector)) {
        parts.push(part(15, format!("of a preferred sector: {sector}")));
    }
    match prospect.liked {
        Some(true) => parts.push(part(15, "you liked it before")),
        Some(false) => parts.push(part(-40, "you did not like it before")),
        None => {}
    }
    parts
}

/// What it takes.
fn effort(prospect: &Prospect<'_>) -> Vec<ScorePart> {
    let candidate = prospect.candidate;
    let mut parts = vec![part(50, "finding out whom to call")];
    parts.push(if prospect.domain.is_some() { part(-15, "its website is known") } else { part(5, "its website is not known") });
    if candidate.presence == Presence::Announced {
        parts.push(part(15, "it is not there yet"));
    }
    if candidate.certainty != Certainty::Verified {
        parts.push(part(10, "the place has to be confirmed"));
    }
    if prospect.published.is_none() {
        parts.push(part(5, "nobody knows how old this is"));
    }
    if prospect.sources > 1 {
        parts.push(part(-10, "there is more than one source to start from"));
    }
    parts
}

/// Whether its trade, or what is written about it, is of a sector.
fn is_of(prospect: &Prospect<'_>, sector: &str) -> bool {
    let sector = fold(sector);
    let has = |text: &str| super::spelling::holds(&fold(text), &sector);
    prospect.industry.is_some_and(has) || has(&prospect.candidate.snippet)
}

fn weight(kind: SignalType) -> Weight {
    WEIGHTS.signals.get(&kind).copied().unwrap_or(Weight { timing: 50, half_life_days: 365.0, likelihood: 20 })
}

fn words(kind: SignalType) -> String {
    kind.name().replace('_', " ")
}

#[cfg(test)]
mod tests;
