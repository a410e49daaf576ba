//! Whether two ways of dividing the rows have to do with each other: one value is more frequent among the rows of another.

use super::{names::Names, prelude::*};

const MOST_COLUMNS: usize = 5;
/// What somebody asks about is put beside every other.
const MOST_ASKED: usize = 2;
/// Segments whose entities are looked at: who or what is behind most of them.
const MOST_OF_ENTITIES: usize = 3;
const MOST_CELLS: usize = 800;
/// Entities that are told apart, the most frequent ones.
const MOST_VALUES: usize = 30;
/// Cramér's V below which nobody would see a difference.
const LEAST: f64 = 0.08;
/// Cramér's V from which one value follows from the other.
const MADE: f64 = 0.97;
/// Rows that a cell must have by the usual share, for chance to be reckoned with all cells at once.
const EXPECTED: f64 = 5.0;

pub(super) fn questions(scope: &Scope<'_>) -> Vec<Question> {
    let one = |(subject, first, second): (&Subject<'_>, &ColumnSurvey, &ColumnSurvey)| {
        let purpose = format!("Does {} go with {}?", label(&second.name), label(&first.name));
        let (a, b, table) = (&first.reference, &second.reference, &subject.table.reference);
        let sql = format!(
            "SELECT {a} AS a, {b} AS b, COUNT(*) AS n FROM {table} WHERE {a} IS NOT NULL AND {b} IS NOT NULL GROUP BY {a}, {b} ORDER BY n DESC, {a}, {b} LIMIT {MOST_CELLS}"
        );
        subject.question("pair", &[&first.name, &second.name], purpose, sql)
    };
    scope.tables.iter().flat_map(pairs).map(one).collect()
}

pub(super) fn findings(scope: &Scope<'_>) -> Vec<Candidate> {
    let mut found = Vec::new();
    for (subject, first, second) in scope.tables.iter().flat_map(pairs) {
        let id = subject.id("pair", &[&first.name, &second.name]);
        let Some(rows) = scope.answers.rows(&id) else { continue };
        let names = [first, second].map(|column| Names::from_survey(scope, subject, column));
        let sources: Vec<String> = std::iter::once(id).chain(names.iter().filter_map(Names::source)).collect();
        found.extend(finding(subject, [first, second], &names, rows).map(|one| Candidate { asked: sources, ..one }));
    }
    found
}

/// Categories with each other, and with whom or what many rows are about. What has a share of its own is compared by that.
fn pairs<'s, 'a>(subject: &'s Subject<'a>) -> impl Iterator<Item = (&'s Subject<'a>, &'a ColumnSurvey, &'a ColumnSurvey)> {
    let columns: Vec<&ColumnSurvey> = subject.divisions().collect();
    let mut all = Vec::new();
    for (at, first) in columns.iter().enumerate().take(MOST_COLUMNS) {
        let most = if at < MOST_ASKED { columns.len() } else { MOST_COLUMNS };
        all.extend(columns.iter().take(most).skip(at + 1).map(|second| (subject, *first, *second)));
        all.extend(subject.entities.iter().take(usize::from(at < MOST_OF_ENTITIES)).map(|second| (subject, *first, *second)));
    }
    all.into_iter()
}

/// The values of a column and their number of rows.
type Values = Vec<(Value, String)>;

fn values(rows: &[Vec<Value>], at: usize) -> Values {
    let mut values: Values = Vec::new();
    for row in rows {
        if let Some(said) = row.get(at).and_then(shown)
            && !values.iter().any(|(_, known)| *known == said)
        {
            values.push((row[at].clone(), said));
        }
    }
    values
}

