//! Projects, their sources, and what their tools answer.

use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
pub(crate) struct Project {
    id: Uuid,
    name: String,
    domain: Option<String>,
    category: Option<String>,
    description: String,
    #[schema(value_type = Object, additional_properties = true)]
    profile: Value,
    /// Every query reads tables that have this column through `column = value`.
    filter: Option<RowFilter>,
    /// Questions that nothing of the project answers are searched for on the web.
    web_search: bool,
    /// Tables near to these patterns are told to a model ahead.
    context_preload: Option<Preload>,
    generate_pack: PackWish,
    /// The draft of a domain pack.
    pack: Value,
    /// Why the last one could not be drafted.
    pack_error: Option<String>,
    state: StateOfProject,
    created_by: Option<Uuid>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Preload {
    seed_patterns: Vec<String>,
    similarity_threshold: f64,
    max_tables: usize,
}

/// The system prompt for a model.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProjectPrompt {
    pub(crate) text: String,
    /// The model is to be given the tools too.
    pub(crate) with_tools: bool,
    /// An estimate.
    pub(crate) tokens: usize,
    /// Tables whose details stand in it, `database.table`, the nearest to the seed patterns first.
    pub(crate) preloaded: Vec<String>,
    /// A line per table: its name, size, some columns, and what it is joined with; for prompts that list the tables themselves.
    pub(crate) level_0: String,
    /// An estimate, at most about 20,000.
    pub(crate) level_0_tokens: usize,
    /// Tables for which `level_0` has no room.
    pub(crate) level_0_left_out: usize,
    /// What a model that calls tools is to be given; none for one that does not.
    pub(crate) tools: Vec<ToolDefinition>,
}

