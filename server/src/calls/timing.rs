//! What the pages of schedules of every kind have in common: times as they are entered, and as they are shown.

use super::sentence;
use actors::{schedules::TimesDraft, webhooks::WebhookDraft};
use app::pages::schedules::calls::{TimesShown, TimesWish, WebhookCard};
use domain::{
    Failure,
    runs::{Delivery, Skipped, Webhook},
};
use protocol::Timestamp;
use secrecy::SecretString;

pub(super) const CHANGED: &str =
    "somebody else changed this schedule in the meantime: look at it as it is now, and change it again";

/// What is shown of a schedule, and when it started something last.
pub(super) struct Timed<'a> {
    pub(super) cron: &'a str,
    pub(super) timezone: &'a str,
    pub(super) enabled: bool,
    pub(super) updated_at: Timestamp,
    pub(super) next: Option<Timestamp>,
    pub(super) started: Option<Timestamp>,
    pub(super) skipped: Option<&'a Skipped>,
    pub(super) webhook: Option<&'a Webhook>,
    pub(super) delivery: Option<&'a Delivery>,
}

impl Timed<'_> {
    pub(super) fn show(self) -> TimesShown {
        let skipped = self.skipped.filter(|skipped| self.started.is_none_or(|started| started < skipped.at));
        TimesShown {
            cron: self.cron.to_owned(),
            timezone: self.timezone.to_owned(),
            enabled: self.enabled,
            version: version(self.updated_at),
            next: self.next,
            skipped: skipped.map(|skipped| (skipped.at, sentence(&skipped.why))),
            webhook: self.webhook.map(|webhook| WebhookCard {
                url: webhook.url.clone(),
                signed: webhook.secret_id.is_some(),
                state: self.delivery.map(|delivery| delivery.state.name().to_owned()),
                error: self.delivery.and_then(|delivery| delivery.error.clone()),
            }),
        }
    }
}

/// Changes with the settings of a schedule.
pub(super) fn version(updated_at: Timestamp) -> String {
    updated_at.0.to_string()
}

pub(super) fn filled(text: &str) -> Option<String> {
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Whether anything is entered of when.
pub(super) fn is_wanted(wish: &TimesWish) -> bool {
    filled(&wish.every).or(filled(&wish.cron)).is_some()
}

/// What is entered of when and of whom to tell. Where no address is entered, there is no webhook.
///
/// # Errors
/// 422 that names the field.
pub(super) fn draft(wish: TimesWish) -> Result<(TimesDraft, Option<WebhookDraft>), Failure> {
    let cron = match filled(&wish.cron) {
        Some(cron) => cron,
        None => cron(&wish.every, &wish.weekday, &wish.hour)?,
    };
    let secret = filled(&wish.secret).map(SecretString::from);
    let webhook = filled(&wish.url).map(|url| WebhookDraft { url, secret: secret.map(Some) });
    Ok((TimesDraft { cron: Some(cron), timezone: filled(&wish.timezone), enabled: None }, webhook))
}

/// Switched on or off, and else as it was.
pub(super) fn switch(enabled: bool) -> TimesDraft {
    TimesDraft { enabled: Some(enabled), ..TimesDraft::default() }
}

/// Weekday and hour count only where they say something.
fn cron(every: &str, weekday: &str, hour: &str) -> Result<String, Failure> {
    let hour = || match hour.trim().parse::<u8>() {
        Ok(hour @ 0..=23) => Ok(hour),
        _ => Err(Failure::invalid("hour", "the hour is a whole number from 0 to 23")),
    };
    match every {
        "hour" => Ok("0 * * * *".to_owned()),
        "day" => Ok(format!("0 {} * * *", hour()?)),
        "workday" => Ok(format!("0 {} * * 1-5", hour()?)),
        "month" => Ok(format!("0 {} 1 * *", hour()?)),
        "quarter" => Ok(format!("0 {} 1 1,4,7,10 *", hour()?)),
        "week" => match weekday.trim().parse::<u8>() {
            Ok(weekday @ 1..=7) => Ok(format!("0 {} * * {weekday}", hour()?)),
            _ => Err(Failure::invalid("weekday", "the weekday is a number from 1, Monday, to 7, Sunday")),
        },
        _ => Err(Failure::invalid("every", "how often is hour, day, workday, week, month or quarter")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_often_is_a_cron_and_what_is_wrong_is_named() {
        for (every, weekday, hour, expected) in [
            ("week", "1", "8", Ok("0 8 * * 1")),
            ("week", "7", "0", Ok("0 0 * * 7")),
            ("workday", "", "18", Ok("0 18 * * 1-5")),
            ("day", "none", "23", Ok("0 23 * * *")),
            ("hour", "", "", Ok("0 * * * *")),
            ("month", "", "8", Ok("0 8 1 * *")),
            ("quarter", "3", "8", Ok("0 8 1 1,4,7,10 *")),
            ("week", "8", "8", Err("weekday")),
            ("week", "1", "24", Err("hour")),
            ("day", "", "noon", Err("hour")),
            ("", "1", "8", Err("every")),
        ] {
            let made = cron(every, weekday, hour);
            let made = made.as_deref().map_err(|failure| failure.faults[0].field.as_str());
            assert_eq!(made, expected, "{every} {weekday} {hour}");
        }
    }
}
