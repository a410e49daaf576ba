//! The audit, and what people think of messages.

pub(crate) const AUDIT: &str = "Audit";
pub(crate) const PERSON: &str = "Person";
pub(crate) const ANYBODY: &str = "Anyone";
pub(crate) const NOBODY: &str = "Unknown";
pub(crate) const ACTION: &str = "Action";
pub(crate) const ANYTHING: &str = "Any action";
pub(crate) const TARGET: &str = "Id of what was changed";
pub(crate) const SINCE: &str = "From";
pub(crate) const UNTIL: &str = "To";
pub(crate) const SEARCH: &str = "Search";
pub(crate) const NO_ENTRY: &str = "No entry matches.";
pub(crate) const COLUMNS: [&str; 3] = ["When", "Who", "What happened"];
pub(crate) const DETAILS: &str = "Details";
pub(crate) const DETAIL_ACTION: &str = "action";
pub(crate) const DETAIL_ID: &str = "id";
pub(crate) const FEEDBACK: &str = "Feedback";
pub(crate) const WHICH: &str = "Which feedback";
pub(crate) const RATINGS: [(&str, &str); 3] = [("", "All"), ("dislike", "Not good"), ("like", "Good")];
pub(crate) const NO_FEEDBACK: &str = "No feedback on messages yet.";
pub(crate) fn shares(good: usize, all: usize) -> String {
    if all == 1 { format!("{good} of 1 rating is good") } else { format!("{good} of {all} ratings are good") }
}
pub(crate) const THERE: &str = "In the interview";
pub(crate) const REVIEW: &str = "Review it";

/// What was done, as the rest of a sentence that begins with who did it and may end with what it was done to. An action that has
/// no words of its own yet is its name without its marks.
pub(crate) fn act(action: &str) -> String {
    let words = match action {
        "ask.started" => "asked a question",
        "ask_schedule.created" => "scheduled a question",
        "ask_schedule.changed" => "changed a scheduled question",
        "ask_schedule.deleted" => "deleted a scheduled question",
        "asks.expired" => "old questions were removed",
        "company_place.created" => "added the place",
        "company_place.changed" => "changed the place",
        "company_place.deleted" => "deleted a place",
        "company_schedule.created" => "scheduled a company search",
        "company_schedule.changed" => "changed a scheduled company search",
        "company_schedule.deleted" => "deleted a scheduled company search",
        "company_search.started" => "started a company search",
        "document.imported" => "imported a document",
        "document.deleted" => "deleted a document",
        "domain_pack.imported" => "imported a domain pack",
        "domain_pack.deleted" => "deleted a domain pack",
        "flags.changed" => "changed feature flags",
        "guest.admitted" => "a guest began the interview",
        "link.created" => "created a link to an interview",
        "link.revoked" => "revoked a link to an interview",
        "login.failed" => "a sign-in failed for",
        "login.succeeded" => "signed in",
        "logout" => "signed out",
        "models.changed" => "changed the language models",
        "objective.activated" => "activated the objective",
        "objective.changed" => "changed the objective",
        "objective.created" => "created the objective",
        "pages.expired" => "old web pages were removed",
        "password.changed" => "changed the password of",
        "password.link_made" => "created a password link for",
        "pipeline.started" => "started a pipeline of opportunities",
        "prices.changed" => "changed the prices",
        "prices.reset" => "went back to the list prices",
        "project.changed" => "changed the project",
        "project.created" => "created the project",
        "project.deleted" => "deleted the project",
        "project.expired" => "a deleted project was removed for good",
        "project.pack_asked" => "asked for a domain pack of",
        "project.pack_cancelled" => "cancelled the domain pack of",
        "project.pack_generated" => "generated the domain pack of",
        "project.profile_filled" => "filled in the profile of",
        "project.prompt_changed" => "changed a prompt of",
        "project.prompt_reset" => "reset a prompt of",
        "project.refreshed" => "refreshed the sources of",
        "project.removed" => "removed a project for good",
        "project.restored" => "restored the project",
        "project.secret_deleted" => "deleted a secret of",
        "project.secret_set" => "set a secret of",
        "query.deleted" => "deleted a saved query",
        "query.saved" => "saved a query",
        "question_pool.changed" => "changed the question pool",
        "question_pool.created" => "created the question pool",
        "question_pool.deleted" => "deleted a question pool",
        "retention.changed" => "changed how long interviews are kept",
        "run.cancelled" => "cancelled a run",
        "run.started" => "started a run",
        "schedule.changed" => "changed a schedule of runs",
        "schedule.created" => "scheduled runs",
        "schedule.deleted" => "deleted a schedule of runs",
        "searches.expired" => "old company searches were removed",
        "session.archived" => "archived the interview",
        "session.deleted" => "deleted the interview",
        "session.exported" => "exported the interview",
        "session.moved" => "moved the interview to a newer version",
        "session.restored" => "restored the interview",
        "sessions.expired" => "old interviews were removed",
        "sessions.removed" => "deleted interviews were removed for good",
        "source.added" => "added a source",
        "source.changed" => "changed a source",
        "source.deleted" => "deleted a source",
        "source.expired" => "a deleted source was removed for good",
        "source.refreshed" => "refreshed a source",
        "source.refused" => "tried to add a source that was refused",
        "source.removed" => "removed a source for good",
        "source.restored" => "restored a source",
        "tenant.created" => "created the workspace",
        "token.created" => "created the API token",
        "token.revoked" => "revoked the API token",
        "transcript.reviewed" => "reviewed the transcript of",
        "user.created" => "added the person",
        "user.profile_changed" => "changed the profile of",
        "user.removed" => "removed a person",
        "user.role_changed" => "changed the role of",
        _ => return action.replace(['.', '_'], " "),
    };
    words.to_owned()
}

#[cfg(test)]
mod tests {
    use super::act;

    #[test]
    fn what_was_done_reads_as_a_sentence() {
        assert_eq!(act("objective.changed"), "changed the objective");
        assert_eq!(act("question_pool.laid_over"), "question pool laid over");
    }
}
