//! The drafting of a pack as a machine: what is asked for, what each step came to, and the project's state that follows.

use super::MOST_AREAS;
use crate::{
    IdSource, Refusal, Stamp, StoreFault,
    live::{Append, Decision, Drafted as _, EventsDrafted, Machine, Rows, StreamRow},
    tools::ProjectState,
};
use protocol::{
    ProjectId, TenantId,
    live::{Kind, Live as _, Recorded},
    pack::{PackEvent, PackStep, PackView, SurveyedTable},
    work::WorkStatus,
};
use serde_json::Value;
use std::cmp::Reverse;

/// Of one table, in characters.
const LONGEST_DESCRIPTION: usize = 500;
/// Begun as often as this without an end, it is given up: it may be what ends its server.
const STARTS: u32 = 5;

/// A project's pack in the making.
#[derive(Clone, Debug)]
pub struct PackGeneration {
    pub tenant: TenantId,
    pub view: PackView,
    /// What the survey found, while the draft needs it.
    pub tables: Vec<SurveyedTable>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackCommand {
    Request,
    Cancel,
}

#[derive(Clone, Debug)]
pub enum PackInput {
    Command(PackCommand),
    /// A step of this generation came to its end; in words why it failed.
    Surveyed {
        generation: u32,
        result: Result<Survey, String>,
    },
    Drafted {
        generation: u32,
        result: Result<Value, String>,
    },
}

/// What the survey of a project found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Those that a draft is made from.
    pub tables: Vec<SurveyedTable>,
    /// How many there are in all.
    pub found: u32,
}

impl Survey {
    /// Keeps the fullest tables, each with as much of its description as a draft shows.
    #[must_use]
    pub fn new(mut tables: Vec<SurveyedTable>) -> Self {
        let found = u32::try_from(tables.len()).unwrap_or(u32::MAX);
        tables.sort_by_key(|table| Reverse(table.rows.unwrap_or_default()));
        tables.truncate(MOST_AREAS);
        for table in &mut tables {
            if let Some((end, _)) = table.description.char_indices().nth(LONGEST_DESCRIPTION) {
                table.description.truncate(end);
            }
        }
        Self { tables, found }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackEffect {
    Do { generation: u32, step: PackStep },
    Stop(PackJob),
}

/// A step of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PackJob(pub u32, pub PackStep);

/// What a pack does to its project's row.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectRows {
    pub state: ProjectState,
    /// The draft; `None` leaves what is there.
    pub pack: Option<Value>,
    /// Why there is none; none where nothing failed.
    pub error: Option<String>,
}

impl PackGeneration {
    /// Of a project for which nothing was drafted yet.
    #[must_use]
    pub const fn new(tenant: TenantId, project: ProjectId) -> Self {
        Self { tenant, view: PackView::new(project), tables: Vec::new() }
    }

    fn events(&self, stamp: &Stamp<'_>, events: impl IntoIterator<Item = PackEvent>, effects: Vec<PackEffect>) -> Decision<Self> {
        Decision { drafted: EventsDrafted::new(self.view.seq, stamp, events), effects }
    }

    /// A result of this very generation and step.
    fn expects(&self, generation: u32, step: PackStep) -> Result<(), Refusal> {
        if self.view.generation == generation && self.view.step() == Some(step) {
            return Ok(());
        }
        Err(Refusal::conflict("this step is not under way any more"))
    }
}

impl Machine for PackGeneration {
    const KIND: Kind = Kind::Pack;
    type View = PackView;
    type Event = PackEvent;
    type Progress = ();
    type Command = PackCommand;
    type Input = PackInput;
    type Effect = PackEffect;
    type Job = PackJob;
    type Drafted = EventsDrafted<PackEvent>;
    type After = ();

    fn read(row: &StreamRow, events: &[Recorded<PackEvent>]) -> Option<Self> {
        let PackEvent::Requested { project } = events.first()?.event else { return None };
        let mut state = Self::new(row.tenant, project);
        events.iter().for_each(|event| state.apply(event));
        Some(state)
    }

    fn view(&self) -> &PackView {
        &self.view
    }

