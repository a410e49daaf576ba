use super::*;
use crate::companies::{Place, Role, Signal};
use protocol::companies::{SalesContext, WorkPatterns};

fn candidate(kind: SignalType) -> Candidate {
    let signal = Signal { kind, strength: 4, description: String::new(), trigger_date: None };
    Candidate {
        name: "Foo".into(),
        raw_place: "ADGM".into(),
        place: Place::default(),
        certainty: Certainty::Verified,
        role: Role::Tenant,
        presence: Presence::Present,
        signal,
        snippet: "Foo, a fintech in ADGM, hires.".into(),
        text: 0,
        domain: None,
        industry: None,
    }
}

fn prospect<'a>(candidate: &'a Candidate, published: Option<&str>) -> Prospect<'a> {
    let published = published.map(|day| day.parse().expect("a day"));
    Prospect { candidate, published, sources: 1, domain: None, industry: None, liked: None }
}

fn today() -> Date {
    "2025-01-10".parse().expect("a day")
}

fn scores(prospect: &Prospect<'_>) -> SivaScores {
    score(prospect, &CompanyRequest::default(), today())
}

#[test]
fn the_moment_passes_with_half_lives() {
    let hiring = candidate(SignalType::Hiring);
    for (published, timing) in [
        (Some("2025-01-10"), 95),
        (Some("2024-11-26"), 48), // 45 days
        (Some("2024-10-12"), 24), // 90 days
        (Some("2025-02-01"), 95), // will happen
        (None, 24),
        (Some("2015-01-10"), 0),
    ] {
        assert_eq!(scores(&prospect(&hiring, published)).timing, timing, "{published:?}");
    }
    let mut dated = candidate(SignalType::Hiring);
    dated.signal.trigger_date = Some("2024-11-26".into());
    assert_eq!(scores(&prospect(&dated, Some("2025-01-10"))).timing, 48, "when it happened, not when it was written");
}

#[test]
fn every_signal_has_its_weights() {
    assert_eq!(WEIGHTS.signals.len(), SignalType::ALL.len());
    for kind in SignalType::ALL {
        assert!(WEIGHTS.signals.contains_key(&kind), "{kind:?}");
    }
}

#[test]
fn the_whole_is_weighted_and_its_parts_are_explained() {
    let candidate = candidate(SignalType::Hiring);
    let scores = scores(&prospect(&candidate, Some("2025-01-10")));
    let whole = 0.30 * f64::from(scores.quality)
        + 0.30 * f64::from(scores.timing)
        + 0.25 * f64::from(scores.likelihood)
        + 0.15 * (100.0 - f64::from(scores.effort));
    assert!((scores.overall - whole).abs() < 1e-9, "{scores:?}");
    for (number, parts) in [
        (scores.quality, &scores.explanations.quality),
        (scores.timing, &scores.explanations.timing),
        (scores.likelihood, &scores.explanations.likelihood),
        (scores.effort, &scores.explanations.effort),
    ] {
        assert_eq!(i32::from(number), parts.iter().map(|part| part.points).sum::<i32>(), "{parts:?}");
    }
    for (overall, tier) in [(70.0, Tier::Hot), (69.99, Tier::Warm), (45.0, Tier::Warm), (44.99, Tier::Cool)] {
        assert_eq!(super::tier(overall), tier, "{overall}");
    }
}

#[test]
fn more_proof_is_better_and_so_is_what_the_user_likes() {
    let sure = candidate(SignalType::Expansion);
    let unsure = Candidate { certainty: Certainty::Inferred, presence: Presence::Announced, ..sure.clone() };
    let day = Some("2025-01-01");
    let better = |one: &Prospect<'_>, other: &Prospect<'_>| scores(one).overall > scores(other).overall;
    assert!(better(&prospect(&sure, day), &prospect(&unsure, day)));
    assert!(better(&prospect(&sure, day), &prospect(&sure, None)));
    assert!(better(&Prospect { sources: 2, ..prospect(&sure, day) }, &prospect(&sure, day)));
    assert!(better(&Prospect { domain: Some("foo.com"), ..prospect(&sure, day) }, &prospect(&sure, day)));
    assert!(better(&Prospect { liked: Some(true), ..prospect(&sure, day) }, &prospect(&sure, day)));
    assert!(better(&prospect(&sure, day), &Prospect { liked: Some(false), ..prospect(&sure, day) }));
}

#[test]
fn sectors_and_what_is_sold_change_the_score_only() {
    let candidate = candidate(SignalType::Hiring);
    let plain = CompanyRequest::default();
    let preferred = WorkPatterns { preferred_sectors: vec!["Fintech".into()], ..WorkPatterns::default() };
    let sector = CompanyRequest { work_patterns: preferred, ..plain.clone() };
    let context = SalesContext { sub_vertical: Some("employee_banking".into()), ..SalesContext::default() };
    let sold = CompanyRequest { sales_context: Some(context), ..plain.clone() };
    let likelihood = |request: &CompanyRequest| score(&prospect(&candidate, None), request, today()).likelihood;
    assert_eq!(likelihood(&sector), likelihood(&plain) + 15);
    assert_eq!(likelihood(&sold), likelihood(&plain) + 10);
}
