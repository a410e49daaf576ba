//! The rows of an answer in another order, or fewer of them: one more step over the rows of the step before.

use super::super::sql::{dialect_of, select_columns};
use crate::ask::rules::{listed::is_listed, passages::terms};
use domain::{
    ask::{Draft, Material, NodeFrom, Pick, WholeQuestion},
    runs::sql::quoted,
};
use protocol::ask::{Clarification, ClarifyOption, PlanStep, StepAction};

/// Names under which figures stand in rows.
const FIGURES: [&str; 2] = ["figure", "difference"];

/// # Errors
/// The question that has to be asked; none where its rows cannot be shaped.
pub(super) fn shape(
    draft: &mut Draft,
    asked: &WholeQuestion,
    columns: Option<Vec<String>>,
    material: &Material<'_>,
) -> Result<(), Option<Clarification>> {
    if asked.sort.is_none() && asked.first.is_none() {
        return Ok(());
    }
    let last = draft.answer_step.ok_or(None)?;
    let step = draft.plan.plan.steps.iter().find(|step| step.number == last).ok_or(None)?;
    let StepAction::Query { sql } = &step.action else { return Err(None) };
    let columns = select_columns(sql).or(columns).unwrap_or_default();
    let dialect = dialect_of(draft, material);
    let figure = columns.iter().rev().find(|name| FIGURES.contains(&name.as_str()));
    let mut keys: Vec<(String, bool)> = Vec::new();
    let mut said = String::new();
    if let Some(sort) = &asked.sort {
        let settled = material.clarified.iter().find(|(question, _)| question.about == "order");
        let wanted = settled.map_or(sort.by.as_str(), |(question, answer)| domain::ask::chosen_value(question, answer));
        let column = find_column(wanted, &columns, figure).ok_or_else(|| ask_column(wanted, &columns))?;
        let down = sort.down.unwrap_or(figure == Some(&column));
        said = format!(", sorted by {}{}", column.replace('_', " "), if down { ", the highest first" } else { "" });
        keys.push((column, down));
    } else if let Some(figure) = figure {
        keys.push((figure.clone(), !asked.first.is_some_and(|first| first.lowest)));
    }
    // The same rows in the same order each time.
    keys.extend(
        columns
            .iter()
            .filter(|name| keys.iter().all(|(key, _)| key != *name))
            .map(|name| (name.clone(), false))
            .collect::<Vec<_>>(),
    );
    if keys.is_empty() {
        return Err(None);
    }
    let keys: Vec<String> =
        keys.iter().map(|(name, down)| format!("{}{}", quoted(dialect, name), if *down { " DESC" } else { "" })).collect();
    let mut sql = format!("SELECT * FROM step_{last} ORDER BY {}", keys.join(", "));
    if let Some(first) = asked.first {
        sql.push_str(&format!(" LIMIT {}", first.count));
        let end = if first.lowest { "last" } else { "first" };
        said.push_str(&format!(", the {end} {}", first.count));
    }
    // Other steps may follow the one whose rows these are.
    let number = draft.plan.plan.steps.iter().map(|step| step.number).max().unwrap_or(last) + 1;
    let goal = format!("{}{said}", draft.reading);
    draft.plan.plan.steps.push(PlanStep {
        number,
        goal: goal.clone(),
        databases: Vec::new(),
        tables: Vec::new(),
        inputs: vec![format!("step_{last}")],
        depends_on: vec![last],
        action: StepAction::Query { sql },
    });
    for node in &mut draft.nodes {
        if let NodeFrom::Step { number: of, pick: Pick::Table } = &mut node.from
            && *of == last
        {
            *of = number;
            node.name.clone_from(&goal);
        }
    }
    draft.answer_step = Some(number);
    let before = capitalize(&draft.reading);
    let after = capitalize(&goal);
    for text in [&mut draft.answer.text, &mut draft.answer.nothing] {
        *text = text.replacen(&before, &after, 1);
    }
    draft.reading = goal;
    Ok(())
}

fn capitalize(text: &str) -> String {
    let mut signs = text.chars();
    signs.next().map(|first| first.to_uppercase().chain(signs).collect()).unwrap_or_default()
}

fn find_column(wanted: &str, columns: &[String], figure: Option<&String>) -> Option<String> {
    let stems = terms(wanted);
    let same = columns.iter().find(|name| terms(name) == stems && !stems.is_empty());
    let holds = || {
        let mut found = columns.iter().filter(|name| !stems.is_empty() && stems.iter().all(|stem| terms(name).contains(stem)));
        found.next().filter(|_| found.next().is_none())
    };
    let is_figure = wanted.is_empty() || wanted.split_whitespace().any(|word| is_listed("figure_words", &word.to_lowercase()));
    // The rows have one name each, whatever the column is called.
    let label = || {
        let mut others = columns.iter().filter(|name| Some(*name) != figure);
        others
            .next()
            .filter(|_| others.next().is_none() && (wanted.is_empty() || terms(wanted) == terms("name") || figure.is_some()))
    };
    let found = same
        .or_else(holds)
        .or_else(|| figure.filter(|_| is_figure))
        .or_else(|| label().filter(|_| wanted.is_empty() || is_name(wanted)));
    found.cloned()
}

fn is_name(wanted: &str) -> bool {
    is_listed("name_words", &wanted.to_lowercase())
}

fn ask_column(wanted: &str, columns: &[String]) -> Option<Clarification> {
    let option = |name: &String| ClarifyOption {
        value: name.clone(),
        label: name.replace('_', " "),
        meaning: format!("the rows are sorted by {}", name.replace('_', " ")),
    };
    let options: Vec<ClarifyOption> = columns.iter().map(option).collect();
    let text = if wanted.is_empty() {
        "By what are the rows sorted?".to_owned()
    } else {
        format!("The rows have no “{wanted}”. By what are they sorted?")
    };
    (options.len() > 1).then(|| Clarification { text, options, about: "order".to_owned(), ..Clarification::default() })
}
