//! What a pipeline goes on from: what a run found, what an interview holds, companies, an answer, and whatever somebody pasted. Every
//! finding keeps evidence that opens. Whoever may not see a source cannot begin a pipeline with it.

mod asks;
mod bounds;
mod companies;
mod context;
mod interviews;
mod runs;

pub(crate) use context::context;

use domain::{
    Failure, Refusal, StoreFault,
    companies::CompanyStore,
    live::{Machine, StoredEvent, StreamRow, StreamStore},
    opportunities::OpportunityStore,
    runs::RunStore,
    tools::ProjectStore,
};
use protocol::{
    ProjectId, TenantId, Timestamp,
    account::Account,
    failure::Fault,
    live::Recorded,
    opportunities::{Evidence, Finding, PipelineSource},
};
use uuid::Uuid;

/// How sure a pasted finding is that says nothing of where it is from.
const PASTED: f64 = 0.5;

/// What gathering needs.
#[derive(Clone, Copy)]
pub(crate) struct Sources<'a> {
    pub(crate) runs: &'a dyn RunStore,
    pub(crate) companies: &'a dyn CompanyStore,
    pub(crate) projects: &'a dyn ProjectStore,
    pub(crate) opportunities: &'a dyn OpportunityStore,
    /// Interviews and asks are read from their events.
    pub(crate) streams: &'a dyn StreamStore,
}

/// Findings, and what could not be taken, a sentence each.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Gathered {
    pub(crate) findings: Vec<Finding>,
    pub(crate) left_out: Vec<String>,
}

impl Gathered {
    fn add(&mut self, other: Self) {
        self.findings.extend(other.findings);
        self.left_out.extend(other.left_out);
    }

    /// A source that nothing came from says so.
    fn note_if_empty(&mut self, why: &str) {
        if self.findings.is_empty() && self.left_out.is_empty() {
            self.left_out.push(why.to_owned());
        }
    }
}

/// Why nothing was gathered.
#[derive(Debug)]
pub(crate) enum GatherFault {
    /// A source is not there for this person, or has nothing yet.
    Refused(Refusal),
    Store(StoreFault),
}

impl From<Refusal> for GatherFault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<StoreFault> for GatherFault {
    fn from(fault: StoreFault) -> Self {
        Self::Store(fault)
    }
}

impl From<GatherFault> for Failure {
    fn from(fault: GatherFault) -> Self {
        match fault {
            GatherFault::Refused(refusal) => refusal.into(),
            GatherFault::Store(fault) => fault.into(),
        }
    }
}

/// Findings of everything that the source names, always in the same order: run, interview, search, ask, pasted.
///
/// # Errors
/// 404 for a source that is not there, is of another project or another person's; 409 for one that has nothing yet; 422 for a pasted
/// finding without a title; the store's.
pub(crate) async fn gather(
    sources: &Sources<'_>,
    account: &Account,
    project: ProjectId,
    source: &PipelineSource,
    now: Timestamp,
) -> Result<Gathered, GatherFault> {
    check_titles(&source.findings)?;
    let mut all = Gathered::default();
    if let Some(id) = source.run_id {
        all.add(runs::read_run(sources, account, project, id).await?);
    }
    if let Some(id) = source.session_id {
        all.add(interviews::read_interview(sources, account, id).await?);
    }
    if let Some(id) = source.search_id {
        all.add(companies::read_search(sources, account, id).await?);
    }
    if let Some(id) = source.ask_id {
        all.add(asks::read_ask(sources, account, project, id).await?);
    }
    all.findings.extend(source.findings.iter().enumerate().map(|(number, one)| pasted(number, one, now)));
    Ok(bounds::settle(all))
}

/// # Errors
/// 422 that names each finding without a title.
fn check_titles(findings: &[Finding]) -> Result<(), Refusal> {
    let is_blank = |one: &Finding| one.title.trim().is_empty();
    let blank = findings.iter().enumerate().filter(|(_, one)| is_blank(one));
    let faults: Vec<Fault> =
        blank.map(|(number, _)| Fault::new(format!("findings[{number}].title"), "a finding needs a title")).collect();
    if faults.is_empty() { Ok(()) } else { Err(Refusal::faults("every finding needs a title", faults)) }
}

/// A finding as it came, with evidence where it has none.
fn pasted(number: usize, finding: &Finding, now: Timestamp) -> Finding {
    let mut finding = finding.clone();
    if finding.id.trim().is_empty() {
        finding.id = format!("pasted:{}", number + 1);
    }
    if finding.evidence.is_empty() {
        finding.evidence.push(Evidence {
            source_type: "pasted".to_owned(),
            source_id: finding.id.clone(),
            retrieved_at: now,
            confidence: PASTED,
            quote: None,
            link: None,
        });
    }
    finding
}

/// A stream of whatever kind, as it is stored; none where it is not there.
async fn read_stream<M: Machine>(
    sources: &Sources<'_>,
    tenant: TenantId,
    id: Uuid,
) -> Result<Option<(StreamRow, M)>, StoreFault> {
    let Some(row) = sources.streams.stream(tenant, M::KIND, id).await? else { return Ok(None) };
    let stored = sources.streams.stored_events(tenant, id, 0).await?;
    // It was deleted in between.
    if stored.is_empty() {
        return Ok(None);
    }
    let events: Vec<Recorded<M::Event>> = stored.iter().map(StoredEvent::read).collect::<Result<_, _>>()?;
    let machine = M::read(&row, &events);
    let machine = machine.ok_or_else(|| StoreFault::Corrupt(format!("the stream {id} does not begin as it must")))?;
    Ok(Some((row, machine)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn finding(id: &str, title: &str) -> Finding {
        Finding {
            id: id.into(),
            title: title.into(),
            description: String::new(),
            evidence: Vec::new(),
            surface: None,
            impact: None,
        }
    }

    #[test]
    fn a_pasted_finding_keeps_its_id_and_its_evidence() {
        let bare = pasted(2, &finding("a", "Slow"), Timestamp(7));
        assert_eq!(bare.id, "a");
        let evidence = &bare.evidence[0];
        assert_eq!((evidence.source_type.as_str(), evidence.source_id.as_str()), ("pasted", "a"));
        assert_eq!((evidence.retrieved_at, evidence.confidence), (Timestamp(7), 0.5));
        assert_eq!(pasted(3, &bare, Timestamp(9)), bare);
        assert_eq!(pasted(2, &finding("  ", "Slow"), Timestamp(7)).id, "pasted:3");
    }

    #[test]
    fn a_finding_needs_a_title() {
        assert_eq!(check_titles(&[finding("a", "Slow")]), Ok(()));
        let refusal = check_titles(&[finding("a", "Slow"), finding("b", " \n")]).expect_err("no title");
        assert_eq!(refusal.faults, [Fault::new("findings[1].title", "a finding needs a title")]);
    }
}
