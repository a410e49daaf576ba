//! The console: tools with their fields, and what they answer.

use super::{list, may, text};
use crate::backend::Backend;
use app::pages::projects::calls::{ArgumentShown, ProjectAct, ToolAnswer, ToolShown};
use domain::{
    Failure,
    tools::registry::{Form, TOOLS, Tool},
};
use projects::Caller;
use protocol::account::{Account, Role};
use serde_json::{Map, Value};

/// Rows of an answer that is a table, and signs of its JSON.
const ROWS: usize = 200;
const LONGEST: usize = 200_000;

pub(super) fn all() -> Vec<ToolShown> {
    TOOLS.iter().map(describe).collect()
}

fn describe(tool: &Tool) -> ToolShown {
    let takes = tool.takes.iter().map(|argument| {
        let (form, usual) = match argument.form {
            Form::Text => ("text", String::new()),
            Form::Count { usual, .. } => ("count", usual.to_string()),
            Form::Number => ("number", String::new()),
            Form::Flag => ("flag", String::new()),
            Form::Texts(_) => ("texts", String::new()),
            Form::Anything => ("anything", String::new()),
        };
        let (name, about) = (argument.name.to_owned(), argument.about.to_owned());
        ArgumentShown { name, form: form.to_owned(), required: argument.required, about, usual }
    });
    ToolShown {
        name: tool.name.to_owned(),
        group: tool.group.name().to_owned(),
        about: tool.description.to_owned(),
        takes: takes.collect(),
    }
}

pub(super) async fn run(backend: &Backend, who: &Account, act: &ProjectAct) -> Result<ToolAnswer, Failure> {
    may(who, Role::Admin)?;
    let project = act.project.parse().map_err(|_| projects::missing())?;
    let begun = std::time::Instant::now();
    let caller = Caller { account: who.clone(), project };
    let answer = projects::dispatch(backend.projects(), &caller, &act.name, &arguments(act)?).await?;
    let elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let (columns, rows) = table(&answer);
    let mut json = serde_json::to_string_pretty(&answer).unwrap_or_default();
    if let Some((end, _)) = json.char_indices().nth(LONGEST) {
        json.truncate(end);
        json.push_str("\n…");
    }
    Ok(ToolAnswer { json, columns, rows, elapsed_ms })
}

/// What was entered, as its schema wants it; what is empty was not given.
fn arguments(act: &ProjectAct) -> Result<Value, Failure> {
    let mut given = Map::new();
    let takes = Tool::named(&act.name).map(|tool| tool.takes).unwrap_or_default();
    for argument in takes {
        let Some(entered) = act.entered.get(argument.name).map(|text| text.trim()).filter(|text| !text.is_empty()) else {
            continue;
        };
        let wrong = |what: &str| Failure::invalid(argument.name, format!("{} is {what}", argument.name));
        let value = match argument.form {
            Form::Text => entered.into(),
            Form::Count { .. } => entered.parse::<u64>().map_err(|_| wrong("a whole number"))?.into(),
            Form::Number => entered.parse::<f64>().map_err(|_| wrong("a number"))?.into(),
            Form::Flag => (entered == "true").into(),
            Form::Texts(_) => entered.split([',', '\n']).map(str::trim).filter(|text| !text.is_empty()).collect(),
            Form::Anything => serde_json::from_str(entered).unwrap_or_else(|_| entered.into()),
        };
        given.insert(argument.name.to_owned(), value);
    }
    Ok(Value::Object(given))
}

/// The answer of a query, or a list of objects.
fn table(answer: &Value) -> (Vec<String>, Vec<Vec<String>>) {
    if answer["columns"].is_array() && answer["rows"].is_array() {
        let rows = list(&answer["rows"]).iter().take(ROWS).map(|row| list(row).iter().map(text).collect()).collect();
        return (list(&answer["columns"]).iter().map(name).collect(), rows);
    }
    let lines = list(answer);
    let mut columns: Vec<String> = Vec::new();
    for line in lines {
        let Some(line) = line.as_object() else { return (Vec::new(), Vec::new()) };
        for name in line.keys() {
            if !columns.contains(name) {
                columns.push(name.clone());
            }
        }
    }
    let rows = lines.iter().take(ROWS).map(|line| columns.iter().map(|name| text(&line[name])).collect()).collect();
    (columns, rows)
}

/// Columns of a schema are objects with a name.
fn name(column: &Value) -> String {
    if column.is_object() { text(&column["name"]) } else { text(column) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_list_of_objects_is_a_table() {
        let (columns, rows) = table(&json!([{"a": 1, "b": "x"}, {"a": null, "c": [1]}]));
        assert_eq!(columns, ["a", "b", "c"]);
        assert_eq!(rows, [["1", "x", ""], ["", "", "[1]"]]);
        assert_eq!(table(&json!({"columns": ["n"], "rows": [[3]]})), (vec!["n".into()], vec![vec!["3".into()]]));
        assert!(table(&json!({"error": "x"})).0.is_empty());
        assert!(table(&json!(["a"])).0.is_empty());
    }
}
