//! Reads a request for companies: every fault at once, each with its field (COMPANIES.md, Request).

use super::days;
use crate::{Fault, Refusal, research::YEARS};
use protocol::companies::{
    AreaType, CompanyRequest, Constraints, NoveltyMode, SalesContext, SearchBudgets, SearchMode, SearchOptions, WorkPatterns,
};
use serde_json::{Map, Value};

/// Characters of a query.
pub const LONGEST_QUERY: usize = 500;
/// Characters of the name that a client gives to a search.
const LONGEST_REQUEST_ID: usize = 200;
/// Characters of a place, a sector, a company, a part of the sales context, an id.
const LONGEST_NAME: usize = 200;
const MOST_EXCLUDED_IDS: usize = 10_000;
const MOST_EXCLUDED_NAMES: usize = 1_000;
const MOST_SECTORS: usize = 50;
/// Of results, and the highest number of a budget.
const MOST_RESULTS: u64 = 100;
const HIGHEST_BUDGET: u64 = 1_000;
const PERSONAS: std::ops::RangeInclusive<u64> = 1..=7;

/// Reads what a client sent. `own` are the names of the caller's tenant, its id first, then its slug. Only `queryText` is needed;
/// unknown fields are ignored, and `null` is the same as nothing. `request_id` stays empty where the client gave none.
///
/// # Errors
/// 403 where it names another tenant; else 422 with every fault.
pub fn parse_request(body: &Value, own: &[&str]) -> Result<CompanyRequest, Refusal> {
    let Value::Object(fields) = body else {
        return Err(Refusal::invalid("body", "the body is not a JSON object"));
    };
    let mut reader = Reader::default();
    let top = Fields { map: Some(fields), place: "" };
    let tenant_id = reader.text(top, "tenant_id", LONGEST_NAME).unwrap_or_else(|| own.first().copied().unwrap_or("").to_owned());
    if !own.contains(&tenant_id.as_str()) {
        return Err(Refusal::forbidden("tenant_id is not the tenant of this token"));
    }
    let request = CompanyRequest {
        tenant_id,
        persona_id: reader.number(top, "persona_id", PERSONAS).and_then(|id| u8::try_from(id).ok()).unwrap_or(1),
        request_id: reader.text(top, "request_id", LONGEST_REQUEST_ID).unwrap_or_default(),
        query_text: reader.query(top),
        sales_context: reader.sales_context(top),
        constraints: reader.constraints(top),
        since: reader.since(top),
        exclude: reader.texts(top, "excludeEntityIds", MOST_EXCLUDED_IDS),
        novelty: reader.choice(top, "noveltyMode", &NoveltyMode::ALL, NoveltyMode::name).unwrap_or_default(),
        mode: reader.mode(top),
        work_patterns: reader.work_patterns(top),
        options: reader.options(top),
    };
    match reader.faults.first() {
        None => Ok(request),
        Some(first) => Err(Refusal::faults(first.message.clone(), reader.faults)),
    }
}

/// The fields of an object, and where it is ("options.").
#[derive(Clone, Copy)]
struct Fields<'a> {
    map: Option<&'a Map<String, Value>>,
    place: &'static str,
}

impl<'a> Fields<'a> {
    fn get(self, name: &str) -> Option<&'a Value> {
        self.map?.get(name).filter(|value| !value.is_null())
    }

    fn path(self, name: &str) -> String {
        format!("{}{name}", self.place)
    }
}

#[derive(Default)]
struct Reader {
    faults: Vec<Fault>,
}

impl Reader {
    fn fault(&mut self, field: String, what: &str) {
        let message = format!("{field} {what}");
        self.faults.push(Fault { field, message });
    }

    fn object<'a>(&mut self, fields: Fields<'a>, name: &str, place: &'static str) -> Fields<'a> {
        let map = match fields.get(name) {
            None => None,
            Some(Value::Object(map)) => Some(map),
            Some(_) => {
                self.fault(fields.path(name), "is not an object");
                None
            }
        };
        Fields { map, place }
    }

    /// A text without white space around it; one that is empty is none.
    fn text(&mut self, fields: Fields<'_>, name: &str, longest: usize) -> Option<String> {
        let value = fields.get(name)?;
        self.text_of(value, fields.path(name), longest)
    }

    fn text_of(&mut self, value: &Value, field: String, longest: usize) -> Option<String> {
        let Value::String(text) = value else {
            self.fault(field, "is not a text");
            return None;
        };
        let text = text.trim();
        if text.chars().count() > longest {
            self.fault(field, &format!("has more than {longest} characters"));
            return None;
        }
        if text.chars().any(|letter| letter.is_control() && !letter.is_whitespace()) {
            self.fault(field, "has characters that cannot be printed");
            return None;
        }
        (!text.is_empty()).then(|| text.to_owned())
    }

    fn texts(&mut self, fields: Fields<'_>, name: &str, most: usize) -> Vec<String> {
        let values = match fields.get(name) {
            None => return Vec::new(),
            Some(Value::Array(values)) => values,
            Some(_) => {
                self.fault(fields.path(name), "is not a list");
                return Vec::new();
            }
        };
        if values.len() > most {
            self.fault(fields.path(name), &format!("has more than {most} entries"));
            return Vec::new();
        }
        let path = fields.path(name);
        values.iter().enumerate().filter_map(|(at, value)| self.text_of(value, format!("{path}[{at}]"), LONGEST_NAME)).collect()
    }

