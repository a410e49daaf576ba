//! Searches for companies (seed 001): what passes, what does not and why, and what is answered.

mod acceptance;
mod identity;
mod novelty;
mod reasons;
mod requests;
mod shape;
mod sums;

use domain::companies::{
    Candidate, Certainty, Circumstances, Facts, Gazetteer, KeptHit, Outcome, Place, Presence, Role, Signal, SignalType,
    Synthesis, Understanding, conclude, parse_request,
};
use protocol::{
    TenantId, Timestamp,
    companies::{CandidateTrace, CompanyRequest},
};
use serde_json::{Value, json};
use uuid::Uuid;

const TENANT: TenantId = TenantId(Uuid::from_u128(1));
/// 2025-01-10, noon.
const NOW: Timestamp = Timestamp(1_736_510_400_000_000);

/// A search up to the point where its texts were read.
struct Search {
    tenant: TenantId,
    request: CompanyRequest,
    place: Place,
    left_out: Vec<Place>,
    is_impossible: bool,
    texts: Vec<KeptHit>,
    candidates: Vec<Candidate>,
    circumstances: Circumstances,
}

impl Search {
    fn new(body: &Value) -> Self {
        let request = parse_request(body, &["default"]).expect("a request without faults");
        let circumstances = Circumstances { now: NOW, answered: vec!["searxng".into()], ..Circumstances::default() };
        let place = Place::from(&request.constraints);
        Self {
            tenant: TENANT,
            request,
            place,
            left_out: Vec::new(),
            is_impossible: false,
            texts: Vec::new(),
            candidates: Vec::new(),
            circumstances,
        }
    }

    /// In ADGM, Abu Dhabi.
    fn in_adgm() -> Self {
        Self::new(&json!({"queryText": "Find companies in ADGM", "constraints": {"area": "ADGM", "city": "Abu Dhabi"}}))
    }

    /// A text with one company in it.
    fn read(&mut self, found: Found) {
        let number = self.texts.len();
        self.texts.push(KeptHit {
            url: format!("https://site{number}.example/news"),
            title: "News".into(),
            text: format!("Yesterday. {} And so on.", found.candidate.snippet),
            published: found.published.map(str::to_owned),
            accessed: "2025-01-10T12:00:00.000Z".into(),
            source: None,
            from: "search_result".into(),
        });
        self.candidates.push(Candidate { text: number, ..found.candidate });
    }

    fn with(mut self, found: Found) -> Self {
        self.read(found);
        self
    }

    fn conclude(&self) -> Outcome {
        let gazetteer = Gazetteer::built_in();
        let understanding = Understanding {
            intent: "find_leads".into(),
            place: gazetteer.canonicalise(&self.place),
            place_confidence: 0.95,
            entity_type: "company".into(),
            left_out: self.left_out.clone(),
            is_impossible: self.is_impossible,
            ..Understanding::default()
        };
        let facts = Facts {
            tenant: self.tenant,
            request: &self.request,
            understanding: &understanding,
            synthesis: &Synthesis::default(),
            texts: &self.texts,
            candidates: &self.candidates,
            circumstances: &self.circumstances,
            places: gazetteer,
        };
        let outcome = conclude(&facts);
        assert_eq!(conclude(&facts), outcome, "the same facts give the same answer");
        outcome
    }
}

/// A company that a text speaks of: there, certain, dated.
#[derive(Clone, Debug)]
struct Found {
    candidate: Candidate,
    published: Option<&'static str>,
}

fn found(name: &str, area: &str) -> Found {
    let signal =
        Signal { kind: SignalType::NewOffice, strength: 3, description: format!("{name} opened an office"), trigger_date: None };
    Found {
        candidate: Candidate {
            name: name.into(),
            raw_place: format!("in {area}"),
            place: Place { area: Some(area.into()), ..Place::default() },
            certainty: Certainty::Verified,
            role: Role::Tenant,
            presence: Presence::Present,
            signal,
            snippet: format!("{name} opened an office in {area}."),
            text: 0,
            domain: None,
            industry: None,
        },
        published: Some("2025-01-09"),
    }
}

impl Found {
    fn change(mut self, change: impl FnOnce(&mut Candidate)) -> Self {
        change(&mut self.candidate);
        self
    }

    fn on(mut self, day: Option<&'static str>) -> Self {
        self.published = day;
        self
    }

    fn city(name: &str, city: &str) -> Self {
        found(name, city).change(|candidate| candidate.place = Place { city: Some(city.into()), ..Place::default() })
    }
}

fn names(outcome: &Outcome) -> Vec<&str> {
    let mut names: Vec<&str> = outcome.data.companies.iter().map(|company| company.name.as_str()).collect();
    names.sort_unstable();
    names
}

/// The ids under which companies are found, for requests that exclude them.
fn id_of(found: Found, body: &Value) -> String {
    Search::new(body).with(found).conclude().decided[0].id.clone()
}

fn decided<'a>(outcome: &'a Outcome, name: &str) -> &'a CandidateTrace {
    outcome.decided.iter().find(|one| one.name == name).expect("a candidate of this name")
}

fn assert_sums(outcome: &Outcome) {
    let (validation, novelty) = (&outcome.data.validation, &outcome.data.novelty);
    assert_eq!(validation.total_extracted, validation.passed_validation + validation.rejected_count);
    assert_eq!(validation.rejected_count, validation.rejection_breakdown.total());
    let parts = [
        novelty.new_companies, novelty.resurfaced_with_new_evidence, novelty.filtered_as_previously_seen,
        novelty.filtered_as_stale,
    ];
    assert_eq!(validation.passed_validation, parts.iter().sum::<u32>());
    assert!(novelty.filtered_as_undated <= novelty.filtered_as_stale);
}
