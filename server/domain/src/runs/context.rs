//! What earlier runs found and what people thought of it, as the next run is told (seed 002, Phase 2: Context Loading), and what that
//! changed.

use super::{FeedbackTarget, Insight, ProjectFeedback, Recommendation, likeness::names_alike};
use protocol::discovery::{Discovery, FeedbackEffect};
use std::fmt::Write;

/// Names of each kind that are listed; more of them nobody minds.
const MOST: usize = 60;

/// The block that stands in every prompt, and on the run: empty where nothing is known yet.
#[must_use]
pub fn describe_context(earlier: &[Discovery], feedback: &[ProjectFeedback]) -> String {
    let mut text = String::new();
    let found: Vec<String> = earlier
        .iter()
        .flat_map(|discovery| {
            let day = discovery.created_at.get(..10).unwrap_or_default();
            discovery.insights.iter().map(move |one| format!("{} ({}, {}, {day})", one.name, one.analysis_area, one.severity))
        })
        .collect();
    list(&mut text, "Found by earlier runs", &found);
    let with_comment = |row: &ProjectFeedback| match &row.comment {
        Some(comment) => format!("{} (somebody wrote: {comment})", row.name),
        None => row.name.clone(),
    };
    let rated = |like: bool| of_findings(feedback).filter(|row| row.like == like).map(with_comment).collect::<Vec<_>>();
    list(&mut text, "AVOID similar conclusions", &rated(false));
    list(&mut text, "MONITOR for changes", &rated(true));
    let recommended: Vec<String> =
        earlier.iter().flat_map(|discovery| discovery.recommendations.iter().map(|one| one.title.clone())).collect();
    list(&mut text, "Recommended before: don't repeat unless changed", &recommended);
    text
}

fn list(text: &mut String, title: &str, items: &[String]) {
    let mut seen = std::collections::HashSet::new();
    let items: Vec<&String> = items.iter().filter(|item| seen.insert(*item)).take(MOST).collect();
    if items.is_empty() {
        return;
    }
    if !text.is_empty() {
        text.push('\n');
    }
    let _ = writeln!(text, "{title}:");
    for item in items {
        let _ = writeln!(text, "- {}", item.split_whitespace().collect::<Vec<_>>().join(" "));
    }
}

/// What people think of opportunities goes to the next pipeline, not to the next run.
fn of_findings(feedback: &[ProjectFeedback]) -> impl Iterator<Item = &ProjectFeedback> {
    feedback.iter().filter(|row| row.target_type != FeedbackTarget::Opportunity)
}

/// What each piece of feedback on insights changed: `without` is what would have been reported had nobody said anything.
#[must_use]
pub fn describe_effects(feedback: &[ProjectFeedback], without: &[Insight], reported: &[Insight]) -> Vec<FeedbackEffect> {
    let names = |list: &[Insight]| list.iter().map(|one| one.name.clone()).collect::<Vec<_>>();
    let rows = feedback.iter().filter(|row| row.target_type == FeedbackTarget::Insight);
    describe_changes(rows, &names(without), &names(reported), names_alike)
}

/// The same of recommendations; `alike` says of two titles whether they mean the same.
#[must_use]
pub fn describe_effects_on_recommendations(
    feedback: &[ProjectFeedback],
    without: &[Recommendation],
    reported: &[Recommendation],
    alike: fn(&str, &str) -> bool,
) -> Vec<FeedbackEffect> {
    let titles = |list: &[Recommendation]| list.iter().map(|one| one.title.clone()).collect::<Vec<_>>();
    let rows = feedback.iter().filter(|row| row.target_type == FeedbackTarget::Recommendation);
    describe_changes(rows, &titles(without), &titles(reported), alike)
}

