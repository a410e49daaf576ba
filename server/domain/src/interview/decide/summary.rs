//! What turns came to, in words: one line per answer, in the order of the objective.

use crate::interview::{Draft, value::told};
use protocol::interview::{InterviewEvent, Obligation, Status, Summary};

/// So many turns are summarised together while the interview goes on.
const RANGE: u32 = 10;

/// After every tenth turn, what came of the ten.
pub(super) fn of_a_range(draft: &mut Draft<'_>) {
    let turn_end = draft.turn;
    if turn_end == 0 || !turn_end.is_multiple_of(RANGE) || draft.view.summaries.iter().any(|one| one.turn_end == turn_end) {
        return;
    }
    let turn_start = turn_end - RANGE + 1;
    let within = |turn: Option<u32>| turn.is_some_and(|turn| (turn_start..=turn_end).contains(&turn));
    let lines = lines(draft, |one| within(one.evidence.as_ref().map(|evidence| evidence.turn)) || within(one.satisfied_at_turn));
    let mut text = vec![format!("{}, turns {turn_start} to {turn_end}", draft.view.title)];
    text.extend(if lines.is_empty() { vec!["Nothing new became known.".to_owned()] } else { lines });
    draft.push(InterviewEvent::Summarised { summary: Summary { text: text.join("\n"), turn_start, turn_end } });
}

/// Everything that is known.
pub(super) fn of_all(draft: &Draft<'_>) -> String {
    let mut text = vec![draft.view.title.clone()];
    text.extend(lines(draft, |_| true));
    text.join("\n")
}

fn lines(draft: &Draft<'_>, among: impl Fn(&Obligation) -> bool) -> Vec<String> {
    let known = draft.view.obligations.iter().filter(|one| matches!(one.status, Status::Satisfied | Status::Partial));
    known
        .filter(|one| among(one))
        .filter_map(|one| {
            let (template, value) = (draft.view.template(&one.key)?, one.value.as_ref()?);
            let value = told(template, value).split_whitespace().collect::<Vec<_>>().join(" ");
            Some(format!("{}: {value}", template.name()))
        })
        .collect()
}
