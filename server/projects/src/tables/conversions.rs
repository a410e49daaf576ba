//! Columns whose texts are read as numbers and days: which of them stay as they are is a setting of their source.

use crate::{ProjectCatalog, Projects, connections, project_catalog, source_reading::read_again};
use domain::{
    Failure,
    account::{AuditLog as _, AuditNote},
    reading::ReadingCommand,
    sentence,
    tools::{
        ProjectChange, ProjectSource,
        answers::{Held, find_table},
        conversion::{Conversion, ConversionState},
    },
};
use protocol::account::Account;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The setting of a source that names them, by table.
const AS_TEXT: &str = "as_text";
/// How often a setting is written again that somebody else changed meanwhile.
const ATTEMPTS: usize = 5;

/// By table, the columns whose texts stay as they are.
pub(crate) fn columns_as_text(config: &Value) -> BTreeMap<String, Vec<String>> {
    let columns =
        |columns: &Value| columns.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    let tables = config[AS_TEXT].as_object().into_iter().flatten();
    tables.map(|(table, listed)| (table.clone(), columns(listed))).collect()
}

/// Has a column read as what its texts mean, or as they are, and its source read again. What became of the table's columns.
///
/// # Errors
/// 404 where there is no such table, 422 where there is no such column, or why the source cannot be read.
pub async fn set_conversion(
    projects: &Projects,
    who: &Account,
    catalog: &ProjectCatalog,
    (one, table): (&Held, &str),
    column: &str,
    applied: bool,
) -> Result<Vec<Conversion>, Failure> {
    let table = find_table(one, table)?;
    let known = table.conversions.iter().find(|known| known.column == column);
    let is_applied = match known.map(|known| known.state) {
        Some(ConversionState::Applied) => Some(true),
        Some(ConversionState::Undone) => Some(false),
        Some(ConversionState::Unclear | ConversionState::Mixed) | None => None,
    };
    match is_applied {
        Some(now) if now != applied => {}
        Some(_) => return Ok(table.conversions.clone()),
        // What is not converted stays as it is, whoever wants which.
        None if table.columns.iter().any(|known| known.name == column) => return Ok(table.conversions.clone()),
        None => return Err(Failure::invalid("column", format!("{} has no column {column}", table.name))),
    }
    let row = write(projects, who, &one.source, (&table.name, column), applied).await?;
    connections::forget(projects, row.id).await;
    projects.changed(ProjectChange::Of { tenant: row.tenant, project: row.project });
    // What is being read now is read as it was wanted before.
    let read = read_again(projects, &[&row], ReadingCommand::Restart).await?.pop();
    projects.changed(ProjectChange::Of { tenant: row.tenant, project: row.project });
    if let Some(Err(detail)) = read {
        return Err(Failure::invalid("column", sentence(&detail)));
    }
    let fresh = project_catalog(projects, catalog.project.tenant, catalog.project.id).await?;
    let again = fresh.held.iter().find(|held| held.source.id == row.id);
    let table = again.and_then(|held| find_table(held, &table.name).ok());
    Ok(table.map(|table| table.conversions.clone()).unwrap_or_default())
}

/// Writes the setting, also where somebody writes another one of the same source.
async fn write(
    projects: &Projects,
    who: &Account,
    source: &ProjectSource,
    (table, column): (&str, &str),
    applied: bool,
) -> Result<ProjectSource, Failure> {
    let store = projects.project_store();
    for _ in 0..ATTEMPTS {
        let row = store.project_source(source.tenant, source.project, source.id).await?;
        let row = row.ok_or_else(|| Failure::not_found("there is no such source"))?;
        let config = changed(&row.config, table, column, applied);
        let detail = json!({"project": row.project, "name": row.name, "table": table, "column": column, "applied": applied});
        let audit = AuditNote { action: "source.changed", target: row.id.to_string(), about: None, detail };
        let audit = audit.entry_by(projects, who);
        if store.change_source_config(&row, &config, projects.now(), Some(audit)).await? {
            return Ok(ProjectSource { config, ..row });
        }
    }
    Err(Failure::conflict("this source is being changed by somebody else: try it again"))
}

/// The settings of a source with a column among those that stay texts, or no more.
fn changed(config: &Value, table: &str, column: &str, applied: bool) -> Value {
    let mut tables = columns_as_text(config);
    let columns = tables.entry(table.to_owned()).or_default();
    columns.retain(|known| known != column);
    if !applied {
        columns.push(column.to_owned());
    }
    tables.retain(|_, columns| !columns.is_empty());
    let mut config = if config.is_object() { config.clone() } else { json!({}) };
    if let Some(fields) = config.as_object_mut() {
        if tables.is_empty() {
            fields.remove(AS_TEXT);
        } else {
            fields.insert(AS_TEXT.to_owned(), json!(tables));
        }
    }
    config
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_column_stays_a_text_until_it_is_converted_again() {
        let undone = changed(&json!({"table": false}), "orders", "total", false);
        assert_eq!(undone, json!({"table": false, "as_text": {"orders": ["total"]}}));
        assert_eq!(changed(&undone, "orders", "total", false), undone);
        let both = changed(&undone, "orders", "day", false);
        assert_eq!(both["as_text"], json!({"orders": ["total", "day"]}));
        assert_eq!(changed(&changed(&both, "orders", "total", true), "orders", "day", true), json!({"table": false}));
        assert_eq!(changed(&Value::Null, "orders", "total", true), json!({}));
    }

    #[test]
    fn a_setting_of_another_form_names_no_column() {
        for config in [json!({"as_text": ["total"]}), json!({"as_text": {"orders": "total"}}), json!(null)] {
            assert!(columns_as_text(&config).values().all(Vec::is_empty), "{config}");
        }
    }
}
