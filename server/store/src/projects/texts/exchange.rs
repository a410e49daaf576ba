//! What is done next so that a source's texts become these: few at a time, and nobody sees some of the one and some of the other.

use crate::columns::{At, text};
use domain::research::SourceRow;
use protocol::Timestamp;
use std::collections::{HashMap, HashSet};
use uuid::Uuid;

/// The most texts that one transaction takes in or out, so that nobody waits long for it. The one that shows what came has a word in each
/// row that it shows or hides.
const AT_ONCE: usize = 50;
/// Of those that come, in bytes, unless a single one is longer: each word is written into the index.
pub(super) const BYTES_AT_ONCE: usize = 1 << 20;

/// When a text was read that is not found yet, or no longer: in 1970 nothing was.
pub(super) const UNSEEN: Timestamp = Timestamp(0);

/// What tells one text from another: address, title and hash.
pub(super) type Known = (String, String, String);

#[derive(Clone, sqlx_macros::FromRow)]
pub(super) struct Held {
    id: Uuid,
    url: String,
    title: String,
    sha256: String,
    accessed_at: At,
}

/// What one transaction does.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Step<'a> {
    pub(super) gone: Vec<Uuid>,
    /// Those that change when they were read.
    pub(super) seen: Vec<(Uuid, Timestamp)>,
    pub(super) added: Vec<(&'a SourceRow, Timestamp)>,
    /// Another step follows.
    pub(super) more: bool,
}

impl<'a> Step<'a> {
    pub(super) fn next(held: &[Held], texts: &'a [SourceRow]) -> Self {
        let wanted: HashMap<Known, &SourceRow> = texts.iter().map(|row| (known(row), row)).collect();
        let (mut old, mut waiting, mut left) = (Vec::new(), Vec::new(), Vec::new());
        let mut stays = None;
        let mut here = HashSet::new();
        for one in held {
            let key = (one.url.clone(), one.title.clone(), one.sha256.clone());
            match (wanted.get(&key), one.accessed_at.0 == UNSEEN) {
                (Some(row), true) => waiting.push((one.id, row.accessed_at)),
                (None, false) => old.push(one),
                (None, true) => left.push(one.id),
                (Some(row), false) => {
                    stays = stays.or((one.accessed_at.0 < row.accessed_at).then_some((one.id, row.accessed_at)))
                }
            }
            here.insert(key);
        }
        if !left.is_empty() {
            return Self { gone: left.into_iter().take(AT_ONCE).collect(), more: true, ..Self::default() };
        }
        let missing = texts.iter().filter(|row| !here.contains(&known(row)));
        // The table does not hold the same text twice at one address: what is only called otherwise cannot wait beside itself.
        let places: HashSet<(&str, &str)> = old.iter().map(|one| (&*one.url, &*one.sha256)).collect();
        let (renamed, new): (Vec<_>, Vec<_>) = missing.partition(|row| {
            let (url, _, sha256) = known(row);
            places.contains(&(&*url, &*sha256))
        });
        let fitting = count_fitting(&new);
        if new.len() > fitting {
            let added = new.into_iter().take(fitting).map(|row| (row, UNSEEN)).collect();
            return Self { added, more: true, ..Self::default() };
        }
        let few = new.len() + old.len() <= AT_ONCE;
        let again: HashSet<(String, String)> =
            renamed.iter().map(|row| known(row)).map(|(url, _, sha256)| (url, sha256)).collect();
        let (gone, hidden): (Vec<&Held>, Vec<&Held>) =
            old.into_iter().partition(|one| few || again.contains(&(one.url.clone(), one.sha256.clone())));
        let more = !hidden.is_empty();
        if !more && waiting.is_empty() && renamed.is_empty() && new.is_empty() {
            // Nothing came: one that stayed tells when all of it was read.
            waiting.extend(stays);
        }
        waiting.extend(hidden.into_iter().map(|one| (one.id, UNSEEN)));
        Self {
            gone: gone.into_iter().map(|one| one.id).collect(),
            seen: waiting,
            added: renamed.into_iter().chain(new).map(|row| (row, row.accessed_at)).collect(),
            more,
        }
    }
}

/// How many of them one transaction takes in.
fn count_fitting(texts: &[&SourceRow]) -> usize {
    let mut bytes = 0;
    let fit = texts.iter().take(AT_ONCE).take_while(|row| {
        bytes += row.text.len();
        bytes <= BYTES_AT_ONCE
    });
    fit.count().max(1)
}

