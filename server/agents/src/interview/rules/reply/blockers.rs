//! What keeps an interview from ending, said as one would say it.

use super::{
    plain::{counted, listing, small, words},
    subject::Subject,
    voice::Voice,
};
use domain::interview::ReplyPlan;

/// More reasons than these are not listened to.
const MOST: usize = 4;

pub(super) fn not_yet(plan: &ReplyPlan, voice: &Voice<'_>, blockers: &[String]) -> String {
    let names: Vec<String> = blockers.iter().filter_map(|one| name(plan, one)).collect();
    let mut reasons: Vec<String> = Vec::new();
    if !names.is_empty() {
        reasons.push(needed(&names));
    }
    reasons.extend(
        blockers.iter().filter(|one| name(plan, one).is_none()).map(|one| clause(plan, one)).filter(|one| !one.is_empty()),
    );
    reasons.truncate(MOST);
    let all = match reasons.split_last() {
        None => {
            return voice.word("not yet", &[]);
        }
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{}, and {last}", before.join(", ")),
    };
    voice.word("not yet because", &[("reasons", &all)])
}

/// One reason in a clause of its own. The forms that the rules of completeness give are turned into spoken ones; another
/// text is said as it is.
fn clause(plan: &ReplyPlan, blocker: &str) -> String {
    let names = |list: &str| list.split(", ").map(|one| name(plan, one)).collect::<Option<Vec<String>>>();
    if let Some(names) = blocker.strip_prefix("still needed: ").and_then(names) {
        return needed(&names);
    }
    if let Some(names) = blocker.strip_prefix("to be settled: ").and_then(names) {
        return format!("we have to settle {}", listing(&names, "and", 5));
    }
    if let Some((have, wanted)) =
        blocker.split_once(" of at least ").and_then(|(have, rest)| Some((have, rest.strip_suffix(" answers")?)))
        && let (Ok(have), Ok(wanted)) = (have.parse(), wanted.parse())
    {
        let have = if have == 0 { "none".to_owned() } else { counted(have) };
        return format!("I have {have} of at least {} answers", counted(wanted));
    }
    if blocker.starts_with("confidence is ") {
        return "some of the answers are still rather vague".to_owned();
    }
    small(&words(blocker, 160))
}

fn needed(names: &[String]) -> String {
    format!("I still need {}", listing(names, "and", 5))
}

fn name(plan: &ReplyPlan, one: &str) -> Option<String> {
    let found = plan.definition.obligations.iter().find(|template| template.key == one || template.name() == one)?;
    Some(Subject { key: &found.key, template: Some(found) }.the())
}
