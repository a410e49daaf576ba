//! Rows that begin with a key get the names of what it stands for, where these are in another source: a query reads one source, so a
//! step of its own joins the rows to that table.

use super::{
    doubts::full_name,
    passages::terms,
    sql::{select_columns, select_items},
};
use domain::ask::{Draft, Material, NodeFrom, Pick};
use domain::runs::sql::{quoted, table_reference};
use domain::tools::{catalog::Class, catalog::Column, planner::Place, warehouse::Dialect};
use protocol::ask::{PlanStep, StepAction};

/// The table in which a key has its name.
struct Naming<'m> {
    place: Place<'m>,
    key: &'m Column,
    label: &'m Column,
}

/// The rows of the answer, and those that one of its sentences names, have names together or not at all.
pub(super) fn add_names(draft: &mut Draft, material: &Material<'_>) {
    let Some(answer) = draft.answer_step.filter(|_| draft.verdict.is_none()) else { return };
    let Some((column, naming)) = find_naming(draft, material) else { return };
    let mut named = vec![answer];
    named.extend(draft.nodes.iter().filter_map(|node| match &node.from {
        NodeFrom::Step { number, pick: Pick::Column { column: 0 } } if *number != answer => Some(*number),
        _ => None,
    }));
    let last = draft.plan.plan.steps.iter().map(|step| step.number).max().unwrap_or(answer);
    let steps = named.iter().zip(last + 1..).map(|(of, number)| naming.step(draft, &column, *of, number));
    let Some(steps) = steps.collect::<Option<Vec<PlanStep>>>() else { return };
    for (of, step) in named.into_iter().zip(steps) {
        for node in &mut draft.nodes {
            if let NodeFrom::Step { number, pick: Pick::Table | Pick::Column { column: 0 } } = &mut node.from
                && *number == of
            {
                *number = step.number;
            }
        }
        draft.plan.plan.steps.push(step);
    }
    draft.answer_step = Some(last + 1);
    let (label, table) = (&naming.label.name, full_name(&naming.place));
    draft
        .plan
        .reasoning
        .push_str(&format!(" That {column} means the rows of {table} is taken from its name; names are their {label}."));
    draft.plan.discovered_context.tables.push(full_name(&naming.place));
}

/// The key that the rows begin with, and the only table that it leads to, where that is an uploaded file of another source.
fn find_naming<'m>(draft: &Draft, material: &Material<'m>) -> Option<(String, Naming<'m>)> {
    let first = draft.plan.plan.steps.first()?;
    let (name, _) = columns_of(draft, first.number)?.into_iter().next()?;
    let mut own = material.places.iter().filter(|place| first.tables.contains(&full_name(place)));
    let find = |place: &Place<'m>| Some((place.database, place.table.columns.iter().find(|column| column.name == name)?));
    let (database, column) = own.find_map(find)?;
    // Who asks for the key itself gets it.
    if column.foreign_key.is_some() || terms(&name).iter().all(|term| terms(material.question).contains(term)) {
        return None;
    }
    let mut found = material.places.iter().filter_map(|place| Naming::find(*place, column));
    let naming = found.next().filter(|_| found.next().is_none())?;
    (naming.place.database != database && naming.place.dialect == Dialect::Files).then_some((name, naming))
}

impl<'m> Naming<'m> {
    /// None where the column does not lead to this table, or its rows have no single name.
    fn find(place: Place<'m>, column: &Column) -> Option<Self> {
        let key = &place.table.columns[place.table.key()?];
        let is_id = || terms(&column.name) == [terms(&place.table.name), terms(&key.name)].concat() && terms(&key.name) == ["id"];
        // What is only called `id` is of its own table.
        // `driver_id` and `DriverID` are written differently only.
        let plain = |name: &str| name.replace(['_', ' ', '-'], "").to_lowercase();
        let is_same = terms(&column.name).len() > 1 && (plain(&key.name) == plain(&column.name) || is_id());
        let is_alike = key.class() == column.class() && matches!(key.class(), Class::Number | Class::Text);
        let [label] = place.table.labels()[..] else { return None };
        let label = &place.table.columns[label];
        (is_same && is_alike && label.class() == Class::Text && label.name != key.name).then_some(Self { place, key, label })
    }

