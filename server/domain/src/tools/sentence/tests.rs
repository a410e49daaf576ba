//! Words, numbers and spans of time.

use super::{Sentence, periods};

#[test]
fn numbers_and_quotes_are_read() {
    let read =
        |text: &str| Sentence::read(text).tokens.iter().map(|token| (token.word.clone(), token.number)).collect::<Vec<_>>();
    for (text, word, number) in [
        ("1,234.5 rows", "1,234.5", Some(1234.5)),
        ("$100k.", "100k", Some(100_000.0)),
        ("2 million people", "2", Some(2_000_000.0)),
        ("1000 m high", "1000", Some(1000.0)),
        ("-18 degrees", "-18", Some(-18.0)),
        ("three dogs", "three", Some(3.0)),
        ("2024-05-01", "2024-05-01", None),
        ("'New York' only", "new york", None),
    ] {
        assert_eq!(read(text)[0], (word.to_owned(), number), "{text}");
    }
    let said = Sentence::read("45 % of customer's orders aren't late");
    assert!(said.tokens[0].percent && said.word(2) == "customer" && said.word(4) == "aren't");
}

#[test]
fn periods_are_read() {
    let read = |text: &str| {
        let (found, _) = periods(&Sentence::read(text));
        found.iter().map(|one| format!("{:?} {:?}", one.from, one.before)).collect::<Vec<_>>().join("; ")
    };
    for (text, wanted) in [
        ("7 orders in 2023", ""),
        ("orders in March 2024", "Some(2024-03-01) Some(2024-04-01)"),
        ("orders in the third quarter of 2024", "Some(2024-07-01) Some(2024-10-01)"),
        ("in the second half of 2024", "Some(2024-07-01) Some(2025-01-01)"),
        ("Q4 2024", "Some(2024-10-01) Some(2025-01-01)"),
        ("from 2019 to 2021", "Some(2019-01-01) Some(2022-01-01)"),
        ("from March 2020 to May 2020", "Some(2020-03-01) Some(2020-06-01)"),
        ("between 1 June and 31 August 2023", "Some(2023-06-01) Some(2023-09-01)"),
        ("before 2020-05-02", "None Some(2020-05-02)"),
        ("on 2020-02-28", "Some(2020-02-28) Some(2020-02-29)"),
        ("since May 2020", "Some(2020-05-01) None"),
        ("over 2000 orders", ""),
        ("they may come", ""),
    ] {
        assert_eq!(read(text), wanted, "{text}");
    }
    assert!(periods(&Sentence::read("orders in March")).1.is_some());
}

#[test]
fn days_of_every_week_are_read_and_one_day_is_not() {
    for (text, wanted) in [
        ("jobs on Sundays", vec![0]),
        ("jobs on a saturday", vec![6]),
        ("jobs on Saturdays and Sundays", vec![6, 0]),
        ("jobs on a Monday or a Friday", vec![1, 5]),
        ("jobs on Sunday", vec![]),
        ("jobs since Mondays", vec![]),
        ("from Monday to Friday", vec![]),
        ("jobs of last Sunday", vec![]),
        ("tables and Sundays", vec![]),
    ] {
        let found: Vec<usize> = periods(&Sentence::read(text)).0.iter().filter_map(|one| one.weekday).collect();
        assert_eq!(found, wanted, "{text}");
    }
}

#[test]
fn a_sign_before_a_number_compares() {
    let read = |text: &str| Sentence::read(text).tokens.iter().map(|token| token.word.clone()).collect::<Vec<_>>().join(" ");
    for (text, wanted) in [
        ("orders with total > 100", "orders with total over 100"),
        ("total >= $1,000", "total at least 1,000"),
        ("total<5", "total under 5"),
        ("total ≤ 5", "total at most 5"),
        ("total <> 5", "total other than 5"),
        ("Home > Orders", "home orders"),
        ("from 3 -> 5", "from 3 5"),
        ("named \"> 5\"", "named > 5"),
    ] {
        assert_eq!(read(text), wanted, "{text}");
    }
}
