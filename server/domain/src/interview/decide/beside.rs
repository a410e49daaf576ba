//! What is said beside the question that was asked: whether the question stays, and whether that was a failed attempt.

use super::reply::ReplyParts;
use crate::interview::{Draft, Next, Remark};
use protocol::interview::{Asking, Obligation, ObligationTemplate, PendingQuestion, Status};

/// A courtesy leaves the question as it is only so often; then each repetition counts, and it comes to an end.
const REPEATED_FOR_NOTHING: u32 = 2;

/// What the person asks the interviewer, or wants to hear again.
const fn is_a_question(remark: &Remark) -> bool {
    matches!(
        remark,
        Remark::Why { .. }
            | Remark::Meaning { .. }
            | Remark::Examples { .. }
            | Remark::Unanswerable
            | Remark::Repeated
            | Remark::Summary
            | Remark::Progress
            | Remark::NoResearch { .. }
            | Remark::NothingToSearch
            | Remark::Researched { .. }
    )
}

const fn is_a_courtesy(remark: &Remark) -> bool {
    matches!(remark, Remark::Greeting | Remark::Thanks | Remark::NothingToUndo | Remark::OnlyEnglish)
}

const fn is_no_answer(remark: &Remark) -> bool {
    matches!(remark, Remark::SmallTalk | Remark::Abuse | Remark::OutOfBounds { .. } | Remark::NotUnderstood)
}

/// A question of the person is no failed attempt, however many they ask. Who insults with it only evades.
pub(super) fn asks_back(remarks: &[Remark]) -> bool {
    remarks.iter().any(is_a_question) && !remarks.contains(&Remark::Abuse)
}

fn question<'a>(draft: &'a Draft<'_>) -> Option<(&'a PendingQuestion, &'a Obligation, &'a ObligationTemplate)> {
    let asked = draft.view.asked.as_ref().filter(|asked| asked.kind == Asking::Question)?;
    let one = draft.view.obligation(&asked.key).filter(|one| one.status == Status::InProgress)?;
    Some((asked, one, draft.view.template(&asked.key)?))
}

/// The question that was asked last and got no answer but a greeting, thanks, a question back or words that nobody
/// could make sense of: it stays until it is answered or put off. Whether it counts as asked anew: not after a courtesy or a
/// question.
pub(super) fn unanswered<'a>(draft: &'a Draft<'_>, said: &ReplyParts) -> Option<(&'a str, bool)> {
    let (asked, one, template) = question(draft)?;
    let asks = asks_back(&said.remarks);
    let beside = |remark: &Remark| is_a_question(remark) || is_a_courtesy(remark) || is_no_answer(remark);
    let stays = said.took.is_empty()
        && !said.remarks.is_empty()
        && said.remarks.iter().all(beside)
        && !said.avoid.contains(&asked.key)
        && (asks || one.attempts < template.attempts_allowed());
    // A repetition moves the turn of what was asked, not that of the attempt.
    let attempt = one.last_attempt_turn.unwrap_or(asked.turn);
    let patient = draft.turn.saturating_sub(attempt) <= REPEATED_FOR_NOTHING;
    stays.then(|| (asked.key.as_str(), !(asks || patient && said.remarks.iter().all(is_a_courtesy))))
}

/// The question that was asked just now, where the message told something else instead: it is asked once more at once, and that
/// is no failed attempt either.
pub(super) fn passed_over<'a>(draft: &'a Draft<'_>, said: &ReplyParts) -> Option<&'a Obligation> {
    let (asked, one, _) = question(draft)?;
    let heard = said.took.iter().any(|took| took.quote.is_some()) && said.took.iter().all(|took| took.key != asked.key);
    let left = said.remarks.iter().any(|remark| !is_courteous_beside(remark)) || said.avoid.contains(&asked.key);
    let once = one.last_attempt_turn.is_some_and(|turn| turn + 1 == draft.turn);
    (heard && !left && once).then_some(one)
}

const fn is_courteous_beside(remark: &Remark) -> bool {
    is_a_courtesy(remark) || is_a_question(remark) || matches!(remark, Remark::SmallTalk | Remark::Abuse)
}

/// A value that was read back just now, and nothing but a question was said to it: it is read back again.
pub(super) fn read_back_again(draft: &Draft<'_>, said: &ReplyParts) -> Option<Next> {
    let read_back = |asked: &&PendingQuestion| asked.kind == Asking::ReadBack && asked.turn + 1 >= draft.turn;
    let asked = draft.view.asked.as_ref().filter(read_back)?;
    let one = draft.view.obligation(&asked.key).filter(|one| one.status == Status::Partial)?;
    let only_asks = |remark: &Remark| is_a_question(remark) || is_a_courtesy(remark);
    let asks = said.took.is_empty() && asks_back(&said.remarks) && said.remarks.iter().all(only_asks);
    let value = one.value.clone().filter(|_| asks)?;
    Some(Next::ReadBack { key: asked.key.clone(), value })
}

/// The open question or read-back whose reason, meaning or examples were asked for.
pub(super) fn explained<'a>(draft: &'a Draft<'_>, remarks: &[Remark]) -> Option<(&'a str, Asking)> {
    let asked = draft.view.asked.as_ref()?;
    let patient = asked.kind == Asking::Question || asked.turn + 1 >= draft.turn;
    let one = draft.view.obligation(&asked.key).filter(|_| patient)?;
    let open = match asked.kind {
        Asking::Question => matches!(one.status, Status::InProgress | Status::Partial),
        Asking::ReadBack => one.status == Status::Partial,
        Asking::Negotiation => false,
    };
    let about = remarks.iter().any(
        |remark| matches!(remark, Remark::Why { key } | Remark::Meaning { key } | Remark::Examples { key } if *key == asked.key),
    );
    (open && about).then_some((asked.key.as_str(), asked.kind))
}
