//! What is asked for to reach each kind of source.

use crate::words::connectors as text;

pub(super) struct Connector {
    /// In the address.
    pub(super) name: &'static str,
    pub(super) kind: &'static str,
    pub(super) subtype: &'static str,
    pub(super) label: &'static str,
    pub(super) about: &'static str,
    pub(super) fields: &'static [Field],
}

pub(super) struct Field {
    pub(super) name: &'static str,
    pub(super) label: &'static str,
    pub(super) hint: &'static str,
    pub(super) required: bool,
    pub(super) form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Line,
    /// Never shown again.
    Secret,
    Lines,
    Tls,
}

const fn needs(name: &'static str, label: &'static str, hint: &'static str) -> Field {
    Field { name, label, hint, required: true, form: Form::Line }
}

const fn may(name: &'static str, label: &'static str, hint: &'static str) -> Field {
    Field { name, label, hint, required: false, form: Form::Line }
}

const PASSWORD: Field = Field { name: "password", label: text::PASSWORD, hint: "", required: false, form: Form::Secret };
const TOKEN: Field = Field { name: "token", label: text::TOKEN, hint: "", required: true, form: Form::Secret };
const MAY_TOKEN: Field = Field { name: "token", label: text::MAY_TOKEN, hint: "", required: false, form: Form::Secret };
const TLS: Field = Field { name: "tls", label: text::TLS, hint: "", required: false, form: Form::Tls };
const HOST: Field = needs("host", text::HOST, text::HOST_HINT);
const DATABASE: Field = needs("database", text::DATABASE, "");
const USER: Field = needs("user", text::USER, "");
const OTHER_URL: Field = may("url", text::OTHER_URL, text::OTHER_URL_HINT);

const POSTGRES: &[Field] = &[HOST, may("port", text::PORT, "5432"), DATABASE, USER, PASSWORD, TLS];
const REDSHIFT: &[Field] = &[HOST, may("port", text::PORT, "5439"), DATABASE, USER, PASSWORD, TLS];
const MYSQL: &[Field] = &[HOST, may("port", text::PORT, "3306"), DATABASE, USER, PASSWORD, TLS];
const BIGQUERY: &[Field] =
    &[needs("project", text::PROJECT, ""), needs("datasets", text::DATASETS, text::DATASETS_HINT), TOKEN, OTHER_URL];
const SNOWFLAKE: &[Field] = &[
    needs("account", text::ACCOUNT, text::ACCOUNT_HINT),
    needs("warehouse", text::WAREHOUSE, ""),
    DATABASE,
    needs("schema", text::SCHEMA, ""),
    may("role", text::ROLE, ""),
    TOKEN,
    OTHER_URL,
];
const CLICKHOUSE: &[Field] = &[needs("url", text::URL, "https://host:8443"), DATABASE, USER, PASSWORD];
const TRINO: &[Field] = &[
    needs("url", text::URL, "https://host:8443"),
    needs("database", text::CATALOG_SCHEMA, text::CATALOG_SCHEMA_HINT),
    USER,
    PASSWORD,
];
const DATABRICKS: &[Field] = &[
    needs("url", text::WORKSPACE, "https://…cloud.databricks.com"),
    needs("warehouse", text::WAREHOUSE_ID, ""),
    needs("catalog", text::CATALOG, ""),
    needs("schema", text::SCHEMA, ""),
    TOKEN,
];
const OPENAPI: &[Field] = &[needs("url", text::DESCRIPTION_URL, "https://api.example/openapi.json"), MAY_TOKEN];
const GRAPHQL: &[Field] = &[needs("url", text::GRAPHQL_URL, "https://api.example/graphql"), MAY_TOKEN];
const PAGE: &[Field] = &[needs("url", text::PAGE_URL, "https://…"), MAY_TOKEN];
const CONFLUENCE: &[Field] = &[
    needs("url", text::WIKI_URL, "https://name.atlassian.net/wiki"),
    needs("space", text::SPACE_KEY, text::SPACE_KEY_HINT),
    may("user", text::WIKI_USER, text::WIKI_USER_HINT),
    Field { name: "token", label: text::WIKI_TOKEN, hint: "", required: false, form: Form::Secret },
];
const FILES: &[Field] = &[needs("path", text::PATH, text::PATH_HINT), may("table", text::ONE_TABLE, "")];
const TEXT: &[Field] =
    &[Field { name: "content", label: text::CONTENT, hint: text::CONTENT_HINT, required: true, form: Form::Lines }];

const fn database(name: &'static str, label: &'static str, fields: &'static [Field]) -> Connector {
    Connector { name, kind: "database", subtype: name, label, about: text::A_DATABASE, fields }
}

const fn other(
    kind: &'static str,
    subtype: &'static str,
    label: &'static str,
    about: &'static str,
    fields: &'static [Field],
) -> Connector {
    Connector { name: subtype, kind, subtype, label, about, fields }
}

pub(super) const ALL: &[Connector] = &[
    database("postgres", "PostgreSQL", POSTGRES),
    database("mysql", "MySQL or MariaDB", MYSQL),
    database("redshift", "Amazon Redshift", REDSHIFT),
    database("bigquery", "BigQuery", BIGQUERY),
    database("snowflake", "Snowflake", SNOWFLAKE),
    database("clickhouse", "ClickHouse", CLICKHOUSE),
    database("trino", "Trino", TRINO),
    database("databricks", "Databricks", DATABRICKS),
    database("files", text::FILES_THERE, FILES),
    other("api", "openapi", "OpenAPI", text::AN_API, OPENAPI),
    other("api", "graphql", "GraphQL", text::A_GRAPHQL, GRAPHQL),
    other("document", "http", text::A_PAGE_NAME, text::A_PAGE, PAGE),
    other("document", "confluence", "Confluence", text::A_WIKI, CONFLUENCE),
    other("document", "inline", text::A_TEXT_NAME, text::A_TEXT, TEXT),
];

pub(super) fn named(name: &str) -> Option<&'static Connector> {
    ALL.iter().find(|one| one.name == name)
}
