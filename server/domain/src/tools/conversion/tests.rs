use super::*;

/// How the column is read, and its first value by that.
fn read(column: &str, typed: Typed, values: &[&str]) -> String {
    let mut watch = Watch::default();
    values.iter().for_each(|value| watch.see(value));
    match watch.decide(column, typed) {
        Outcome::Nothing => "as it is".to_owned(),
        Outcome::Unclear(meaning) => format!("unclear {meaning:?}"),
        Outcome::Mixed(meaning) => format!("mixed {meaning:?}"),
        Outcome::Convert(plan) => {
            let unit = plan.unit.map(|unit| format!(" in {unit}")).unwrap_or_default();
            let cells: Vec<String> = values.iter().map(|value| show(plan.read(value))).collect();
            format!("{:?}{unit}: {}", plan.meaning, cells.join(" | "))
        }
    }
}

fn show(cell: Cell) -> String {
    match cell {
        Cell::Blank => "blank".to_owned(),
        Cell::Nothing => "nothing".to_owned(),
        Cell::Misfit => "misfit".to_owned(),
        Cell::Integer(number) => number.to_string(),
        Cell::Number(number) => number.to_string(),
        Cell::Day(days) => format!("day {days}"),
    }
}

#[test]
fn texts_are_read_as_the_numbers_that_they_are() {
    for (values, wanted) in [
        (&["31,200.50", "n/a", "7.5"][..], "Number: 31200.5 | nothing | 7.5"),
        (&["1.200,50 €", "–", "3,00 €"], "Number in €: 1200.5 | nothing | 3"),
        (&["$1,200", "$950", "-"], "Integer in $: 1200 | 950 | nothing"),
        (&["12 %", "3.5%", "0"], "Percent in %: 12 | 3.5 | 0"),
        (&["12,5 %", "+3 %", "-1 %"], "Percent in %: 12.5 | 3 | -1"),
        (&["(1,200.00)", "50.25", ""], "Number: -1200 | 50.25 | blank"),
        (&["-€ 5.00", "€-2.50", "(€1.00)"], "Number in €: -5 | -2.5 | -1"),
        (&["1'200.50", "950.00"], "Number: 1200.5 | 950"),
        (&["1\u{202f}200,50", "2\u{a0}400,00"], "Number: 1200.5 | 2400"),
        (&["12 500", "950"], "Integer: 12500 | 950"),
        (&["EUR 1.200", "EUR 7.000"], "Integer in €: 1200 | 7000"),
        (&["1,2E+05", "3,5"], "Number: 120000 | 3.5"),
        (&["1,200", "950"], "Integer: 1200 | 950"),
        (&["1,200,000", "1,200"], "Integer: 1200000 | 1200"),
        (&["12,5", "1,200"], "Number: 12.5 | 1.2"),
        (&["CHF 5", "0"], "Integer in CHF: 5 | 0"),
    ] {
        assert_eq!(read("revenue", Typed::Text, values), wanted, "{values:?}");
    }
}

#[test]
fn texts_are_read_as_the_days_that_they_are() {
    for (values, wanted) in [
        (&["05.01.2026", "n/a"][..], "Date: day 20458 | nothing"),
        (&["5.1.2026", "2026-01-05"], "Date: day 20458 | day 20458"),
        // The whole column decides which number is the day.
        (&["5/1/2026", "31/1/2026"], "Date: day 20458 | day 20484"),
        (&["1/5/2026", "1/31/2026"], "Date: day 20458 | day 20484"),
        (&["5/1/2026", "1/5/2026"], "unclear Date"),
        (&["5/5/2026"], "Date: day 20578"),
        (&["31/1/2026", "1/31/2026"], "as it is"),
        (&["2026/1/5"], "Date: day 20458"),
        (&["1-2"], "as it is"),
        (&["05.01.26"], "as it is"),
        (&["31.02.2026"], "as it is"),
        (&["05.01.0026"], "as it is"),
    ] {
        assert_eq!(read("ordered", Typed::Text, values), wanted, "{values:?}");
    }
}

