//! The words of an answer: companies, places in the request's spelling, why there is nothing (seed 001, part B; COMPANIES.md, Answers).

use super::{
    Reason,
    broadening::wider_places,
    conclude::{Decision, Facts, Occurrence, Outcome, Verdict},
    days,
    spelling::Spelling,
    validation::Binding,
};
use protocol::companies::{
    CandidateOccurrence, CandidateTrace, CompanyEvidence, CompanyLocation, CompanySignal, DiscoveryData, FieldConflict,
    FoundCompany, NoveltyCounts, NoveltyStatus, ParsedLocation, QueryExclusion, QueryUnderstanding, ValidationCounts,
};

pub(super) struct Answer<'a> {
    pub facts: &'a Facts<'a>,
    pub binding: &'a Binding,
    pub spelling: Spelling<'a>,
}

impl Answer<'_> {
    /// Nobody answered: no company, and no word about companies either.
    pub(super) fn failure(&self) -> Outcome {
        let error = format!("no search provider answered: {}", self.facts.circumstances.failed.join(", "));
        let data = DiscoveryData { query_understanding: self.understanding(), ..DiscoveryData::default() };
        Outcome { data, error: Some(error), decided: Vec::new() }
    }

    pub(super) fn outcome(&self, verdicts: &[Verdict<'_>], validation: ValidationCounts, novelty: NoveltyCounts) -> Outcome {
        let companies: Vec<FoundCompany> = verdicts.iter().filter_map(|verdict| self.company(verdict)).collect();
        let (message, suggestion) = if companies.is_empty() { self.emptiness(&validation, &novelty) } else { (None, None) };
        let decided = verdicts.iter().filter_map(|verdict| self.candidate(verdict)).collect();
        let query_understanding = self.understanding();
        let data = DiscoveryData { companies, query_understanding, validation, novelty, message, suggestion };
        Outcome { data, error: None, decided }
    }

    fn company(&self, verdict: &Verdict<'_>) -> Option<FoundCompany> {
        let Decision::Accepted { resurfaced, scores, is_cut: false } = &verdict.decision else { return None };
        let first = verdict.occurrences.first()?;
        Some(FoundCompany {
            id: verdict.id.clone(),
            name: first.candidate.name.clone(),
            domain: verdict.domain().map(str::to_owned),
            industry: verdict.industry().map(str::to_owned),
            location: self.location(first),
            signal: signal(first),
            evidence: self.facts.request.options.include_evidence.then(|| evidence(first)),
            siva_scores: scores.clone(),
            novelty_status: if resurfaced.is_some() { NoveltyStatus::Resurfaced } else { NoveltyStatus::New },
            resurface_reason: resurfaced.clone(),
        })
    }

    fn candidate(&self, verdict: &Verdict<'_>) -> Option<CandidateTrace> {
        let first = verdict.occurrences.first()?;
        let (decision, reason) = match &verdict.decision {
            Decision::Rejected(reason) => ("rejected", Some(*reason)),
            Decision::Filtered(reason) => ("filtered", Some(*reason)),
            Decision::Accepted { is_cut: true, .. } => ("cut", verdict.logged),
            Decision::Accepted { .. } => ("returned", verdict.logged),
        };
        let is_out = matches!(verdict.decision, Decision::Rejected(_) | Decision::Filtered(_));
        Some(CandidateTrace {
            id: verdict.id.clone(),
            name: first.candidate.name.clone(),
            decision: decision.to_owned(),
            reason: reason.map(|reason| reason.name().to_owned()),
            layer: reason.filter(|_| is_out).map_or(7, Reason::layer),
            location: self.location(first),
            evidence: evidence(first),
            signal: signal(first),
            occurrences: verdict.occurrences.iter().map(|one| self.occurrence(one)).collect(),
        })
    }

    fn occurrence(&self, one: &Occurrence<'_>) -> CandidateOccurrence {
        CandidateOccurrence {
            name: one.candidate.name.clone(),
            role: one.candidate.role.name().to_owned(),
            presence: one.candidate.presence.name().to_owned(),
            reason: one.faults.first().map(|reason| reason.name().to_owned()),
            location: self.location(one),
            evidence: evidence(one),
            signal: signal(one),
        }
    }

    /// In the request's spelling. What lies around the wanted place is known from the request, also where the text does not name it.
    fn location(&self, one: &Occurrence<'_>) -> CompanyLocation {
        let mut place = one.place.clone();
        let is_elsewhere = |reason: &Reason| matches!(reason, Reason::LocationMismatch | Reason::CityMismatch);
        if place.name().is_some() && !one.faults.iter().any(is_elsewhere) {
            let around = &self.binding.place;
            place.country = place.country.or_else(|| around.country.clone());
            if place.area.is_some() && around.area.is_some() {
                place.city = place.city.or_else(|| around.city.clone());
            }
        }
        let spelled = self.spelling.spell(&place);
        CompanyLocation {
            raw: one.candidate.raw_place.clone(),
            normalized: spelled.name().unwrap_or(&one.candidate.raw_place).to_owned(),
            city: spelled.city,
            country: spelled.country.unwrap_or_default(),
            confidence: one.candidate.certainty.name().to_owned(),
        }
    }

    fn understanding(&self) -> Option<QueryUnderstanding> {
        let Facts { request, understanding, synthesis, .. } = self.facts;
        let place = self.spelling.spell(&self.binding.place);
        request.options.include_query_understanding.then(|| QueryUnderstanding {
            original_query: request.query_text.clone(),
            parsed_intent: understanding.intent.clone(),
            parsed_location: ParsedLocation {
                country: place.country,
                emirate: place.emirate,
                city: place.city,
                area: place.area,
                area_type: place.area_type.map(|kind| kind.name().to_owned()),
                confidence: understanding.place_confidence,
            },
            synthesized_queries: synthesis.queries.clone(),
            entity_type: understanding.entity_type.clone(),
            signal_types: understanding.signals.iter().map(|kind| kind.name().to_owned()).collect(),
            temporal_hint: understanding.time_hint.clone(),
            exclusions: understanding
                .excluded
                .iter()
                .map(|one| QueryExclusion { kind: one.kind.name().to_owned(), text: one.text.clone() })
                .collect(),
            conflicts: understanding
                .conflicts
                .iter()
                .map(|one| FieldConflict { field: one.field.clone(), text: one.text.clone(), constraint: one.constraint.clone() })
                .collect(),
        })
    }

    /// Why there is nothing, and what could be tried.
    fn emptiness(&self, validation: &ValidationCounts, novelty: &NoveltyCounts) -> (Option<String>, Option<String>) {
        let circumstances = self.facts.circumstances;
        let place = self.spelling.spell(&self.binding.place);
        let within = place.name().map(|name| format!(" in {name}")).unwrap_or_default();
        if circumstances.answered.is_empty() && !circumstances.exhausted.is_empty() {
            let budgets = circumstances.exhausted.join(", ");
            return (Some(format!("Nothing was searched{within}: the budget does not allow it ({budgets}).")), None);
        }
        if validation.passed_validation > 0 {
            return (Some(format!("No new companies found{within}: {}.", self.filtered(novelty))), None);
        }
        (Some(format!("No companies found{within} matching your criteria.")), self.suggestion())
    }

    /// "3 seen before, 1 older than 2025-01-08, 2 without a date".
    fn filtered(&self, novelty: &NoveltyCounts) -> String {
        let since = self.facts.request.since.as_deref().and_then(days::exact).map(|day| day.to_string()).unwrap_or_default();
        let older = novelty.filtered_as_stale - novelty.filtered_as_undated;
        let counts = [
            (novelty.filtered_as_previously_seen, "seen before".to_owned()),
            (older, format!("older than {since}")),
            (novelty.filtered_as_undated, "without a date".to_owned()),
        ];
        let named: Vec<String> =
            counts.into_iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}")).collect();
        named.join(", ")
    }

    /// The next wider place and the country, where they are known and wider.
    fn suggestion(&self) -> Option<String> {
        let places: Vec<String> =
            wider_places(&self.spelling.spell(&self.binding.place)).into_iter().map(|wider| wider.name).collect();
        (!places.is_empty()).then(|| format!("Try broadening to {}", places.join(" or ")))
    }
}

fn evidence(one: &Occurrence<'_>) -> CompanyEvidence {
    let Some(text) = one.text else {
        return CompanyEvidence { snippet: one.candidate.snippet.clone(), ..CompanyEvidence::default() };
    };
    CompanyEvidence {
        source_url: text.url.clone(),
        source_title: text.title.clone(),
        snippet: one.candidate.snippet.clone(),
        published_date: one.published.map(|day| day.to_string()),
        accessed_at: text.accessed.clone(),
        from: Some(text.from.clone()),
        stored_source: text.source.map(|source| source.to_string()),
    }
}

fn signal(one: &Occurrence<'_>) -> CompanySignal {
    let signal = &one.candidate.signal;
    CompanySignal {
        kind: signal.kind.name().to_owned(),
        strength: signal.strength.clamp(1, 5),
        description: signal.description.clone(),
        trigger_date: signal.trigger_date.clone().filter(|day| days::exact(day).is_some()),
    }
}
