//! Searches and what they found, as the pages show them.

use super::passages::passage;
use app::pages::companies::calls::{CandidateView, SearchCard};
use domain::{
    companies::{KeptHit, Place, SearchRow},
    research::published,
};
use protocol::companies::CandidateTrace;
use std::collections::HashMap;

pub(super) fn card(row: &SearchRow) -> SearchCard {
    let place = Place::from(&row.request.constraints);
    SearchCard {
        id: row.id,
        query: row.request.query_text.clone(),
        place: place.name().unwrap_or_default().to_owned(),
        status: row.status,
        companies: row.companies,
        rejected: row.rejected,
        error: row.error.clone(),
        created_at: row.created_at,
    }
}

pub(super) fn candidate(of: CandidateTrace, texts: &[KeptHit], likes: &HashMap<String, bool>) -> CandidateView {
    let CandidateTrace { id, name, decision, reason, location, signal, evidence, occurrences, .. } = of;
    CandidateView {
        passage: passage(&evidence, texts),
        accessed_at: published(&evidence.accessed_at),
        like: likes.get(&id).copied(),
        texts: occurrences.len(),
        id,
        name,
        decision,
        reason,
        location,
        signal,
        evidence,
    }
}