#[test]
fn what_is_no_number_stays_a_text() {
    for (column, values, wanted) in [
        ("postcode", &["01099", "10115"][..], "as it is"),
        ("place", &["01099", "10115"], "as it is"),
        ("phone", &["030 123 456", "030 654 321"], "as it is"),
        ("phone", &["+49 30 1234", "+49 30 4321"], "as it is"),
        ("call", &["555 123 456", "555 654 321"], "unclear Number"),
        ("sku_code", &["1,200", "950"], "as it is"),
        ("weight", &["1,200", "2,500"], "unclear Number"),
        ("both", &["1,200.50", "1.200,50"], "as it is"),
        ("amount", &["€5", "$7"], "as it is"),
        ("amount", &["5 %", "7"], "as it is"),
        ("long", &["1234567890123456789", "–"], "as it is"),
        ("version", &["1.2.3", "1.2.4"], "as it is"),
        ("time", &["12:30", "14:00"], "as it is"),
        ("note", &["fine", "good"], "as it is"),
        ("house", &["12", "12a"], "as it is"),
        ("price", &["5.00 €", "12,345,6"], "as it is"),
        ("nothing", &["n/a", "–"], "as it is"),
        ("mixed", &["12 %", "05.01.2026"], "as it is"),
    ] {
        assert_eq!(read(column, Typed::Text, values), wanted, "{column} {values:?}");
    }
}

#[test]
fn a_few_words_among_amounts_become_empty_and_many_do_not() {
    let amounts = |words: usize| {
        let mut watch = Watch::default();
        (0..100 - words).for_each(|number| watch.see(&format!("{number}.50 €")));
        (0..words).for_each(|_| watch.see("on request"));
        watch.decide("price", Typed::Text)
    };
    assert!(matches!(amounts(5), Outcome::Convert(plan) if plan.unit == Some("€")));
    assert_eq!(amounts(6), Outcome::Mixed(Meaning::Number));
    // Bare digits with one word are names of something.
    let mut watch = Watch::default();
    (10..200).for_each(|number| watch.see(&number.to_string()));
    watch.see("late");
    assert_eq!(watch.decide("batch", Typed::Text), Outcome::Mixed(Meaning::Integer));
    // A value with digits that is not understood leaves all of them as they are.
    let mut watch = Watch::default();
    (0..99).for_each(|number| watch.see(&format!("{number}.50 €")));
    watch.see("12 or 13 €");
    assert_eq!(watch.decide("price", Typed::Text), Outcome::Mixed(Meaning::Number));
}

#[test]
fn what_the_reader_has_typed_stays_unless_a_word_stands_for_nothing() {
    for (column, typed, values, wanted) in [
        ("total", Typed::Integer, &["5", "7"][..], "as it is"),
        ("total", Typed::Integer, &["5", "n/a"], "Integer: 5 | nothing"),
        ("total", Typed::Number, &["1.200", "n/a"], "as it is"),
        ("total", Typed::Number, &["1.25", "n/a"], "Number: 1.25 | nothing"),
        ("order_date", Typed::Integer, &["46027", "46028"], "Date: day 20458 | day 20459"),
        ("orderDate", Typed::Integer, &["46027"], "Date: day 20458"),
        ("candidate", Typed::Integer, &["46027"], "as it is"),
        ("order_date", Typed::Integer, &["46027", "7"], "as it is"),
        ("day", Typed::Date, &["2026-01-05", "n/a"], "Date: day 20458 | nothing"),
        ("flag", Typed::Other, &["1", "n/a"], "as it is"),
    ] {
        assert_eq!(read(column, typed, values), wanted, "{column} {values:?}");
    }
}

#[test]
fn files_of_one_table_decide_together() {
    let mut first = Watch::default();
    ["5/1/2026", "7/2/2026"].iter().for_each(|value| first.see(value));
    let mut second = Watch::default();
    second.see("31/1/2026");
    assert_eq!(first.decide("day", Typed::Text), Outcome::Unclear(Meaning::Date));
    first.join(&second);
    assert!(matches!(first.decide("day", Typed::Text), Outcome::Convert(plan) if plan.meaning == Meaning::Date));
}

#[test]
fn what_became_of_a_column_is_described() {
    let mut watch = Watch::default();
    ["1.200,50 €", "n/a", "3,00 €"].iter().for_each(|value| watch.see(value));
    let outcome = watch.decide("revenue", Typed::Text);
    let described =
        |wanted, counted| watch.describe("revenue", Typed::Text, &outcome, wanted, counted).expect("something to say");
    let applied = described(true, Some((30, 4)));
    assert_eq!(
        (applied.state, applied.unit.as_deref(), applied.values, applied.empty),
        (ConversionState::Applied, Some("€"), 30, 4)
    );
    assert_eq!(
        (&applied.nothings[..], &applied.examples[..]),
        (&["n/a".to_owned()][..], &["1.200,50 €".to_owned(), "3,00 €".to_owned()][..])
    );
    let undone = described(false, None);
    assert_eq!((undone.state, undone.values, undone.empty), (ConversionState::Undone, 3, 1));
}
