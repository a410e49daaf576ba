//! The page of a table: its rows, what became of its columns, and its profile.

use super::{
    ProjectDesk,
    cells::{Manner, cell, decimals},
    found::encoded,
    held, may, profile, tables, with_head,
};
use app::{
    calls::CallFault,
    pages::projects::calls::{
        ConversionShown, ConversionWanted, OfProject, ProfileShown, ProjectAct, ProjectRequest, RowColumn, RowsShown, TableView,
    },
};
use domain::{
    Failure,
    tools::{
        answers::{Held, find_table},
        catalog::{Class, Column, Table},
        conversion::{Conversion, ConversionState},
    },
};
use projects::{ProjectCatalog, RowsWanted, TablePage};
use protocol::account::{Account, Role};
use serde_json::{Value, json};

/// Rows on one page.
const ROWS: usize = 50;

impl ProjectDesk {
    pub(super) async fn show_table(&self, who: &Account, asked: ProjectRequest) -> Result<OfProject<TableView>, CallFault> {
        let catalog = self.project_catalog(who, &asked.id).await?;
        let one = held(&catalog, &asked.source)?;
        let mut view = tables::build_view(&catalog, one, &asked.table)?;
        let table = find_table(one, &asked.table).map_err(Failure::from)?;
        view.rows = self.rows(who, &catalog, (one, table), &asked).await;
        view.is_free = projects::is_free(one);
        let known = projects::known_profile(self.0.projects(), &catalog, one, &table.name).await;
        if known.is_none() && view.is_free && one.source.status.is_known() {
            // Whoever has no scripts finds it the next time.
            projects::begin_profile(self.0.projects(), who, &catalog, one.source.id, &table.name);
        }
        view.profile = known.map(|known| profile::build_view(&known, Some(table)));
        Ok(with_head(who, &catalog, view))
    }

    pub(super) async fn show_profile(&self, who: &Account, act: ProjectAct) -> Result<ProfileShown, CallFault> {
        let catalog = self.project_catalog(who, &act.project).await?;
        let one = held(&catalog, &act.source)?;
        let table = find_table(one, &act.name).map_err(Failure::from)?;
        let found = projects::shown_profile(self.0.projects(), who, &catalog, one, &table.name).await?;
        Ok(profile::build_view(&found, Some(table)))
    }

    pub(super) async fn convert(&self, who: &Account, wanted: ConversionWanted) -> Result<String, CallFault> {
        let catalog = self.project_catalog(who, &wanted.project).await?;
        may(who, Role::Member)?;
        let place = (held(&catalog, &wanted.source)?, wanted.table.as_str());
        projects::set_conversion(self.0.projects(), who, &catalog, place, &wanted.column, wanted.applied).await?;
        let table = encoded(&wanted.table);
        Ok(format!("/projects/{}/sources/{}/tables/{table}", catalog.project.id, place.0.source.id))
    }

    /// What is wrong with them stands in their place.
    async fn rows(
        &self,
        who: &Account,
        catalog: &ProjectCatalog,
        (one, table): (&Held, &Table),
        asked: &ProjectRequest,
    ) -> RowsShown {
        let sort = table.columns.iter().find(|column| column.name == asked.sort && projects::is_orderable(column));
        let from = asked.from.min(projects::FURTHEST_ROW);
        let wanted = RowsWanted { sort: sort.map(|column| column.name.as_str()), descending: asked.descending, from, most: ROWS };
        let mut shown = RowsShown {
            from,
            most: ROWS,
            sort: sort.map(|column| column.name.clone()).unwrap_or_default(),
            descending: sort.is_some() && asked.descending,
            ..RowsShown::default()
        };
        match projects::table_rows(self.0.projects(), who, catalog, (one, table), wanted).await {
            Ok(page) => fill(&mut shown, table, &page),
            Err(failure) => shown.fault = crate::calls::sentence(&failure.detail),
        }
        shown
    }
}

fn fill(shown: &mut RowsShown, table: &Table, page: &TablePage) {
    let columns: Vec<&Column> = page.columns.iter().filter_map(|place| table.columns.get(*place)).collect();
    let manners: Vec<Manner> = columns.iter().enumerate().map(|(at, column)| manner(column, page, at)).collect();
    let column = |column: &&Column| RowColumn {
        name: column.name.clone(),
        is_number: column.class() == Class::Number,
        can_sort: projects::is_orderable(column),
        unit: unit(table, &column.name),
    };
    shown.columns = columns.iter().map(column).collect();
    let row = |row: &Vec<Value>| row.iter().zip(&manners).map(|(value, manner)| cell(value, *manner)).collect();
    shown.rows = page.rows.iter().map(row).collect();
    let hidden = table.columns.iter().filter(|column| warehouse::is_secret(&column.name));
    shown.hidden = hidden.map(|column| column.name.clone()).collect();
    shown.left_out = table.columns.len().saturating_sub(shown.columns.len() + shown.hidden.len());
    (shown.more, shown.sampled) = (page.more, page.sampled);
}

fn manner(column: &Column, page: &TablePage, at: usize) -> Manner {
    match column.class() {
        Class::Time => Manner::Time,
        Class::Number if column.primary_key || column.foreign_key.is_some() || is_name(&column.name) => Manner::Name,
        Class::Number => Manner::Number(decimals(page.rows.iter().filter_map(|row| row.get(at)))),
        _ => Manner::Text,
    }
}

/// Numbers that nobody adds up.
fn is_name(column: &str) -> bool {
    let lower = column.to_lowercase();
    let last = lower.rsplit(|sign: char| !sign.is_alphanumeric()).next().unwrap_or_default();
    matches!(last, "id" | "uuid" | "key" | "code" | "zip" | "postcode" | "plz" | "year") || column.ends_with("Id")
}

fn unit(table: &Table, column: &str) -> String {
    let applied = |one: &&Conversion| one.column == column && one.state == ConversionState::Applied;
    table.conversions.iter().find(applied).and_then(|one| one.unit.clone()).unwrap_or_default()
}

pub(super) fn conversion(one: &Conversion) -> ConversionShown {
    let word = |value: Value| super::text(&value);
    ConversionShown {
        column: one.column.clone(),
        to: word(json!(one.to)),
        state: word(json!(one.state)),
        unit: one.unit.clone().unwrap_or_default(),
        values: one.values,
        empty: one.empty,
        nothings: one.nothings.clone(),
        examples: one.examples.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_shown_by_what_their_columns_are() {
        let column =
            |(name, data_type): (&str, &str)| Column { name: name.into(), data_type: data_type.into(), ..Column::default() };
        let columns = [("id", "BIGINT"), ("revenue", "DOUBLE"), ("day", "DATE"), ("password", "VARCHAR")];
        let table = Table { columns: columns.map(column).into(), ..Table::default() };
        let rows = vec![vec![json!(10_001), json!(31_200.5), json!("2026-01-05")], vec![json!(10_002), json!(7.25), json!(null)]];
        let page = TablePage { columns: vec![0, 1, 2], rows, more: true, sampled: false };
        let mut shown = RowsShown::default();
        fill(&mut shown, &table, &page);
        let texts: Vec<Vec<&str>> = shown.rows.iter().map(|row| row.iter().map(|cell| cell.text.as_str()).collect()).collect();
        assert_eq!(texts, [["10001", "31\u{202f}200.50", "5 Jan 2026"], ["10002", "7.25", ""]]);
        assert_eq!((shown.hidden.as_slice(), shown.left_out, shown.more), (&["password".to_owned()][..], 0, true));
    }
}