    fn number(&mut self, fields: Fields<'_>, name: &str, range: std::ops::RangeInclusive<u64>) -> Option<u64> {
        let value = fields.get(name)?;
        let number = value.as_u64().filter(|number| range.contains(number));
        if number.is_none() {
            let what = format!("is not a whole number from {} to {}", range.start(), range.end());
            self.fault(fields.path(name), &what);
        }
        number
    }

    fn flag(&mut self, fields: Fields<'_>, name: &str, usual: bool) -> bool {
        match fields.get(name) {
            None => usual,
            Some(Value::Bool(flag)) => *flag,
            Some(_) => {
                self.fault(fields.path(name), "is not true or false");
                usual
            }
        }
    }

    fn choice<T: Copy>(&mut self, fields: Fields<'_>, name: &str, all: &[T], name_of: fn(T) -> &'static str) -> Option<T> {
        let value = fields.get(name)?;
        let found = all.iter().copied().find(|one| value.as_str() == Some(name_of(*one)));
        if found.is_none() {
            let names: Vec<&str> = all.iter().map(|one| name_of(*one)).collect();
            self.fault(fields.path(name), &format!("is not one of {}", names.join(", ")));
        }
        found
    }

    /// Where the seed has it, or among the options.
    fn mode(&mut self, top: Fields<'_>) -> SearchMode {
        let options = Fields { map: top.get("options").and_then(Value::as_object), place: "options." };
        let [own, of_options] = [top, options].map(|fields| self.choice(fields, "mode", &SearchMode::ALL, SearchMode::name));
        own.or(of_options).unwrap_or_default()
    }

    fn query(&mut self, top: Fields<'_>) -> String {
        let before = self.faults.len();
        let text = self.text(top, "queryText", LONGEST_QUERY);
        if text.is_none() && self.faults.len() == before {
            self.fault("queryText".to_owned(), "is missing");
        }
        text.unwrap_or_default()
    }

    fn since(&mut self, top: Fields<'_>) -> Option<String> {
        let text = self.text(top, "sinceTimestamp", LONGEST_NAME)?;
        let Some(day) = days::exact(&text) else {
            self.fault("sinceTimestamp".to_owned(), "is not a date (YYYY-MM-DD or RFC 3339)");
            return None;
        };
        if !YEARS.contains(&i64::from(day.year())) {
            self.fault("sinceTimestamp".to_owned(), &format!("is not between the years {} and {}", YEARS.start(), YEARS.end()));
            return None;
        }
        Some(text)
    }

    fn sales_context(&mut self, top: Fields<'_>) -> Option<SalesContext> {
        let fields = self.object(top, "sales_context", "sales_context.");
        fields.map?;
        Some(SalesContext {
            vertical: self.text(fields, "vertical", LONGEST_NAME),
            sub_vertical: self.text(fields, "sub_vertical", LONGEST_NAME),
            region: self.text(fields, "region", LONGEST_NAME),
        })
    }

    fn constraints(&mut self, top: Fields<'_>) -> Constraints {
        let fields = self.object(top, "constraints", "constraints.");
        Constraints {
            country: self.text(fields, "country", LONGEST_NAME),
            emirate: self.text(fields, "emirate", LONGEST_NAME),
            city: self.text(fields, "city", LONGEST_NAME),
            area: self.text(fields, "area", LONGEST_NAME),
            area_type: self.choice(fields, "areaType", &AreaType::ALL, AreaType::name),
        }
    }

    fn work_patterns(&mut self, top: Fields<'_>) -> WorkPatterns {
        let fields = self.object(top, "workPatterns", "workPatterns.");
        WorkPatterns {
            preferred_sectors: self.texts(fields, "preferredSectors", MOST_SECTORS),
            excluded_companies: self.texts(fields, "excludedCompanies", MOST_EXCLUDED_NAMES),
        }
    }

    fn options(&mut self, top: Fields<'_>) -> SearchOptions {
        let fields = self.object(top, "options", "options.");
        let usual = SearchOptions::default();
        let results = self.number(fields, "maxResults", 1..=MOST_RESULTS);
        let budgets = self.object(fields, "budgets", "options.budgets.");
        let mut budget = |name| self.number(budgets, name, 0..=HIGHEST_BUDGET).and_then(|most| u32::try_from(most).ok());
        let budgets = SearchBudgets {
            max_llm_calls: budget("maxLlmCalls"),
            max_search_calls: budget("maxSearchCalls"),
            max_page_fetches: budget("maxPageFetches"),
        };
        SearchOptions {
            max_results: results.and_then(|most| u32::try_from(most).ok()).unwrap_or(usual.max_results),
            include_evidence: self.flag(fields, "includeEvidence", usual.include_evidence),
            include_query_understanding: self.flag(fields, "includeQueryUnderstanding", usual.include_query_understanding),
            budgets,
        }
    }
}
