//! What an interview gives a search that follows from it: what is looked for, and where.

use super::{Gazetteer, LONGEST_QUERY, Place};
use crate::interview::value::format_for_reading;
use protocol::{
    companies::Constraints,
    interview::{InterviewView, Status},
};
use serde::Deserialize;
use std::sync::LazyLock;

/// Characters of a value that become part of a query.
const LONGEST_SUBJECT: usize = LONGEST_QUERY / 2;
/// Characters of a place.
const LONGEST_PLACE: usize = 200;

/// Which fields of an interview say what; by the last part of their paths, in small letters.
#[derive(Deserialize)]
struct Fields {
    country: Vec<String>,
    emirate: Vec<String>,
    city: Vec<String>,
    area: Vec<String>,
    /// In which a place is named among other words.
    place: Vec<String>,
    /// What the companies are; the first of them that the interview knows.
    subject: Vec<String>,
}

impl Fields {
    fn built_in() -> &'static Self {
        static FIELDS: LazyLock<Fields> = LazyLock::new(|| {
            let read = serde_json::from_str(include_str!("interview_fields.json"));
            read.unwrap_or_else(|fault| unreachable!("interview_fields.json: {fault}"))
        });
        &FIELDS
    }
}

/// What is looked for, and where; empty where the interview says nothing of it. Only satisfied values count.
#[must_use]
pub fn wish_from(view: &InterviewView, gazetteer: &Gazetteer) -> (String, Constraints) {
    let known = view.obligations.iter().filter(|one| one.status == Status::Satisfied);
    let values: Vec<(String, String)> = known
        .filter_map(|one| {
            let template = view.template(&one.key)?;
            let value = format_for_reading(template, one.value.as_ref()?);
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            let name = template.field_path.rsplit('.').next().unwrap_or_default();
            let name: String = name.chars().filter(|sign| sign.is_alphanumeric()).collect();
            (!value.is_empty()).then(|| (name.to_lowercase(), value))
        })
        .collect();
    let fields = Fields::built_in();
    let of =
        |names: &[String]| names.iter().find_map(|name| values.iter().find(|(of, _)| of == name)).map(|(_, value)| value.clone());
    let place = |names: &[String]| of(names).map(|value| value.chars().take(LONGEST_PLACE).collect::<String>());
    let mut constraints = Constraints {
        country: place(&fields.country),
        emirate: place(&fields.emirate),
        city: place(&fields.city),
        area: place(&fields.area),
        area_type: None,
    };
    if constraints.is_empty()
        && let Some(text) = of(&fields.place)
        && let Some(mention) = gazetteer.find(&text).into_iter().next()
    {
        let Place { country, emirate, city, area, area_type } = mention.place;
        constraints = Constraints { country, emirate, city, area, area_type };
    }
    let subject: Option<String> = of(&fields.subject).map(|text| text.chars().take(LONGEST_SUBJECT).collect());
    let own = Place::from(&constraints);
    let query = match (subject, own.name()) {
        (Some(subject), Some(place)) => format!("Companies in {place}: {subject}"),
        (Some(subject), None) => format!("Companies: {subject}"),
        (None, Some(place)) => format!("Companies in {place}"),
        (None, None) => String::new(),
    };
    (query, constraints)
}
