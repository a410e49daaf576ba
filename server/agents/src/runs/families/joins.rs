//! What another table, found by its key, says of the rows.

use super::super::{
    candidate::{Candidate, Family, Statement, bars},
    scope::{Group, Scope, Subject, is_value},
    stats::{Effect, Sums, compare_means, compare_with_even},
    wording::{capitalised, decimal, label, percent},
};
use domain::runs::{ClaimKind, ColumnSurvey, Holds, Question, TableSurvey, sql::count_if};

pub(in super::super) struct Joins;

const MOST_JOINS: usize = 4;
const MOST_COLUMNS: usize = 4;

impl Family for Joins {
    fn name(&self) -> &'static str {
        "joins"
    }

    fn questions(&self, scope: &Scope<'_>) -> Vec<Question> {
        let mut all = Vec::new();
        for join in joins(scope) {
            for column in join.columns() {
                let name = &column.reference;
                all.push(Question {
                    id: join.id(column),
                    purpose: format!("How do {} divide by {} of {}?", join.subject.noun, label(&column.name), join.other.name),
                    sql: format!("SELECT joined_value AS g, COUNT(*) AS n{} FROM ({}) AS joined GROUP BY joined_value ORDER BY n DESC LIMIT 60", join.subject.aggregates(), join.rows(name)),
                });
            }
        }
        all
    }

    fn findings(&self, scope: &Scope<'_>) -> Vec<Candidate> {
        let mut found = Vec::new();
        for join in joins(scope) {
            for column in join.columns() {
                let id = join.id(column);
                let groups = scope.groups(&id, join.subject);
                let means = (0..join.subject.figures.len()).filter_map(|at| join.mean(column, at, &groups));
                let best = means.max_by(|one, other| one.effect.size.total_cmp(&other.effect.size));
                found.extend(
                    join.share(column, &groups).into_iter().chain(best).map(|one| Candidate { asked: vec![id.clone()], ..one }),
                );
            }
        }
        found
    }
}

/// Rows with what a row of another table says of each.
struct Join<'s, 'a> {
    subject: &'s Subject<'a>,
    key: &'a ColumnSurvey,
    other: &'a TableSurvey,
    to: &'a ColumnSurvey,
}

fn joins<'s, 'a>(scope: &'s Scope<'a>) -> Vec<Join<'s, 'a>> {
    let mut all = Vec::new();
    for subject in &scope.tables {
        for key in &subject.table.columns {
            let Some(target) = &key.foreign_key else { continue };
            let other = scope
                .tables
                .iter()
                .map(|one| one.table)
                .find(|other| other.database == subject.table.database && other.name == target.table);
            if let Some((other, to)) = other.and_then(|other| Some((other, other.column(&target.column)?)))
                && other.name != subject.table.name
            {
                all.push(Join { subject, key, other, to });
            }
        }
    }
    all.truncate(MOST_JOINS);
    all
}

impl Join<'_, '_> {
    fn columns(&self) -> impl Iterator<Item = &ColumnSurvey> {
        self.other.segments().filter(|column| column.name != self.to.name).take(MOST_COLUMNS)
    }

    fn id(&self, column: &ColumnSurvey) -> String {
        self.subject.id("joined", &[&self.key.name, &self.other.name, &column.name])
    }

    fn rows(&self, value: &str) -> String {
        format!(
            "SELECT a.*, b.{value} AS joined_value FROM {} AS a JOIN {} AS b ON a.{} = b.{}",
            self.subject.table.reference, self.other.reference, self.key.reference, self.to.reference
        )
    }

    fn condition(&self, column: &ColumnSurvey, group: &Group) -> String {
        is_value(self.other, &ColumnSurvey { reference: "joined_value".to_owned(), ..column.clone() }, &group.value)
    }

