//! Layers 5 to 7 and the answer as one pure function: the same facts give the same answer, so a stored search can be replayed without
//! any network (seed 001, part A; COMPANIES.md, Answers).

use super::{
    Candidate, FlagMode, KeptHit, Place, Places, Presence, Reason, Synthesis, Understanding,
    answer::Answer,
    days,
    identity::{self, Mention, Name},
    novelty::{Horizon, News},
    scoring::{Prospect, score},
    spelling::Spelling,
    texts::canonical_url,
    validation::{Binding, is_final},
};
use jiff::civil::Date;
use protocol::{
    TenantId, Timestamp,
    companies::{
        CandidateTrace, CompanyRequest, DiscoveryData, DiscoveryResponse, NoveltyCounts, SearchMeta, SivaScores, ValidationCounts,
    },
};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Everything that the answer follows from.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    pub tenant: TenantId,
    pub request: &'a CompanyRequest,
    pub understanding: &'a Understanding,
    pub synthesis: &'a Synthesis,
    /// In the order in which they were read.
    pub texts: &'a [KeptHit],
    pub candidates: &'a [Candidate],
    pub circumstances: &'a Circumstances,
    pub places: &'a dyn Places,
}

/// What holds when a search is concluded. Kept with it, for a replay.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Circumstances {
    pub now: Timestamp,
    pub validation: FlagMode,
    pub novelty: FlagMode,
    /// The newest evidence (`YYYY-MM-DD`) of companies that the user was shown, by id. Only those that the request excludes are
    /// looked up.
    #[serde(default)]
    pub seen: BTreeMap<String, String>,
    /// What the user thinks of companies, by id.
    #[serde(default)]
    pub liked: BTreeMap<String, bool>,
    /// Providers that answered at least once; `documents` are the tenant's own.
    #[serde(default)]
    pub answered: Vec<String>,
    /// Providers that did not answer.
    #[serde(default)]
    pub failed: Vec<String>,
    /// Budgets that were used up, named as in the request.
    #[serde(default)]
    pub exhausted: Vec<String>,
}

impl Circumstances {
    /// No provider answered: there is nothing to say about companies.
    #[must_use]
    pub fn is_failure(&self) -> bool {
        self.answered.is_empty() && !self.failed.is_empty()
    }
}

/// The answer, and what became of every candidate.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    pub data: DiscoveryData,
    /// Why there is no answer.
    pub error: Option<String>,
    /// Returned ones first, the best first.
    pub decided: Vec<CandidateTrace>,
}

impl Outcome {
    #[must_use]
    pub fn into_response(self, meta: SearchMeta) -> DiscoveryResponse {
        DiscoveryResponse { success: self.error.is_none(), data: self.data, error: self.error, meta }
    }
}

/// A mention of a company with what was found against it.
pub(super) struct Occurrence<'a> {
    pub candidate: &'a Candidate,
    pub text: Option<&'a KeptHit>,
    /// Canonical.
    pub place: Place,
    pub published: Option<Date>,
    /// The weightiest first.
    pub faults: Vec<Reason>,
    /// Why it is rejected under the flags that hold.
    pub rejected: Option<Reason>,
}

impl Occurrence<'_> {
    /// The page that it stands on.
    fn address(&self) -> Option<String> {
        self.text.map(|text| canonical_url(&text.url))
    }

    /// Better evidence is greater: without faults, verified, there already, newest, strongest, read first.
    fn worth(&self) -> impl Ord + use<> {
        let candidate = self.candidate;
        let presence = match candidate.presence {
            Presence::Present => 2,
            Presence::Announced => 1,
            _ => 0,
        };
        let certainty = std::cmp::Reverse(candidate.certainty as u8);
        (
            self.faults.is_empty(),
            certainty,
            presence,
            self.published,
            candidate.signal.strength,
            std::cmp::Reverse(candidate.text),
        )
    }
}

/// A company with all its mentions.
pub(super) struct Verdict<'a> {
    pub id: String,
    /// The deciding one first.
    pub occurrences: Vec<Occurrence<'a>>,
    pub decision: Decision,
    /// Under a flag that only logs: why it would not have passed.
    pub logged: Option<Reason>,
}

pub(super) enum Decision {
    Rejected(Reason),
    Filtered(Reason),
    Accepted { resurfaced: Option<String>, scores: SivaScores, is_cut: bool },
}

