use super::*;

fn at(text: &str) -> Timestamp {
    Timestamp(text.parse::<jiff::Timestamp>().expect("a time").as_microsecond())
}

/// The next times after a moment, in UTC to the minute.
fn due(cron: &str, zone: &str, after: &str, count: usize) -> Vec<String> {
    let timetable = Timetable::parse(cron, zone).unwrap_or_else(|refusal| panic!("{cron} in {zone}: {refusal}"));
    let mut moment = at(after);
    (0..count)
        .map(|_| {
            moment = timetable.next_after(moment).expect("it is due again");
            let text = moment.to_rfc3339();
            assert!(text.ends_with(":00.000Z"), "{text} is a whole minute");
            text[..16].to_owned()
        })
        .collect()
}

#[test]
fn every_form_of_a_field() {
    for (cron, after, expected) in [
        ("* * * * *", "2025-01-01T00:00:00Z", vec!["2025-01-01T00:01", "2025-01-01T00:02"]),
        ("* * * * *", "2025-01-01T00:00:30.5Z", vec!["2025-01-01T00:01"]),
        ("5 * * * *", "2025-01-01T00:05:00Z", vec!["2025-01-01T01:05"]),
        ("*/20 * * * *", "2025-01-01T00:00:00Z", vec!["2025-01-01T00:20", "2025-01-01T00:40", "2025-01-01T01:00"]),
        ("0 8 * * *", "2025-01-01T07:59:59Z", vec!["2025-01-01T08:00", "2025-01-02T08:00"]),
        ("0 8,18 * * *", "2025-01-01T08:00:00Z", vec!["2025-01-01T18:00", "2025-01-02T08:00"]),
        ("0 9-11 * * *", "2025-01-01T10:00:00Z", vec!["2025-01-01T11:00", "2025-01-02T09:00"]),
        ("0 8-18/5 * * *", "2025-01-01T00:00:00Z", vec!["2025-01-01T08:00", "2025-01-01T13:00", "2025-01-01T18:00"]),
        // 1 January 2025 is a Wednesday.
        ("0 8 * * 1", "2025-01-01T00:00:00Z", vec!["2025-01-06T08:00", "2025-01-13T08:00"]),
        ("0 8 * * mon", "2025-01-01T00:00:00Z", vec!["2025-01-06T08:00"]),
        ("0 8 * * MON-FRI", "2025-01-03T12:00:00Z", vec!["2025-01-06T08:00"]),
        ("0 8 * * 0", "2025-01-01T00:00:00Z", vec!["2025-01-05T08:00"]),
        ("0 8 * * 7", "2025-01-01T00:00:00Z", vec!["2025-01-05T08:00"]),
        ("0 8 1 * *", "2025-01-01T08:00:00Z", vec!["2025-02-01T08:00"]),
        ("0 8 1 jan,jul *", "2025-01-02T00:00:00Z", vec!["2025-07-01T08:00", "2026-01-01T08:00"]),
        // A day of the month and one of the week: either is enough, as everywhere.
        ("0 8 13 * 5", "2025-01-01T00:00:00Z", vec!["2025-01-03T08:00", "2025-01-10T08:00", "2025-01-13T08:00"]),
        ("0 8 L * *", "2025-01-31T09:00:00Z", vec!["2025-02-28T08:00", "2025-03-31T08:00"]),
        ("@daily", "2025-01-01T00:00:00Z", vec!["2025-01-02T00:00"]),
        ("@weekly", "2025-01-01T00:00:00Z", vec!["2025-01-05T00:00"]),
    ] {
        assert_eq!(due(cron, "UTC", after, expected.len()), expected, "{cron} after {after}");
    }
}

#[test]
fn ends_of_months_and_leap_days() {
    assert_eq!(due("0 0 31 * *", "UTC", "2025-01-31T00:00:00Z", 3), ["2025-03-31T00:00", "2025-05-31T00:00", "2025-07-31T00:00"]);
    assert_eq!(due("0 0 29 2 *", "UTC", "2025-01-01T00:00:00Z", 2), ["2028-02-29T00:00", "2032-02-29T00:00"]);
    assert_eq!(due("0 0 29 2 *", "UTC", "2096-03-01T00:00:00Z", 1), ["2104-02-29T00:00"], "2100 has none");
    assert_eq!(due("0 0 1 1 *", "UTC", "2025-01-01T00:00:00Z", 1), ["2026-01-01T00:00"]);
}

