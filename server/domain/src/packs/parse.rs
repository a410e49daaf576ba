//! Reads a pack that somebody wrote, and names everything that is wrong with it.

use super::{
    Pack, PackArea,
    pack::slug,
    prompts::{LONGEST_PROMPT, PromptName, unknown_variables},
};
use crate::{Fault, Refusal};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashSet};

/// Areas of one pack.
const MOST_AREAS: usize = 50;
const MOST_KEYWORDS: usize = 100;
const LONGEST_NAME: usize = 100;
const LONGEST_DESCRIPTION: usize = 2_000;
/// Of the profile schema, in bytes.
const LARGEST_SCHEMA: usize = 100_000;
const MOST_PRIORITY: u64 = 1_000;

/// A pack as it is exported. What nobody needs to write is filled in: the slug from domain and category, the priority of areas
/// from their order, prompts from the built-in ones.
///
/// # Errors
/// 422 with every fault: fields that are missing, unknown or of another kind, ids that occur twice, unknown variables, texts that
/// are too long.
pub fn parse_pack(value: &Value) -> Result<Pack, Refusal> {
    let Some(fields) = value.as_object() else {
        return Err(Refusal::invalid("pack", "a pack is a JSON object with slug, domain, category, version and areas"));
    };
    let mut reader = Reader { faults: Vec::new() };
    // What a pack is shown with may be sent back.
    let shown = ["name", "built_in", "imported_at"];
    let known = ["slug", "domain", "category", "version", "areas", "prompts", "profile_schema"];
    reader.only(fields, "", &known, &shown);
    if fields.get("built_in").is_some_and(|shown| !shown.is_boolean() && !shown.is_null()) {
        reader.fault("built_in", "built_in is true or false");
    }
    reader.text(fields, "", "imported_at", LONGEST_NAME, false);
    let domain = reader.text(fields, "", "domain", LONGEST_NAME, true);
    let category = reader.text(fields, "", "category", LONGEST_NAME, false);
    let slug = match fields.get("slug") {
        None | Some(Value::Null) => slug(&domain, &category),
        Some(_) => reader.slug(fields),
    };
    let version = reader.version(fields.get("version"));
    let mut areas = reader.areas(fields.get("areas"));
    let prompts = reader.prompts(fields.get("prompts"), &mut areas);
    let profile_schema = reader.schema(fields.get("profile_schema"));
    if reader.faults.is_empty() {
        return Ok(Pack { slug, domain, category, version, areas, prompts, profile_schema });
    }
    let detail = match reader.faults.as_slice() {
        [one] => one.message.clone(),
        many => format!("the pack has {} faults: {}", many.len(), many[0].message),
    };
    Err(Refusal::faults(detail, reader.faults))
}

/// Whether a prompt can be used.
///
/// # Errors
/// 422: it is empty, too long, or names unknown variables.
pub fn check_prompt(field: &str, text: &str) -> Result<(), Refusal> {
    let faults = prompt_faults(field, text);
    match faults.first() {
        None => Ok(()),
        Some(first) => Err(Refusal::faults(first.message.clone(), faults)),
    }
}

fn prompt_faults(field: &str, text: &str) -> Vec<Fault> {
    let mut faults = Vec::new();
    if text.trim().is_empty() {
        faults.push(Fault::new(field, "a prompt has a text; delete it to go back to the default"));
    }
    if text.chars().count() > LONGEST_PROMPT {
        faults.push(Fault::new(field, format!("a prompt has at most {LONGEST_PROMPT} characters")));
    }
    let known = || super::prompts::VARIABLES.join(", ");
    let unknown = unknown_variables(text);
    faults.extend(unknown.iter().take(20).map(|name| {
        let name: String = name.chars().take(60).collect();
        Fault::new(field, format!("there is no variable {{{{{name}}}}}; the variables are {}", known()))
    }));
    faults
}

struct Reader {
    faults: Vec<Fault>,
}

impl Reader {
    fn fault(&mut self, field: impl Into<String>, message: impl Into<String>) {
        self.faults.push(Fault::new(field, message));
    }

