//! What people call the values of a key: a short text that each row of the table has to which the key leads.

use super::{joins::is_key, prelude::*};
use crate::runs::wording::thing;

/// Names that are read, those of the most rows; of the others the value stays.
const MOST: usize = 60;
/// Characters of a name, on average.
const LONGEST: f64 = 40.0;

/// What the values of a column are called; nothing where that is not known.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Names {
    /// Of the question that they are the answer of.
    id: String,
    known: HashMap<String, String>,
}

impl Names {
    pub(in super::super) fn from_survey(scope: &Scope<'_>, subject: &Subject<'_>, column: &ColumnSurvey) -> Self {
        let id = id(subject, column);
        let one = |row: &Vec<Value>| Some((shown(row.first()?)?, shown(row.get(1)?)?));
        let known = scope.answers.rows(&id).unwrap_or_default().iter().filter_map(one);
        Self { known: known.filter(|(value, name)| !value.eq_ignore_ascii_case(name)).collect(), id }
    }

    /// `3 (Espresso beans)`.
    pub(in super::super) fn label(&self, value: &str) -> String {
        self.known.get(value).map_or_else(|| value.to_owned(), |name| format!("{value} ({name})"))
    }

    /// Groups by what their values are called.
    pub(in super::super) fn call(&self, groups: Vec<Group>) -> Vec<Group> {
        groups.into_iter().map(|group| Group { label: self.label(&group.label), ..group }).collect()
    }

    /// The question that a finding follows from too, where it says a name.
    pub(in super::super) fn source(&self) -> Option<String> {
        (!self.known.is_empty()).then(|| self.id.clone())
    }
}

fn id(subject: &Subject<'_>, column: &ColumnSurvey) -> String {
    subject.id("names", &[&column.name])
}

/// Asks what the values are called that most rows have; nothing where no table that is explored says it.
pub(super) fn question(scope: &Scope<'_>, subject: &Subject<'_>, key: &ColumnSurvey) -> Option<Question> {
    let mut others = scope.tables.iter().map(|other| other.table).filter(|other| other.database == subject.table.database);
    let (other, to, name) = others.find_map(|other| names_of(subject.table, key, other))?;
    let (own, key_name, to, called) = (&subject.table.reference, &key.reference, &to.reference, &name.reference);
    let sql = format!(
        "SELECT a.{key_name} AS g, MIN(b.{called}) AS called, COUNT(*) AS n FROM {own} AS a JOIN {} AS b ON a.{key_name} = b.{to} \
         GROUP BY a.{key_name} ORDER BY n DESC, a.{key_name} LIMIT {MOST}",
        other.reference
    );
    let purpose = format!("What is each {} of {} called?", label(&key.name), subject.noun);
    Some(Question { id: id(subject, key), purpose, sql })
}

/// The table with its column that a key leads to and the one with the names.
fn names_of<'t>(
    table: &TableSurvey,
    key: &ColumnSurvey,
    other: &'t TableSurvey,
) -> Option<(&'t TableSurvey, &'t ColumnSurvey, &'t ColumnSurvey)> {
    let to = match &key.foreign_key {
        Some(target) if target.table == other.name => other.column(&target.column)?,
        Some(_) => return None,
        None => other.columns.iter().find(|to| other.name != table.name && key.is_text && to.is_text && is_key(key, to))?,
    };
    if !is_unique(other, to) || to.nulls > 0 {
        return None;
    }
    let fits = |column: &&ColumnSurvey| column.name != to.name && is_name(other, column, is_own(column, [key, to]));
    let named = other.columns.iter().filter(fits).find(|column| is_called(column));
    let name = named.or_else(|| other.columns.iter().find(fits))?;
    Some((other, to, name))
}

/// Estimates of many values may lie a little low.
fn is_unique(table: &TableSurvey, column: &ColumnSurvey) -> bool {
    column.distinct.saturating_mul(20) >= table.rows.saturating_sub(column.nulls).saturating_mul(19)
}