    /// None where the rows of the step do not begin with the key, or their order cannot be kept.
    fn step(&self, draft: &Draft, column: &str, of: u32, number: u32) -> Option<PlanStep> {
        let columns = columns_of(draft, of)?;
        let order = order_of(query_of(draft, of)?, &columns)?.join(", ");
        let name = |text: &str| quoted(Dialect::Files, text);
        let (own, rest) = columns.split_first().filter(|((own, _), _)| own == column)?;
        let title = own.0.strip_suffix("_id").filter(|title| !title.is_empty()).unwrap_or(&self.label.name);
        let is_taken = |(other, _): &(String, String)| other.eq_ignore_ascii_case(title) || other.eq_ignore_ascii_case(&own.0);
        (!rest.iter().any(is_taken)).then_some(())?;
        let rest: Vec<String> = rest.iter().map(|(other, _)| format!(", {}", name(other))).collect();
        let table = table_reference(Dialect::Files, self.place.database, &self.place.table.name);
        let (key, id, label) = (name(&own.0), name(&self.key.name), name(&self.label.name));
        // A key that is not there once keeps itself as its name; of equal names it tells which one is meant.
        let sql = format!(
            "SELECT CASE WHEN key_name IS NULL THEN CAST({key} AS VARCHAR) WHEN equal_name IS NULL THEN key_name \
             ELSE key_name || ', ' || CAST({key} AS VARCHAR) END AS {}{} FROM step_{of} \
             LEFT JOIN (SELECT {id} AS named_key, NULLIF(MIN({label}), '') AS key_name FROM {table} \
             GROUP BY {id} HAVING COUNT(*) = 1) AS named ON named_key = {key} \
             LEFT JOIN (SELECT {label} AS equal_name FROM {table} GROUP BY {label} HAVING COUNT(*) > 1) AS equals \
             ON equal_name = key_name ORDER BY {order}",
            name(title),
            rest.concat()
        );
        Some(PlanStep {
            number,
            goal: format!("Find the {} of each {} in {}", self.label.name, own.0, self.place.table.name),
            databases: vec![self.place.database.to_owned()],
            tables: vec![full_name(&self.place)],
            inputs: vec![format!("step_{of}")],
            depends_on: vec![of],
            action: StepAction::Query { sql },
        })
    }
}

fn query_of(draft: &Draft, number: u32) -> Option<&str> {
    match &draft.plan.plan.steps.iter().find(|step| step.number == number)?.action {
        StepAction::Query { sql } => Some(sql.as_str()),
        _ => None,
    }
}

/// The columns of a step's rows, each with how its query writes it; what only sorts rows has those of the step before.
fn columns_of(draft: &Draft, number: u32) -> Option<Vec<(String, String)>> {
    let sql = query_of(draft, number)?;
    if let Some(rest) = sql.strip_prefix("SELECT * FROM step_") {
        let of: u32 = rest.split(' ').next()?.parse().ok()?;
        return if of < number { columns_of(draft, of) } else { None };
    }
    let written = |item: &str| item.rsplit_once(" AS ").map_or(item, |(value, _)| value).to_owned();
    Some(select_columns(sql)?.into_iter().zip(select_items(sql)?.into_iter().map(written)).collect())
}