pub(super) fn known(row: &SourceRow) -> Known {
    let url = text(row.url.as_deref().unwrap_or_default()).into_owned();
    (url, text(&row.title).into_owned(), row.sha256.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{SourceId, TenantId};

    const NOON: Timestamp = Timestamp(43_200_000_000);

    /// A text by its number and what it says.
    fn text(number: u128, words: &str) -> SourceRow {
        SourceRow {
            id: SourceId(Uuid::from_u128(number)),
            tenant: TenantId(Uuid::nil()),
            url: Some(format!("/{number}")),
            title: "Text".into(),
            text: words.into(),
            sha256: words.into(),
            accessed_at: NOON,
            published_at: None,
            imported_at: None,
            imported_by: None,
        }
    }

    fn held(row: &SourceRow, at: Timestamp) -> Held {
        let (url, title, sha256) = known(row);
        // Under an id of its own, as of another reading.
        let reading = if at == UNSEEN { 2_000 } else { 1_000 };
        Held { id: Uuid::from_u128(row.id.0.as_u128() + reading), url, title, sha256, accessed_at: At(at) }
    }

    /// All steps from these rows to those texts: how many, and the most that one of them indexes.
    fn steps(mut rows: Vec<(Held, String)>, texts: &[SourceRow]) -> (usize, usize) {
        let (mut steps, mut most) = (0, 0);
        let seen = |rows: &[(Held, String)]| {
            let mut all: Vec<String> = rows
                .iter()
                .filter(|(one, _)| one.accessed_at.0 != UNSEEN)
                .map(|(one, _)| one.url.clone() + &one.sha256 + &one.title)
                .collect();
            all.sort();
            all
        };
        let before = seen(&rows);
        let mut after: Vec<String> = texts.iter().map(known).map(|(url, title, sha256)| url + &sha256 + &title).collect();
        after.sort();
        loop {
            let plain: Vec<Held> = rows.iter().map(|(held, _)| held.clone()).collect();
            let Step { gone, seen: moments, added, more } = Step::next(&plain, texts);
            steps += 1;
            most = most.max(gone.len() + added.len());
            rows.retain(|(one, _)| !gone.contains(&one.id));
            for (id, at) in moments {
                let one = rows.iter_mut().find(|(one, _)| one.id == id).expect("it is there");
                one.0.accessed_at = At(at);
            }
            for (row, at) in added {
                let new = held(row, at);
                assert!(!rows.iter().any(|(one, _)| (&one.url, &one.sha256) == (&new.url, &new.sha256)), "twice at one address");
                rows.push((Held { id: row.id.0, ..new }, row.text.clone()));
            }
            let now = seen(&rows);
            assert!(now == before || now == after, "something between the two is seen");
            if !more {
                assert_eq!(now, after);
                assert_eq!(rows.len(), texts.len(), "nothing else is left");
                return (steps, most);
            }
            assert!(steps < 100, "no end");
        }
    }

    #[test]
    fn long_texts_come_few_at_a_time() {
        for (count, bytes, steps_of) in
            [(1, 3 * BYTES_AT_ONCE, 1), (2, BYTES_AT_ONCE, 2), (3, BYTES_AT_ONCE + 1, 3), (4, BYTES_AT_ONCE / 2, 2), (50, 10, 1)]
        {
            let texts: Vec<_> = (0..count).map(|number| text(number, &"x".repeat(bytes))).collect();
            assert_eq!(steps(Vec::new(), &texts).0, steps_of, "{count} of {bytes} bytes");
        }
    }

    #[test]
    fn whoever_looks_sees_all_of_the_one_or_all_of_the_other() {
        let texts = |numbers: std::ops::Range<u128>, words: &str| numbers.map(|number| text(number, words)).collect::<Vec<_>>();
        let rows = |texts: &[SourceRow], at| texts.iter().map(|row| (held(row, at), row.text.clone())).collect::<Vec<_>>();
        let (few, many) = (texts(0..20, "old"), texts(0..120, "old"));
        let called =
            |texts: &[SourceRow]| texts.iter().map(|row| SourceRow { title: "New".into(), ..row.clone() }).collect::<Vec<_>>();
        let broken_off =
            [rows(&many, NOON), rows(&texts(0..70, "new"), UNSEEN), rows(&texts(200..260, "older"), UNSEEN)].concat();
        for (name, rows, texts, steps_of) in [
            ("nothing becomes nothing", Vec::new(), Vec::new(), 1),
            ("a few come", Vec::new(), few.clone(), 1),
            ("many come", Vec::new(), many.clone(), 3),
            ("they are the same", rows(&many, NOON), many.clone(), 1),
            ("a few are others", rows(&few, NOON), texts(10..30, "new"), 1),
            ("many are others", rows(&many, NOON), texts(0..120, "new"), 3 + 3 + 1),
            ("many go", rows(&many, NOON), Vec::new(), 1 + 3 + 1),
            ("a few go", rows(&few, NOON), Vec::new(), 1),
            ("a few are called otherwise", rows(&few, NOON), called(&few), 1),
            ("it broke off", broken_off, texts(0..120, "new"), 2 + 1 + 3 + 1),
        ] {
            let (steps, most) = steps(rows, &texts);
            assert_eq!(steps, steps_of, "{name}");
            assert!(most <= AT_ONCE, "{name}: {most} at once");
        }
        // The text of these is the same: they are exchanged together, however many they are.
        assert_eq!(steps(rows(&many, NOON), &called(&many)), (1, 240));
    }
}
