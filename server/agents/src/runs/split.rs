//! Rows divided by a column, of their own table or of another one that each of them leads to.

use super::{
    candidate::{Candidate, Statement},
    families::Names,
    nouns::verb,
    scope::{Group, Scope, Subject, is_value},
    wording::{is_listed, label, many, one, rows_of, rows_of_others, thing, truth},
};
use domain::runs::{ColumnSurvey, Holds, MOST_GRADES, Role};
use domain::tools::search::split_words;

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
        Self {
            subject,
            kind,
            called: thing(&label(&column.name)).to_owned(),
            columns: vec![column.name.clone()],
            from: subject.table.reference.clone(),
            groups: names.call(scope.groups(&id, subject)),
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

    /// What nobody depends on, however many there are: a number, yes or no, or a state of the row out of a short list of states.
    pub(super) fn is_mild(&self, top: &Group) -> bool {
        let (column, called) = (&self.column, label(&self.column.name));
        let is_state = |text: &str| split_words(text).iter().any(|word| is_listed("situations", word) || verb(word).is_some());
        let states = self.groups.iter().filter_map(|group| group.value.as_str()).filter(|text| is_state(text)).count();
        let is_called = |kind: &str| thing(&called).rsplit(' ').next().is_some_and(|last| is_listed(kind, last));
        // Where its name says so too, one of them is enough.
        let least = if is_called("states") { 1 } else { self.groups.len().div_ceil(2) };
        let is_own = column.role == Role::Category && column.foreign_key.is_none() && column.distinct <= MOST_GRADES;
        let is_number = column.role == Role::Measure && !is_called("places") && !is_called("groups");
        is_number || self.truth(top).is_some() || (is_own && states >= least)
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

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        runs::{Answers, Goal, Survey},
        tools::{catalog::ForeignKey, warehouse::Dialect},
    };
    use serde_json::json;

    #[test]
    fn only_what_one_depends_on_can_be_too_much_in_one_place() {
        let leads = ForeignKey { table: "x".into(), column: "id".into(), declared: true };
        for (name, role, foreign_key, values, expected) in [
            ("status", Role::Category, None, json!(["done", "open", "in progress"]), true),
            // A word of its own, beside one of a known form.
            ("stage", Role::Category, None, json!(["delivered", "somewhere"]), true),
            ("outcome", Role::Category, None, json!(["Repaired", "no show", "walked out"]), true),
            ("paid", Role::Category, None, json!([true, false]), true),
            ("grade", Role::Measure, None, json!([1, 2, 3]), true),
            ("state", Role::Category, None, json!(["Texas", "Ohio", "Utah"]), false),
            ("supplier", Role::Category, None, json!(["Alm", "Birk", "Closed Loop"]), false),
            ("store", Role::Measure, None, json!([1, 2, 3]), false),
            ("kind", Role::Category, None, json!(["lamp", "clock"]), false),
            ("status", Role::Category, Some(leads), json!(["done", "open"]), false),
            ("customer_id", Role::Entity, None, json!([1, 2, 3]), false),
        ] {
            let values = values.as_array().expect("a list").clone();
            let column = json!({"name": name, "reference": name, "role": role, "foreign_key": foreign_key, "nulls": 0,
                "distinct": values.len(), "is_number": values[0].is_number(), "is_text": values[0].is_string()});
            let table = json!({"database": "d", "name": "t", "reference": "t", "dialect": Dialect::Files, "rows": 90, "columns": [column]});
            let survey: Survey = serde_json::from_value(json!({"tables": [table]})).expect("a survey");
            let (goal, answers) = (Goal::default(), Answers::default());
            let scope = Scope::new(&goal, &survey, &answers);
            let group = |value| Group { label: String::new(), value, count: 30.0, figures: Vec::new() };
            let groups = values.into_iter().map(group).collect();
            let own = &survey.tables[0].columns[0];
            let split = Split { groups, ..Split::new(&scope, &scope.tables[0], Statement::Share, own) };
            assert_eq!(split.is_mild(&split.groups[0]), expected, "{name}");
        }
    }
}
