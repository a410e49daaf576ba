//! Which numbers of a row are made of its others: what only says so again is no finding.

use super::prelude::*;
use domain::runs::sql::real;

/// Numbers of a table that are looked at.
const MOST_COLUMNS: usize = 7;
/// Rows from which a way is known, and the part of them for which it holds: somebody may have typed a total over.
const LEAST: f64 = 10.0;
const NEARLY_ALL: f64 = 0.98;
/// How far rounding takes a number away, as a part of it and beside it.
const ROUNDED: f64 = 0.005;

/// A number and two others whose product or sum it may be. What is left of a number, or one of its parts, is found from the other side.
struct Way<'s> {
    columns: [&'s ColumnSurvey; 3],
    sign: char,
}

impl Way<'_> {
    /// By the least, the greatest and the mean of each: most need not be asked about.
    fn is_likely(&self) -> bool {
        let edges = |column: &ColumnSurvey| {
            let [least, most] = [&column.min, &column.max].map(|value| value.as_ref().and_then(number));
            Some([least.filter(|least| *least >= 0.0)?, most?, column.mean?])
        };
        let [Some(whole), Some(one), Some(other)] = self.columns.map(edges) else { return false };
        let make = |at: usize| if self.sign == '*' { one[at] * other[at] } else { one[at] + other[at] };
        let far = if self.sign == '*' { 3.0 } else { 1.05 };
        let is_above = whole[0] >= make(0) * (1.0 - ROUNDED) - ROUNDED && whole[2] >= make(2) / far;
        is_above && whole[1] <= make(1) * (1.0 + ROUNDED) + ROUNDED && whole[2] <= make(2) * far
    }
}

fn ways<'s>(subject: &'s Subject<'_>) -> Vec<Way<'s>> {
    let numbers = subject.table.columns.iter().filter(|column| is_measure(subject.table, column));
    let numbers: Vec<&ColumnSurvey> = numbers.take(MOST_COLUMNS).collect();
    let mut all = Vec::new();
    for (at, first) in numbers.iter().copied().enumerate() {
        for second in numbers[at + 1..].iter().copied() {
            for whole in numbers.iter().copied().filter(|whole| whole.name != first.name && whole.name != second.name) {
                let ways = ['*', '+'].map(|sign| Way { columns: [whole, first, second], sign });
                all.extend(ways.into_iter().filter(Way::is_likely));
            }
        }
    }
    all
}

pub(super) fn question(subject: &Subject<'_>) -> Option<Question> {
    let one = |way: &Way<'_>| {
        let [whole, first, second] = way.columns.map(|column| real(subject.table.dialect, &column.reference));
        let holds = format!("ABS({whole} - ({first} {} {second})) <= {ROUNDED} * ABS({whole}) + {ROUNDED}", way.sign);
        format!("{}, COUNT({whole} + {first} + {second})", count_if(&holds))
    };
    let all: Vec<String> = ways(subject).iter().map(one).collect();
    let sql = format!("SELECT {} FROM {}", all.join(", "), subject.table.reference);
    let purpose = format!("Which numbers of {} are made of others?", subject.noun);
    (!all.is_empty()).then(|| subject.question("made", &[], purpose, sql))
}

/// What the numbers of a table are made of.
pub(in super::super) struct Made {
    table: String,
    /// A number, and a column that it is made of or that settles one of its parts.
    pairs: Vec<[String; 2]>,
    /// Numbers that another one says already.
    twins: Vec<String>,
}

