//! The figure that is asked for, and the column it is of.

use super::{
    Unplanned,
    attempt::Reading,
    form::{Figure, Form, Question},
    noun::{Group, named_at},
    scope::{Class, Ref, joined, stems},
    write::Measure,
};

impl<'a> Reading<'a, '_> {
    /// The figure, and the column it is of.
    pub(super) fn measure(&mut self, asked: &Question, group: Option<&Group<'a>>) -> Result<Measure<'a>, Unplanned> {
        let count = Measure { figure: Figure::Count, column: None };
        let figure = asked.figure.unwrap_or(Figure::Count);
        if figure == Figure::Count && asked.figure.is_some() {
            return Ok(count);
        }
        if figure == Figure::Distinct {
            let found = self.scope.mentioned(&self.said, |one| !one.measures(), 0);
            let Some((column, at, words)) = found.into_iter().min_by_key(|(_, at, _)| *at) else { return Ok(count) };
            self.said.mark(at, words);
            return Ok(Measure { figure, column: Some(column) });
        }
        let ends = matches!(figure, Figure::Highest | Figure::Lowest);
        let fits = |one: Ref<'_>| one.measures() || (ends && one.class() == Class::Time);
        let mut found = self.scope.mentioned(&self.said, fits, 0);
        let first = found.iter().map(|(_, at, _)| *at).min();
        found.retain(|(_, at, _)| Some(*at) == first);
        if found.len() > 1 && found.iter().any(|(one, ..)| !one.joined) {
            found.retain(|(one, ..)| !one.joined);
        }
        match found.as_slice() {
            [] => {}
            [(column, at, words)] => {
                if stems(&column.column.name).len() > *words && joined(&column.column.name) != self.said.word(*at) {
                    self.doubt += 0.03;
                }
                let bound = asked.figure.is_none() && self.bounded(*at + *words);
                if bound {
                    return Ok(count);
                }
                self.said.mark(*at, *words);
                let Some(figure) = asked.figure.or_else(|| implied(asked, group, self.said.word(*at))) else {
                    return Err(Unplanned::Unclear(format!(
                        "Is the sum or the average of {} meant?",
                        self.scope.describe(*column)
                    )));
                };
                return Ok(Measure { figure, column: Some(*column) });
            }
            several => {
                let names: Vec<String> = several.iter().map(|(one, ..)| self.scope.describe(*one)).collect();
                return Err(Unplanned::Unclear(format!("Which is meant: {}?", names.join(" or "))));
            }
        }
        if let Some((column, at)) = self.money() {
            self.said.mark(at, 1);
            self.doubt += 0.1;
            return Ok(Measure { figure: asked.figure.unwrap_or(Figure::Sum), column: Some(column) });
        }
        if let Some(column) = asked.weak.then(|| self.called_total()).flatten() {
            return Ok(Measure { figure, column: Some(column) });
        }
        if asked.figure.is_none() || asked.weak || (figure == Figure::Average && matches!(asked.form, Form::Per { .. })) {
            return Ok(count);
        }
        if matches!(figure, Figure::Highest | Figure::Lowest) && matches!(asked.form, Form::Rank { .. }) {
            return Ok(count);
        }
        if ends && asked.form == Form::Plain {
            let mut dates = self.scope.columns().filter(|one| !one.joined && one.class() == Class::Time);
            if let (true, Some(date), None) = (self.claimed.is_none(), dates.next(), dates.next()) {
                self.doubt += 0.05;
                return Ok(Measure { figure, column: Some(date) });
            }
        }
        Err(Unplanned::NotAsked)
    }

    /// "Orders total 300" speaks of the column, "total orders" counts.
    fn called_total(&self) -> Option<Ref<'a>> {
        let at = self.said.find(&["total"], 0)?;
        if named_at(&self.said, &self.scope.place.table.name, at + 1).is_some() {
            return None;
        }
        self.scope
            .columns()
            .find(|one| !one.joined && one.measures() && stems(&one.column.name).last().is_some_and(|last| last == "total"))
    }

    /// A number of rows is bounded by it: `with a total over 100`.
    fn bounded(&self, next: usize) -> bool {
        matches!(
            self.said.word(next),
            "over"
                | "above"
                | "under"
                | "below"
                | "between"
                | "of"
                | "at"
                | "more"
                | "less"
                | "greater"
                | "higher"
                | "lower"
                | "exceeding"
        ) || matches!(
            self.said.word(next + 1),
            "over" | "above" | "under" | "below" | "between" | "at" | "more" | "less" | "greater" | "higher" | "lower"
        )
    }

    /// Revenue and its like, where one column holds amounts of money.
    fn money(&self) -> Option<(Ref<'a>, usize)> {
        const SAID: [&str; 8] = ["revenue", "sales", "turnover", "spend", "spending", "spent", "income", "takings"];
        const COLUMNS: [&str; 7] = ["total", "amount", "revenu", "sale", "turnov", "subtot", "valu"];
        let at = (0..self.said.len()).find(|at| !self.said.is_used(*at) && SAID.contains(&self.said.word(*at)))?;
        let own = stems(&self.scope.place.table.name);
        // A table of sales is counted by its name.
        if own.contains(&self.said.tokens[at].stem) {
            return None;
        }
        let mut fits = self.scope.columns().filter(|one| {
            !one.joined && one.measures() && stems(&one.column.name).iter().any(|word| COLUMNS.contains(&word.as_str()))
        });
        match (fits.next(), fits.next()) {
            (Some(one), None) => Some((one, at)),
            _ => None,
        }
    }
}

/// The figure that goes without saying.
fn implied(asked: &Question, group: Option<&Group<'_>>, word: &str) -> Option<Figure> {
    const ADDED: [&str; 12] =
        ["revenue", "sales", "cost", "costs", "spending", "turnover", "quantity", "profit", "amount", "total", "volume", "hours"];
    match asked.form {
        Form::Rank { .. } if group.is_some_and(|group| group.rows) => Some(Figure::Highest),
        _ if ADDED.contains(&word) => Some(Figure::Sum),
        _ => None,
    }
}
