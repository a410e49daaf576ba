//! One reading of a sentence: over these tables, with as little left over as can be.

use super::{
    Plan, Unplanned, conditions, dating,
    form::{Figure, Form, Noun, Question},
    noun::named_at,
    period::Period,
    scope::Scope,
    sentence::Sentence,
};

pub(super) struct Attempt {
    pub(super) plan: Plan,
    /// What nobody understood.
    pub(super) left: Vec<String>,
    pub(super) doubt: f64,
}

pub(super) struct Reading<'a, 's> {
    pub(super) scope: &'s Scope<'a>,
    pub(super) said: Sentence,
    pub(super) claimed: Option<f64>,
    pub(super) doubt: f64,
    /// Columns of the second table were needed.
    pub(super) joined: bool,
}

pub(super) fn attempt(
    said: &Sentence,
    asked: &Question,
    periods: &[Period],
    scope: &Scope<'_>,
    claimed: Option<f64>,
) -> Result<Attempt, Unplanned> {
    let mut reading = Reading { scope, said: said.clone(), claimed, doubt: 0.0, joined: false };
    reading.read(asked, periods)
}

impl<'a> Reading<'a, '_> {
    fn read(&mut self, asked: &Question, periods: &[Period]) -> Result<Attempt, Unplanned> {
        let scope = self.scope;
        let group = match asked.form {
            Form::Rank { noun, .. } => Some(self.noun(noun).ok_or(Unplanned::NotAsked)?),
            Form::Per { noun } => Some(self.noun(Noun::At(noun)).ok_or(Unplanned::NotAsked)?),
            _ => None,
        };
        let measure = self.measure(asked, group.as_ref())?;
        let mut conditions = conditions::values(&mut self.said, scope)?;
        conditions.extend(conditions::states(&mut self.said, scope));
        conditions.extend(conditions::bounds(&mut self.said, scope, self.claimed)?);
        let (times, doubt) = dating::times(&mut self.said, scope, periods, matches!(asked.form, Form::Compare { .. }))?;
        self.doubt += doubt;
        conditions.extend(times);
        conditions.sort_by_key(|one| one.at);
        let counts = measure.column.is_none();
        let lists = group.as_ref().is_some_and(|group| group.rows);
        let named = self.name_tables(counts && !lists, !conditions.is_empty())?;
        self.joined |= conditions.iter().any(|one| one.joined) || measure.column.is_some_and(|one| one.joined);
        if let Some(join) = scope.join {
            let repeats = !join.single && !matches!(measure.figure, Figure::Count | Figure::Distinct);
            if !(self.joined || named) || repeats || (!join.single && scope.key(false).is_none()) {
                return Err(Unplanned::NotAsked);
            }
            self.doubt += if self.joined { 0.03 } else { 0.05 };
        }
        let (sql, reading, answers) = self.build_query(asked, &measure, group, conditions)?;
        let confidence = (0.95 - self.doubt).max(0.5);
        let left = self.said.left().into_iter().map(str::to_owned).collect();
        let plan = Plan { sql, reading, tables: scope.tables(), answers, confidence };
        Ok(Attempt { plan, left, doubt: self.doubt })
    }

    /// The counted noun is near the number or "how many": of two tables that are named, the nearer one is meant.
    fn distance(&self, at: usize) -> f64 {
        let counts = |place: usize| {
            matches!(self.said.word(place), "many" | "number")
                || self.said.tokens[place].number == self.claimed && self.claimed.is_some()
        };
        let counted = (0..self.said.len()).find(|place| counts(*place)).filter(|_| self.scope.join.is_some());
        counted.map_or(0.0, |counted| f64::from(u8::try_from(at.abs_diff(counted)).unwrap_or(10).min(10)) * 0.002)
    }

    /// Marks the tables' names; whether the second one is named.
    fn name_tables(&mut self, needed: bool, chosen: bool) -> Result<bool, Unplanned> {
        let scope = self.scope;
        let mut named = [false, false];
        for second in [false, true] {
            if second && scope.join.is_none() {
                continue;
            }
            let name = &scope.table(second).name;
            while let Some((at, count, doubt)) =
                (0..self.said.len()).find_map(|at| named_at(&self.said, name, at).map(|(count, doubt)| (at, count, doubt)))
            {
                self.said.mark(at, count);
                if !named[usize::from(second)] {
                    self.doubt += doubt + if second { 0.0 } else { self.distance(at) };
                }
                named[usize::from(second)] = true;
            }
        }
        if !named[0] {
            let rows = self.said.find(&["rows", "records", "entries", "row", "record", "entry"], 0);
            if needed && rows.is_none() && !chosen {
                return Err(Unplanned::NotAsked);
            }
            self.doubt += if needed { 0.12 } else { 0.02 };
        }
        for word in ["rows", "records", "entries"] {
            if let Some(at) = self.said.find(&[word], 0) {
                self.said.mark(at, 1);
            }
        }
        Ok(named[1])
    }
}