#[test]
fn the_clock_of_the_zone_counts() {
    assert_eq!(due("0 8 * * *", "Europe/Berlin", "2025-01-10T00:00:00Z", 1), ["2025-01-10T07:00"]);
    assert_eq!(due("0 8 * * *", "Europe/Berlin", "2025-07-10T00:00:00Z", 1), ["2025-07-10T06:00"]);
    assert_eq!(due("0 8 * * *", "America/New_York", "2025-01-10T00:00:00Z", 1), ["2025-01-10T13:00"]);
    assert_eq!(due("0 8 * * 1", "Asia/Kolkata", "2025-01-10T00:00:00Z", 1), ["2025-01-13T02:30"]);
    assert_eq!(due("0 0 1 * *", "Pacific/Auckland", "2025-01-15T00:00:00Z", 1), ["2025-01-31T11:00"]);
}

/// Berlin goes from 2:00 to 3:00 on 30 March 2025 at 1:00 UTC, New York on 9 March at 7:00 UTC.
#[test]
fn an_hour_that_the_clock_skips_is_due_after_the_jump() {
    for (cron, zone, after, expected) in [
        ("30 2 * * *", "Europe/Berlin", "2025-03-29T12:00:00Z", vec!["2025-03-30T01:30", "2025-03-31T00:30"]),
        ("0 2 * * *", "Europe/Berlin", "2025-03-29T12:00:00Z", vec!["2025-03-30T01:00", "2025-03-31T00:00"]),
        ("30 2 * * *", "America/New_York", "2025-03-08T12:00:00Z", vec!["2025-03-09T07:30", "2025-03-10T06:30"]),
        // Both skipped times of one day, also when the first has just been.
        (
            "10,50 2 * * *",
            "Europe/Berlin",
            "2025-03-29T12:00:00Z",
            vec!["2025-03-30T01:10", "2025-03-30T01:50", "2025-03-31T00:10"],
        ),
        // The hour after it is due by itself: once, not twice.
        ("30 2,3 * * *", "Europe/Berlin", "2025-03-29T12:00:00Z", vec!["2025-03-30T01:30", "2025-03-31T00:30"]),
        (
            "*/30 * * * *",
            "Europe/Berlin",
            "2025-03-30T00:00:00Z",
            vec!["2025-03-30T00:30", "2025-03-30T01:00", "2025-03-30T01:30", "2025-03-30T02:00"],
        ),
        ("0 1 * * *", "Europe/Berlin", "2025-03-29T12:00:00Z", vec!["2025-03-30T00:00", "2025-03-30T23:00"]),
        // Half an hour on Lord Howe Island: the later of two times is due first.
        ("20,40 2 * * *", "Australia/Lord_Howe", "2025-10-04T12:00:00Z", vec!["2025-10-04T15:40", "2025-10-04T15:50"]),
    ] {
        assert_eq!(due(cron, zone, after, expected.len()), expected, "{cron} in {zone} after {after}");
    }
}

/// Berlin goes from 3:00 back to 2:00 on 26 October 2025 at 1:00 UTC, New York from 2:00 to 1:00 on 2 November at 6:00 UTC.
#[test]
fn an_hour_that_comes_twice_is_due_once() {
    for (cron, zone, after, expected) in [
        ("30 2 * * *", "Europe/Berlin", "2025-10-25T12:00:00Z", vec!["2025-10-26T00:30", "2025-10-27T01:30"]),
        ("30 1 * * *", "America/New_York", "2025-11-01T12:00:00Z", vec!["2025-11-02T05:30", "2025-11-03T06:30"]),
        (
            "*/30 * * * *",
            "Europe/Berlin",
            "2025-10-25T23:30:00Z",
            vec!["2025-10-26T00:00", "2025-10-26T00:30", "2025-10-26T02:00"],
        ),
        // Looked at in the second of the two hours, it has been.
        ("30 2 * * *", "Europe/Berlin", "2025-10-26T01:10:00Z", vec!["2025-10-27T01:30"]),
    ] {
        assert_eq!(due(cron, zone, after, expected.len()), expected, "{cron} in {zone} after {after}");
    }
}

/// Whole days on which a clock is put forward or back, as the time zone database has them: zone, day, how many minutes it jumps, and
/// the first minute of the day that is skipped or comes twice.
const CHANGES: [(&str, &str, i64, i64); 8] = [
    ("Europe/Berlin", "2025-03-30", 60, 2 * 60),
    ("Europe/Berlin", "2025-10-26", -60, 2 * 60),
    ("America/New_York", "2025-03-09", 60, 2 * 60),
    ("America/New_York", "2025-11-02", -60, 60),
    ("Australia/Lord_Howe", "2025-10-05", 30, 2 * 60),
    ("Australia/Lord_Howe", "2025-04-06", -30, 90),
    // The day begins at 1:00 there, and ends an hour later than others.
    ("America/Santiago", "2025-09-07", 60, 0),
    ("Africa/Cairo", "2025-10-30", -60, 23 * 60),
];