impl Made {
    pub(in super::super) fn from_answers(scope: &Scope<'_>, subject: &Subject<'_>, found: &[Candidate]) -> Self {
        let row = scope.answers.rows(&subject.id("made", &[])).and_then(<[_]>::first);
        let cell = |at: usize| row.and_then(|row| row.get(at)).and_then(number).unwrap_or_default();
        let holds = |at: usize| cell(at * 2 + 1) >= LEAST && cell(at * 2) >= NEARLY_ALL * cell(at * 2 + 1);
        let mut pairs = Vec::new();
        for (_, way) in ways(subject).into_iter().enumerate().filter(|(at, _)| holds(*at)) {
            let [whole, parts @ ..] = way.columns;
            let settling = parts.into_iter().flat_map(|part| settling(scope, subject, part));
            pairs.extend(parts.into_iter().chain(settling).map(|column| [whole, column].map(|one| one.name.clone())));
        }
        let twin = subject.id("twin", &[]);
        let twins = found.iter().filter(|one| one.subject == twin).flat_map(|one| one.columns.clone()).collect();
        Self { table: format!("{}.{}", subject.table.database, subject.table.name), pairs, twins }
    }

    /// Whether a finding only says again how the table is made.
    pub(in super::super) fn restates(&self, one: &Candidate) -> bool {
        // The key by which another table was found says nothing.
        let key = one.columns.get(1).filter(|_| one.kind == Statement::Joined);
        let has = |name: &String| one.columns.contains(name) && key != Some(name);
        one.subject.split(':').nth(1) == Some(self.table.as_str())
            && one.kind != Statement::Gap
            && (self.pairs.iter().any(|pair| pair.iter().all(has)) || self.twins.iter().any(has))
    }
}

