//! Reads sources beside the calls that ask for it, in steps that survive a restart.

use super::{
    add_source::{paths, secrets},
    connections, reading, refresh, texts,
};
use crate::{Projects, ProjectsRef};
use actors::{
    CommandFault, Who,
    live::{Directory, Doer, Live, Start},
};
use domain::{
    Failure, FailureKind, Fault, StoreFault,
    reading::{ReadingCommand, ReadingEffect, ReadingInput, ReadingJob, SourceRead, SourceReading, compare},
    tools::{Found, ProjectRow, ProjectSource, SourceStatus},
};
use protocol::{
    ProjectId, ProjectSourceId, TenantId, Timestamp,
    reading::{Changes, ReadingStep, ReadingView, Unreadable},
    work::WorkStatus,
};
use std::{io, sync::Arc, time::Duration};

/// How long it is waited for the server's own database before a source is read again.
const AGAIN: Duration = Duration::from_secs(2);
/// Of what is found in a source, as JSON. It is written in one piece.
const LARGEST: usize = 96 * 1024 * 1024;

/// Does the steps of reading a source.
#[derive(Clone)]
pub(crate) struct ReadingDoer(pub(crate) ProjectsRef);

pub(crate) type Readings = Directory<ReadingDoer>;

/// Which source of whom.
#[derive(Clone, Copy)]
struct Place {
    tenant: TenantId,
    project: ProjectId,
    source: ProjectSourceId,
}

impl Doer for ReadingDoer {
    type Machine = SourceReading;
    type Note = ();
    type Before = ();

    fn start(live: &mut Live<Self>, effect: ReadingEffect, _now: Timestamp) -> Start<Self> {
        let ReadingJob { generation, step } = match effect {
            ReadingEffect::Stop(job) => return Start::Cancel(job),
            ReadingEffect::Do(job) => job,
        };
        let Some(projects) = live.doer.0.get() else { return Start::Nothing };
        let view = &live.state.view;
        let place = Place { tenant: live.state.tenant, project: view.project, source: view.source };
        let work = async move {
            match step {
                ReadingStep::Read => {
                    let result = read_in_turn(&projects, place).await.map_err(|failure| unreadable(&failure));
                    ReadingInput::Read { generation, result }
                }
                ReadingStep::Index => {
                    if let Err(failure) = index(&projects, place).await {
                        // It is looked for again when a server starts.
                        tracing::warn!(detail = failure.detail, source = %place.source, "the texts of a source are not found yet");
                    }
                    ReadingInput::Indexed { generation }
                }
            }
        };
        Start::later(ReadingJob { generation, step }, work)
    }

    async fn input(live: &mut Live<Self>, command: &ReadingCommand) -> Result<(ReadingInput, ()), CommandFault> {
        if *command != ReadingCommand::Restart {
            return Ok((ReadingInput::Command(*command), ()));
        }
        let Some(projects) = live.doer.0.get() else {
            return Err(CommandFault::Interrupted("the server is going down".to_owned()));
        };
        let found = projects.project_store().found_in(live.state.tenant, live.state.view.source).await?;
        Ok((ReadingInput::Restart { blank: Arc::new(found.unwrap_or_default().without_rows()) }, ()))
    }
}

async fn rows(projects: &Projects, place: Place) -> Result<(ProjectRow, ProjectSource), Failure> {
    let store = projects.project_store();
    let project = store.project(place.tenant, place.project).await?.ok_or_else(super::missing)?;
    let row = store.project_source(place.tenant, place.project, place.source).await?.ok_or_else(missing)?;
    Ok((project, row))
}

/// As many are read at once as the server's helpers can serve; the others wait for their turn.
async fn read_in_turn(projects: &Projects, place: Place) -> Result<SourceRead, Failure> {
    let _turn = projects.0.turns.take(place.tenant.0.as_u128()).await;
    loop {
        match read(projects, place).await {
            // Not the source is out of reach, but the server's own database.
            Err(failure) if failure.kind == FailureKind::Unavailable && failure.cause.is_some() => {
                tracing::warn!(cause = failure.cause, source = %place.source, "a source cannot be read yet");
                tokio::time::sleep(AGAIN).await;
            }
            done => return done,
        }
    }
}

