//! The tools themselves, in the order in which they are listed.

use super::{Argument, Form, Group, Tool};

const FIVE: Form = Form::Count { usual: 5, most: 50 };
const THREE: Form = Form::Count { usual: 3, most: 50 };
const TEN: Form = Form::Count { usual: 10, most: 100 };
const ROWS: Form = Form::Count { usual: 100, most: 10_000 };

const fn needs(name: &'static str, about: &'static str) -> Argument {
    Argument { name, form: Form::Text, required: true, about }
}

const fn may(name: &'static str, form: Form, about: &'static str) -> Argument {
    Argument { name, form, required: false, about }
}

const DATABASE: Argument = needs("database", "Database name, as list_databases gives it");
const TABLE: Argument = needs("table", "Table name, as list_tables gives it");
const API: Argument = needs("api", "API name, as list_apis gives it");
const QUERY: Argument = needs("query", "What is looked for, in plain words");
const SKILL: Argument = needs("name", "Skill name, as list_skills gives it");

const fn tool(name: &'static str, group: Group, description: &'static str, takes: &'static [Argument]) -> Tool {
    Tool { name, group, description, takes }
}

/// All tools.
pub const TOOLS: &[Tool] = &[
    tool("list_databases", Group::Schema, "List all databases of the project with their type and description.", &[]),
    tool("list_tables", Group::Schema, "List the tables of a database with row counts and descriptions.", &[DATABASE]),
    tool(
        "get_table_schema",
        Group::Schema,
        "Get the columns of a table with types, keys, row count and sample values.",
        &[DATABASE, TABLE],
    ),
    tool(
        "search_tables",
        Group::Schema,
        "Find the tables that a question in plain words is about, the most relevant first.",
        &[QUERY, may("limit", FIVE, "The most tables")],
    ),
    tool(
        "get_table_relationships",
        Group::Schema,
        "Get the foreign keys from and to a table, declared ones and inferred ones.",
        &[DATABASE, TABLE],
    ),
    tool(
        "get_sample_values",
        Group::Schema,
        "Get some different values that occur in a column, or in every column of a table.",
        &[
            DATABASE,
            TABLE,
            may("column", Form::Text, "Column name; every column when not given"),
            may("limit", TEN, "The most values of a column"),
        ],
    ),
    tool(
        "lookup_schema",
        Group::Schema,
        "Get the columns, keys and sample values of up to ten tables at once.",
        &[Argument {
            name: "tables",
            form: Form::Texts(10),
            required: true,
            about: "Table names, as `database.table` or, where only one database has it, as `table`",
        }],
    ),
    tool("list_apis", Group::Api, "List all APIs of the project with their type, address and description.", &[]),
    tool("list_operations", Group::Api, "List the operations of an API.", &[API]),
    tool("list_api_operations", Group::Api, "List the operations of an API (the same as list_operations).", &[API]),
    tool(
        "get_operation_details",
        Group::Api,
        "Get an operation's method, path, parameters and the schemas of its body and answer.",
        &[API, needs("operation", "Operation name, as list_operations gives it")],
    ),
    tool(
        "search_operations",
        Group::Api,
        "Find the API operations that a question in plain words is about, the most relevant first.",
        &[QUERY, may("limit", FIVE, "The most operations")],
    ),
    tool("list_documents", Group::Documents, "List all reference documents with their format and description.", &[]),
    tool("get_document", Group::Documents, "Get the whole text of a document.", &[needs("name", "Document name")]),
    tool(
        "search_documents",
        Group::Documents,
        "Find the sections of documents that a question in plain words is about, with excerpts.",
        &[QUERY, may("limit", FIVE, "The most sections")],
    ),
    tool(
        "get_document_section",
        Group::Documents,
        "Get one section of a document with what stands below its heading.",
        &[needs("name", "Document name"), needs("section", "The section's heading")],
    ),
    tool(
        "resolve_fact",
        Group::Facts,
        "Answer a factual question from documents, schema descriptions, known facts and data, with sources and confidence.",
        &[needs("question", "A question such as: What defines a VIP customer?")],
    ),
    tool(
        "add_fact",
        Group::Facts,
        "Keep a fact about the business for later questions; in the place of the fact of that name.",
        &[
            needs("name", "The term or question that the fact answers"),
            Argument { name: "value", form: Form::Anything, required: true, about: "What is so: a text, a number, a list …" },
            may("source", Form::Text, "Who says so"),
            may("confidence", Form::Number, "From 0 to 1; 1 when not given"),
            may("context", Form::Text, "More about it"),
        ],
    ),
    tool(
        "extract_facts_from_text",
        Group::Facts,
        "Find facts (definitions, thresholds, values with their names) in a text, up to 200; left_out says what was not taken.",
        &[needs("text", "The text to read"), may("save", Form::Flag, "Also keep what was found; false when not given")],
    ),
    tool("list_known_facts", Group::Facts, "List the facts that are known about the business.", &[]),
    tool("get_unresolved_facts", Group::Facts, "List the questions that were asked and have no answer yet.", &[]),
    tool("list_skills", Group::Skills, "List all skills: instructions for a field, with the tools they may use.", &[]),
    tool("get_skill", Group::Skills, "Get a skill's instructions with the files that they link to.", &[SKILL]),
    tool(
        "search_skills",
        Group::Skills,
        "Find the skills that a question in plain words is about.",
        &[QUERY, may("limit", THREE, "The most skills")],
    ),
    tool("list_skill_links", Group::Skills, "List the links in a skill's text without following them.", &[SKILL]),
    tool(
        "resolve_skill_link",
        Group::Skills,
        "Get what a skill's link leads to: a file of the skill's folder, or a page of the web.",
        &[SKILL, needs("target", "The link's target, as list_skill_links gives it")],
    ),
    tool(
        "run_query",
        Group::Query,
        "Run one read-only SQL query. Tables are named `table`, or `database.table` where several databases have it.",
        &[needs("sql", "One SELECT statement"), may("limit", ROWS, "The most rows")],
    ),
    tool(
        "verify_claim",
        Group::Query,
        "Check a number that somebody claims against the data; with SQL that counts it, or without.",
        &[
            needs("claim", "The claim in words"),
            Argument { name: "claimed_value", form: Form::Number, required: true, about: "The number claimed" },
            may("sql", Form::Text, "One SELECT statement whose first value is the true number"),
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The seed's own signatures: names, order, what may be left out and what stands for it then.
    #[test]
    fn arguments_are_those_of_the_seed() {
        for (name, signature) in [
            ("list_databases", ""),
            ("list_tables", "database"),
            ("get_table_schema", "database, table"),
            ("search_tables", "query, limit = 5"),
            ("list_apis", ""),
            ("list_operations", "api"),
            ("get_operation_details", "api, operation"),
            ("search_operations", "query, limit = 5"),
            ("list_documents", ""),
            ("get_document", "name"),
            ("search_documents", "query, limit = 5"),
            ("resolve_fact", "question"),
            ("list_skills", ""),
            ("get_skill", "name"),
            ("search_skills", "query, limit = 3"),
            ("list_skill_links", "name"),
            ("resolve_skill_link", "name, target"),
        ] {
            let shown = |argument: &Argument| match (&argument.form, argument.required) {
                (Form::Text, true) => argument.name.to_owned(),
                (Form::Count { usual, .. }, false) => format!("{} = {usual}", argument.name),
                _ => format!("{} of another form", argument.name),
            };
            let takes = Tool::named(name).unwrap_or_else(|| panic!("{name}")).takes;
            assert_eq!(takes.iter().map(shown).collect::<Vec<_>>().join(", "), signature, "{name}");
        }
    }

    /// By the list of the seed, and what the contract adds.
    #[test]
    fn every_tool_of_the_seed_is_there_once() {
        let wanted = "list_databases list_tables get_table_schema search_tables get_table_relationships get_sample_values \
            list_apis list_api_operations list_operations get_operation_details search_operations list_documents get_document \
            search_documents get_document_section resolve_fact add_fact extract_facts_from_text list_known_facts \
            get_unresolved_facts list_skills get_skill search_skills list_skill_links resolve_skill_link lookup_schema \
            verify_claim run_query";
        let mut names: Vec<&str> = TOOLS.iter().map(|tool| tool.name).collect();
        names.sort_unstable();
        let mut wanted: Vec<&str> = wanted.split_whitespace().collect();
        wanted.sort_unstable();
        assert_eq!(names, wanted);
        for tool in TOOLS {
            assert!(tool.description.ends_with('.') && Tool::named(tool.name).is_some(), "{}", tool.name);
        }
    }
}
