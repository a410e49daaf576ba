//! Rows divided by a column, of their own table or of another one that each of them leads to.

use super::{
    candidate::{Candidate, Statement},
    families::Names,
    scope::{Group, Scope, Subject, is_value},
    wording::{label, many, one, rows_of, rows_of_others, thing, truth},
};
use domain::runs::{ColumnSurvey, Holds};

pub(super) struct Split<'s> {
    pub subject: &'s Subject<'s>,
    pub kind: Statement,
    /// With the reference that `from` knows it by.
    pub column: ColumnSurvey,
    /// `kind`, `doctor seniority`.
    pub called: String,
    /// The columns that a finding is about.
    pub columns: Vec<String>,
    /// What a query selects from.
    pub from: String,
    /// Of the questions for its groups and for what they are called.
    pub asked: Vec<String>,
    /// The most frequent first.
    pub groups: Vec<Group>,
}

impl<'s> Split<'s> {
    /// By a column of the rows' own table.
    pub(super) fn new(scope: &Scope<'_>, subject: &'s Subject<'s>, kind: Statement, column: &ColumnSurvey) -> Self {
        let (id, names) = (subject.id("groups", &[&column.name]), Names::from_survey(scope, subject, column));
        let call = |group: Group| Group { label: names.label(&group.label), ..group };
        Self {
            subject,
            kind,
            called: thing(&label(&column.name)).to_owned(),
            columns: vec![column.name.clone()],
            from: subject.table.reference.clone(),
            groups: scope.groups(&id, subject).into_iter().map(call).collect(),
            column: column.clone(),
            asked: [Some(id), names.source()].into_iter().flatten().collect(),
        }
    }

    pub(super) fn candidate(&self, family: &str, more: &[String], name: String) -> Candidate {
        let columns: Vec<&str> = self.columns.iter().chain(more).map(String::as_str).collect();
        let mut one = Candidate::new(self.kind, self.subject.id(family, &columns), &columns, name);
        one.asked = self.asked.clone();
        one
    }

    pub(super) fn condition(&self, group: &Group) -> String {
        is_value(self.subject.table, &self.column, &group.value)
    }

    pub(super) fn rows_of(&self, group: &Group) -> String {
        rows_of(&self.subject.noun, &self.column, &self.called, &group.value, &group.label)
    }

    pub(super) fn rows_of_others(&self, group: &Group) -> String {
        rows_of_others(&self.column, &self.called, &group.label)
    }

    pub(super) fn one(&self, group: &Group) -> String {
        one(&self.column, &self.called, &group.value, &group.label)
    }

    pub(super) fn many(&self) -> String {
        many(&self.called)
    }

    pub(super) fn truth(&self, group: &Group) -> Option<bool> {
        truth(&self.column, &group.value)
    }

    /// Its values say how it went with a row: a share of its own.
    pub(super) fn is_outcome(&self) -> bool {
        let is_it = |one: &ColumnSurvey| one.name == self.column.name && self.kind != Statement::Joined;
        self.subject.segments.iter().any(|one| is_it(one)) && !self.subject.divisions().any(is_it)
    }

    /// The challenge of everything that another table says.
    pub(super) fn doubt_the_join(&self, one: &mut Candidate) {
        if self.kind == Statement::Joined {
            let sql = format!("SELECT 100.0 * COUNT(*) / {} FROM {}", self.subject.table.rows.max(1), self.from);
            let objection = "many rows find none, or several, in the other table";
            one.challenge("Does every row find one of the other table?", sql, Holds::Between(80.0, 101.0), objection);
        }
    }
}