    fn apply(&mut self, recorded: &Recorded<PackEvent>) {
        match &recorded.event {
            PackEvent::Surveyed { tables, .. } => self.tables.clone_from(tables),
            PackEvent::Started => {}
            _ => self.tables.clear(),
        }
        self.view.apply(recorded);
    }

    fn decide(&self, input: PackInput, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        let (view, project) = (&self.view, self.view.project);
        let is_under_way = view.generation > 0 && !view.status.is_over();
        let event = match input {
            PackInput::Command(PackCommand::Request) if is_under_way => {
                return Err(Refusal::conflict("a pack is being drafted already: wait for it, or cancel it"));
            }
            PackInput::Command(PackCommand::Request) if view.status == WorkStatus::Completed => {
                return Err(Refusal::conflict("a pack is drafted already: accept it, or change it"));
            }
            PackInput::Command(PackCommand::Request) => PackEvent::Requested { project },
            PackInput::Command(PackCommand::Cancel) if !is_under_way => {
                return Err(Refusal::conflict("no pack is being drafted"));
            }
            PackInput::Command(PackCommand::Cancel) => {
                let jobs = PackStep::ALL.map(|step| PackEffect::Stop(PackJob(view.generation, step)));
                return Ok(self.events(stamp, [PackEvent::Cancelled], jobs.to_vec()));
            }
            PackInput::Surveyed { generation, result } => {
                self.expects(generation, PackStep::Survey)?;
                match result {
                    Ok(Survey { tables, found }) => {
                        let next = PackEffect::Do { generation, step: PackStep::Draft };
                        return Ok(self.events(stamp, [PackEvent::Surveyed { tables, found }], vec![next]));
                    }
                    Err(error) => PackEvent::Failed { error },
                }
            }
            PackInput::Drafted { generation, result } => {
                self.expects(generation, PackStep::Draft)?;
                match result {
                    Ok(pack) => PackEvent::Drafted { pack },
                    Err(error) => PackEvent::Failed { error },
                }
            }
        };
        Ok(self.events(stamp, [event], Vec::new()))
    }

    fn resume(&self, stamp: &Stamp<'_>) -> Option<Decision<Self>> {
        let step = self.view.step().filter(|_| self.view.generation > 0)?;
        if self.view.starts >= STARTS {
            let error = format!("it was begun {STARTS} times without coming to an end; try again, and tell the operator");
            return Some(self.events(stamp, [PackEvent::Failed { error }], Vec::new()));
        }
        let effect = PackEffect::Do { generation: self.view.generation, step };
        Some(self.events(stamp, [PackEvent::Started], vec![effect]))
    }

    fn wanted(&self, PackJob(generation, step): PackJob) -> bool {
        self.view.generation == generation && self.view.step() == Some(step)
    }

    fn after(&self, _drafted: Option<&Self::Drafted>) {}

    fn append(&self, drafted: Self::Drafted, _ids: &dyn IdSource) -> Result<Append, StoreFault> {
        let view = &self.view;
        let is_over = view.status.is_over();
        let rows = drafted.events().iter().rev().find_map(|recorded| project_rows(&recorded.event));
        let stream = StreamRow {
            id: view.project.0,
            tenant: self.tenant,
            kind: Kind::Pack,
            owner: None,
            project: Some(view.project),
            seq: view.seq,
            open: !is_over,
            wake_at: (!is_over).then_some(view.updated_at),
            updated_at: view.updated_at,
        };
        let expected = view.seq - drafted.events().len() as u64;
        let rows = rows.map_or(Rows::None, |rows| Rows::Project(Box::new(rows)));
        Ok(Append { expected, events: drafted.stored()?, stream, rows, audit: None })
    }
}

fn project_rows(event: &PackEvent) -> Option<ProjectRows> {
    let (state, pack, error) = match event {
        PackEvent::Requested { .. } => (ProjectState::PackGeneration, None, None),
        PackEvent::Drafted { pack } => (ProjectState::PackGenerationDone, Some(pack.clone()), None),
        PackEvent::Failed { error } => (ProjectState::PackGenerationPending, None, Some(error.clone())),
        PackEvent::Cancelled => (ProjectState::PackGenerationPending, None, None),
        PackEvent::Started | PackEvent::Surveyed { .. } => return None,
    };
    Some(ProjectRows { state, pack, error })
}
