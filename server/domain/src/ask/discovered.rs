//! What tools answered in one ask: nothing else may stand in a plan (seed 004, Planner: "Only include resources you've verified exist").

use super::{KnownFact, Round, unproven};
use crate::tools::fact_key;
use protocol::ask::{Answer, DiscoveredContext, PlanFact};
use serde_json::Value;
use std::collections::BTreeSet;

/// By name, in small letters: what a model has seen of the project.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Discovered {
    /// `database.table`
    tables: BTreeSet<String>,
    /// `api.operation`
    operations: BTreeSet<String>,
    apis: BTreeSet<String>,
    documents: BTreeSet<String>,
    /// Keys of facts that are known without a tool.
    facts: BTreeSet<String>,
    /// What answers name as a source, or with a name.
    named: BTreeSet<String>,
    /// Every text and number of the answers, a line each.
    heard: String,
    /// What was in the prompt already.
    ahead: String,
}

/// Sources that are the person: what they say stands in the question.
const PERSON: [&str; 3] = ["user", "question", "the question"];

impl Discovered {
    /// From the rounds of an ask, and from the prompt where it names things itself.
    #[must_use]
    pub fn from_rounds(rounds: &[Round], prompt: &str) -> Self {
        let mut found = Self { ahead: prompt.to_lowercase(), ..Self::default() };
        for answer in rounds.iter().flat_map(|round| &round.answers).filter(|answer| !answer.failed) {
            let argument = |name: &str| answer.arguments[name].as_str().unwrap_or_default().to_lowercase();
            // An answer that was cut is no JSON any more; what it was asked for was there all the same.
            let value: Value = serde_json::from_str(&answer.answer).unwrap_or_else(|_| Value::from(answer.answer.as_str()));
            let listed = value.as_array().map(Vec::as_slice).unwrap_or_default();
            let names = listed.iter().filter_map(|one| one["name"].as_str()).map(str::to_lowercase);
            found.named.insert(answer.tool.to_lowercase());
            match answer.tool.as_str() {
                "list_tables" => found.tables.extend(names.map(|name| format!("{}.{name}", argument("database")))),
                "list_apis" => found.apis.extend(names),
                "list_operations" | "list_api_operations" => {
                    found.operations.extend(names.map(|name| format!("{}.{name}", argument("api"))));
                }
                "list_documents" => found.documents.extend(names),
                "get_table_schema" | "get_table_relationships" | "get_sample_values" => {
                    found.tables.insert(format!("{}.{}", argument("database"), argument("table")));
                }
                "get_operation_details" => {
                    found.operations.insert(format!("{}.{}", argument("api"), argument("operation")));
                }
                "get_document" | "get_document_section" => {
                    found.documents.insert(argument("name"));
                }
                _ => {}
            }
            found.collect(&value);
        }
        found
    }

    /// With what is known of the project and of this ask without any tool.
    #[must_use]
    pub fn with_facts(mut self, facts: &[KnownFact]) -> Self {
        self.facts.extend(facts.iter().map(|fact| fact_key(&fact.name)));
        self
    }

