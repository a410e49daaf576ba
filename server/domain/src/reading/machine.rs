//! The reading of a source as a machine: what is asked for, what each step came to, and the source's row that follows.

use crate::{
    IdSource, Refusal, Stamp, StoreFault,
    live::{
        Append, Decision, Drafted, EventsDrafted, Machine, Rows, StreamRow,
        work::{self, Resumed, StepEffect, StepJob},
    },
    tools::{Found, ProjectSource, SourceStatus},
};
use protocol::{
    ProjectId, ProjectSourceId, TenantId,
    failure::sentence,
    live::{Kind, Live as _, Recorded},
    reading::{Changes, ReadingEvent, ReadingStep, ReadingView, Unreadable},
};
use std::sync::Arc;

/// The reading of one source, first and again.
#[derive(Clone, Debug)]
pub struct SourceReading {
    pub tenant: TenantId,
    pub view: ReadingView,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingCommand {
    /// Whoever asks while it is being read waits for the same result.
    Read,
    /// What is being read is read from the beginning: how it may be looked at has changed.
    Restart,
    Cancel,
}

#[derive(Clone, Debug)]
pub enum ReadingInput {
    Command(ReadingCommand),
    /// A new source, with its row.
    Add(Box<ProjectSource>),
    /// A source that was read before this stream began.
    Adopt,
    /// From the beginning, with nothing left of the rows that were seen before.
    Restart {
        blank: Arc<Found>,
    },
    /// A step of this generation came to its end.
    Read {
        generation: u32,
        result: Result<SourceRead, Unreadable>,
    },
    Indexed {
        generation: u32,
    },
}

/// What was read.
#[derive(Clone, Debug)]
pub struct SourceRead {
    /// More exact than what was entered.
    pub subtype: String,
    pub warnings: Vec<String>,
    pub found: Arc<Found>,
    /// The same as it is kept: what may be many megabytes is written out once, before it waits to be stored.
    pub json: Arc<str>,
    pub changes: Changes,
    /// The row says it already.
    pub is_same: bool,
}

pub type ReadingEffect = StepEffect<ReadingStep>;
pub type ReadingJob = StepJob<ReadingStep>;

/// What a reading does to its source's row.
#[derive(Clone, Debug)]
pub enum SourceRows {
    Insert(Box<ProjectSource>),
    /// It was there before its stream.
    Adopt,
    /// One that could not be read is read again.
    Reading,
    /// What was found, without what it shows of rows.
    Blank(Arc<Found>),
    Found(SourceStatus, SourceRead),
    /// It can be asked for.
    Ready,
    /// It was never read; in a sentence why not.
    Failed(String),
    /// What was found before still holds.
    Unreachable(String),
}

/// Events, and what becomes of the source's row.
#[derive(Clone, Debug)]
pub struct ReadingDrafted {
    events: EventsDrafted<ReadingEvent>,
    rows: Vec<SourceRows>,
}

impl Drafted<ReadingEvent> for ReadingDrafted {
    fn events(&self) -> &[Recorded<ReadingEvent>] {
        self.events.events()
    }

    fn then(mut self, later: Self) -> Self {
        self.rows.extend(later.rows);
        Self { events: self.events.then(later.events), rows: self.rows }
    }
}

impl SourceReading {
    /// Of a source that was never asked for.
    #[must_use]
    pub fn new(tenant: TenantId, project: ProjectId, source: ProjectSourceId) -> Self {
        Self { tenant, view: ReadingView::new(source, project) }
    }

    fn draft(&self, stamp: &Stamp<'_>, event: ReadingEvent, row: Option<SourceRows>) -> Decision<Self> {
        let events = EventsDrafted::new(self.view.work.seq, stamp, [event]);
        Decision { drafted: ReadingDrafted { events, rows: row.into_iter().collect() }, effects: Vec::new() }
    }

    fn nothing(&self) -> Decision<Self> {
        let drafted = ReadingDrafted { events: EventsDrafted(Vec::new()), rows: Vec::new() };
        Decision { drafted, effects: Vec::new() }
    }

    fn request(&self, stamp: &Stamp<'_>, known: bool, row: Option<SourceRows>) -> Decision<Self> {
        let (source, project) = (self.view.source, self.view.project);
        let effects = if self.view.work.is_under_way() { work::stop(&self.view) } else { Vec::new() };
        Decision { effects, ..self.draft(stamp, ReadingEvent::Requested { source, project, known }, row) }
    }