fn describe_changes<'f>(
    rows: impl Iterator<Item = &'f ProjectFeedback>,
    without: &[String],
    reported: &[String],
    alike: fn(&str, &str) -> bool,
) -> Vec<FeedbackEffect> {
    // Sentences about other values may be alike: the very finding comes first.
    let named = |list: &[String], name: &str| list.iter().position(|one| one == name);
    let place = |list: &[String], name: &str| named(list, name).or_else(|| list.iter().position(|one| alike(one, name)));
    let effect = |row: &ProjectFeedback| {
        let before = place(without, &row.name);
        let after = before.map_or_else(|| place(reported, &row.name), |at| named(reported, &without[at]));
        let effect = match (row.like, before, after) {
            (false, Some(_), None) => format!("Left out, because somebody rejected it: {}", without[before?]),
            (true, Some(before), Some(after)) if after < before => {
                format!("Moved from place {} to {}, because somebody liked it: {}", before + 1, after + 1, reported[after])
            }
            (true, None, Some(after)) => format!("Reported again, because somebody liked it: {}", reported[after]),
            _ => return None,
        };
        Some(FeedbackEffect { feedback_id: row.id, effect })
    };
    rows.filter_map(effect).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ProjectId, TenantId, Timestamp, UserId};
    use uuid::Uuid;

    fn row(name: &str, like: bool, comment: Option<&str>) -> ProjectFeedback {
        ProjectFeedback {
            id: Uuid::from_u128(7),
            tenant: TenantId(Uuid::nil()),
            project: ProjectId(Uuid::nil()),
            user: UserId(Uuid::nil()),
            target_type: FeedbackTarget::Insight,
            target: String::new(),
            name: name.to_owned(),
            like,
            comment: comment.map(str::to_owned),
            at: Timestamp(0),
        }
    }

    fn insight(name: &str) -> Insight {
        Insight { name: name.to_owned(), ..Insight::default() }
    }

    #[test]
    fn people_are_heard_in_the_block() {
        assert_eq!(describe_context(&[], &[]), "");
        let block = describe_context(&[], &[row("Lamps fail most", false, Some("we\nknow")), row("Orders grow", true, None)]);
        assert_eq!(
            block,
            "AVOID similar conclusions:\n- Lamps fail most (somebody wrote: we know)\n\nMONITOR for changes:\n- Orders grow\n"
        );
        let opportunity = ProjectFeedback { target_type: FeedbackTarget::Opportunity, ..row("Lamps", false, None) };
        assert_eq!(describe_context(&[], &[opportunity]), "");
    }

    #[test]
    fn what_feedback_changed_is_said() {
        let (lamps, orders, prices) = ("Lamps fail most often of all parts", "Orders grow over time", "Prices differ by shop");
        let effects = |like: bool, name: &str, without: &[&str], reported: &[&str]| {
            let list = |names: &[&str]| names.iter().map(|name| insight(name)).collect::<Vec<_>>();
            describe_effects(&[row(name, like, None)], &list(without), &list(reported))
        };
        assert!(effects(false, lamps, &[lamps, orders], &[orders])[0].effect.starts_with("Left out"));
        assert!(effects(false, lamps, &[orders], &[orders]).is_empty(), "it was not there anyway");
        assert!(effects(true, orders, &[lamps, prices, orders], &[orders, lamps])[0].effect.contains("from place 3 to 1"));
        assert!(effects(true, orders, &[lamps], &[lamps, orders])[0].effect.starts_with("Reported again"));
        assert!(effects(true, orders, &[orders], &[orders]).is_empty());
    }

    #[test]
    fn feedback_on_recommendations_changes_recommendations_alone() {
        let list = |titles: &[&str]| {
            let one = |title: &&str| Recommendation { title: (*title).to_owned(), ..Recommendation::default() };
            titles.iter().map(one).collect::<Vec<_>>()
        };
        let (lamps, pumps) = ("Find out why the cost is so high for lamps", "Find out why the cost is so high for pumps");
        let effects = |like: bool, without: &[&str], reported: &[&str]| {
            let feedback = [ProjectFeedback { target_type: FeedbackTarget::Recommendation, ..row(lamps, like, None) }];
            assert!(describe_effects(&feedback, &[insight(lamps)], &[]).is_empty(), "it is no insight");
            let found =
                describe_effects_on_recommendations(&feedback, &list(without), &list(reported), str::eq_ignore_ascii_case);
            found.into_iter().map(|one| one.effect).collect::<String>()
        };
        assert!(effects(false, &[pumps, lamps], &[pumps]).starts_with("Left out"));
        assert!(effects(true, &[pumps, lamps], &[lamps, pumps]).contains("from place 2 to 1"));
        assert_eq!(effects(true, &[pumps], &[pumps]), "", "another one is not meant");
    }
}