/// What divides the rows so that a number is the same in all of each part, such as a product its price.
fn settling<'s>(scope: &Scope<'_>, subject: &'s Subject<'_>, part: &ColumnSurvey) -> Vec<&'s ColumnSurvey> {
    let Some(at) = subject.figures.iter().position(|figure| figure.columns == [part.name.clone()]) else { return Vec::new() };
    let is_set = |column: &&ColumnSurvey| {
        let groups = scope.groups(&subject.id("groups", &[&column.name]), subject);
        let is_large = |group: &&Group| group.figures[at].count >= LEAST;
        groups.iter().filter(is_large).count() > 1 && groups.iter().all(|group| group.figures[at].is_set())
    };
    subject.segments.iter().chain(&subject.entities).copied().filter(is_set).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        runs::{Answers, Goal, Survey},
        tools::warehouse::Dialect,
    };
    use serde_json::json;

    fn number_of(name: &str, distinct: u64, (min, mean, max): (f64, f64, f64)) -> Value {
        json!({"name": name, "reference": name, "role": "measure", "is_number": true, "nulls": 0, "distinct": distinct,
            "min": min, "mean": mean, "max": max})
    }

    /// Sales of goods.
    fn survey() -> Survey {
        let entity =
            json!({"name": "good", "reference": "good", "role": "entity", "is_number": true, "nulls": 0, "distinct": 20});
        let table = |name: &str, rows: u64, columns: Vec<Value>| {
            let dialect = Dialect::Files;
            json!({"database": "shop", "name": name, "reference": name, "dialect": dialect, "rows": rows, "columns": columns})
        };
        let columns = vec![
            entity,
            number_of("amount", 13, (1.0, 4.0, 13.0)),
            number_of("unit_price", 20, (2.0, 10.0, 60.0)),
            number_of("total", 90, (2.0, 41.0, 600.0)),
            number_of("weight", 90, (40.0, 70.0, 90.0)),
            number_of("grams", 90, (40_000.0, 70_000.0, 90_000.0)),
        ];
        let goods = vec![number_of("price", 25, (1.0, 12.0, 60.0))];
        serde_json::from_value(json!({"tables": [table("sales", 400, columns), table("goods", 25, goods)]})).expect("a survey")
    }

    fn answers(all: &Value) -> Answers {
        let one = |(id, rows): (&String, &Value)| (id.clone(), json!({"step": 1, "sql": "", "rows": rows}));
        let all: BTreeMap<String, Value> = all.as_object().expect("an object").iter().map(one).collect();
        serde_json::from_value(json!(all)).expect("answers")
    }

    #[test]
    fn only_ways_within_the_edges_of_their_numbers_are_asked_about() {
        let (goal, survey, answers) = (Goal::default(), survey(), Answers::default());
        let scope = Scope::new(&goal, &survey, &answers);
        let sales = scope.tables.iter().find(|one| one.table.name == "sales").expect("the sales");
        let sql = question(sales).expect("a question").sql;
        assert!(sql.contains("(CAST(amount AS DOUBLE) * CAST(unit_price AS DOUBLE))"), "{sql}");
        for never in ["(CAST(amount AS DOUBLE) + ", "* CAST(weight AS DOUBLE)", "CAST(grams AS DOUBLE)"] {
            assert!(!sql.contains(never), "{never}: {sql}");
        }
    }

    #[test]
    fn what_a_number_is_made_of_is_no_news_of_it() {
        let (goal, survey, empty) = (Goal::default(), survey(), Answers::default());
        let scope = Scope::new(&goal, &survey, &empty);
        let sales = scope.tables.iter().find(|one| one.table.name == "sales").expect("the sales");
        // Each figure with its count, its sum and the sum of its squares; only the price is the same in all rows of a good.
        let group = |good: f64, price: f64| {
            let sums = sales.figures.iter().flat_map(|figure| match figure.columns[0].as_str() {
                "unit_price" => [10.0, 10.0 * price, 10.0 * price * price],
                _ => [10.0, 90.0, 990.0],
            });
            [good, 10.0].into_iter().chain(sums).collect::<Vec<f64>>()
        };
        let is_total = |way: &Way<'_>| way.columns[0].name == "total" && way.sign == '*';
        let counts: Vec<f64> = ways(sales).iter().flat_map(|way| [if is_total(way) { 399.0 } else { 3.0 }, 400.0]).collect();
        let all = answers(&json!({"made:shop.sales:": [counts], "groups:shop.sales:good": [group(1.0, 20.0), group(2.0, 30.0)]}));
        let scope = Scope::new(&goal, &survey, &all);
        let made: Vec<Made> = scope.tables.iter().map(|subject| Made::from_answers(&scope, subject, &[])).collect();
        for (kind, columns, expected) in [
            (Statement::Segment, &["amount", "total"][..], true),
            (Statement::Relation, &["unit_price", "total"], true),
            (Statement::Entity, &["good", "total"], true),
            (Statement::Entity, &["good", "amount"], false),
            (Statement::Relation, &["amount", "unit_price"], false),
            (Statement::Trend, &["total", "day"], false),
            (Statement::Joined, &["maker", "good", "total"], false),
        ] {
            for (table, is_there) in [("shop.sales", true), ("shop.goods", false)] {
                let one = Candidate::new(kind, format!("mean:{table}:x"), columns, String::new());
                assert_eq!(made.iter().any(|made| made.restates(&one)), expected && is_there, "{kind:?} {columns:?} {table}");
            }
        }
    }

    #[test]
    fn a_number_in_another_unit_is_told_once() {
        let table = json!({"database": "shop", "name": "sales", "reference": "sales", "dialect": Dialect::Files, "rows": 20,
            "columns": [number_of("weight", 18, (1.0, 10.5, 20.0)), number_of("grams", 18, (60.0, 630.0, 1_200.0))]});
        let survey: Survey = serde_json::from_value(json!({"tables": [table]})).expect("a survey");
        let goal = Goal::default();
        // The count, then the sums of both, of their product and of their squares.
        for (product, expected) in [(172_200.0, true), (150_000.0, false)] {
            let all = answers(&json!({"relations:shop.sales:": [[20.0, 210.0, 12_600.0, product, 2_870.0, 10_332_000.0]]}));
            let scope = Scope::new(&goal, &survey, &all);
            let made = Made::from_answers(&scope, &scope.tables[0], &super::super::relations::findings(&scope));
            for (kind, column, is_second) in
                [(Statement::Outlier, "grams", true), (Statement::Gap, "grams", false), (Statement::Outlier, "weight", false)]
            {
                let one = Candidate::new(kind, "x:shop.sales:x".into(), &[column], String::new());
                assert_eq!(made.restates(&one), expected && is_second, "{kind:?} {column} {product}");
            }
        }
    }
}