    fn only(&mut self, fields: &Map<String, Value>, place: &str, known: &[&str], shown: &[&str]) {
        for name in fields.keys().filter(|name| !known.contains(&name.as_str()) && !shown.contains(&name.as_str())) {
            let name: String = name.chars().take(60).collect();
            self.fault(format!("{place}{name}"), format!("there is no field {name} here; the fields are {}", known.join(", ")));
        }
    }

    fn text(&mut self, fields: &Map<String, Value>, place: &str, name: &str, most: usize, is_needed: bool) -> String {
        let field = format!("{place}{name}");
        let text = match fields.get(name) {
            None | Some(Value::Null) => "",
            Some(Value::String(text)) => text.trim(),
            Some(_) => {
                self.fault(field.as_str(), format!("{field} is a text"));
                return String::new();
            }
        };
        if is_needed && text.is_empty() {
            self.fault(field.as_str(), format!("{field} is missing"));
        }
        if text.chars().count() > most {
            self.fault(field.as_str(), format!("{field} has at most {most} characters"));
        }
        text.replace('\0', "")
    }

    fn slug(&mut self, fields: &Map<String, Value>) -> String {
        let slug = self.text(fields, "", "slug", LONGEST_NAME, true);
        let sound = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'-' || sign == b'_';
        if !slug.bytes().all(sound) || slug.starts_with(['-', '_']) {
            self.fault("slug", "slug has lower-case letters, digits, - and _ only, as in gaming-match3");
        }
        slug
    }

    fn version(&mut self, given: Option<&Value>) -> String {
        let version = match given {
            Some(Value::String(text)) => text.trim().to_owned(),
            Some(Value::Number(number)) if number.is_u64() => number.to_string(),
            None | Some(Value::Null) => {
                self.fault("version", "version is missing");
                return String::new();
            }
            Some(_) => {
                self.fault("version", "version is a text such as 1.0.0");
                return String::new();
            }
        };
        let is_number = |part: &str| (1..=9).contains(&part.len()) && part.bytes().all(|sign| sign.is_ascii_digit());
        if !version.split('.').all(is_number) || version.split('.').count() > 4 {
            self.fault("version", "version is up to four numbers with points between them, as in 1.0.0");
        }
        version
    }

    fn areas(&mut self, given: Option<&Value>) -> Vec<PackArea> {
        let Some(given) = given.filter(|given| !given.is_null()) else {
            self.fault("areas", "areas is missing; an empty list leaves the areas to the tables");
            return Vec::new();
        };
        let Some(given) = given.as_array() else {
            self.fault("areas", "areas is a list");
            return Vec::new();
        };
        if given.len() > MOST_AREAS {
            self.fault("areas", format!("a pack has at most {MOST_AREAS} areas"));
        }
        let mut ids = HashSet::new();
        let mut areas = Vec::new();
        for (place, one) in given.iter().take(MOST_AREAS).enumerate() {
            let area = self.area(place, one);
            if !area.id.is_empty() && !ids.insert(area.id.clone()) {
                self.fault(format!("areas.{place}.id"), format!("the area {} occurs twice", area.id));
            }
            areas.push(area);
        }
        areas.sort_by_key(|area| area.priority);
        areas
    }

