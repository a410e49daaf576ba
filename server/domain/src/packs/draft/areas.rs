//! Areas of analysis from tables, documents and what is known of the business.

use super::words::{WORDING, fill, split, title, words};
use crate::packs::{PackArea, pack::fold, prompts::analysis_prompt};
use protocol::pack::{SurveyedDocument, SurveyedTable};
use std::collections::{BTreeMap, BTreeSet};

const MOST_KEYWORDS: usize = 24;
const LONGEST_DESCRIPTION: usize = 2_000;
const MOST_QUESTIONS: usize = 8;
/// Of one kind, in a sentence.
const NAMED: usize = 3;
/// Words of a known area that tables must have before the area counts as theirs.
const SHARED: usize = 2;

/// What names a table, with the words of its columns.
struct Named<'a> {
    table: &'a SurveyedTable,
    own: BTreeSet<String>,
    all: BTreeSet<String>,
}

/// Areas of a known pack whose words occur in the tables, then one for each table that none of them is about. What the business
/// speaks of comes first, then what holds much.
pub(super) fn areas(
    known: &[PackArea],
    tables: &[SurveyedTable],
    documents: &[SurveyedDocument],
    business: &BTreeSet<String>,
    most: usize,
) -> Vec<PackArea> {
    let named: Vec<Named<'_>> = tables.iter().filter(|table| !is_lookup(table, tables)).map(Named::new).collect();
    let mut covered = BTreeSet::new();
    let mut areas: Vec<PackArea> = Vec::new();
    for area in known {
        let sought: BTreeSet<String> = area.keywords.iter().flat_map(|keyword| words(keyword)).chain(words(&area.name)).collect();
        let fitting: Vec<&Named<'_>> =
            named.iter().filter(|one| sought.intersection(&one.all).count() >= SHARED || !sought.is_disjoint(&one.own)).collect();
        if fitting.is_empty() {
            continue;
        }
        // A table whose name belongs to the area needs none of its own.
        covered.extend(fitting.iter().filter(|one| !sought.is_disjoint(&one.own)).map(|one| one.table.name.clone()));
        areas.push(PackArea { tables: fitting.iter().take(NAMED * 2).map(|one| place(one.table)).collect(), ..area.clone() });
    }
    let mut rest: Vec<&Named<'_>> = named.iter().filter(|one| !covered.contains(&one.table.name)).collect();
    rest.sort_by_key(|one| std::cmp::Reverse((business.intersection(&one.own).count(), one.table.rows.unwrap_or_default())));
    areas.extend(rest.into_iter().map(|one| one.area(documents)));
    let mut ids: BTreeMap<String, u32> = BTreeMap::new();
    areas.truncate(most);
    for (place, area) in areas.iter_mut().enumerate() {
        let count = ids.entry(area.id.clone()).or_default();
        *count += 1;
        if *count > 1 {
            area.id = format!("{}_{count}", area.id);
        }
        area.priority = u32::try_from(place + 1).unwrap_or(u32::MAX);
    }
    areas
}

/// A table that others point to and that has nothing to measure over time only names things.
fn is_lookup(table: &SurveyedTable, all: &[SurveyedTable]) -> bool {
    let is_pointed_to = all.iter().any(|other| other.name != table.name && other.links.contains(&table.name));
    is_pointed_to && table.measures.is_empty() && table.times.is_empty() && table.links.is_empty()
}

fn place(table: &SurveyedTable) -> String {
    format!("{}.{}", table.database, table.name)
}

impl<'a> Named<'a> {
    fn new(table: &'a SurveyedTable) -> Self {
        let own = words(&table.name);
        let all = own.iter().cloned().chain(table.columns.iter().flat_map(|column| words(column))).collect();
        Self { table, own, all }
    }