/// Every time of a day is due once on a day of a change too: a skipped one as much later as the clock jumps, a doubled one the first time.
#[test]
fn every_time_of_a_day_is_due_once_on_the_day_of_a_change() {
    const MINUTE: i64 = 60_000_000;
    for (zone, day, jump, first) in CHANGES {
        let zoned = TimeZoneDatabase::bundled().get(zone).expect("a zone");
        let date: jiff::civil::Date = day.parse().expect("a day");
        let midnight =
            |date: jiff::civil::Date| Timestamp(zoned.to_timestamp(date.at(0, 0, 0, 0)).expect("a time").as_microsecond());
        let (start, end) = (midnight(date), midnight(date.tomorrow().expect("a day")));
        assert_eq!((end.0 - start.0) / MINUTE, 24 * 60 - jump, "{zone} on {day}");
        for minute in (0..24 * 60).step_by(15) {
            let cron = format!("{} {} * * *", minute % 60, minute / 60);
            let timetable = Timetable::parse(&cron, zone).expect("a timetable");
            let mut times = Vec::new();
            let mut moment = Timestamp(start.0 - 1);
            while let Some(next) = timetable.next_after(moment).filter(|next| *next < end) {
                times.push((next.0 - start.0) / MINUTE);
                moment = next;
            }
            // Minutes since midnight, by a clock that is never put.
            let expected = if minute < first + jump.abs() { minute } else { minute - jump };
            assert_eq!(times, [expected], "{cron} in {zone} on {day}");
        }
        // What is due all the time is due as often as the clock shows another time.
        let timetable = Timetable::parse("*/15 * * * *", zone).expect("a timetable");
        let (mut count, mut moment) = (0, Timestamp(start.0 - 1));
        while let Some(next) = timetable.next_after(moment).filter(|next| *next < end) {
            (count, moment) = (count + 1, next);
        }
        assert_eq!(count, (24 * 60 - jump.max(0)) / 15, "{zone} on {day}");
    }
}

/// A server that was away for a week finds one moment that is due, and goes on from now.
#[test]
fn missed_times_are_made_up_for_once() {
    let timetable = Timetable::parse("0 8 * * *", "UTC").expect("a timetable");
    let expected = timetable.next_after(at("2025-01-01T00:00:00Z")).expect("a time");
    let now = at("2025-01-08T12:00:00Z");
    assert!(expected < now, "it is due");
    assert_eq!(timetable.next_after(now), Some(at("2025-01-09T08:00:00Z")));
}

#[test]
fn a_wrong_cron_is_named_with_a_right_one() {
    for (cron, says) in [
        ("", "has 0"),
        ("0 8 * *", "has 4"),
        ("0 0 8 * * 1", "has 6"),
        ("60 * * * *", "the minute \"60\""),
        ("0 24 * * *", "the hour \"24\""),
        ("0 8 32 * *", "the day of the month \"32\""),
        ("0 8 0 * *", "the day of the month \"0\""),
        ("0 8 * 13 *", "the month \"13\""),
        ("0 8 * * 8", "the day of the week \"8\""),
        ("0 8 * * monday", "the day of the week \"monday\""),
        ("*/0 * * * *", "the minute \"*/0\""),
        ("5-1 * * * *", "the minute \"5-1\""),
        ("0 8 31 2 *", "never due"),
        ("0 8 31 4,6 *", "never due"),
        ("@sometimes", "cannot be read"),
        ("every day", "has 2"),
    ] {
        let refusal = Timetable::parse(cron, "UTC").expect_err(cron);
        assert_eq!(refusal.faults[0].field, "cron");
        assert!(refusal.detail.contains(says) && refusal.detail.contains(CRON_EXAMPLE), "{cron}: {refusal}");
    }
    let long = format!("{} * * * *", vec!["1"; 200].join(","));
    assert!(Timetable::parse(&long, "UTC").is_err_and(|refusal| refusal.detail.contains("at most 200")));
}

#[test]
fn a_wrong_zone_is_named_with_a_right_one() {
    for (zone, says) in [
        ("Berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("Mars/Olympus", ZONE_EXAMPLE),
        ("", ZONE_EXAMPLE),
        ("+02:00", ZONE_EXAMPLE),
        ("Etc/Unknown", ZONE_EXAMPLE),
    ] {
        let refusal = Timetable::parse(CRON_EXAMPLE, zone).expect_err(zone);
        assert_eq!(refusal.faults[0].field, "timezone");
        assert!(refusal.detail.contains(says), "{zone}: {refusal}");
    }
}

#[test]
fn both_are_kept_as_they_are_spelled() {
    let timetable = Timetable::parse("  0   8 * * 1 ", "europe/berlin").expect("a timetable");
    assert_eq!((timetable.cron(), timetable.timezone()), (CRON_EXAMPLE, ZONE_EXAMPLE));
    let utc = Timetable::parse(CRON_EXAMPLE, "utc").expect("a timetable");
    assert_eq!(utc.timezone(), "UTC");
}
