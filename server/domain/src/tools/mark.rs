//! Where a project, or a list of them, stands: equal as long as nothing that is shown of it changed.
//!
//! Made of the times of changes, of which each is later than the one before of the same thing, so that whoever reads the rows says the
//! same on every node.

use super::{ProjectRow, ProjectSource};
use protocol::Timestamp;

/// Of a project with all its sources.
#[must_use]
pub fn project_version<'a>(project: &ProjectRow, sources: impl IntoIterator<Item = &'a ProjectSource>) -> String {
    let mut statuses = 0_u64;
    let changes = sources.into_iter().map(|source| {
        statuses += source.status as u64;
        source.updated_at
    });
    let changes = stand(changes);
    format!("{} {changes} {statuses}", project.updated_at.0)
}

/// Of projects that are listed, by when each was changed last.
#[must_use]
pub fn projects_version(changes: impl IntoIterator<Item = Timestamp>) -> String {
    stand(changes.into_iter())
}

/// How many there are, when the last was changed, and the sum of all: on clocks that differ a change may be older than the last.
fn stand(changes: impl Iterator<Item = Timestamp>) -> String {
    let (count, last, sum) =
        changes.fold((0_u64, 0, 0_i128), |(count, last, sum), Timestamp(at)| (count + 1, at.max(last), sum + i128::from(at)));
    format!("{count}:{last}:{sum}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(changes: &[i64]) -> String {
        stand(changes.iter().copied().map(Timestamp))
    }

    #[test]
    fn whatever_comes_changes_or_goes_moves_the_mark() {
        let before = marked(&[100, 200, 300]);
        assert_eq!(before, marked(&[300, 100, 200]), "the order is no part of it");
        for (what, after) in [
            ("one more", marked(&[100, 200, 300, 301])),
            ("one changed", marked(&[100, 301, 300])),
            ("one changed by a clock that is late", marked(&[150, 200, 300])),
            ("one gone", marked(&[100, 300])),
            ("the newest gone", marked(&[100, 200])),
            ("one gone and another come", marked(&[100, 300, 400])),
            ("all gone", marked(&[])),
        ] {
            assert_ne!(before, after, "{what}");
        }
    }
}
