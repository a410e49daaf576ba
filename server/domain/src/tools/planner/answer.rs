//! The query of a reading: one figure, a share, two sides, a ranking, a list.

use super::{
    Answers, Unplanned,
    attempt::Reading,
    conditions::Condition,
    form::{Compare, Figure, Form, Question},
    noun::Group,
    write::{self, Measure},
};

/// The most groups of an answer.
const GROUPS: usize = 20;

impl<'a> Reading<'a, '_> {
    pub(super) fn build_query(
        &mut self,
        asked: &Question,
        measure: &Measure<'a>,
        group: Option<Group<'a>>,
        conditions: Vec<Condition>,
    ) -> Result<(String, String, Answers), Unplanned> {
        let scope = self.scope;
        let of = measure.describe(scope);
        let select = |figure: &str, conditions: &[Condition]| {
            let (filter, said) = write::filter(conditions, &[]);
            (format!("SELECT {figure} AS figure FROM {}{filter}", scope.from()), said)
        };
        match (&asked.form, group) {
            (Form::Share { whole }, _) => {
                let (wholes, parts) = self.shared(*whole, conditions)?;
                let Some((when, part)) = write::all(&parts) else {
                    return Err(Unplanned::Unclear("Which part of the whole is meant?".to_owned()));
                };
                let factor = if self.is_fraction() { "1.0" } else { "100.0" };
                let figure = format!("{factor} * {} / NULLIF({}, 0)", measure.sql(scope, Some(&when)), measure.sql(scope, None));
                let (sql, said) = select(&figure, &wholes);
                let unit = if self.is_fraction() { "the share" } else { "the percentage" };
                Ok((sql, format!("{unit} where {part}, of {of}{said}"), Answers::Figure))
            }
            (Form::Compare { how, than, reversed }, _) => {
                let (first, second, shared) = sides(conditions, *than)?;
                let (first, second) = if *reversed && *how == Compare::Difference { (second, first) } else { (first, second) };
                let (left, right) = (measure.sql(scope, Some(&first.sql)), measure.sql(scope, Some(&second.sql)));
                let figure = match how {
                    Compare::Difference => format!("{left} - {right}"),
                    Compare::Times => format!("1.0 * {left} / NULLIF({right}, 0)"),
                    Compare::Percent if *reversed => format!("100.0 * ({right} - {left}) / NULLIF({right}, 0)"),
                    Compare::Percent => format!("100.0 * ({left} - {right}) / NULLIF({right}, 0)"),
                };
                let name = match how {
                    Compare::Difference => "less",
                    Compare::Times => "divided by",
                    Compare::Percent => "in percent against",
                };
                let (sql, said) = select(&figure, &shared);
                Ok((sql, format!("{of}{said}: {} {name} {}", first.said, second.said), Answers::Figure))
            }
            (Form::Rank { n, most, share, .. }, Some(group)) => self.ranked(measure, &group, conditions, *n, *most, *share),
            (Form::Per { .. }, Some(group)) => self.per(asked, measure, &group, &conditions),
            _ => {
                let (sql, said) = select(&measure.sql(scope, None), &conditions);
                Ok((sql, format!("{of}{said}"), Answers::Figure))
            }
        }
    }

    fn ranked(
        &mut self,
        measure: &Measure<'a>,
        group: &Group<'a>,
        mut conditions: Vec<Condition>,
        n: usize,
        most: bool,
        share: bool,
    ) -> Result<(String, String, Answers), Unplanned> {
        let scope = self.scope;
        let shown: Vec<String> = group.shown.iter().map(|one| scope.name(*one)).collect();
        let end = if most { "most" } else { "least" };
        if group.rows && measure.column.is_none() {
            return Err(Unplanned::NotAsked);
        }
        let figure = match (group.rows, measure.column) {
            (true, Some(column)) => format!("MAX({})", scope.name(column)),
            _ => measure.sql(scope, None),
        };
        let named: Vec<Condition> = if self.claimed.is_some() {
            let (named, others) = conditions.into_iter().partition(|one| one.value.is_some() && shown.contains(&one.column));
            conditions = others;
            named
        } else {
            Vec::new()
        };
        let key = group.key.filter(|_| !group.shown.is_empty());
        let inner = write::ranking(scope, &group.shown, key, &figure, &conditions, most, n);
        let (filter, said) = write::filter(&conditions, &[]);
        let of =
            if group.rows { measure.column.map(|one| scope.describe(one)).unwrap_or_default() } else { measure.describe(scope) };
        let first =
            if n == 1 { format!("the {} with the {end}", group.said) } else { format!("the {n} {} with the {end}", group.said) };
        if self.claimed.is_none() {
            return Ok((inner, format!("{first}, by {of}{said}"), Answers::Ranking));
        }
        if n > 1 && !matches!(measure.figure, Figure::Count | Figure::Sum) {
            return Err(Unplanned::Unclear(format!("Which of the {n} is meant?")));
        }
        let mut value = "SUM(figure)".to_owned();
        let mut told = String::new();
        if let [one] = named.as_slice() {
            let column = shown.iter().position(|name| *name == one.column).unwrap_or_default() + 1;
            value = format!("SUM(CASE WHEN g{column} = {} THEN figure ELSE 0 END)", one.value.as_deref().unwrap_or_default());
            told = format!(", nothing unless {} is among them", one.said);
        } else if !named.is_empty() {
            return Err(Unplanned::NotAsked);
        }
        if share {
            let factor = if self.is_fraction() { "1.0" } else { "100.0" };
            value = format!("{factor} * {value} / NULLIF((SELECT {figure} FROM {}{filter}), 0)", scope.from());
            told.push_str(", as a part of all");
        }
        Ok((
            format!("SELECT {value} AS figure FROM ({inner}) AS ranked"),
            format!("{of}{said}, of {first}{told}"),
            Answers::Figure,
        ))
    }

    fn per(
        &mut self,
        asked: &Question,
        measure: &Measure<'a>,
        group: &Group<'a>,
        conditions: &[Condition],
    ) -> Result<(String, String, Answers), Unplanned> {
        let scope = self.scope;
        if group.rows {
            return Err(Unplanned::NotAsked);
        }
        let (filter, said) = write::filter(conditions, &[]);
        if asked.figure == Some(Figure::Average) && measure.column.is_none() {
            let by = group.key.or_else(|| group.shown.first().copied()).map(|one| scope.name(one)).ok_or(Unplanned::NotAsked)?;
            let sql = format!("SELECT 1.0 * COUNT(*) / NULLIF(COUNT(DISTINCT {by}), 0) AS figure FROM {}{filter}", scope.from());
            let reading = format!("the number of {} by the number of {} that have any{said}", scope.place.table.name, group.said);
            return Ok((sql, reading, Answers::Figure));
        }
        if self.claimed.is_some() {
            return Err(Unplanned::Unclear(format!("Which {} is meant?", group.said)));
        }
        let sql = write::ranking(scope, &group.shown, group.key, &measure.sql(scope, None), conditions, true, GROUPS);
        Ok((sql, format!("{} for each {}{said}", measure.describe(scope), group.said), Answers::Ranking))
    }

    /// Which conditions choose the whole, and which the part of it.
    fn shared(
        &self,
        whole: Option<(usize, usize)>,
        conditions: Vec<Condition>,
    ) -> Result<(Vec<Condition>, Vec<Condition>), Unplanned> {
        let (of_whole, of_part): (Vec<_>, Vec<_>) =
            conditions.into_iter().partition(|one| whole.is_some_and(|(from, to)| (from..to).contains(&one.at)));
        match (of_whole.len(), of_part.len()) {
            (_, 1..) => Ok((of_whole, of_part)),
            (1, 0) => Ok((Vec::new(), of_whole)),
            (0, 0) => Err(Unplanned::NotAsked),
            _ => Err(Unplanned::Unclear("Which of it is the whole, and which the part?".to_owned())),
        }
    }

    /// The claim is a number up to one, where the sentence does not say percent.
    fn is_fraction(&self) -> bool {
        let Some(claimed) = self.claimed else { return false };
        !self.said.tokens.iter().any(|token| token.percent && token.number == Some(claimed)) && claimed > 0.0 && claimed <= 1.0
    }
}

/// The two sides of a comparison, and what holds for both.
fn sides(conditions: Vec<Condition>, than: usize) -> Result<(Condition, Condition, Vec<Condition>), Unplanned> {
    let pair = conditions.iter().find_map(|second| {
        let first = conditions.iter().rev().find(|first| first.at < than && second.at > than && first.column == second.column)?;
        Some((first.clone(), second.clone()))
    });
    let Some((first, second)) = pair else {
        return Err(Unplanned::Unclear("What is compared with what?".to_owned()));
    };
    let shared: Vec<Condition> = conditions.into_iter().filter(|one| *one != first && *one != second).collect();
    // What is said of one side only would be taken for both.
    if shared.iter().any(|one| one.column == first.column) {
        return Err(Unplanned::Unclear("What is compared with what?".to_owned()));
    }
    Ok((first, second, shared))
}