/// A tool as language models are given it.
#[derive(Serialize, ToSchema)]
pub(crate) struct ToolDefinition {
    pub(crate) name: &'static str,
    pub(crate) description: &'static str,
    /// A JSON schema of its arguments.
    #[schema(value_type = Object, additional_properties = true)]
    pub(crate) input_schema: Value,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RowFilter {
    column: String,
    value: Value,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct PackWish {
    enabled: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StateOfProject {
    PackGenerationPending,
    PackGeneration,
    PackGenerationDone,
    Ready,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum KindOfSource {
    Database,
    Api,
    Document,
    Skill,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StatusOfSource {
    /// It is read for the first time.
    Reading,
    Ready,
    /// It could not be reached when it was last read; what was found before still holds.
    Unreachable,
    /// It could never be read.
    Failed,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SourceLine {
    id: Uuid,
    project_id: Uuid,
    kind: KindOfSource,
    r#type: String,
    name: String,
    description: Option<String>,
    status: StatusOfSource,
    /// Why it could not be read.
    error: Option<String>,
    summary: SourceSummary,
    /// What was noticed while it was read, in sentences.
    warnings: Vec<String>,
    created_by: Option<Uuid>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

/// A source with its settings.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceDetails {
    id: Uuid,
    project_id: Uuid,
    kind: KindOfSource,
    r#type: String,
    name: String,
    description: Option<String>,
    status: StatusOfSource,
    /// Why it could not be read.
    error: Option<String>,
    summary: SourceSummary,
    warnings: Vec<String>,
    created_by: Option<Uuid>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
    #[schema(value_type = Object, additional_properties = true)]
    config: Value,
    /// The names of what is kept sealed.
    secrets: Vec<String>,
    files: Vec<UploadedFile>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct UploadedFile {
    name: String,
    bytes: u64,
    sha256: String,
}

/// Counts of what was found.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceSummary {
    /// The same in words.
    text: String,
    tables: Option<u64>,
    columns: Option<u64>,
    rows: Option<u64>,
    operations: Option<u64>,
    documents: Option<u64>,
    sections: Option<u64>,
    skills: Option<u64>,
    links: Option<u64>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SourceTest {
    ok: bool,
    /// What is wrong, in a sentence.
    detail: String,
    elapsed_ms: u64,
}

/// An upload.
#[derive(Serialize, ToSchema)]
pub(crate) struct UploadForm {
    /// `database`, `api`, `document` or `skill`; by the files' endings when not given.
    kind: Option<String>,
    /// By the first file's name when not given.
    name: Option<String>,
    description: Option<String>,
    /// One table of this name for all files. Without it files of one name are one, and those that differ only by a number or a date where their columns agree.
    table: Option<String>,
    /// One or more: CSV, TSV, XLSX, JSON, JSONL, Parquet, Arrow, Feather, SQLite; OpenAPI, GraphQL; PDF, DOCX, PPTX, HTML, Markdown, text; a ZIP archive of a skill's folder.
    #[schema(value_type = Vec<String>, format = Binary)]
    file: Vec<Vec<u8>>,
}

/// What changed, by group of tools.
#[derive(Serialize, ToSchema)]
pub(crate) struct Refreshed {
    schema: RefreshCounts,
    api: RefreshCounts,
    documents: RefreshCounts,
    skills: RefreshCounts,
    /// Sources that could not be read; what was found in them before still stands.
    failed: Vec<FailedSource>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RefreshCounts {
    added: u64,
    updated: u64,
    removed: u64,
    unchanged: u64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct FailedSource {
    source: String,
    detail: String,
}

/// What changed in one source.
#[derive(Serialize, ToSchema)]
pub(crate) struct SourceRefreshed {
    added: u64,
    updated: u64,
    removed: u64,
    unchanged: u64,
    /// Why it could not be read; what was found in it before still stands.
    failed: Option<String>,
}

/// What the values of a table are like.
#[derive(Serialize, ToSchema)]
pub(crate) struct ProfileOfTable {
    table: String,
    rows: u64,
    columns: Vec<ProfileOfColumn>,
    elapsed_ms: u64,
    /// What became of columns whose texts mean numbers or days; of files.
    #[schema(required = false)]
    conversions: Vec<super::ConversionOfColumn>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ProfileOfColumn {
    name: String,
    r#type: String,
    /// Rows with a value; the others are null.
    count: u64,
    nulls: u64,
    /// How many different values.
    distinct: u64,
    /// `distinct` is an estimate.
    #[schema(required = false)]
    estimated: bool,
    #[schema(required = false)]
    min: Value,
    #[schema(required = false)]
    max: Value,
    #[schema(required = false)]
    mean: Option<f64>,
    #[schema(required = false)]
    std: Option<f64>,
    /// About the quantiles 0.05, 0.25, 0.5, 0.75 and 0.95, of files.
    #[schema(required = false)]
    quantiles: Vec<Value>,
    /// How the values of numbers, days and times of files lie between the least and the greatest: about so many in each of equal parts.
    #[schema(required = false)]
    histogram: Vec<u64>,
    /// The most frequent values; none of columns that look like secrets.
    #[schema(required = false)]
    top: Vec<FrequentValue>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct FrequentValue {
    value: Value,
    count: u64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ToolLine {
    name: String,
    description: String,
    /// A JSON schema.
    #[schema(value_type = Object, additional_properties = true)]
    input_schema: Value,
    group: ToolGroup,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ToolGroup {
    Schema,
    Api,
    Documents,
    Facts,
    Skills,
    Query,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct QueryAnswer {
    columns: Vec<String>,
    /// Each as long as `columns`.
    rows: Vec<Vec<Value>>,
    row_count: u64,
    elapsed_ms: u64,
    /// There were more rows, or more bytes, than the limits let through.
    truncated: bool,
}

/// What became of a claim (the seed's validation block).
#[derive(Serialize, ToSchema)]
pub(crate) struct Validation {
    status: VerdictOfClaim,
    verified_count: Option<f64>,
    original_count: f64,
    query: Option<String>,
    reasoning: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum VerdictOfClaim {
    Confirmed,
    Adjusted,
    Rejected,
    Error,
}