    fn area(&self, documents: &[SurveyedDocument]) -> PackArea {
        let table = self.table;
        let about: Vec<String> = documents.iter().filter_map(|document| self.heading(document)).take(NAMED).collect();
        let mut keywords: Vec<String> = self.own.iter().cloned().collect();
        for name in [&table.measures, &table.categories, &table.times, &table.links, &table.columns].into_iter().flatten() {
            if !keywords.contains(name) && keywords.len() < MOST_KEYWORDS {
                keywords.push(name.clone());
            }
        }
        let id: String = fold(&table.name).chars().filter(|sign| sign.is_ascii_alphanumeric() || *sign == '_').take(60).collect();
        let mut area = PackArea {
            id: if id.is_empty() { "table".to_owned() } else { id },
            name: title(&table.name).chars().take(100).collect(),
            description: self.description(&about).chars().take(LONGEST_DESCRIPTION).collect(),
            keywords: keywords.into_iter().filter(|word| word.chars().count() <= 100).collect(),
            priority: 1,
            prompt: String::new(),
            tables: vec![place(table)],
        };
        area.prompt = analysis_prompt(&area, &self.questions());
        area
    }

    fn description(&self, about: &[String]) -> String {
        let table = self.table;
        let list = |names: &[String]| names.iter().take(NAMED).map(|name| split(name).join(" ")).collect::<Vec<_>>().join(", ");
        let rows = table.rows.map_or_else(|| "the rows".to_owned(), |rows| format!("{rows} rows"));
        let mut text = fill(&WORDING.description, &[("ROWS", &rows), ("TABLE", &table.name)]);
        for (template, name, names) in [
            (&WORDING.with_measures, "MEASURES", &table.measures),
            (&WORDING.with_categories, "CATEGORIES", &table.categories),
            (&WORDING.with_times, "TIMES", &table.times),
        ] {
            if !names.is_empty() {
                text.push_str(&fill(template, &[(name, &list(names))]));
            }
        }
        text.push('.');
        if !table.description.starts_with("Columns:") && !table.description.trim().is_empty() {
            text = format!("{} {text}", crate::sentence(&table.description));
        }
        if !about.is_empty() {
            text = format!("{text} {}", fill(&WORDING.documents, &[("DOCUMENTS", &about.join(", "))]));
        }
        text
    }

    /// Where a document speaks of the table.
    fn heading(&self, document: &SurveyedDocument) -> Option<String> {
        let speaks = |text: &str| !self.own.is_disjoint(&words(text));
        match document.headings.iter().find(|heading| speaks(heading)) {
            Some(heading) => Some(format!("{} ({heading})", document.name)),
            None => speaks(&document.name).then(|| document.name.clone()),
        }
    }

    fn questions(&self) -> Vec<String> {
        let table = self.table;
        let mut questions = Vec::new();
        let mut ask = |name: &str, values: &[(&str, &str)]| {
            if let Some(template) = WORDING.questions.get(name) {
                let values: Vec<(&str, &str)> = values.iter().copied().chain([("TABLE", table.name.as_str())]).collect();
                questions.push(fill(template, &values));
            }
        };
        let (time, category) = (table.times.first(), table.categories.first());
        for measure in table.measures.iter().take(2) {
            match (time, category) {
                (Some(time), _) => ask("measure_over_time", &[("MEASURE", measure), ("TIME", time)]),
                (None, _) => ask("measure", &[("MEASURE", measure)]),
            }
            if let Some(category) = category {
                ask("measure_by_category", &[("MEASURE", measure), ("CATEGORY", category)]);
            }
        }
        if let Some(time) = time {
            ask("count_over_time", &[("TIME", time)]);
        }
        if let Some(category) = table.categories.get(usize::from(!table.measures.is_empty())) {
            ask("category", &[("CATEGORY", category)]);
        }
        if let [from, to, ..] = table.times.as_slice() {
            ask("duration", &[("TIME", from), ("OTHER", to)]);
        }
        if let Some(link) = table.links.first() {
            ask("link", &[("OTHER", link)]);
        }
        ask("quality", &[]);
        questions.truncate(MOST_QUESTIONS);
        questions
    }
}