/// As it is kept. Many megabytes are written out where nobody else waits for it.
async fn write_out(found: &Arc<Found>) -> Result<Arc<str>, Failure> {
    let found = Arc::clone(found);
    let written = tokio::task::spawn_blocking(move || {
        let mut out = Bounded { bytes: Vec::new(), most: LARGEST };
        serde_json::to_writer(&mut out, &*found).ok()?;
        String::from_utf8(out.bytes).ok()
    });
    let written = written.await.map_err(|fault| Failure::new(FailureKind::Internal, fault.to_string()))?;
    written.map(Arc::from).ok_or_else(|| {
        let most = LARGEST / 1024 / 1024;
        Failure::too_large(format!("more than {most} MB were found in it: divide it into several sources"))
    })
}

/// Takes no more than it may.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl io::Write for Bounded {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + bytes.len() > self.most {
            return Err(io::Error::other("it is too long"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

async fn read(projects: &Projects, place: Place) -> Result<SourceRead, Failure> {
    let (project, row) = rows(projects, place).await?;
    let known = projects.project_store().found_in(place.tenant, place.source).await?.ok_or_else(missing)?;
    let version = refresh::version(projects, &row).await;
    let is_ready = row.status == SourceStatus::Ready;
    if is_ready && version.is_some() && version == known.version {
        let changes = compare(&known, &known);
        let found = Arc::new(known);
        return Ok(SourceRead {
            subtype: row.subtype,
            warnings: row.warnings,
            found,
            json: Arc::default(),
            changes,
            is_same: true,
        });
    }
    let (secrets, paths) = (secrets(projects, &row).await?, paths(projects, &row).await?);
    let read = reading::read(projects, &project, &row, &secrets, &paths, &known).await?;
    let found = Arc::new(Found { version, ..read.found });
    let is_same = is_ready && *found == known && read.warnings == row.warnings;
    let changes = compare(&known, &found);
    // What the row says already is not written.
    let json = if is_same { Arc::default() } else { write_out(&found).await? };
    if !is_same {
        connections::forget(projects, row.id).await;
    }
    Ok(SourceRead { subtype: read.subtype, warnings: read.warnings, found, json, changes, is_same })
}

async fn index(projects: &Projects, place: Place) -> Result<(), Failure> {
    let (project, row) = rows(projects, place).await?;
    texts::keep(projects, &project, &row).await;
    Ok(())
}

fn unreadable(failure: &Failure) -> Unreadable {
    let field = failure.faults.first().map(|fault| fault.field.clone());
    let (detail, retry_after) = (failure.detail.clone(), failure.retry_after);
    Unreadable { detail, kind: failure.kind.name().to_owned(), field, retry_after }
}

/// Why a source could not be read, as the answer to whoever waited for it.
pub(super) fn failure_of(view: &ReadingView) -> Option<Failure> {
    let of = |reason: &Unreadable| {
        let kind = FailureKind::parse(&reason.kind).unwrap_or(FailureKind::Invalid);
        let detail = reason.detail.clone();
        let faults = reason.field.iter().map(|field| Fault::new(field.clone(), detail.clone())).collect();
        Failure { faults, retry_after: reason.retry_after, ..Failure::new(kind, detail) }
    };
    match view.work.status {
        WorkStatus::Failed => view.reason.as_ref().map(of),
        WorkStatus::Cancelled => Some(Failure::conflict("the reading of this source was cancelled")),
        _ => None,
    }
}

/// Has a source that is there read again. One of an older release gets its stream now.
async fn request(projects: &Projects, row: &ProjectSource, command: ReadingCommand) -> Result<(), Failure> {
    let (readings, who) = (projects.readings(), Who::server(row.tenant));
    let is_new = match readings.command(who, row.id, command).await {
        Ok(_) => return Ok(()),
        Err(CommandFault::NotFound) => {
            // It may be gone.
            let store = projects.project_store();
            let row = store.project_source(row.tenant, row.project, row.id).await?.ok_or_else(missing)?;
            let empty = SourceReading::new(row.tenant, row.project, row.id);
            readings.open(empty, ReadingInput::Adopt, None).await.map(drop)
        }
        Err(fault) => Err(fault),
    };
    match is_new {
        // Somebody else was quicker.
        Err(CommandFault::Store(StoreFault::Conflict)) => readings.command(who, row.id, command).await.map(drop).map_err(fault),
        done => done.map_err(fault),
    }
}

/// Reads sources again and waits for them; of each what changed, or in a sentence why it could not be read, which is kept as well.
/// All are asked for before the first is waited for.
///
/// # Errors
/// The store's.
pub(super) async fn read_again(
    projects: &Projects,
    rows: &[&ProjectSource],
    command: ReadingCommand,
) -> Result<Vec<Result<Changes, String>>, Failure> {
    let mut first_failure = None;
    for row in rows {
        if let Err(failure) = request(projects, row, command).await
            && failure.kind != FailureKind::NotFound
        {
            // The others are asked all the same.
            first_failure.get_or_insert(failure);
        }
    }
    if let Some(failure) = first_failure {
        return Err(failure);
    }
    let mut read = Vec::with_capacity(rows.len());
    for row in rows {
        read.push(match ended(projects, row).await {
            Ok(view) => failure_of(&view).map_or(Ok(view.changes), |failure| Err(failure.detail)),
            // It was deleted meanwhile.
            Err(failure) if failure.kind == FailureKind::NotFound => Ok(Changes::default()),
            Err(failure) => return Err(failure),
        });
    }
    Ok(read)
}

/// The reading of a source at its end.
///
/// # Errors
/// The store's; 404 where the source is deleted meanwhile.
pub(super) async fn ended(projects: &Projects, row: &ProjectSource) -> Result<ReadingView, Failure> {
    let ended = projects.readings().until(Who::server(row.tenant), row.id, |view| view.work.status.is_over()).await;
    ended.map_err(fault)
}

/// Stops what is being read; 409 where nothing is.
///
/// # Errors
/// The store's.
pub async fn cancel_reading(projects: &Projects, row: &ProjectSource) -> Result<(), Failure> {
    let nothing = || Failure::conflict("this source is not being read");
    match projects.readings().command(Who::server(row.tenant), row.id, ReadingCommand::Cancel).await {
        Ok(_) => Ok(()),
        Err(CommandFault::NotFound) => Err(nothing()),
        Err(other) => Err(fault(other)),
    }
}

pub(super) fn fault(fault: CommandFault) -> Failure {
    match fault {
        CommandFault::NotFound => missing(),
        other => other.into(),
    }
}

fn missing() -> Failure {
    Failure::not_found("there is no such source")
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::work::Work;
    use std::io::Write as _;
    use uuid::Uuid;

    #[test]
    fn nothing_is_written_out_beyond_the_most() {
        for (pieces, taken, kept) in [("abc def", "yy", "abcdef"), ("abc defg de", "yny", "abcde"), ("abcdefg", "n", "")] {
            let mut out = Bounded { bytes: Vec::new(), most: 6 };
            let done = pieces.split(' ').map(|piece| if out.write_all(piece.as_bytes()).is_ok() { 'y' } else { 'n' });
            let done: String = done.collect();
            assert_eq!((&*done, &*String::from_utf8_lossy(&out.bytes)), (taken, kept), "{pieces}");
        }
    }

    #[tokio::test]
    async fn what_is_written_out_reads_as_it_was() {
        let found = Arc::new(Found { version: Some("1\0".into()), ..Found::default() });
        let json = write_out(&found).await.expect("it is small");
        assert!(!json.contains('\0'), "no database takes that: {json}");
        assert_eq!(serde_json::from_str::<Found>(&json).expect("JSON"), *found);
    }

    #[test]
    fn whoever_waited_for_a_source_that_did_not_come_to_its_turn_learns_when_to_try_again() {
        let busy = Failure { retry_after: Some(10), ..Failure::new(FailureKind::Busy, "all readers are taken: try again") };
        let view = ReadingView::new(ProjectSourceId(Uuid::nil()), ProjectId(Uuid::nil()));
        let work = Work { status: WorkStatus::Failed, ..view.work.clone() };
        let view = ReadingView { work, reason: Some(unreadable(&busy)), ..view };
        assert_eq!(failure_of(&view), Some(busy));
    }
}
