//! A question that goes on from the one before it: what was said so far becomes one whole question, which is read like any other;
//! its rows are sorted, cut and set beside others in steps of their own.

mod beside;
mod change;
mod period;
mod shape;
mod spans;
#[cfg(test)]
mod tests;

pub(in crate::ask::rules) use spans::words;

use super::{claims, figures, passages};
use domain::ask::{FollowUp, Material, Planned, WholeQuestion, read_follow_up};
use protocol::ask::{AskMode, ModeChoice};
use spans::Seen;

/// None where it goes on from nothing, or where that cannot be read.
pub(super) fn plan(material: &Material<'_>, choice: &ModeChoice) -> Option<Planned> {
    let earlier = material.earlier?;
    let before = earlier
        .draft
        .asked
        .clone()
        .unwrap_or_else(|| WholeQuestion { question: earlier.question.clone(), ..WholeQuestion::default() });
    if material.question == before.question {
        // It is done again, with everything that was said to it.
        let is_more = before.against.is_some() || before.sort.is_some() || before.first.is_some();
        return is_more.then(|| answer(&before, material, choice)).flatten();
    }
    let follow_up = read_follow_up(material.question)?;
    after(&before, &follow_up, material, choice).into_iter().find_map(|asked| answer(&asked, material, choice))
}

/// What may be asked now, the likeliest first.
fn after(before: &WholeQuestion, follow_up: &FollowUp, material: &Material<'_>, choice: &ModeChoice) -> Vec<WholeQuestion> {
    let seen = Seen::new(material);
    match follow_up {
        FollowUp::First(first) => vec![WholeQuestion { first: Some(*first), ..before.clone() }],
        FollowUp::Sort(sort) => {
            let mut sort = sort.clone();
            if let Some(last) = before.sort.as_ref().filter(|_| sort.by.is_empty()) {
                sort = domain::ask::Sort { by: last.by.clone(), down: sort.down.or(Some(!last.down.unwrap_or(false))) };
            }
            vec![WholeQuestion { sort: Some(sort), ..before.clone() }]
        }
        FollowUp::Against(other) => {
            let pairs = change::against(&before.question, other, &seen);
            let is_read = |(question, against): &(String, String)| {
                reads(question, material, choice.mode) && reads(against, material, choice.mode)
            };
            let compare =
                |(question, against): (String, String)| WholeQuestion { question, against: Some(against), ..before.clone() };
            pairs.into_iter().find(is_read).map(compare).into_iter().collect()
        }
        _ => {
            let first_read = |question: &str| {
                change::texts(question, follow_up, &seen).into_iter().find(|text| reads(text, material, choice.mode))
            };
            let against = before.against.as_deref().and_then(first_read);
            let repeat = |question| WholeQuestion { question, against, ..before.clone() };
            first_read(&before.question).map(repeat).into_iter().collect()
        }
    }
}

/// Whether a whole question can be read in this mode.
fn reads(question: &str, material: &Material<'_>, mode: AskMode) -> bool {
    let whole = Material { question, earlier: None, ..*material };
    match mode {
        AskMode::Exploratory => figures::is_read(&whole),
        AskMode::Auditable => {
            claims::is_read(&whole)
                || super::question_in(question).is_some_and(|question| figures::is_read(&Material { question, ..whole }))
        }
        AskMode::Knowledge => passages::is_read(&whole),
    }
}

fn answer(asked: &WholeQuestion, material: &Material<'_>, choice: &ModeChoice) -> Option<Planned> {
    let whole = Material { question: &asked.question, earlier: None, ..*material };
    if choice.mode != AskMode::Exploratory {
        return super::planned(&whole, choice).map(|planned| with_asked(planned, asked));
    }
    let planned = figures::plan(&whole, choice.clone())?;
    let Planned::Draft(_, mut draft) = planned else { return Some(planned) };
    if let Some(against) = &asked.against {
        let Some(Planned::Draft(_, other)) = figures::plan(&Material { question: against, ..whole }, choice.clone()) else {
            return None;
        };
        *draft = beside::compare(&draft, &other, super::sql::dialect_of(&draft, material))?;
    }
    // The columns that the rows had, where they are the same rows.
    let known =
        material.earlier.filter(|earlier| earlier.draft.asked.as_ref().is_none_or(|before| before.question == asked.question));
    let columns = known.map(|earlier| earlier.table.columns.clone()).filter(|columns| !columns.is_empty());
    match shape::shape(&mut draft, asked, columns, material) {
        Ok(()) => Some(with_asked(Planned::Draft(choice.clone(), draft), asked)),
        Err(Some(question)) => Some(Planned::Unclear(choice.clone(), vec![question])),
        Err(None) => None,
    }
}

fn with_asked(planned: Planned, asked: &WholeQuestion) -> Planned {
    match planned {
        Planned::Draft(choice, mut draft) => {
            draft.asked = Some(asked.clone());
            Planned::Draft(choice, draft)
        }
        other => other,
    }
}