/// Its own name says that it is one.
fn is_called(column: &ColumnSurvey) -> bool {
    label(&column.name).rsplit(' ').next().is_some_and(|last| is_listed("calls", last))
}

/// Called the name of what a key leads to, and of nothing else: some of them may have the same.
fn is_own(column: &ColumnSurvey, keys: [&ColumnSurvey; 2]) -> bool {
    let called = label(&column.name);
    let is_theirs = |key: &ColumnSurvey| called.rsplit_once(' ').is_some_and(|(of, _)| of == thing(&label(&key.name)));
    is_listed("own", &slug(&called)) || (is_called(column) && keys.into_iter().any(is_theirs))
}

/// A short text in nearly every row, and another one in each where its name does not say that it is theirs; where it says nothing, of
/// words rather than signs and numbers.
fn is_name(table: &TableSurvey, column: &ColumnSurvey, is_own: bool) -> bool {
    let [least, most] = [&column.min, &column.max].map(|value| value.as_ref().and_then(Value::as_str).unwrap_or_default());
    // Of a text the mean is its length; not every database says it.
    let length = column.mean.unwrap_or((least.chars().count() + most.chars().count()) as f64 / 2.0);
    let is_full = column.nulls.saturating_mul(20) <= table.rows;
    let is_text = column.is_text && (is_own || (matches!(column.role, Role::Key | Role::Text) && is_unique(table, column)));
    let plain = |sign: char| sign.is_alphabetic() || " .,'’&()-".contains(sign);
    let reads = |text: &str| text.chars().any(char::is_alphabetic) && (is_called(column) || text.chars().all(plain));
    is_text && length <= LONGEST && is_full && reads(least) && reads(most)
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{
        runs::{Answer, Answers, Goal, Survey},
        tools::{catalog::ForeignKey, warehouse::Dialect},
    };
    use serde_json::json;

    fn column(name: &str, role: Role, distinct: u64, (least, most): (Value, Value)) -> ColumnSurvey {
        ColumnSurvey {
            name: name.into(),
            reference: name.into(),
            role,
            is_number: least.is_number(),
            is_text: least.is_string(),
            nulls: 0,
            distinct,
            mean: least.as_str().map(|text| text.len() as f64),
            min: Some(least),
            max: Some(most),
            std: None,
            quantiles: Vec::new(),
            top: Vec::new(),
            foreign_key: None,
        }
    }

    fn table(name: &str, rows: u64, columns: Vec<ColumnSurvey>) -> TableSurvey {
        let (database, name, reference) = ("shop".to_owned(), name.to_owned(), name.to_owned());
        TableSurvey { database, name, reference, dialect: Dialect::Sqlite, rows, description: None, columns }
    }

    /// Orders of ten products, and the products with one more column.
    fn survey(leads_to: Option<&str>, more: ColumnSurvey) -> Survey {
        let mut key = column("product_id", Role::Entity, 10, (json!(1), json!(10)));
        key.foreign_key = leads_to.map(|table| ForeignKey { table: table.into(), column: "id".into(), declared: false });
        let id = column("id", Role::Key, 10, (json!(1), json!(10)));
        Survey { tables: vec![table("orders", 500, vec![key]), table("products", 10, vec![id, more])] }
    }

    fn ask(survey: &Survey) -> Option<String> {
        let (goal, answers) = (Goal::default(), Answers::default());
        let scope = Scope::new(&goal, survey, &answers);
        let orders = scope.tables.iter().find(|one| one.table.name == "orders").expect("the orders");
        question(&scope, orders, &orders.table.columns[0]).map(|one| one.sql)
    }

    #[test]
    fn a_key_is_called_by_a_short_text_of_its_own_in_each_row_of_its_table() {
        let text = |name: &str, distinct, least: &str, most: &str| column(name, Role::Key, distinct, (json!(least), json!(most)));
        let long = "A very long text that describes what this is for and by whom it is made";
        for (leads_to, more, expected) in [
            (Some("products"), text("product_name", 10, "Ash tray", "Zinc bowl"), true),
            (Some("products"), text("product_name", 10, "Bowl 3", "Tray 12"), true),
            (Some("products"), text("what", 10, "Ash tray", "Zinc bowl"), true),
            (Some("products"), text("what", 10, "AB-001", "ZX-940"), false),
            (Some("products"), text("contact", 10, "ada@example.test", "zoe@example.test"), false),
            // Several may have one name, not what else is theirs.
            (Some("products"), text("product_name", 6, "Ash tray", "Zinc bowl"), true),
            (Some("products"), text("name", 6, "Ash tray", "Zinc bowl"), true),
            (Some("products"), text("maker_name", 6, "Ash tray", "Zinc bowl"), false),
            (Some("products"), text("what", 6, "Ash tray", "Zinc bowl"), false),
            (Some("products"), text("product_name", 10, long, long), false),
            (Some("products"), ColumnSurvey { mean: None, ..text("product_name", 10, "Ash tray", "Zinc bowl") }, true),
            (Some("products"), ColumnSurvey { mean: None, ..text("product_name", 10, long, long) }, false),
            (Some("products"), column("product_name", Role::None, 8, (json!("Ash tray"), json!("Zinc bowl"))), true),
            // Of what is secret no value is known.
            (Some("products"), ColumnSurvey { min: None, max: None, ..text("product_name", 8, "", "") }, false),
            (Some("products"), column("weight", Role::Measure, 10, (json!(1.5), json!(9.5))), false),
            // A table that is not explored, and no key at all.
            (Some("goods"), text("product_name", 10, "Ash tray", "Zinc bowl"), false),
            (None, text("product_name", 10, "Ash tray", "Zinc bowl"), false),
        ] {
            let name = more.name.clone();
            let sql = ask(&survey(leads_to, more));
            let joined = format!(
                "SELECT a.product_id AS g, MIN(b.{name}) AS called, COUNT(*) AS n FROM orders AS a JOIN products AS b \
                 ON a.product_id = b.id GROUP BY a.product_id ORDER BY n DESC, a.product_id LIMIT 60"
            );
            assert_eq!(sql, expected.then_some(joined), "{leads_to:?} {name}");
        }
    }

    #[test]
    fn a_value_without_a_name_stays_as_it_is() {
        let survey = survey(Some("products"), column("title", Role::Key, 10, (json!("Ash tray"), json!("Zinc bowl"))));
        let rows = json!([[3, "Ash tray", 90], [4, null, 80], ["Bowl", "bowl", 10]]);
        let answer = |family: &str, rows: Value| {
            let rows = serde_json::from_value(rows).expect("rows");
            let answer = Answer { step: 1, sql: String::new(), columns: Vec::new(), rows: Some(rows) };
            (format!("{family}:shop.orders:product_id"), answer)
        };
        let groups = answer("groups", json!([[3, 90], [4, 80]]));
        let (goal, answers) = (Goal::default(), Answers([answer("names", rows), groups].into()));
        let scope = Scope::new(&goal, &survey, &answers);
        let orders = scope.tables.iter().find(|one| one.table.name == "orders").expect("the orders");
        let names = Names::from_survey(&scope, orders, &orders.table.columns[0]);
        for (value, expected) in [("3", "3 (Ash tray)"), ("4", "4"), ("5", "5"), ("Bowl", "Bowl")] {
            assert_eq!(names.label(value), expected);
        }
        let sources = ["groups:shop.orders:product_id", "names:shop.orders:product_id"];
        assert_eq!(names.source().as_deref(), Some(sources[1]));
        let split = Split::new(&scope, orders, Statement::Entity, &orders.table.columns[0]);
        let labels: Vec<&str> = split.groups.iter().map(|group| group.label.as_str()).collect();
        assert_eq!(labels, ["3 (Ash tray)", "4"]);
        assert_eq!(split.one(&split.groups[0]), "product 3 (Ash tray)");
        assert!(split.condition(&split.groups[0]).ends_with("= 3"), "it is looked for by its key");
        assert_eq!(split.asked, sources);
        assert!(Names::from_survey(&scope, orders, &column("other", Role::Entity, 9, (json!(1), json!(9)))).source().is_none());
    }
}