    fn fail(&self, stamp: &Stamp<'_>, reason: Unreadable) -> Decision<Self> {
        let detail = sentence(&reason.detail);
        let row = if self.view.known { SourceRows::Unreachable(detail) } else { SourceRows::Failed(detail) };
        self.draft(stamp, ReadingEvent::Failed { reason }, Some(row))
    }
}

impl Machine for SourceReading {
    const KIND: Kind = Kind::Reading;
    type View = ReadingView;
    type Event = ReadingEvent;
    type Progress = ();
    type Command = ReadingCommand;
    type Input = ReadingInput;
    type Effect = ReadingEffect;
    type Job = ReadingJob;
    type Drafted = ReadingDrafted;
    type After = ();

    fn read(row: &StreamRow, events: &[Recorded<ReadingEvent>]) -> Option<Self> {
        let ReadingEvent::Requested { source, project, .. } = events.first()?.event else { return None };
        let mut state = Self::new(row.tenant, project, source);
        events.iter().for_each(|event| state.apply(event));
        Some(state)
    }

    fn view(&self) -> &ReadingView {
        &self.view
    }

    fn apply(&mut self, recorded: &Recorded<ReadingEvent>) {
        self.view.apply(recorded);
    }

    fn decide(&self, input: ReadingInput, stamp: &Stamp<'_>) -> Result<Decision<Self>, Refusal> {
        let view = &self.view;
        Ok(match input {
            ReadingInput::Add(row) => self.request(stamp, false, Some(SourceRows::Insert(row))),
            ReadingInput::Adopt => self.request(stamp, true, Some(SourceRows::Adopt)),
            ReadingInput::Command(ReadingCommand::Read) if view.work.is_under_way() => self.nothing(),
            ReadingInput::Restart { blank } if view.known => self.request(stamp, true, Some(SourceRows::Blank(blank))),
            ReadingInput::Restart { .. } | ReadingInput::Command(ReadingCommand::Read | ReadingCommand::Restart) => {
                self.request(stamp, view.known, (!view.known).then_some(SourceRows::Reading))
            }
            ReadingInput::Command(ReadingCommand::Cancel) if !view.work.is_under_way() => {
                return Err(Refusal::conflict("this source is not being read"));
            }
            ReadingInput::Command(ReadingCommand::Cancel) => {
                let row =
                    (!view.known).then(|| SourceRows::Failed("Its reading was cancelled: read it again, or delete it.".into()));
                Decision { effects: work::stop(view), ..self.draft(stamp, ReadingEvent::Cancelled, row) }
            }
            ReadingInput::Read { generation, result } => {
                ReadingJob::new(generation, ReadingStep::Read).expect_next(view)?;
                let read = match result {
                    Ok(read) => read,
                    Err(reason) => return Ok(self.fail(stamp, reason)),
                };
                let found = read.found.summary()["text"].as_str().unwrap_or_default().to_owned();
                let event = ReadingEvent::Read { found, changes: read.changes };
                // Of a new source nothing is asked before all of it is there.
                let status = if view.known { SourceStatus::Ready } else { SourceStatus::Reading };
                let row = (!read.is_same).then_some(SourceRows::Found(status, read));
                let next = ReadingEffect::Do(ReadingJob::new(generation, ReadingStep::Index));
                Decision { effects: vec![next], ..self.draft(stamp, event, row) }
            }
            ReadingInput::Indexed { generation } => {
                ReadingJob::new(generation, ReadingStep::Index).expect_next(view)?;
                self.draft(stamp, ReadingEvent::Indexed, (!view.known).then_some(SourceRows::Ready))
            }
        })
    }

    fn resume(&self, stamp: &Stamp<'_>) -> Option<Decision<Self>> {
        Some(match work::resume(&self.view)? {
            Resumed::Start(effect) => Decision { effects: vec![effect], ..self.draft(stamp, ReadingEvent::Started, None) },
            Resumed::GiveUp(why) => self.fail(stamp, Unreadable::new(format!("{why}; read it again, and tell the operator"))),
        })
    }

    fn wanted(&self, job: ReadingJob) -> bool {
        job.is_next(&self.view)
    }

    fn after(&self, _drafted: Option<&Self::Drafted>) {}

    fn append(&self, drafted: Self::Drafted, _ids: &dyn IdSource) -> Result<Append, StoreFault> {
        let view = &self.view;
        let stream = work::stream_row(view, (Kind::Reading, view.source.0), self.tenant, view.project);
        let expected = stream.seq - drafted.events().len() as u64;
        let events = drafted.events.stored()?;
        let rows = if drafted.rows.is_empty() { Rows::None } else { Rows::Source(drafted.rows) };
        Ok(Append { expected, events, stream, rows, audit: None })
    }
}