    /// Whatever an answer names with its place.
    fn collect(&mut self, value: &Value) {
        match value {
            Value::Array(list) => list.iter().for_each(|one| self.collect(one)),
            Value::Object(fields) => {
                let text = |name: &str| fields.get(name).and_then(Value::as_str).map(str::to_lowercase);
                let name = text("name");
                self.named.extend(name.clone().into_iter().chain(text("source")));
                self.apis.extend(text("api"));
                if let (Some(database), Some(table)) = (text("database"), text("table").or_else(|| name.clone())) {
                    self.tables.insert(format!("{database}.{table}"));
                }
                if let (Some(api), Some(operation)) = (text("api"), text("operation").or_else(|| name.clone())) {
                    self.operations.insert(format!("{api}.{operation}"));
                }
                self.documents.extend(text("document"));
                if text("type").as_deref() == Some("document") {
                    self.documents.extend(name);
                }
                fields.values().for_each(|one| self.collect(one));
            }
            Value::String(text) => self.hear(text),
            Value::Number(number) => self.hear(&number.to_string()),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn hear(&mut self, text: &str) {
        self.heard.push_str(text);
        self.heard.push('\n');
    }

    /// `table` or `database.table`; a schema may stand between.
    #[must_use]
    pub fn has_table(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let is_it =
            |known: &String| *known == name || known.ends_with(&format!(".{name}")) || name.ends_with(&format!(".{known}"));
        self.tables.iter().any(is_it) || self.tables.iter().any(|known| same_ends(known, &name)) || self.names(&name)
    }

    #[must_use]
    pub fn has_operation(&self, api: &str, operation: &str) -> bool {
        let name = format!("{api}.{operation}").to_lowercase();
        self.operations.contains(&name) || self.names(&name)
    }

    /// An API, or one operation of it.
    #[must_use]
    pub fn has_api(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        let has_operation = |known: &String| known.strip_prefix(name.as_str()).is_some_and(|rest| rest.starts_with('.'));
        self.apis.contains(&name)
            || self.operations.contains(&name)
            || self.operations.iter().any(has_operation)
            || self.names(&name)
    }

    /// It is known, or a source that was looked up may say it: numbers and quotes of it stand in what was answered.
    #[must_use]
    pub fn has_fact(&self, fact: &PlanFact, question: &str) -> bool {
        if self.facts.contains(&fact_key(&fact.term)) {
            return true;
        }
        let source = fact.source.trim().to_lowercase();
        let is_known = PERSON.contains(&source.as_str())
            || self.named.contains(&source)
            || self.has_document(&source)
            || self.has_table(&source)
            || self.has_api(&source);
        let heard = format!("{question}\n{}\n{}", self.ahead, self.heard);
        is_known && unproven(&format!("It is {}", fact.definition), &Answer::default(), &heard).is_empty()
    }

    /// Takes out of a plan's context what no tool answered.
    pub fn keep_known(&self, context: &mut DiscoveredContext, question: &str) {
        context.tables.retain(|table| self.has_table(table));
        context.apis.retain(|api| self.has_api(api));
        context.documents.retain(|document| self.has_document(document));
        context.facts.retain(|fact| self.has_fact(fact, question));
    }

    #[must_use]
    pub fn has_document(&self, name: &str) -> bool {
        let name = name.to_lowercase();
        self.documents.contains(&name) || self.names(&name)
    }

    /// Whether the prompt has it as a word of its own.
    fn names(&self, name: &str) -> bool {
        let is_part = |sign: char| sign.is_alphanumeric() || sign == '_';
        !name.is_empty()
            && self
                .ahead
                .match_indices(name)
                .any(|(at, _)| !self.ahead[..at].ends_with(is_part) && !self.ahead[at + name.len()..].starts_with(is_part))
    }
}

/// `shop.public.orders` and `shop.orders`.
fn same_ends(known: &str, name: &str) -> bool {
    let (known, name): (Vec<&str>, Vec<&str>) = (known.split('.').collect(), name.split('.').collect());
    name.len() > 1 && known.len() > 1 && known.last() == name.last() && known.first() == name.first()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::ToolAnswer;
    use serde_json::json;

    fn answer(tool: &str, arguments: Value, answer: &Value) -> ToolAnswer {
        ToolAnswer { tool: tool.into(), arguments, answer: answer.to_string(), ..ToolAnswer::default() }
    }

    #[test]
    fn what_a_tool_answered_is_known_and_nothing_else() {
        let answers = vec![
            answer(
                "search_tables",
                json!({"query": "trips"}),
                &json!([{"database": "port", "table": "Trips", "relevance": 0.9}]),
            ),
            answer("get_table_schema", json!({"database": "port", "table": "ferries"}), &json!({"columns": []})),
            answer("list_tables", json!({"database": "yard"}), &json!([{"name": "docks"}])),
            answer("resolve_fact", json!({"question": "late?"}), &json!({"sources": [{"type": "document", "name": "rules"}]})),
            answer("search_operations", json!({"query": "tide"}), &json!([{"api": "sea", "operation": "getTide"}])),
            ToolAnswer {
                failed: true,
                ..answer("get_table_schema", json!({"database": "port", "table": "ghosts"}), &json!(null))
            },
        ];
        let found = Discovered::from_rounds(&[Round { text: String::new(), answers }], "Known already: yard.cranes (3 columns)");
        for (name, known) in [
            ("port.trips", true),
            ("trips", true),
            ("port.public.trips", true),
            ("port.ferries", true),
            ("yard.docks", true),
            ("yard.cranes", true),
            ("yard.crane", false),
            ("ghosts", false),
            ("port.ghosts", false),
            ("yard.trips", false),
        ] {
            assert_eq!(found.has_table(name), known, "{name}");
        }
        assert!(found.has_document("Rules") && !found.has_document("laws"));
        assert!(found.has_operation("sea", "gettide") && !found.has_operation("sea", "setTide"));
        assert!(found.has_api("Sea") && found.has_api("sea.getTide") && !found.has_api("sea.setTide") && !found.has_api("sky"));
    }

    #[test]
    fn a_fact_is_known_or_its_source_was_looked_up_and_may_say_it() {
        let rules = json!({"sources": [{"type": "document", "name": "rules", "excerpt": "VIP: lifetime value above $100,000."}]});
        let answers = vec![answer("resolve_fact", json!({"question": "VIP?"}), &rules)];
        let known = [KnownFact { name: "Season".into(), value: json!("summer"), source: "user".into(), ..KnownFact::default() }];
        let found = Discovered::from_rounds(&[Round { text: String::new(), answers }], "").with_facts(&known);
        let fact = |(term, definition, source): (&str, &str, &str)| PlanFact {
            term: term.into(),
            definition: definition.into(),
            source: source.into(),
        };
        for (line, wanted) in [
            (("VIP customer", "lifetime value > $100,000", "rules"), true),
            (("VIP customer", "lifetime value > $250,000", "rules"), false),
            (("VIP customer", "lifetime value > $100,000", "the law"), false),
            (("season", "summer", "known_facts"), true),
            (("late", "more than 7 days", "user"), true),
            (("late", "more than 9 days", "user"), false),
        ] {
            assert_eq!(found.has_fact(&fact(line), "Who is late by 7 days?"), wanted, "{line:?}");
        }
        let mut context = DiscoveredContext {
            facts: vec![fact(("VIP", "above 100,000", "rules")), fact(("churn", "60 days", "nobody"))],
            documents: vec!["rules".into(), "law".into()],
            apis: vec!["sea".into()],
            tables: vec!["port.ghosts".into()],
        };
        found.keep_known(&mut context, "");
        assert_eq!((context.facts.len(), context.documents.len()), (1, 1));
        assert!(context.apis.is_empty() && context.tables.is_empty());
    }
}