fn finding(subject: &Subject<'_>, [a, b]: [&ColumnSurvey; 2], names: &[Names; 2], rows: &[Vec<Value>]) -> Option<Candidate> {
    // Of the most frequent pairs alone nobody can tell how many rows either value has.
    if rows.len() >= MOST_CELLS {
        return None;
    }
    let (mut firsts, mut seconds) = (values(rows, 0), values(rows, 1));
    seconds.truncate(MOST_VALUES);
    let mut table = vec![vec![0.0; seconds.len()]; firsts.len()];
    for row in rows {
        let place = |at: usize, values: &Values| {
            let said = row.get(at).and_then(shown)?;
            values.iter().position(|(_, known)| *known == said)
        };
        if let (Some(i), Some(j), Some(n)) = (place(0, &firsts), place(1, &seconds), row.get(2).and_then(number)) {
            table[i][j] += n;
        }
    }
    for (values, names) in [&mut firsts, &mut seconds].into_iter().zip(names) {
        values.iter_mut().for_each(|(_, label)| *label = names.label(label));
    }
    let mut effect = compare_counts(&table);
    // One follows from the other: that is how the table is made.
    if effect.size > MADE {
        return None;
    }
    let total: f64 = table.iter().flatten().sum();
    let (la, lb, noun) = (label(&a.name), label(&b.name), &subject.noun);
    let is_null = effect.p > 0.1 && effect.size < LEAST * 2.0 && total >= 100.0 && b.distinct <= seconds.len() as u64;
    if !is_null && (effect.size < LEAST || effect.p > 0.05) {
        return Some(Candidate::only_tested(Statement::Pair, effect));
    }
    let of_second = |j: usize| table.iter().map(|row| row[j]).sum::<f64>();
    let of_first = |i: usize| table[i].iter().sum::<f64>();
    let cells = (0..firsts.len()).flat_map(|i| (0..seconds.len()).map(move |j| (i, j)));
    let expected = |(i, j): (usize, usize)| of_first(i) * of_second(j) / total;
    if cells.clone().any(|cell| expected(cell) < EXPECTED) {
        // Too thin for one test of all: the luckiest cell of so many.
        let chance = |(i, j): (usize, usize)| count_tail(table[i][j], expected((i, j)));
        let luckiest = cells.clone().map(chance).fold(1.0, f64::min);
        effect.p = (luckiest * (firsts.len() * seconds.len()) as f64).min(1.0);
        if effect.p > 0.01 {
            return Some(Candidate::only_tested(Statement::Pair, effect));
        }
    }
    // What stands out most among what occurs often enough.
    let stands_out = |(i, j): (usize, usize)| (table[i][j] - expected((i, j))) / of_first(i).sqrt();
    let often = cells.filter(|(i, j)| of_first(*i) >= 10.0 && table[*i][*j] >= 5.0);
    let (i, j) = often.max_by(|one, other| stands_out(*one).total_cmp(&stands_out(*other)))?;
    let count = table[i][j];
    let ((a_value, a_said), (b_value, b_said)) = (&firsts[i], &seconds[j]);
    let rows_of_a = rows_of(noun, a, &la, a_value, a_said);
    let (one_b, are_b) = (one_value(b, &lb, b_value, b_said), predicate(b, &lb, b_value, b_said));
    let name = if is_null {
        format!("There is no significant association between {la} and {lb} of the {noun}")
    } else if count >= 0.55 * of_first(i) {
        format!("Most {rows_of_a} {are_b}, significantly more than other {noun}")
    } else {
        format!("{} {are_b} significantly more often than other {noun}", capitalised(&rows_of_a))
    };
    let mut one = Candidate::new(Statement::Pair, subject.id("pair", &[&a.name, &b.name]), &[&a.name, &b.name], name);
    let (t, is_a, is_b) = (subject.table, is_value(subject.table, a, a_value), is_value(subject.table, b, b_value));
    let both = format!("{} IS NOT NULL AND {} IS NOT NULL", a.reference, b.reference);
    let share = |condition: &str| format!("SELECT 100.0 * {} / COUNT(*) FROM {} WHERE {condition}", count_if(&is_b), t.reference);
    let in_a: f64 = rows.iter().filter(|row| row.first() == Some(a_value)).filter_map(|row| row.get(2).and_then(number)).sum();
    let whole: f64 = rows.iter().filter_map(|row| row.get(2).and_then(number)).sum();
    let (own, usual) = (count / in_a, of_second(j) / whole);
    let text = format!("{} of {rows_of_a} have {one_b}", percent(own));
    one.claim(ClaimKind::Share, text, own * 100.0, share(&format!("{both} AND {is_a}")));
    one.claim(ClaimKind::Share, format!("{} of all {noun} do", percent(usual)), usual * 100.0, share(&both));
    let sql = count_of_rows(subject, &format!("{is_a} AND {is_b}"));
    one.claim(ClaimKind::Count, format!("{} {noun} have both", decimal(count)), count, sql);
    let later = later_half(subject).map(|later| format!(" AND {later}")).unwrap_or_default();
    let among = |condition: &str| format!("100.0 * AVG(CASE WHEN {condition} THEN CASE WHEN {is_b} THEN 1.0 ELSE 0.0 END END)");
    let (own_share, other_share) = (among(&is_a), among(&format!("NOT ({is_a})")));
    let apart = format!("SELECT {own_share} - {other_share} FROM {} WHERE {both}{later}", t.reference);
    let holds = if is_null { Holds::Between(-25.0, 25.0) } else { Holds::AtLeast(0.0) };
    let question = "How much more frequent is it there than among all others, in the later half of the time?";
    one.challenge(question, apart, holds, "against all others in the later half of the time it is not so");
    // Against the usual share, from the most frequent there.
    let mut there: Vec<usize> = (0..seconds.len()).filter(|at| table[i][*at] > 0.0).collect();
    there.sort_by(|one, other| table[i][*other].total_cmp(&table[i][*one]));
    let against =
        |at: &usize| format!("{}: {} (all: {})", seconds[*at].1, percent(table[i][*at] / in_a), percent(of_second(*at) / whole));
    one.indicators = there.iter().take(3).map(against).collect();
    let mut by: Vec<usize> = (0..firsts.len()).filter(|at| of_first(*at) >= EXPECTED).collect();
    by.sort_by(|one, other| (table[*other][j] / of_first(*other)).total_cmp(&(table[*one][j] / of_first(*one))));
    let each = |at: &usize| format!("{} {}", firsts[*at].1, percent(table[*at][j] / of_first(*at)));
    one.indicators.push(format!("{b_said} by {la}: {}", by.iter().take(5).map(each).collect::<Vec<_>>().join(", ")));
    one.description = format!(
        "{} of the {} {rows_of_a} {are_b} ({}), against {} of all {} {noun}; Cramér's V is {}.",
        decimal(count),
        decimal(in_a),
        percent(own),
        percent(usual),
        decimal(whole),
        decimal(effect.size)
    );
    one.metric("count", count);
    one.metric(&format!("share_{}", slug(b_said)), own);
    one.metric("overall_share", usual);
    one.metric("cramers_v", effect.size);
    let shares =
        firsts.iter().enumerate().map(|(at, (_, said))| (said.clone(), (1000.0 * table[at][j] / of_first(at)).round() / 10.0));
    one.chart = bars(&format!("share with {one_b} (%)"), shares);
    one.weigh(count, effect, if is_null { 1.0 } else { of_first(i) / total });
    one.segment = (!is_null).then_some(rows_of_a);
    one.value = (!is_null).then(|| format!("{a_said} {b_said}"));
    one.is_null_result = is_null;
    Some(one)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        runs::{Answers, Goal, Survey},
        tools::warehouse::Dialect,
    };
    use serde_json::json;

    #[test]
    fn of_the_most_frequent_pairs_alone_nothing_is_found() {
        let column = |name: &str| json!({"name": name, "reference": name, "role": Role::Category, "is_text": true, "nulls": 0, "distinct": 28});
        let columns = [column("kind"), column("shop")];
        let table = json!({"database": "d", "name": "t", "reference": "t", "dialect": Dialect::Files, "rows": 90_000, "columns": columns});
        let survey: Survey = serde_json::from_value(json!({"tables": [table]})).expect("a survey");
        let goal = Goal::default();
        // Each kind has a shop of its own, in which there are far more of it than in others.
        let rows = |count: usize| -> Vec<Value> {
            let row = |(kind, shop): (usize, usize)| {
                json!([format!("k{kind}"), format!("s{shop}"), if kind == shop { 900 } else { 60 }])
            };
            (0..count).map(|at| row((at / 28, at % 28))).collect()
        };
        for (count, expected) in [(MOST_CELLS - 16, 1), (MOST_CELLS, 0)] {
            let answer = json!({"pair:d.t:kind,shop": {"step": 1, "sql": "", "rows": rows(count)}});
            let answers: Answers = serde_json::from_value(answer).expect("answers");
            let found = findings(&Scope::new(&goal, &survey, &answers));
            assert_eq!(found.iter().filter(|one| !one.is_only_tested).count(), expected, "{count}: {found:?}");
        }
    }
}