/// The columns by which a step's rows are sorted; none where they are not sorted by their columns alone.
fn order_of(sql: &str, columns: &[(String, String)]) -> Option<Vec<String>> {
    // Groups in no order get that of their keys.
    let by_key = || Some(("", columns.first()?.0.as_str())).filter(|_| sql.contains(" GROUP BY "));
    let (_, order) = sql.rsplit_once(" ORDER BY ").or_else(by_key)?;
    let (order, count) = order.rsplit_once(" LIMIT ").unwrap_or((order, "0"));
    count.parse::<u32>().ok()?;
    let term = |term: &str| {
        let (value, down) = term.strip_suffix(" DESC").map_or((term, ""), |value| (value, " DESC"));
        let is_it = |(name, written): &&(String, String)| written == value || value.trim_matches(['"', '`']) == name.as_str();
        columns.iter().find(is_it).map(|(name, _)| format!("{}{down}", quoted(Dialect::Files, name)))
    };
    order.split(", ").map(term).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::rules::testing::{Project, queries};
    use domain::ask::{Planned, StepOutcome, conclude};
    use protocol::ask::{AskMode::Exploratory, AskTable};
    use serde_json::{Value, json};

    const RANKED: &str = "SELECT \"station_id\", COUNT(*) AS figure FROM \"own\".\"rentals\" GROUP BY \"station_id\" \
                          ORDER BY COUNT(*) DESC, \"station_id\" LIMIT 1";
    const STATIONS: &str = "stations(station_id INTEGER: 1 / 2, name TEXT: Mill / Harbour)";

    /// Rentals, and each other table in a source of its own.
    fn project(others: &[&str]) -> Project {
        let mut project = Project::new(&["rentals(id KEY, station_id INTEGER: 1 / 2, minutes REAL: 5.5)"]);
        for (at, mut other) in Project::new(others).tables.into_iter().enumerate() {
            other.database = format!("source_{at}");
            project.tables.push(other);
        }
        project
    }

    /// The queries that are added to these.
    fn added(project: &Project, question: &str, sqls: &[&str]) -> Vec<String> {
        let mut draft = Draft::from_query(sqls[0], "the station");
        draft.plan.plan.steps[0].tables = vec!["own.rentals".to_owned()];
        for (sql, number) in sqls.iter().skip(1).zip(2..) {
            let step = draft.plan.plan.steps[0].clone();
            draft.plan.plan.steps.push(PlanStep { number, action: StepAction::Query { sql: (*sql).to_owned() }, ..step });
            draft.answer_step = Some(number);
        }
        project.give(question, Exploratory, |material| {
            let mut draft = draft.clone();
            add_names(&mut draft, material);
            let steps = &draft.plan.plan.steps;
            assert_eq!(draft.answer_step, steps.last().map(|step| step.number), "the last step is the answer");
            steps.iter().skip(sqls.len()).filter_map(|step| query_of(&draft, step.number)).map(str::to_owned).collect()
        })
    }

    #[test]
    fn a_key_gets_its_name_from_the_only_table_that_it_leads_to() {
        let which = "Which station has the most rentals?";
        for (others, question, sql, is_named) in [
            (vec![STATIONS], which, RANKED, true),
            (vec!["stations(id INTEGER: 1 / 2, name TEXT: Mill / Harbour)"], which, RANKED, true),
            (vec!["stations(StationID INTEGER: 1 / 2, name TEXT: Mill / Harbour)"], which, RANKED, true),
            (vec![STATIONS, "bikes(bike_id INTEGER: 1, name TEXT: Red)"], which, RANKED, true),
            (vec![STATIONS, "stations(station_id INTEGER: 1, name TEXT: Hill)"], which, RANKED, false),
            (vec!["stations(station_id INTEGER: 1, docks INTEGER: 3)"], which, RANKED, false),
            (vec!["stations(station_id INTEGER: 1, first_name TEXT: Ada, last_name TEXT: May)"], which, RANKED, false),
            (vec!["stations(station_id TEXT: A1 / A2, name TEXT: Mill / Harbour)"], which, RANKED, false),
            (vec!["bikes(bike_id INTEGER: 1, name TEXT: Red)"], which, RANKED, false),
            (vec![STATIONS], which, "SELECT station_id FROM \"own\".\"rentals\" GROUP BY station_id HAVING COUNT(*) > 1", true),
            (vec![STATIONS], "Which station id has the most rentals?", RANKED, false),
            (vec![STATIONS], which, "SELECT \"station_id\", minutes FROM \"own\".\"rentals\"", false),
            (vec![STATIONS], which, "SELECT \"station_id\", minutes FROM \"own\".\"rentals\" ORDER BY LOWER(minutes)", false),
            (vec![STATIONS], which, "SELECT minutes, \"station_id\" FROM \"own\".\"rentals\" ORDER BY minutes", false),
            (
                vec!["bikes(id INTEGER: 1, name TEXT: Red)"],
                which,
                "SELECT \"id\", minutes FROM \"own\".\"rentals\" ORDER BY minutes",
                false,
            ),
        ] {
            let found = added(&project(&others), question, &[sql]);
            assert_eq!(found.len(), usize::from(is_named), "{others:?} {question} {sql}: {found:?}");
        }
    }

    #[test]
    fn rows_keep_their_order_and_their_other_columns() {
        let sorted = "SELECT * FROM step_1 ORDER BY \"figure\", \"station_id\" LIMIT 3";
        for (sqls, from, order) in [
            (vec![RANKED], "FROM step_1 LEFT", "ORDER BY \"figure\" DESC, \"station_id\""),
            (vec![RANKED, sorted], "FROM step_2 LEFT", "ORDER BY \"figure\", \"station_id\""),
        ] {
            let found = added(&project(&[STATIONS]), "Which station has the most rentals?", &sqls).concat();
            assert!(found.contains(&format!("AS \"station\", \"figure\" {from}")), "{found}");
            assert!(found.ends_with(order) && found.contains("FROM \"source_0\".\"stations\""), "{found}");
        }
    }

    #[test]
    fn what_has_more_than_so_many_rows_is_named_and_counted_from_the_rows_alone() {
        const LIST: &str = "SELECT station_id FROM rentals WHERE station_id IS NOT NULL GROUP BY station_id HAVING COUNT(*) > 20";
        for (question, first, steps) in [
            ("Which stations had more than 20 rentals?", LIST, 2),
            (
                "How many stations had more than 20 rentals?",
                "SELECT COUNT(DISTINCT station_id) AS figure FROM rentals WHERE station_id IN (SELECT station_id FROM rentals \
                 GROUP BY station_id HAVING COUNT(*) > 20)",
                1,
            ),
        ] {
            let planned = project(&[STATIONS]).plan(question, Exploratory);
            let found = queries(&planned);
            assert_eq!((found.first().map(String::as_str), found.len()), (Some(first), steps), "{question}: {planned:?}");
        }
    }

    #[test]
    fn the_answer_and_who_shares_the_first_place_have_names() {
        let planned = project(&[STATIONS]).plan("Which station has the most rentals?", Exploratory);
        assert_eq!(queries(&planned).len(), 4, "{planned:?}");
        let Planned::Draft(choice, draft) = planned else { panic!("a draft") };
        let outcome = |number: u32, columns: &[&str], rows: Vec<Vec<Value>>| {
            let columns = columns.iter().map(|column| (*column).to_owned()).collect();
            let table = AskTable { columns, row_count: rows.len() as u64, rows, ..AskTable::default() };
            StepOutcome { number, table, ..StepOutcome::default() }
        };
        let outcomes = [
            outcome(1, &["station_id", "figure"], vec![vec![json!(2), json!(7)]]),
            outcome(2, &["station_id"], vec![vec![json!(2)], vec![json!(5)]]),
            outcome(3, &["station", "figure"], vec![vec![json!("Harbour"), json!(7)]]),
            outcome(4, &["station"], vec![vec![json!("Harbour")], vec![json!("5")]]),
        ];
        let answer = conclude(&draft, &choice, &outcomes);
        assert!(answer.text.ends_with("Harbour (7). Tied for first place: Harbour, 5."), "{}", answer.text);
        assert_eq!(answer.tables[0].columns, ["station", "figure"]);
    }
}
