//! A search as a machine: layers one after the other, the queries side by side, every answer stored when it is there.

use super::{
    CachedSearch, SearchRow, SearchRows, SeenCompany,
    steps::{SearchStep, lost_calls, next_calls, next_steps},
};
use crate::{
    IdSource, Refusal, Stamp, StoreFault,
    live::{Append, Decision, Drafted, Machine, Rows, StoredEvent, StreamRow},
    runs::Kept,
};
use protocol::{
    CompanySearchId, TenantId, Timestamp, UserId,
    companies::{CompanyRequest, CompanySearchEvent, CompanySearchView, LayerCost, ProviderAnswer, SearchPlan},
    live::{Kind, Live as _, Recorded},
    work::WorkStatus,
};
use serde_json::Value;

/// Begun as often as this without a result, it is given up: it may be what ends its server.
const MOST_STARTS: u32 = 5;

#[derive(Clone, Debug)]
pub struct CompanySearch {
    pub tenant: TenantId,
    pub view: CompanySearchView,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchCommand {
    Cancel,
}

#[derive(Clone, Debug)]
pub enum SearchInput {
    /// With what an earlier search found, where this one goes on from that.
    Request {
        kept: Vec<Kept>,
    },
    /// Goes on from what an earlier search found, and is over at once.
    Recall {
        kept: Vec<Kept>,
        /// The key of what it was found by.
        used: String,
        result: Box<StepResult>,
    },
    Command(SearchCommand),
    /// A step came to its end.
    Done {
        step: SearchStep,
        result: Box<StepResult>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEffect {
    Do(SearchStep),
    Stop(SearchStep),
}

/// What a step came to, with what later steps and a replay need of it.
#[derive(Clone, Debug, Default)]
pub struct StepResult {
    pub kept: Vec<Kept>,
    pub news: StepNews,
}

#[derive(Clone, Debug, Default)]
pub enum StepNews {
    Understood(LayerCost),
    Synthesized {
        queries: Vec<String>,
        cost: LayerCost,
    },
    /// `new_texts`: those of the results that no query had yet. `usd`: what the call cost.
    Answered {
        answer: ProviderAnswer,
        new_texts: u32,
        usd: f64,
    },
    /// Why it could not be read, where it could not.
    PageRead(Option<String>),
    Extracted {
        texts: u32,
        candidates: u32,
        cost: LayerCost,
    },
    Concluded(Box<Conclusion>),
    /// Nothing came of the search; in a sentence.
    Failed(String),
    /// Its result is there already.
    #[default]
    Nothing,
}

/// How a search ended.
#[derive(Clone, Debug, Default)]
pub struct Conclusion {
    pub companies: u32,
    pub rejected: u32,
    pub cost: LayerCost,
    /// As it is answered over HTTP.
    pub response: Value,
    /// Why it has no answer: nobody could be asked.
    pub error: Option<String>,
    /// Companies that the person sees now.
    pub seen: Vec<SeenCompany>,
    /// For whoever asks the same again.
    pub cached: Option<CachedSearch>,
}

impl CompanySearch {
    /// One that is about to be asked for.
    #[must_use]
    pub fn new(
        tenant: TenantId,
        by: UserId,
        id: CompanySearchId,
        request_id: String,
        request: CompanyRequest,
        plan: SearchPlan,
    ) -> Self {
        Self { tenant, view: CompanySearchView::new(id, by, request_id, request, plan) }
    }

    /// As it is once it was asked for and begun, for whoever concludes it before it is stored.
    #[must_use]
    pub fn begun(&self, now: Timestamp) -> Self {
        let mut begun = self.clone();
        for event in [self.requested(), CompanySearchEvent::Started] {
            let seq = begun.view.work.seq + 1;
            begun.view.apply(&Recorded { seq, at: now, turn: 0, event });
        }
        begun
    }

    fn requested(&self) -> CompanySearchEvent {
        let view = &self.view;
        CompanySearchEvent::Requested {
            id: view.id,
            by: view.by,
            request_id: view.request_id.clone(),
            request: Box::new(view.request.clone()),
            plan: view.plan.clone(),
        }
    }

    fn decided(&self, stamp: &Stamp<'_>, events: Vec<CompanySearchEvent>) -> SearchDrafted {
        let recorded = |(seq, event)| Recorded { seq, at: stamp.now, turn: 0, event };
        let events = (self.view.work.seq + 1..).zip(events).map(recorded).collect();
        SearchDrafted { events, kept: Vec::new(), conclusion: None, used: None }
    }

    /// With the calls that follow from these events, and what has to begin once they are stored.
    fn follow(&self, stamp: &Stamp<'_>, mut events: Vec<CompanySearchEvent>) -> Decision<Self> {
        let begun = next_steps(&self.view);
        let mut after = self.view.clone();
        self.decided(stamp, events.clone()).events.iter().for_each(|event| after.apply(event));
        let calls = next_calls(&after);
        if !calls.is_empty() && after.work.is_under_way() {
            events.push(CompanySearchEvent::Asked { calls });
        }
        let drafted = self.decided(stamp, events);
        after.clone_from(&self.view);
        drafted.events.iter().for_each(|event| after.apply(event));
        let effects = next_steps(&after).into_iter().filter(|step| !begun.contains(step)).map(SearchEffect::Do).collect();
        Decision { drafted, effects }
    }

    fn done(&self, step: SearchStep, result: StepResult, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        if !next_steps(&self.view).contains(&step) {
            return Err(Refusal::conflict("this step is not under way any more"));
        }
        let mut conclusion = None;
        let event = match result.news {
            StepNews::Understood(cost) => CompanySearchEvent::Understood { cost },
            StepNews::Synthesized { queries, cost } => CompanySearchEvent::Synthesized { queries, cost },
            StepNews::Answered { answer, new_texts, usd } => {
                let SearchStep::Ask { query, .. } = step else { return Err(misplaced()) };
                CompanySearchEvent::Answered { query, answer, new_texts, usd }
            }
            StepNews::PageRead(failed) => CompanySearchEvent::PageRead { failed },
            StepNews::Extracted { texts, candidates, cost } => CompanySearchEvent::Extracted { texts, candidates, cost },
            StepNews::Concluded(concluded) => {
                let (companies, rejected, cost) = (concluded.companies, concluded.rejected, concluded.cost.clone());
                conclusion = Some(concluded);
                CompanySearchEvent::Concluded { companies, rejected, cost }
            }
            StepNews::Failed(error) => CompanySearchEvent::Ended { status: WorkStatus::Failed, error: Some(error) },
            StepNews::Nothing => return Err(misplaced()),
        };
        let mut events = vec![event];
        if let Some(concluded) = &conclusion {
            let status = if concluded.error.is_some() { WorkStatus::Failed } else { WorkStatus::Completed };
            events.push(CompanySearchEvent::Ended { status, error: concluded.error.clone() });
        }
        let mut decision = self.follow(stamp, events);
        (decision.drafted.kept, decision.drafted.conclusion) = (result.kept, conclusion);
        Ok(decision)
    }

    /// No step is begun again where a server dies with it again and again.
    fn ended(&self, stamp: &Stamp<'_>, status: WorkStatus, error: Option<String>) -> SearchDrafted {
        self.decided(stamp, vec![CompanySearchEvent::Ended { status, error }])
    }
}

fn misplaced() -> Refusal {
    Refusal::conflict("this is not what the step was to find")
}

/// Events with what else is stored with them.
#[derive(Clone, Debug)]
pub struct SearchDrafted {
    pub events: Vec<Recorded<CompanySearchEvent>>,
    pub kept: Vec<Kept>,
    pub conclusion: Option<Box<Conclusion>>,
    /// The key of the cache that it was answered from.
    pub used: Option<String>,
}

impl Drafted<CompanySearchEvent> for SearchDrafted {
    fn events(&self) -> &[Recorded<CompanySearchEvent>] {
        &self.events
    }

    fn then(mut self, later: Self) -> Self {
        self.events.extend(later.events);
        self.kept.extend(later.kept);
        self.conclusion = later.conclusion.or(self.conclusion);
        self.used = later.used.or(self.used);
        self
    }
}

impl Machine for CompanySearch {
    const KIND: Kind = Kind::Search;
    type View = CompanySearchView;
    type Event = CompanySearchEvent;
    type Progress = ();
    type Command = SearchCommand;
    type Input = SearchInput;
    type Effect = SearchEffect;
    type Job = SearchStep;
    type Drafted = SearchDrafted;
    type After = ();

    fn read(row: &StreamRow, events: &[Recorded<CompanySearchEvent>]) -> Option<Self> {
        let CompanySearchEvent::Requested { id, by, request_id, request, plan } = &events.first()?.event else { return None };
        let mut state = Self::new(row.tenant, *by, *id, request_id.clone(), (**request).clone(), plan.clone());
        events.iter().for_each(|event| state.apply(event));
        Some(state)
    }

    fn view(&self) -> &CompanySearchView {
        &self.view
    }

    fn apply(&mut self, recorded: &Recorded<CompanySearchEvent>) {
        self.view.apply(recorded);
    }

    fn decide(&self, input: SearchInput, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        let view = &self.view;
        match input {
            SearchInput::Request { .. } | SearchInput::Recall { .. } if view.work.generation > 0 => {
                Err(Refusal::conflict("this search was asked for already"))
            }
            SearchInput::Request { kept } => {
                let drafted = self.decided(stamp, vec![self.requested()]);
                Ok(Decision { drafted: SearchDrafted { kept, ..drafted }, effects: Vec::new() })
            }
            SearchInput::Recall { kept, used, result } => {
                let concluded = self.begun(stamp.now).done(SearchStep::Conclude, *result, stamp)?;
                let begun = self.decided(stamp, vec![self.requested(), CompanySearchEvent::Started]);
                let begun = SearchDrafted { kept, used: Some(used), ..begun };
                Ok(Decision { drafted: begun.then(concluded.drafted), effects: concluded.effects })
            }
            SearchInput::Command(SearchCommand::Cancel) if !view.work.is_under_way() => {
                Err(Refusal::conflict(format!("this search is {}: there is nothing to cancel", view.work.status.name())))
            }
            SearchInput::Command(SearchCommand::Cancel) => {
                let effects = next_steps(view).into_iter().map(SearchEffect::Stop).collect();
                Ok(Decision { drafted: self.ended(stamp, WorkStatus::Cancelled, None), effects })
            }
            SearchInput::Done { step, result } => self.done(step, *result, stamp),
        }
    }

    fn resume(&self, stamp: &Stamp<'_>) -> Option<Decision<Self>> {
        let work = &self.view.work;
        if !work.is_under_way() {
            return None;
        }
        if work.starts >= MOST_STARTS {
            let error = format!("it was begun {MOST_STARTS} times without coming to an end; search again, and tell the operator");
            return Some(Decision { drafted: self.ended(stamp, WorkStatus::Failed, Some(error)), effects: Vec::new() });
        }
        let mut events = vec![CompanySearchEvent::Started];
        let (calls, model) = lost_calls(&self.view);
        if !calls.is_empty() || model.is_some() {
            events.push(CompanySearchEvent::Lost { calls, model });
        }
        let mut decision = self.follow(stamp, events);
        // Whatever was under way elsewhere begins here anew.
        let mut after = self.view.clone();
        decision.drafted.events.iter().for_each(|event| after.apply(event));
        decision.effects = next_steps(&after).into_iter().map(SearchEffect::Do).collect();
        Some(decision)
    }

    fn wanted(&self, step: SearchStep) -> bool {
        next_steps(&self.view).contains(&step)
    }

    fn after(&self, _drafted: Option<&Self::Drafted>) {}

    fn append(&self, drafted: SearchDrafted, _ids: &dyn IdSource) -> Result<Append, StoreFault> {
        let (view, work) = (&self.view, &self.view.work);
        let open = !work.status.is_over();
        let stream = StreamRow {
            id: view.id.0,
            tenant: self.tenant,
            kind: Kind::Search,
            owner: Some(view.by),
            project: None,
            seq: work.seq,
            open,
            wake_at: open.then_some(work.updated_at),
            updated_at: work.updated_at,
        };
        let expected = stream.seq - drafted.events.len() as u64;
        let events = drafted.events.iter().map(StoredEvent::new).collect::<Result<_, _>>()?;
        let (mut seen, mut cached, mut response, used) = (Vec::new(), None, None, drafted.used);
        if let Some(conclusion) = drafted.conclusion {
            let Conclusion { seen: now_seen, cached: for_others, response: answer, .. } = *conclusion;
            (seen, cached, response) = (now_seen, for_others, Some(answer));
        }
        let rows = SearchRows { row: SearchRow { response, ..SearchRow::new(self) }, kept: drafted.kept, seen, cached, used };
        Ok(Append { expected, events, stream, rows: Rows::Search(Box::new(rows)), audit: None })
    }
}