    fn area(&mut self, place: usize, given: &Value) -> PackArea {
        let at = format!("areas.{place}.");
        let Some(fields) = given.as_object() else {
            self.fault(format!("areas.{place}"), "an area is an object with id, name, description and keywords");
            return PackArea::default();
        };
        self.only(fields, &at, &["id", "name", "description", "keywords", "priority", "prompt"], &["tables"]);
        let id = self.text(fields, &at, "id", LONGEST_NAME, true);
        if !id.bytes().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == b'_') {
            self.fault(format!("{at}id"), format!("{at}id has lower-case letters, digits and _ only"));
        }
        let prompt = self.text(fields, &at, "prompt", LONGEST_PROMPT, false);
        if !prompt.is_empty() && prompt.chars().count() <= LONGEST_PROMPT {
            self.faults.extend(prompt_faults(&format!("{at}prompt"), &prompt));
        }
        let priority = match fields.get("priority") {
            None | Some(Value::Null) => u32::try_from(place + 1).unwrap_or(u32::MAX),
            Some(number) => match number.as_u64().filter(|number| (1..=MOST_PRIORITY).contains(number)) {
                Some(number) => u32::try_from(number).unwrap_or(u32::MAX),
                None => {
                    self.fault(format!("{at}priority"), format!("{at}priority is a number from 1 to {MOST_PRIORITY}"));
                    1
                }
            },
        };
        PackArea {
            id,
            name: self.text(fields, &at, "name", LONGEST_NAME, true),
            description: self.text(fields, &at, "description", LONGEST_DESCRIPTION, false),
            keywords: self.texts(fields.get("keywords"), &format!("{at}keywords")),
            priority,
            prompt,
            tables: self.texts(fields.get("tables"), &format!("{at}tables")),
        }
    }

    fn texts(&mut self, given: Option<&Value>, field: &str) -> Vec<String> {
        let list = match given {
            None | Some(Value::Null) => return Vec::new(),
            Some(Value::Array(list)) => list,
            Some(_) => {
                self.fault(field, format!("{field} is a list of texts"));
                return Vec::new();
            }
        };
        if list.len() > MOST_KEYWORDS {
            self.fault(field, format!("{field} has at most {MOST_KEYWORDS} entries"));
        }
        let mut texts: Vec<String> = Vec::new();
        for (place, one) in list.iter().take(MOST_KEYWORDS).enumerate() {
            match one.as_str().map(|text| text.replace('\0', "").trim().to_owned()) {
                Some(text) if text.is_empty() || text.chars().count() > LONGEST_NAME => {
                    self.fault(format!("{field}.{place}"), format!("{field} has texts of 1 to {LONGEST_NAME} characters"));
                }
                Some(text) if texts.contains(&text) => {}
                Some(text) => texts.push(text),
                None => self.fault(format!("{field}.{place}"), format!("{field} has texts only")),
            }
        }
        texts
    }

    /// `analysis_{area}` may stand among the prompts too.
    fn prompts(&mut self, given: Option<&Value>, areas: &mut [PackArea]) -> BTreeMap<String, String> {
        let fields = match given {
            None | Some(Value::Null) => return BTreeMap::new(),
            Some(Value::Object(fields)) => fields,
            Some(_) => {
                self.fault("prompts", "prompts is an object of texts");
                return BTreeMap::new();
            }
        };
        let mut prompts = BTreeMap::new();
        for (name, given) in fields {
            let short: String = name.chars().take(110).collect();
            let field = format!("prompts.{short}");
            let Some(text) = given.as_str() else {
                self.fault(field.as_str(), format!("{field} is a text"));
                continue;
            };
            match PromptName::parse(name) {
                Some(PromptName::Analysis(id)) => match areas.iter_mut().find(|area| area.id == id) {
                    Some(area) if area.prompt.is_empty() || area.prompt == text => text.clone_into(&mut area.prompt),
                    Some(_) => self.fault(field.as_str(), format!("{field} and the prompt of its area differ: leave one out")),
                    None => self.fault(field.as_str(), format!("{field} belongs to no area of the pack")),
                },
                Some(name) => {
                    prompts.insert(name.name(), text.replace('\0', ""));
                }
                None => {
                    let detail = format!(
                        "there is no prompt {short}; prompts are base_context, exploration, analysis_{{area}} and recommendations"
                    );
                    self.fault(field.as_str(), detail);
                    continue;
                }
            }
            self.faults.extend(prompt_faults(&field, text));
        }
        prompts
    }

    fn schema(&mut self, given: Option<&Value>) -> Value {
        match given {
            None | Some(Value::Null) => json!({"type": "object", "properties": {}}),
            Some(schema) if !schema.is_object() => {
                self.fault("profile_schema", "profile_schema is a JSON schema: an object");
                Value::Null
            }
            Some(schema) if schema.to_string().len() > LARGEST_SCHEMA => {
                self.fault("profile_schema", format!("profile_schema has at most {LARGEST_SCHEMA} bytes"));
                Value::Null
            }
            Some(schema) => schema.clone(),
        }
    }
}