    fn share(&self, column: &ColumnSurvey, groups: &[Group]) -> Option<Candidate> {
        let [top, second, ..] = groups else { return None };
        let counts: Vec<f64> = groups.iter().map(|group| group.count).collect();
        let (total, noun) = (counts.iter().sum::<f64>(), &self.subject.noun);
        let called = format!("{} of {}", label(&column.name), label(&self.other.name));
        let share = top.count / total;
        let name = format!(
            "{} is the most common {called} among {noun} with {}, followed by {} with {}",
            top.label,
            percent(share),
            second.label,
            percent(second.count / total)
        );
        let mut one = Candidate::new(Statement::Joined, self.id(column), &[&self.key.name, &column.name], name);
        let (rows, is_top) = (self.rows(&column.reference), self.condition(column, top));
        let share_sql = format!("SELECT 100.0 * {} / COUNT(joined_value) FROM ({rows}) AS joined", count_if(&is_top));
        one.claim(ClaimKind::Share, format!("{} of {noun} are", percent(share)), share * 100.0, share_sql);
        one.claim(
            ClaimKind::Count,
            format!("{} {noun} are", decimal(top.count)),
            top.count,
            format!("SELECT COUNT(*) FROM ({rows}) AS joined WHERE {is_top}"),
        );
        let fits = format!("SELECT 100.0 * COUNT(*) / {} FROM ({rows}) AS joined", self.subject.table.rows.max(1));
        one.challenge(
            "Does every row find one of the other table?",
            fits,
            Holds::Between(80.0, 101.0),
            "many rows find none, or several, in the other table",
        );
        self.tell(&mut one, groups.iter().map(|group| (group.label.clone(), group.count)).collect(), noun);
        one.metric("share", share);
        one.affected = Some(top.count);
        one.segment = Some(format!("{called} {}", top.label));
        one.effect = compare_with_even(&counts);
        one.coverage = total / self.subject.table.rows.max(1) as f64;
        Some(one)
    }

    fn mean(&self, column: &ColumnSurvey, at: usize, groups: &[Group]) -> Option<Candidate> {
        let figure = &self.subject.figures[at];
        let mut known: Vec<(&Group, Sums)> =
            groups.iter().map(|group| (group, group.figures[at])).filter(|(_, sums)| sums.count >= 8.0).collect();
        known.sort_by(|one, other| other.1.mean().total_cmp(&one.1.mean()));
        let (Some((top, most)), Some((bottom, least))) = (known.first(), known.last().filter(|_| known.len() > 1)) else {
            return None;
        };
        let effect = compare_means(&known.iter().map(|(_, sums)| *sums).collect::<Vec<_>>());
        if effect.p > 0.05 {
            return Some(Candidate::only_tested(Statement::Joined, effect));
        }
        let called = format!("{} of {}", label(&column.name), label(&self.other.name));
        let (high, low) = (figure.shown(most.mean()), figure.shown(least.mean()));
        let name = format!(
            "Average {} of {} is highest for {called} {} at {high} and lowest for {} at {low}",
            figure.label, self.subject.noun, top.label, bottom.label
        );
        let mut one = Candidate::new(
            Statement::Joined,
            format!("{}:{}", self.id(column), figure.label),
            &[&self.key.name, &column.name],
            name,
        );
        let (rows, e) = (self.rows(&column.reference), &figure.expression);
        let mean = |group: &Group| format!("SELECT AVG({e}) FROM ({rows}) AS joined WHERE {}", self.condition(column, group));
        one.claim(ClaimKind::Mean, format!("The average for {} is {high}", top.label), most.mean(), mean(top));
        one.claim(ClaimKind::Mean, format!("The average for {} is {low}", bottom.label), least.mean(), mean(bottom));
        let fits = format!("SELECT 100.0 * COUNT(*) / {} FROM ({rows}) AS joined", self.subject.table.rows.max(1));
        one.challenge(
            "Does every row find one of the other table?",
            fits,
            Holds::Between(80.0, 101.0),
            "many rows find none, or several, in the other table",
        );
        self.tell(
            &mut one,
            known.iter().map(|(group, sums)| (group.label.clone(), sums.mean())).collect(),
            &format!("average {}", figure.label),
        );
        one.affected = Some(most.count);
        one.segment = Some(format!("{called} {}", top.label));
        one.effect = Effect { size: effect.size.sqrt(), ..effect };
        Some(one)
    }

    fn tell(&self, one: &mut Candidate, points: Vec<(String, f64)>, what: &str) {
        one.indicators = points.iter().take(6).map(|(name, value)| format!("{name}: {}", decimal(*value))).collect();
        one.description = format!(
            "{}, joined by {} with {}: {}.",
            capitalised(what),
            label(&self.key.name),
            self.other.name,
            one.indicators.join(", ")
        );
        one.chart = bars(what, points);
    }
}