impl Verdict<'_> {
    pub(super) fn domain(&self) -> Option<&str> {
        self.passed().find_map(|one| one.candidate.domain.as_deref())
    }

    pub(super) fn industry(&self) -> Option<&str> {
        self.passed().find_map(|one| one.candidate.industry.as_deref())
    }

    fn passed(&self) -> impl Iterator<Item = &Occurrence<'_>> {
        self.occurrences.iter().filter(|one| one.rejected.is_none())
    }

    fn sources(&self) -> usize {
        let host =
            |url: &str| url.split_once("://").map_or(url, |(_, rest)| rest).split('/').next().unwrap_or_default().to_lowercase();
        self.passed().filter_map(|one| one.text).map(|text| host(&text.url)).collect::<BTreeSet<_>>().len()
    }
}

/// Validates, merges, filters, scores, sorts and words.
#[must_use]
pub fn conclude(facts: &Facts<'_>) -> Outcome {
    let binding = Binding::new(facts.request, facts.understanding, facts.places);
    let answer = Answer { facts, binding: &binding, spelling: Spelling::new(&facts.request.constraints, facts.places) };
    if facts.circumstances.is_failure() {
        return answer.failure();
    }
    let mut verdicts = judge(facts, &binding);
    verdicts.sort_by(|one, other| rank(one).cmp(&rank(other)).then_with(|| one.id.cmp(&other.id)));
    let (validation, novelty) = (counted(facts, &verdicts), counted_news(facts, &verdicts));
    let most = usize::try_from(facts.request.options.max_results).unwrap_or(usize::MAX);
    for verdict in verdicts.iter_mut().skip(most) {
        if let Decision::Accepted { is_cut, .. } = &mut verdict.decision {
            *is_cut = true;
        }
    }
    answer.outcome(&verdicts, validation, novelty)
}

/// Accepted ones by their score, then the filtered, then the rejected.
fn rank(verdict: &Verdict<'_>) -> (u8, std::cmp::Reverse<i64>) {
    match &verdict.decision {
        #[expect(clippy::cast_possible_truncation, reason = "at most 10 000 hundredths")]
        Decision::Accepted { scores, .. } => (0, std::cmp::Reverse((scores.overall * 100.0).round() as i64)),
        Decision::Filtered(_) => (1, std::cmp::Reverse(0)),
        Decision::Rejected(_) => (2, std::cmp::Reverse(0)),
    }
}

fn judge<'a>(facts: &Facts<'a>, binding: &Binding) -> Vec<Verdict<'a>> {
    let mut occurrences: Vec<Option<Occurrence<'a>>> =
        facts.candidates.iter().map(|candidate| Some(occurrence(facts, binding, candidate))).collect();
    let mention = |one: &Occurrence<'_>| Mention {
        name: Name::new(&one.candidate.name),
        place: one.place.clone(),
        domain: one.candidate.domain.clone(),
    };
    let mentions: Vec<Mention> = occurrences.iter().flatten().map(mention).collect();
    let companies = identity::merge(facts.tenant, &mentions);
    let horizon = Horizon {
        mode: facts.request.novelty,
        exclude: facts.request.exclude.iter().map(String::as_str).collect(),
        since: facts.request.since.as_deref().and_then(days::exact),
    };
    let verdict = |company: identity::Company| {
        let mut mentions: Vec<Occurrence<'a>> =
            company.mentions.iter().filter_map(|at| occurrences.get_mut(*at)?.take()).collect();
        contradict(&mut mentions, facts.circumstances.validation);
        decide(facts, &horizon, company.id, mentions)
    };
    companies.into_iter().map(verdict).collect()
}

fn occurrence<'a>(facts: &Facts<'a>, binding: &Binding, candidate: &'a Candidate) -> Occurrence<'a> {
    let text = facts.texts.get(candidate.text);
    let place = facts.places.canonicalise(&candidate.place);
    let faults = binding.faults(candidate, &place, text, facts.places);
    let is_enforced = facts.circumstances.validation == FlagMode::On;
    let rejected = faults.iter().copied().find(|reason| is_enforced || is_final(*reason, candidate));
    Occurrence {
        candidate,
        text,
        place,
        published: days::published(text.and_then(|text| text.published.as_deref())),
        faults,
        rejected,
    }
}

/// A dated text that says that the company left, or never was there, outweighs whatever is older or undated; another excerpt of the same
/// page outweighs what is no newer.
fn contradict(mentions: &mut [Occurrence<'_>], mode: FlagMode) {
    let denies = |one: &&Occurrence<'_>| {
        let presence = one.candidate.presence;
        matches!(presence, Presence::Left | Presence::Denied) && one.faults.first() == Some(&Reason::NotPresent)
    };
    let denials: Vec<(usize, Option<String>, Option<Date>)> =
        mentions.iter().filter(denies).map(|one| (one.candidate.text, one.address(), one.published)).collect();
    let denied = denials.iter().filter_map(|(.., published)| *published).max();
    for one in mentions.iter_mut().filter(|one| one.faults.is_empty()) {
        let on_its_page = |(text, address, published): &(usize, Option<String>, Option<Date>)| {
            *text != one.candidate.text && address.is_some() && *address == one.address() && one.published <= *published
        };
        if (denied.is_some() && one.published < denied) || denials.iter().any(on_its_page) {
            one.faults.push(Reason::NotPresent);
            if mode == FlagMode::On {
                one.rejected = Some(Reason::NotPresent);
            }
        }
    }
}

