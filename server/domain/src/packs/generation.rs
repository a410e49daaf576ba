//! The drafting of a pack as a machine: what is asked for, what each step came to, and the project's state that follows.

use super::MOST_AREAS;
use crate::{
    IdSource, Refusal, Stamp, StoreFault,
    live::{
        Append, Decision, Drafted as _, EventsDrafted, Machine, Rows, StreamRow,
        work::{self, Resumed, StepEffect, StepJob},
    },
    tools::ProjectState,
};
use protocol::{
    ProjectId, TenantId,
    live::{Kind, Live as _, Recorded},
    pack::{PackEvent, PackStep, PackView, SurveyedDocument, SurveyedTable},
    work::WorkStatus,
};
use serde_json::Value;
use std::cmp::Reverse;

/// Of one table, in characters.
const LONGEST_DESCRIPTION: usize = 500;
const LONGEST_HEADING: usize = 120;
const MOST_DOCUMENTS: usize = 40;
const MOST_HEADINGS: usize = 25;

/// A project's pack in the making.
#[derive(Clone, Debug)]
pub struct PackGeneration {
    pub tenant: TenantId,
    pub view: PackView,
    /// What the survey found, while the draft needs it.
    pub tables: Vec<SurveyedTable>,
    pub documents: Vec<SurveyedDocument>,
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
        /// Who drafted it, or why not the one who was to.
        note: Option<String>,
    },
}

/// What the survey of a project found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Survey {
    /// Those that a draft is made from.
    pub tables: Vec<SurveyedTable>,
    /// How many there are in all.
    pub found: u32,
    pub documents: Vec<SurveyedDocument>,
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
        Self { tables, found, documents: Vec::new() }
    }

    /// Keeps the first documents, each with its first headings.
    #[must_use]
    pub fn with_documents(self, mut documents: Vec<SurveyedDocument>) -> Self {
        documents.truncate(MOST_DOCUMENTS);
        for document in &mut documents {
            document.headings.truncate(MOST_HEADINGS);
            for text in document.headings.iter_mut().chain([&mut document.name]) {
                if let Some((end, _)) = text.char_indices().nth(LONGEST_HEADING) {
                    text.truncate(end);
                }
            }
        }
        Self { documents, ..self }
    }
}

pub type PackEffect = StepEffect<PackStep>;
pub type PackJob = StepJob<PackStep>;

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
    pub fn new(tenant: TenantId, project: ProjectId) -> Self {
        Self { tenant, view: PackView::new(project), tables: Vec::new(), documents: Vec::new() }
    }

    fn events(&self, stamp: &Stamp<'_>, events: impl IntoIterator<Item = PackEvent>, effects: Vec<PackEffect>) -> Decision<Self> {
        Decision { drafted: EventsDrafted::new(self.view.work.seq, stamp, events), effects }
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
            PackEvent::Surveyed { tables, documents, .. } => {
                self.tables.clone_from(tables);
                self.documents.clone_from(documents);
            }
            PackEvent::Started => {}
            _ => (self.tables, self.documents) = (Vec::new(), Vec::new()),
        }
        self.view.apply(recorded);
    }

    fn decide(&self, input: PackInput, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        let (view, project) = (&self.view, self.view.project);
        let is_under_way = view.work.is_under_way();
        let event = match input {
            PackInput::Command(PackCommand::Request) if is_under_way => {
                return Err(Refusal::conflict("a pack is being drafted already: wait for it, or cancel it"));
            }
            PackInput::Command(PackCommand::Request) if view.work.status == WorkStatus::Completed => {
                return Err(Refusal::conflict("a pack is drafted already: accept it, or change it"));
            }
            PackInput::Command(PackCommand::Request) => PackEvent::Requested { project },
            PackInput::Command(PackCommand::Cancel) if !is_under_way => {
                return Err(Refusal::conflict("no pack is being drafted"));
            }
            PackInput::Command(PackCommand::Cancel) => {
                return Ok(self.events(stamp, [PackEvent::Cancelled], work::stop(view)));
            }
            PackInput::Surveyed { generation, result } => {
                PackJob::new(generation, PackStep::Survey).expect_next(view)?;
                match result {
                    Ok(Survey { tables, found, documents }) => {
                        let next = PackEffect::Do(PackJob::new(generation, PackStep::Draft));
                        return Ok(self.events(stamp, [PackEvent::Surveyed { tables, found, documents }], vec![next]));
                    }
                    Err(error) => PackEvent::Failed { error },
                }
            }
            PackInput::Drafted { generation, result, note } => {
                PackJob::new(generation, PackStep::Draft).expect_next(view)?;
                match result {
                    Ok(pack) => PackEvent::Drafted { pack, note },
                    Err(error) => PackEvent::Failed { error },
                }
            }
        };
        Ok(self.events(stamp, [event], Vec::new()))
    }

    fn resume(&self, stamp: &Stamp<'_>) -> Option<Decision<Self>> {
        Some(match work::resume(&self.view)? {
            Resumed::Start(effect) => self.events(stamp, [PackEvent::Started], vec![effect]),
            Resumed::GiveUp(why) => {
                let error = format!("{why}; try again, and tell the operator");
                self.events(stamp, [PackEvent::Failed { error }], Vec::new())
            }
        })
    }

    fn wanted(&self, job: PackJob) -> bool {
        job.is_next(&self.view)
    }

    fn after(&self, _drafted: Option<&Self::Drafted>) {}

    fn append(&self, drafted: Self::Drafted, _ids: &dyn IdSource) -> Result<Append, StoreFault> {
        let view = &self.view;
        let rows = drafted.events().iter().rev().find_map(|recorded| project_rows(&recorded.event));
        let stream = work::stream_row(view, (Kind::Pack, view.project.0), self.tenant, view.project);
        let expected = stream.seq - drafted.events().len() as u64;
        let rows = rows.map_or(Rows::None, |rows| Rows::Project(Box::new(rows)));
        Ok(Append { expected, events: drafted.stored()?, stream, rows, audit: None })
    }
}

fn project_rows(event: &PackEvent) -> Option<ProjectRows> {
    let (state, pack, error) = match event {
        PackEvent::Requested { .. } => (ProjectState::PackGeneration, None, None),
        PackEvent::Drafted { pack, .. } => (ProjectState::PackGenerationDone, Some(pack.clone()), None),
        PackEvent::Failed { error } => (ProjectState::PackGenerationPending, None, Some(error.clone())),
        PackEvent::Cancelled => (ProjectState::PackGenerationPending, None, None),
        PackEvent::Started | PackEvent::Surveyed { .. } => return None,
    };
    Some(ProjectRows { state, pack, error })
}
