//! A cron in a time zone, and when it is due next. Times are matched on the wall clock of the zone: an hour that the clock skips is
//! due after the jump, one that comes twice is due once (contract of runs, Schedules).

use crate::Refusal;
use croner::{
    Cron,
    parser::{CronParser, Seconds, Year},
};
use jiff::{
    Span,
    civil::DateTime,
    tz::{TimeZone, TimeZoneDatabase},
};
use protocol::Timestamp;

/// What a right cron looks like, for messages.
pub const CRON_EXAMPLE: &str = "0 8 * * 1";
/// What a right time zone looks like, for messages.
pub const ZONE_EXAMPLE: &str = "Europe/Berlin";

/// The fields of a cron in their order, and what each takes.
const FIELDS: [(&str, &str); 5] = [
    ("minute", "0-59"),
    ("hour", "0-23"),
    ("day of the month", "1-31, L"),
    ("month", "1-12, JAN-DEC"),
    ("day of the week", "0-7, SUN-SAT, where 0 and 7 are Sunday"),
];
const LONGEST: usize = 200;
/// No clock jumps further than this in one go.
const JUMP_HOURS: i64 = 3;

/// A cron of five fields in a time zone.
#[derive(Clone, Debug)]
pub struct Timetable {
    cron: Cron,
    text: String,
    zone: TimeZone,
    zone_name: String,
}

impl Timetable {
    /// # Errors
    /// 422 that names the field `cron` or `timezone`, says what is wrong and shows a right one. A cron that is never due is wrong too.
    pub fn parse(cron: &str, timezone: &str) -> Result<Self, Refusal> {
        let text = cron.split_whitespace().collect::<Vec<_>>().join(" ");
        let cron = parse_cron(&text)?;
        let (zone, zone_name) = parse_zone(timezone.trim())?;
        Ok(Self { cron, text, zone, zone_name })
    }

    /// The cron with single spaces.
    #[must_use]
    pub fn cron(&self) -> &str {
        &self.text
    }

    /// The zone as the time zone database spells it.
    #[must_use]
    pub fn timezone(&self) -> &str {
        &self.zone_name
    }

    /// The first moment after this one at which it is due; none where the calendar ends before.
    #[must_use]
    pub fn next_after(&self, moment: Timestamp) -> Option<Timestamp> {
        let moment = jiff::Timestamp::from_microsecond(moment.0).ok()?;
        let here = moment.to_zoned(self.zone.clone()).datetime();
        // What lies in a gap comes later than its time on the clock says: it is looked for from before the gap on.
        let mut civil = here.checked_sub(Span::new().hours(JUMP_HOURS)).ok()?;
        let mut best: Option<(jiff::Timestamp, DateTime)> = None;
        while let Ok(next) = self.cron.find_next_occurrence(&civil, false) {
            civil = next;
            // No later time on the clock comes before this one.
            if best.is_some_and(|(_, at)| civil >= at) {
                break;
            }
            // A skipped time is taken after the jump, a doubled one the first time.
            let instant = self.zone.to_timestamp(civil).ok()?;
            if instant > moment && best.is_none_or(|(known, _)| instant < known) {
                best = Some((instant, instant.to_zoned(self.zone.clone()).datetime()));
            }
        }
        best.map(|(instant, _)| Timestamp(instant.as_microsecond()))
    }
}

fn parse_cron(text: &str) -> Result<Cron, Refusal> {
    let example = format!("a right one is \"{CRON_EXAMPLE}\" (Mondays at 8:00)");
    let wrong = |detail: String| Refusal::invalid("cron", format!("{detail}; {example}"));
    if text.chars().count() > LONGEST {
        return Err(wrong(format!("a cron has at most {LONGEST} characters")));
    }
    let parser = CronParser::builder().seconds(Seconds::Disallowed).year(Year::Disallowed).build();
    let fields: Vec<&str> = text.split(' ').filter(|field| !field.is_empty()).collect();
    let is_nickname = fields.len() == 1 && text.starts_with('@');
    if !is_nickname {
        if fields.len() != FIELDS.len() {
            let detail = "a cron has five fields (minute, hour, day of the month, month, day of the week)";
            return Err(wrong(format!("{detail}, and this one has {}", fields.len())));
        }
        // Each by itself, so that the wrong one can be named.
        for (place, (name, takes)) in FIELDS.iter().enumerate() {
            let mut alone = ["*"; FIELDS.len()];
            alone[place] = fields[place];
            if parser.parse(&alone.join(" ")).is_err() {
                let detail = format!("the {name} \"{}\" of this cron is wrong: it takes {takes}", fields[place]);
                return Err(wrong(format!("{detail}, *, lists with commas, ranges with - and steps with /")));
            }
        }
    }
    let cron = parser.parse(text).map_err(|_| wrong("this cron cannot be read".to_owned()))?;
    let start = DateTime::constant(2000, 1, 1, 0, 0, 0, 0);
    if cron.find_next_occurrence(&start, true).is_err() {
        return Err(wrong(format!("the cron \"{text}\" is never due: there is no such day in any year")));
    }
    Ok(cron)
}

fn parse_zone(name: &str) -> Result<(TimeZone, String), Refusal> {
    let database = TimeZoneDatabase::bundled();
    let known = database.get(name).ok().filter(|zone| !zone.is_unknown());
    if let Some(zone) = known {
        let name = zone.iana_name().unwrap_or("UTC").to_owned();
        return Ok((zone, name));
    }
    let city = name.replace(' ', "_").to_lowercase();
    let meant = database
        .available()
        .map(|zone| zone.as_str().to_owned())
        .find(|zone| zone.rsplit_once('/').is_some_and(|(_, last)| !city.is_empty() && last.to_lowercase() == city));
    let example = meant.as_deref().unwrap_or(ZONE_EXAMPLE);
    let short: String = name.chars().take(60).collect();
    Err(Refusal::invalid("timezone", format!("there is no time zone \"{short}\"; a right one is \"{example}\" or \"UTC\"")))
}

#[cfg(test)]
mod tests;
