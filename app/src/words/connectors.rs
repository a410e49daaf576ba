//! Forms that connect a source.

pub(crate) const A_DATABASE: &str = "Its tables can be searched and queried.";
pub(crate) const AN_API: &str = "Its operations can be searched and read.";
pub(crate) const A_GRAPHQL: &str = "Its schema is read from the service itself.";
pub(crate) const A_PAGE_NAME: &str = "Web page";
pub(crate) const A_PAGE: &str = "A document at a URL: HTML, PDF, Word or Markdown.";
pub(crate) const A_WIKI: &str = "The pages of a space, in the cloud or on your own server.";
pub(crate) const WIKI_URL: &str = "Address of the wiki";
pub(crate) const SPACE_KEY: &str = "Key of the space";
pub(crate) const SPACE_KEY_HINT: &str = "ENG, as in the address behind /spaces/";
pub(crate) const WIKI_USER: &str = "User";
pub(crate) const WIKI_USER_HINT: &str = "Email address; leave empty with a personal access token";
pub(crate) const WIKI_TOKEN: &str = "API token";
pub(crate) const A_TEXT_NAME: &str = "A text";
pub(crate) const A_TEXT: &str = "Rules and definitions that you write here.";
pub(crate) const SQLITE: &str = "SQLite and files";
pub(crate) const SQLITE_WHAT: &str = "Upload them on the sources page.";
pub(crate) const HOST: &str = "Host";
pub(crate) const HOST_HINT: &str = "db.example.com";
pub(crate) const PORT: &str = "Port";
pub(crate) const DATABASE: &str = "Database";
pub(crate) const USER: &str = "User";
pub(crate) const PASSWORD: &str = "Password";
pub(crate) const TOKEN: &str = "Access token";
pub(crate) const MAY_TOKEN: &str = "Access token (if required)";
pub(crate) const FILES_THERE: &str = "Files on the server";
pub(crate) const PATH: &str = "File, folder or pattern";
pub(crate) const PATH_HINT: &str = "sales/*.csv";
pub(crate) const ONE_TABLE: &str = "One table for all of them (optional)";
pub(crate) const TLS: &str = "Encryption";
pub(crate) const TLS_CHOICES: [(&str, &str); 4] = [
    ("prefer", "If the server supports it"),
    ("require", "Always"),
    ("verify", "Always, and verify the certificate"),
    ("off", "Never"),
];
pub(crate) const URL: &str = "Address";
pub(crate) const OTHER_URL: &str = "Another address of its API";
pub(crate) const OTHER_URL_HINT: &str = "The public one when empty";
pub(crate) const PROJECT: &str = "Cloud project";
pub(crate) const DATASETS: &str = "Datasets";
pub(crate) const DATASETS_HINT: &str = "sales, crm";
pub(crate) const ACCOUNT: &str = "Account";
pub(crate) const ACCOUNT_HINT: &str = "The part before .snowflakecomputing.com";
pub(crate) const WAREHOUSE: &str = "Warehouse";
pub(crate) const WAREHOUSE_ID: &str = "Id of the SQL warehouse";
pub(crate) const SCHEMA: &str = "Schema";
pub(crate) const CATALOG: &str = "Catalog";
pub(crate) const CATALOG_SCHEMA: &str = "Catalog and schema";
pub(crate) const CATALOG_SCHEMA_HINT: &str = "hive.sales";
pub(crate) const ROLE: &str = "Role";
pub(crate) const WORKSPACE: &str = "Address of the workspace";
pub(crate) const DESCRIPTION_URL: &str = "Address of its description";
pub(crate) const GRAPHQL_URL: &str = "Address of the service";
pub(crate) const PAGE_URL: &str = "Address of the page";
pub(crate) const CONTENT: &str = "The text";
pub(crate) const CONTENT_HINT: &str = "Markdown; headings make sections";
