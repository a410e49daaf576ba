//! Groups the files of a source into tables, and describes the groups.

use super::{reading::named, tables::columns_as_text};
use domain::{
    Failure,
    tools::{ProjectSource, catalog::Table},
};
use serde_json::Value;
use std::path::PathBuf;
use warehouse::{ConnectionSettings, FileTable, FilesSettings, ORIGINS, TableFile, grouped, table_name};

/// Each file a table, files of one name and series (`sales_1.csv`, `sales_2.csv`) one together; with `config.table` all of them that
/// one, and with `config.table: false` no series.
///
/// # Errors
/// 422 for a name that cannot be a table's.
pub(super) fn files_settings(source: &ProjectSource, paths: &[PathBuf]) -> Result<FilesSettings, Failure> {
    let files: Vec<TableFile> = named(source, paths).map(|(name, path)| TableFile { path: path.clone(), name }).collect();
    let mut tables = match &source.config["table"] {
        Value::String(name) => {
            let name = name.trim();
            if name.is_empty() || name.len() > 120 || table_name(name) != name {
                let detail = format!("{name:?} is no name for a table: letters, digits and _, for example {}", table_name(name));
                return Err(Failure::invalid("config.table", detail));
            }
            vec![FileTable { name: name.to_owned(), files, ..FileTable::default() }]
        }
        Value::Null | Value::Bool(true) => grouped(files, &source.name),
        Value::Bool(false) => each(files),
        _ => return Err(Failure::invalid("config.table", "config.table is the name of one table for all files, or false")),
    };
    let as_text = columns_as_text(&source.config);
    tables.iter_mut().for_each(|table| table.as_text.clone_from(&as_text));
    Ok(FilesSettings { tables })
}

fn each(files: Vec<TableFile>) -> Vec<FileTable> {
    let mut tables: Vec<FileTable> = Vec::new();
    for file in files {
        let name = table_name(&file.name);
        match tables.iter_mut().find(|table| table.name.eq_ignore_ascii_case(&name)) {
            Some(table) => table.files.push(file),
            None => tables.push(FileTable { name, files: vec![file], ..FileTable::default() }),
        }
    }
    tables
}

/// Describes which files were grouped automatically, and which were not because of their columns.
pub(super) fn remarks(settings: &ConnectionSettings, tables: &[Table]) -> Vec<String> {
    let ConnectionSettings::Files(settings) = settings else { return Vec::new() };
    let remark = |table: &FileTable| {
        let names: Vec<&str> = table.files.iter().take(3).map(|file| &*file.name).collect();
        let more = if table.files.len() > 3 { format!(" and {} more", table.files.len() - 3) } else { String::new() };
        let names = format!("{}{more}", names.join(", "));
        match tables.iter().find(|found| found.name == table.name) {
            Some(found) => {
                let column = found.columns.last().filter(|last| ORIGINS.contains(&&*last.name));
                let hint = column.map(|column| format!("; the column {} says which", column.name)).unwrap_or_default();
                format!(
                    "{names} have the same columns and are one table, {}{hint}. \"table\": false in config keeps them apart.",
                    table.name
                )
            }
            None => format!(
                "{names} have different columns, so each is a table of its own; files with the same columns would be one, {}.",
                table.name
            ),
        }
    };
    settings.tables.iter().filter(|table| table.if_alike).map(remark).collect()
}
