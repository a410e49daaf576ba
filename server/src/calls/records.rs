//! The questions of the pages of the audit and of feedback.

use super::{PAGE, audited::named, only_admins, reviews::names, sentence};
use crate::{
    backend::Backend,
    web::{
        api::paging::{after, cut},
        identity::micros,
    },
};
use app::{
    calls::{CallFault, Listed},
    pages::admin::records::calls::{AuditFilter, AuditLine, AuditView, FeedbackLine, RecordCalls},
};
use async_trait::async_trait;
use domain::{
    Failure,
    account::{AuditQuery, PageQuery},
    interview::FeedbackQuery,
};
use protocol::{MessageId, Timestamp, account::Account, interview::Rating};
use serde_json::Value;
use time::{Date, Duration, OffsetDateTime, Time, UtcOffset, format_description::well_known::Iso8601};

pub(crate) struct RecordDesk(pub Backend);

#[async_trait]
impl RecordCalls for RecordDesk {
    async fn audit(&self, who: &Account, filter: AuditFilter) -> Result<AuditView, CallFault> {
        only_admins(who)?;
        let page = PageQuery { limit: PAGE + 1, after: after(filter.after.as_deref())? };
        let (rows, fault) = match query(&filter) {
            Ok(query) => (self.0.accounts().audit_log(who.tenant_id, query, page).await.map_err(Failure::from)?, None),
            Err(failure) => (Vec::new(), Some(sentence(&failure.detail))),
        };
        let (rows, next) = cut(rows, PAGE, |row| (row.at, row.id));
        let names = names(&self.0, who).await?;
        let actions = self.0.accounts().audit_actions(who.tenant_id).await.map_err(Failure::from)?;
        let things = named(&self.0, who, &rows, &names).await?;
        let line = |row: domain::account::AuditEntry| AuditLine {
            name: things.get(&row.target).map(|(name, _)| name.clone()),
            href: things.get(&row.target).and_then(|(_, href)| href.clone()),
            at: row.at,
            person: row.user.and_then(|id| names.get(&id).cloned()),
            action: row.action,
            target: row.target,
            detail: details(&row.detail),
        };
        let items = rows.into_iter().map(line).collect();
        let mut people: Vec<_> = names.iter().map(|(id, name)| (id.to_string(), name.clone())).collect();
        people.sort_by(|one, other| (&one.1, &one.0).cmp(&(&other.1, &other.0)));
        Ok(AuditView { lines: Listed { items, next }, fault, people, actions })
    }

    async fn feedback(
        &self,
        who: &Account,
        rating: Option<Rating>,
        from: Option<String>,
    ) -> Result<Listed<FeedbackLine>, CallFault> {
        only_admins(who)?;
        let after = after(from.as_deref())?.map(|(at, id)| (at, MessageId(id)));
        let query = FeedbackQuery { tenant: who.tenant_id, rating, limit: PAGE + 1, after };
        let rows = self.0.records().feedback(query).await.map_err(Failure::from)?;
        let (rows, next) = cut(rows, PAGE, |row| (row.at, row.message.0));
        let names = names(&self.0, who).await?;
        let line = |row: domain::interview::FeedbackRow| {
            Some(FeedbackLine {
                at: row.at,
                person: names.get(&row.user).cloned().unwrap_or_default(),
                session: row.session,
                message: row.message,
                feedback: row.feedback?,
                excerpt: row.excerpt,
            })
        };
        Ok(Listed { items: rows.into_iter().filter_map(line).collect(), next })
    }
}

/// What belongs to an entry, as people read it: names without marks, texts without quotes, nothing of what is empty.
fn details(detail: &Value) -> Vec<(String, String)> {
    let read = |value: &Value| match value {
        Value::Null => None,
        Value::String(text) => Some(text.clone()),
        Value::Bool(yes) => Some(if *yes { "yes" } else { "no" }.to_owned()),
        other => Some(other.to_string()),
    };
    let fields = detail.as_object().into_iter().flatten();
    fields.filter_map(|(name, value)| Some((name.replace('_', " "), read(value)?))).collect()
}

/// What somebody entered. An id that is none finds nothing rather than everything.
fn query(filter: &AuditFilter) -> Result<AuditQuery, Failure> {
    let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let user = match filter.person.as_str() {
        "" => None,
        id => Some(id.parse().map_err(|_| Failure::invalid("person", "there is no such person"))?),
    };
    if !filter.action.bytes().all(|byte| byte.is_ascii_lowercase() || b"._".contains(&byte)) {
        return Err(Failure::invalid("action", "an action is written like token.revoked"));
    }
    let (since, until) = (day(&filter.since, 0)?, day(&filter.until, 1)?);
    if since.zip(until).is_some_and(|(since, until)| since >= until) {
        return Err(Failure::invalid("until", "the last day lies before the first one"));
    }
    Ok(AuditQuery { user, action: given(&filter.action), target: given(&filter.target), since, until })
}

/// The beginning of a day, or of the one so many days later.
pub(super) fn day(text: &str, later: i64) -> Result<Option<Timestamp>, Failure> {
    if text.is_empty() {
        return Ok(None);
    }
    let read = Date::parse(text, &Iso8601::DATE).ok().and_then(|day| day.checked_add(Duration::days(later)));
    let day = read.ok_or_else(|| Failure::invalid("since", "a day is written like 2026-01-31"))?;
    Ok(Some(micros(OffsetDateTime::new_in_offset(day, Time::MIDNIGHT, UtcOffset::UTC))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_belongs_to_an_entry_is_read_by_people() {
        let detail = serde_json::json!({"role": "admin", "expires_at": null, "first": true, "in_days": 30, "of": ["a"]});
        let mut read = details(&detail);
        read.sort();
        let wanted = [("first", "yes"), ("in days", "30"), ("of", "[\"a\"]"), ("role", "admin")];
        assert_eq!(read, wanted.map(|(name, value)| (name.to_owned(), value.to_owned())));
        assert!(details(&Value::Null).is_empty());
    }

    #[test]
    fn both_days_are_included() {
        let filter = AuditFilter { since: "2026-01-31".into(), until: "2026-01-31".into(), ..AuditFilter::default() };
        let query = query(&filter).expect("days");
        assert_eq!(query.since.map(Timestamp::to_rfc3339).as_deref(), Some("2026-01-31T00:00:00.000Z"));
        assert_eq!(query.until.map(Timestamp::to_rfc3339).as_deref(), Some("2026-02-01T00:00:00.000Z"));
        for (person, action, since) in [("x", "", ""), ("", "Drop Table", ""), ("", "", "yesterday")] {
            let filter =
                AuditFilter { person: person.into(), action: action.into(), since: since.into(), ..AuditFilter::default() };
            assert!(super::query(&filter).is_err(), "{person} {action} {since}");
        }
        let backwards = AuditFilter { since: "2026-02-01".into(), until: "2026-01-31".into(), ..AuditFilter::default() };
        assert!(super::query(&backwards).is_err());
    }
}
