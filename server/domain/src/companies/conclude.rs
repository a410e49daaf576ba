//! Layers 5 to 7 and the answer as one pure function: the same facts give the same answer, so a stored search can be replayed without
//! any network (seed 001, part A; COMPANIES.md, Answers).

use super::{
    Candidate, Circumstances, Edition, FlagMode, KeptHit, Place, Places, Presence, Reason, Synthesis, Understanding, Unmarked,
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
    TenantId,
    companies::{
        CandidateTrace, CompanyRequest, DiscoveryData, DiscoveryResponse, NoveltyCounts, SearchLayer, SearchMeta, SivaScores,
        ValidationCounts,
    },
};
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
    /// No longer text of its address was read.
    pub is_longest: bool,
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

    /// Better evidence is greater: without faults, verified, there already, newest, strongest, in the longest text of its address
    /// (whoever keeps one text of each finds it there), read first.
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
            self.is_longest,
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
    conclude_watched(facts, &mut |_| ())
}

/// The same, for whoever takes the time: `enter` is called where a layer goes on. They take turns, company by company.
#[must_use]
pub fn conclude_watched(facts: &Facts<'_>, enter: &mut dyn FnMut(SearchLayer)) -> Outcome {
    enter(SearchLayer::Validation);
    let binding = Binding::new(facts.request, facts.understanding, facts.places);
    let answer = Answer { facts, binding: &binding, spelling: Spelling::new(&facts.request.constraints, facts.places) };
    if facts.circumstances.is_failure() {
        return answer.failure();
    }
    let mut verdicts = judge(facts, &binding, enter);
    enter(SearchLayer::Scoring);
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

fn judge<'a>(facts: &Facts<'a>, binding: &Binding, enter: &mut dyn FnMut(SearchLayer)) -> Vec<Verdict<'a>> {
    let is_first = facts.circumstances.edition == Edition::First;
    let longest = if is_first { BTreeMap::new() } else { longest(facts.texts) };
    let mut occurrences: Vec<Option<Occurrence<'a>>> =
        facts.candidates.iter().map(|candidate| Some(occurrence(facts, binding, candidate, &longest))).collect();
    let mention = |one: &Occurrence<'_>| {
        let name = Name::new(&one.candidate.name);
        let name = if is_first { name.whole() } else { name };
        let abbreviation = abbreviation(facts, one);
        Mention { name, place: one.place.clone(), domain: one.candidate.domain.clone(), abbreviation }
    };
    let mentions: Vec<Mention> = occurrences.iter().flatten().map(mention).collect();
    let companies = identity::merge(facts.tenant, &mentions);
    let horizon = Horizon {
        mode: facts.request.novelty,
        exclude: facts.request.exclude.iter().map(String::as_str).collect(),
        since: facts.request.since.as_deref().and_then(days::exact),
    };
    let verdict = |mut company: identity::Company| {
        enter(SearchLayer::Validation);
        if is_first {
            company.aliases.clear();
        }
        let mut mentions: Vec<Occurrence<'a>> =
            company.mentions.iter().filter_map(|at| occurrences.get_mut(*at)?.take()).collect();
        contradict(&mut mentions, facts.circumstances.validation);
        if !is_first && opinion(facts, &company) == Some(false) {
            exclude(&mut mentions);
        }
        decide(facts, &horizon, company, mentions, enter)
    };
    companies.into_iter().map(verdict).collect()
}

/// What the stored source has in brackets behind the name, where it abbreviates it.
fn abbreviation(facts: &Facts<'_>, one: &Occurrence<'_>) -> Option<String> {
    let (name, text) = (&one.candidate.name, &one.text?.text);
    if facts.circumstances.edition != Edition::Third || !text.contains('(') {
        return None;
    }
    // Providers put what was searched for between tags.
    let is_marked = text.contains(['<', '&']);
    if is_marked { identity::abbreviation(name, &Unmarked::new(text).text) } else { identity::abbreviation(name, text) }
}

/// The length of the longest text of each address.
fn longest(texts: &[KeptHit]) -> BTreeMap<String, usize> {
    let mut longest: BTreeMap<String, usize> = BTreeMap::new();
    for text in texts {
        let most = longest.entry(canonical_url(&text.url)).or_default();
        *most = text.text.len().max(*most);
    }
    longest
}

fn occurrence<'a>(
    facts: &Facts<'a>,
    binding: &Binding,
    candidate: &'a Candidate,
    longest: &BTreeMap<String, usize>,
) -> Occurrence<'a> {
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
        is_longest: text.is_some_and(|text| longest.get(&canonical_url(&text.url)) == Some(&text.text.len())),
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

/// What the user thinks of a company, also where they said so of an earlier id.
fn opinion(facts: &Facts<'_>, company: &identity::Company) -> Option<bool> {
    company.ids().find_map(|id| facts.circumstances.liked.get(id).copied())
}

/// What the user does not like is left out like what the request excludes: no flag lets it pass.
fn exclude(mentions: &mut [Occurrence<'_>]) {
    for one in mentions {
        one.faults.retain(|reason| *reason != Reason::ExcludedByUser);
        one.faults.insert(0, Reason::ExcludedByUser);
        one.rejected = Some(Reason::ExcludedByUser);
    }
}

fn decide<'a>(
    facts: &Facts<'a>,
    horizon: &Horizon<'_>,
    company: identity::Company,
    mut mentions: Vec<Occurrence<'a>>,
    enter: &mut dyn FnMut(SearchLayer),
) -> Verdict<'a> {
    enter(SearchLayer::Novelty);
    // Stable, so that the order in which they were read decides between equals.
    mentions.sort_by(|one, other| other.worth().cmp(&one.worth()));
    let circumstances = facts.circumstances;
    let last_seen = company.ids().filter_map(|id| circumstances.seen.get(id)).filter_map(|day| days::exact(day)).max();
    // The request may know it by the id that an earlier search gave it.
    let known = company.ids().find(|id| horizon.exclude.contains(*id)).unwrap_or(&company.id);
    let judged = |one: &Occurrence<'_>| match circumstances.novelty {
        FlagMode::Off => News::New,
        _ => horizon.judge(known, one.published, last_seen),
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
    let liked = opinion(facts, &company);
    let mut verdict =
        Verdict { id: company.id, occurrences: mentions, decision: Decision::Rejected(Reason::LocationUnverified), logged: None };
    match news {
        None => {
            let reason = verdict.occurrences.first().and_then(|one| one.rejected);
            verdict.decision = Decision::Rejected(reason.unwrap_or(Reason::LocationUnverified));
        }
        Some(News::Old(reason)) if circumstances.novelty == FlagMode::On => verdict.decision = Decision::Filtered(reason),
        Some(news) => {
            verdict.logged = fault.filter(|_| logs).or(if let News::Old(reason) = news { Some(reason) } else { None });
            let resurfaced = if let News::Resurfaced(reason) = news { Some(reason) } else { None };
            enter(SearchLayer::Scoring);
            let scores = scores(facts, &verdict, liked);
            verdict.decision = Decision::Accepted { resurfaced, scores, is_cut: false };
        }
    }
    verdict
}

fn scores(facts: &Facts<'_>, verdict: &Verdict<'_>, liked: Option<bool>) -> SivaScores {
    let first = &verdict.occurrences[0];
    let prospect = Prospect {
        candidate: first.candidate,
        published: first.published,
        sources: verdict.sources(),
        domain: verdict.domain(),
        industry: verdict.industry(),
        liked,
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
