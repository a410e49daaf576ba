use super::{window::*, *};
use domain::{
    runs::{Answer, Answers, Goal, Survey},
    tools::warehouse::Dialect,
};
use jiff::civil::date;
use serde_json::json;

fn column(name: &str, role: Role, (least, most): (Value, Value), distinct: u64) -> ColumnSurvey {
    ColumnSurvey {
        name: name.into(),
        reference: format!("\"{name}\""),
        role,
        is_number: role == Role::Measure,
        is_text: false,
        nulls: 0,
        distinct,
        min: Some(least.clone()),
        max: Some(most.clone()),
        mean: None,
        std: None,
        quantiles: vec![least.clone(), least.clone(), least, most.clone(), most],
        top: Vec::new(),
        foreign_key: None,
    }
}

/// Repairs with the day on which they were received and what they cost.
fn survey(rows: u64, (first, last): (&str, &str), distinct: u64) -> Survey {
    let columns = vec![
        column("received", Role::Time, (json!(first), json!(last)), distinct),
        column("cost", Role::Measure, (json!(1.5), json!(900.5)), 500),
    ];
    let (database, name, reference) = ("shop".to_owned(), "repairs".to_owned(), "repairs".to_owned());
    Survey { tables: vec![TableSurvey { database, name, reference, dialect: Dialect::Sqlite, rows, description: None, columns }] }
}

/// What a day or month holds: so many rows, each with this cost.
fn row(start: Value, count: f64, cost: f64) -> Vec<Value> {
    [start].into_iter().chain([count, count, count * cost, count * cost * cost].map(Value::from)).collect()
}

/// Months from January 2022: of each year and month the number of rows and their cost.
fn months(years: usize, of: impl Fn(usize, usize) -> (f64, f64)) -> Vec<Vec<Value>> {
    let month = |at: usize| {
        let (count, cost) = of(at / 12, at % 12);
        row(json!(format!("{}-{:02}-01", 2022 + at / 12, at % 12 + 1)), count, cost)
    };
    (0..years * 12).map(month).collect()
}

fn find(survey: &Survey, cycle: &str, rows: Vec<Vec<Value>>) -> Vec<Candidate> {
    let answer = Answer { step: 1, sql: String::new(), columns: Vec::new(), rows: Some(rows) };
    let (goal, answers) = (Goal::default(), Answers([(format!("cycle:shop.repairs:received,{cycle}"), answer)].into()));
    let scope = Scope::new(&goal, survey, &answers);
    assert!(questions(&scope).iter().any(|one| answers.has(&one.id)), "{cycle} is asked for");
    findings(&scope).into_iter().filter(|one| !one.is_only_tested).collect()
}

fn names(found: &[Candidate]) -> Vec<&str> {
    found.iter().map(|one| one.name.as_str()).collect()
}

/// A little of chance.
fn noise(at: usize) -> f64 {
    ((at * at * 53 + at * 17 + 5) % 97) as f64 / 24.0 - 2.0
}

#[test]
fn only_whole_weeks_and_years_are_compared() {
    let ends = |window: Option<Window>| window.map(|one| (one.begin.to_string(), one.end.to_string(), one.count));
    let some = |begin: &str, end: &str, count: i64| Some((begin.to_owned(), end.to_owned(), count));
    for (first, last, is_monthly, expected) in [
        (date(2022, 1, 1), date(2023, 12, 31), false, some("2022-01-01", "2024-01-01", 2)),
        (date(2022, 1, 5), date(2023, 12, 27), false, some("2022-01-01", "2024-01-01", 2)),
        (date(2021, 3, 20), date(2023, 12, 10), false, some("2021-12-01", "2023-12-01", 2)),
        (date(2022, 1, 1), date(2023, 11, 20), false, None),
        (date(2022, 1, 1), date(2023, 12, 1), true, some("2022-01-01", "2024-01-01", 2)),
        (date(2022, 1, 31), date(2024, 12, 31), true, some("2022-01-01", "2025-01-01", 3)),
        (date(2022, 1, 1), date(2023, 11, 1), true, None),
        (date(1950, 1, 1), date(2023, 12, 31), false, some("2004-01-01", "2024-01-01", 20)),
    ] {
        assert_eq!(ends(whole_years(first, last, is_monthly)), expected, "{first} {last} {is_monthly}");
    }
    for (first, last, expected) in [
        (date(2024, 1, 1), date(2024, 2, 25), some("2024-01-01", "2024-02-26", 8)),
        (date(2024, 1, 1), date(2024, 2, 24), None),
        (date(2024, 1, 1), date(2024, 3, 1), some("2024-01-06", "2024-03-02", 8)),
    ] {
        assert_eq!(ends(whole_weeks(first, last)), expected, "{first} {last}");
    }
    for (first, last, distinct, expected) in [
        (date(2022, 1, 1), date(2023, 12, 1), 24, true),
        (date(2022, 1, 31), date(2024, 2, 29), 26, true),
        (date(2022, 1, 1), date(2023, 12, 1), 300, false),
        (date(2022, 1, 3), date(2023, 12, 27), 20, false),
    ] {
        assert_eq!(is_monthly(first, last, distinct), expected, "{first} {last} {distinct}");
    }
}