fn decide<'a>(facts: &Facts<'a>, horizon: &Horizon<'_>, id: String, mut mentions: Vec<Occurrence<'a>>) -> Verdict<'a> {
    // Stable, so that the order in which they were read decides between equals.
    mentions.sort_by(|one, other| other.worth().cmp(&one.worth()));
    let circumstances = facts.circumstances;
    let last_seen = circumstances.seen.get(&id).and_then(|day| days::exact(day));
    let judged = |one: &Occurrence<'_>| match circumstances.novelty {
        FlagMode::Off => News::New,
        _ => horizon.judge(&id, one.published, last_seen),
    };
    let passing: Vec<(usize, News)> =
        mentions.iter().enumerate().filter(|(_, one)| one.rejected.is_none()).map(|(at, one)| (at, judged(one))).collect();
    let chosen = passing.iter().find(|(_, news)| !matches!(news, News::Old(_))).or(passing.first());
    let (winner, news) = chosen.map_or((0, None), |(at, news)| (*at, Some(news.clone())));
    if winner < mentions.len() {
        mentions[..=winner].rotate_right(1);
    }
    let logs = circumstances.validation == FlagMode::LogOnly;
    let fault = mentions.first().and_then(|one| one.faults.first().copied());
    let mut verdict =
        Verdict { id, occurrences: mentions, decision: Decision::Rejected(Reason::LocationUnverified), logged: None };
    match news {
        None => {
            let reason = verdict.occurrences.first().and_then(|one| one.rejected);
            verdict.decision = Decision::Rejected(reason.unwrap_or(Reason::LocationUnverified));
        }
        Some(News::Old(reason)) if circumstances.novelty == FlagMode::On => verdict.decision = Decision::Filtered(reason),
        Some(news) => {
            verdict.logged = fault.filter(|_| logs).or(if let News::Old(reason) = news { Some(reason) } else { None });
            let resurfaced = if let News::Resurfaced(reason) = news { Some(reason) } else { None };
            let scores = scores(facts, &verdict);
            verdict.decision = Decision::Accepted { resurfaced, scores, is_cut: false };
        }
    }
    verdict
}

fn scores(facts: &Facts<'_>, verdict: &Verdict<'_>) -> SivaScores {
    let first = &verdict.occurrences[0];
    let prospect = Prospect {
        candidate: first.candidate,
        published: first.published,
        sources: verdict.sources(),
        domain: verdict.domain(),
        industry: verdict.industry(),
        liked: facts.circumstances.liked.get(&verdict.id).copied(),
    };
    score(&prospect, facts.request, days::day_of(facts.circumstances.now))
}

fn counted(facts: &Facts<'_>, verdicts: &[Verdict<'_>]) -> ValidationCounts {
    let mode = facts.circumstances.validation;
    let mut counts = ValidationCounts { enforced: mode == FlagMode::On, ..ValidationCounts::default() };
    counts.logged_breakdown = (mode == FlagMode::LogOnly).then(Default::default);
    for verdict in verdicts {
        counts.total_extracted += 1;
        match verdict.decision {
            Decision::Rejected(reason) => {
                counts.rejected_count += 1;
                counts.rejection_breakdown.count(reason.name());
            }
            _ => counts.passed_validation += 1,
        }
        if let (Some(logged), Some(reason)) = (&mut counts.logged_breakdown, verdict.logged.filter(|reason| reason.layer() == 5))
        {
            logged.count(reason.name());
        }
    }
    counts
}

fn counted_news(facts: &Facts<'_>, verdicts: &[Verdict<'_>]) -> NoveltyCounts {
    let mut counts = NoveltyCounts { enforced: facts.circumstances.novelty == FlagMode::On, ..NoveltyCounts::default() };
    for verdict in verdicts {
        match &verdict.decision {
            Decision::Accepted { resurfaced: Some(_), .. } => counts.resurfaced_with_new_evidence += 1,
            Decision::Accepted { .. } => counts.new_companies += 1,
            Decision::Filtered(Reason::StaleEvidence) => counts.filtered_as_stale += 1,
            Decision::Filtered(Reason::UndatedEvidence) => {
                counts.filtered_as_stale += 1;
                counts.filtered_as_undated += 1;
            }
            Decision::Filtered(_) => counts.filtered_as_previously_seen += 1,
            Decision::Rejected(_) => {}
        }
    }
    counts
}