#[test]
fn months_are_told_of_only_where_they_differ_every_year() {
    let daily = survey(2_400, ("2022-01-01", "2023-12-31"), 700);
    let season = |month: usize| if (5..8).contains(&month) { 60.0 } else { 0.0 };
    for (name, rows, expected) in [
        (
            "a season of rows",
            months(2, |year, month| (100.0 + season(month) + noise(year * 12 + month), 50.0)),
            vec!["The number of repairs peaks every year in June and is lowest in December"],
        ),
        (
            "a season of costs",
            months(2, |year, month| (100.0, 50.0 + season(month) / 6.0 + noise(year * 12 + month) / 6.0)),
            vec!["The average cost of repairs differs by month, highest in June and lowest in December"],
        ),
        ("no season", months(2, |year, month| (100.0 + noise(year * 12 + month), 50.0)), vec![]),
        ("growth", months(2, |year, month| (100.0 + 10.0 * (year * 12 + month) as f64, 50.0)), vec![]),
        ("one odd month", months(2, |year, month| (if (year, month) == (1, 3) { 900.0 } else { 100.0 }, 50.0)), vec![]),
    ] {
        let found = find(&daily, "month", rows);
        assert_eq!(names(&found), expected, "{name}");
    }
}

#[test]
fn a_monthly_series_has_a_season_of_its_figures() {
    let monthly = survey(36, ("2022-01-01", "2024-12-01"), 36);
    let wave = |month: usize| 300.0 * ((month as f64 - 6.0) / 6.0 * std::f64::consts::PI).cos();
    let found = find(&monthly, "month", months(3, |year, month| (1.0, 1_000.0 + wave(month) + noise(year * 12 + month))));
    assert_eq!(names(&found), ["The average cost of repairs peaks every year in July and is lowest in January"]);
    let one = &found[0];
    assert_eq!(one.subject, "month_mean:shop.repairs:cost,received");
    let kinds: Vec<ClaimKind> = one.claims.iter().map(|claim| claim.kind).collect();
    assert_eq!(kinds, [ClaimKind::Mean, ClaimKind::Mean, ClaimKind::Ratio]);
    assert!((one.claims[2].value - one.claims[0].value / one.claims[1].value).abs() < 1e-9);
    let within = r#"FROM repairs WHERE "received" >= '2022-01-01' AND "received" < '2025-01-01'"#;
    let sql = &one.claims[0].sql;
    assert!(sql.contains(within) && sql.ends_with(r#"AND CAST(strftime('%m', "received") AS INTEGER) = 7"#), "{sql}");
    assert!(one.challenges[0].sql.ends_with(r#"AND "received" >= '2024-01-01' AND "received" < '2025-01-01'"#));
    assert_eq!(one.chart.as_ref().map(|chart| chart.points.len()), Some(12));
    let level = months(3, |year, month| (1.0, 1_000.0 + 20.0 * noise(year * 12 + month)));
    assert!(find(&monthly, "month", level).is_empty());
}

#[test]
fn weekdays_are_told_of_with_their_share_and_by_how_much_they_differ() {
    let daily = survey(1_000, ("2023-01-01", "2023-12-30"), 360);
    let week = |counts: [f64; 7]| counts.iter().enumerate().map(|(at, count)| row(json!(at), *count, 50.0)).collect::<Vec<_>>();
    for (counts, expected) in [
        (
            [100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 200.0],
            Some("The number of repairs is significantly higher on Saturdays and lowest on Sundays"),
        ),
        // One day below all others is no peak of another.
        (
            [20.0, 110.0, 120.0, 110.0, 110.0, 110.0, 110.0],
            Some("The number of repairs differs by weekday, highest on Tuesdays and lowest on Sundays"),
        ),
        ([100.0, 104.0, 97.0, 101.0, 99.0, 103.0, 96.0], None),
        ([3.0, 5.0, 4.0, 4.0, 6.0, 5.0, 3.0], None),
    ] {
        assert_eq!(names(&find(&daily, "weekday", week(counts))).first().copied(), expected, "{counts:?}");
    }
    let found = find(&daily, "weekday", week([100.0, 100.0, 100.0, 100.0, 100.0, 100.0, 400.0]));
    let claims: Vec<(ClaimKind, f64)> = found[0].claims.iter().map(|claim| (claim.kind, claim.value.round())).collect();
    assert_eq!(claims, [(ClaimKind::Share, 40.0), (ClaimKind::Count, 400.0), (ClaimKind::Count, 100.0), (ClaimKind::Ratio, 4.0)]);
    assert_eq!(
        found[0].description,
        "Of 1,000 repairs over 52 whole weeks, Saturdays have 400 (40%), 4 times as many as Sundays with 100 (10%); an even share \
         would be 14%."
    );
}
