//! DataFusion, on threads of its own: a query that takes all it can get must not slow the server down more than its share.

use super::cells::cell;
use crate::rows::Gathering;
use datafusion::{
    catalog::TableProvider,
    common::{
        TableReference,
        tree_node::{Transformed, TreeNode as _},
    },
    datasource::{
        file_format::parquet::ParquetFormat,
        listing::{ListingOptions, ListingTable, ListingTableConfig, ListingTableUrl},
    },
    error::DataFusionError,
    execution::{
        context::SQLOptions,
        memory_pool::{FairSpillPool, TrackConsumersPool},
        runtime_env::RuntimeEnvBuilder,
    },
    physical_plan::{ExecutionPlan, coop::CooperativeExec, execute_stream},
    prelude::{SessionConfig, SessionContext},
};
use domain::tools::warehouse::{QueryLimits, Rows, WarehouseFault};
use futures::StreamExt as _;
use std::{
    num::NonZeroUsize,
    path::PathBuf,
    sync::{Arc, LazyLock},
    time::Instant,
};
use tokio::{
    runtime::Runtime,
    sync::Semaphore,
    task::{JoinError, JoinHandle},
};

/// For one query.
const MEMORY: usize = 512 << 20;
/// On disk, where sorting and joining do not fit into memory.
const SPILL: u64 = 4 << 30;
/// At once; the others wait.
const MOST_QUERIES: usize = 3;

static TURNS: LazyLock<Semaphore> = LazyLock::new(|| Semaphore::new(MOST_QUERIES));
static THREADS: LazyLock<Result<Runtime, String>> = LazyLock::new(|| {
    let built =
        tokio::runtime::Builder::new_multi_thread().thread_name("warehouse").thread_stack_size(8 << 20).enable_all().build();
    built.map_err(|error| error.to_string())
});

/// Tables by their names.
pub(super) type Tables = Vec<(String, Arc<dyn TableProvider>)>;

pub(super) fn provider(
    files: &[PathBuf],
    schema: Arc<arrow::datatypes::Schema>,
) -> Result<Arc<dyn TableProvider>, WarehouseFault> {
    let unusable = |why: String| WarehouseFault::Unusable(format!("the file cannot be read: {why}"));
    let url = |path: &PathBuf| {
        let path = path.canonicalize().map_err(|error| unusable(error.to_string()))?;
        let url = reqwest::Url::from_file_path(&path).map_err(|()| unusable("its path is none".to_owned()))?;
        ListingTableUrl::try_new(url, None).map_err(|error| unusable(error.to_string()))
    };
    let urls = files.iter().map(url).collect::<Result<Vec<_>, _>>()?;
    let options = ListingOptions::new(Arc::new(ParquetFormat::default())).with_file_extension("");
    let config = ListingTableConfig::new_with_multi_paths(urls).with_listing_options(options).with_schema(schema);
    let table = ListingTable::try_new(config).map_err(|error| unusable(error.to_string()))?;
    Ok(Arc::new(table))
}

/// Runs a query that has passed the guard.
pub(super) async fn run(tables: Arc<Tables>, sql: String, limits: QueryLimits) -> Result<Rows, WarehouseFault> {
    let began = Instant::now();
    let limit = limits.time;
    let work = async move {
        let turn = TURNS.acquire().await.map_err(|error| WarehouseFault::Limit(error.to_string()))?;
        let work = Work(threads()?.spawn(async move {
            // Given back when the work has ended, which may be later than nobody waits for it any more.
            let _turn = turn;
            answer(&tables, &sql, &limits, began).await
        }));
        work.done().await
    };
    tokio::time::timeout(limit, work)
        .await
        .unwrap_or_else(|_| Err(WarehouseFault::Limit("the query took longer than it may".to_owned())))
}

pub(super) fn threads() -> Result<&'static Runtime, WarehouseFault> {
    THREADS.as_ref().map_err(|error| WarehouseFault::Limit(format!("there are no threads for queries: {error}")))
}

/// Work on the engine's threads that ends when nobody waits for it any more.
struct Work<T>(JoinHandle<Result<T, WarehouseFault>>);

impl<T> Work<T> {
    async fn done(mut self) -> Result<T, WarehouseFault> {
        (&mut self.0).await.unwrap_or_else(|error| Err(failed(&error)))
    }
}

impl<T> Drop for Work<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

fn failed(error: &JoinError) -> WarehouseFault {
    tracing::error!(%error, "a query ended the engine's work");
    WarehouseFault::Invalid("the query is more than the engine can work out".to_owned())
}

async fn answer(tables: &Tables, sql: &str, limits: &QueryLimits, began: Instant) -> Result<Rows, WarehouseFault> {
    let context = context(tables).map_err(|error| to_fault(&error))?;
    let options = SQLOptions::new().with_allow_ddl(false).with_allow_dml(false).with_allow_statements(false);
    let frame = context.sql_with_options(sql, options).await.map_err(|error| to_fault(&error))?;
    let columns = frame.schema().fields().iter().map(|field| field.name().clone()).collect();
    let mut gathering = Gathering::since(began, columns, limits);
    let plan = frame.create_physical_plan().await.and_then(cooperative).map_err(|error| to_fault(&error))?;
    let mut batches = execute_stream(plan, context.task_ctx()).map_err(|error| to_fault(&error))?;
    while let Some(batch) = batches.next().await {
        let batch = batch.map_err(|error| to_fault(&error))?;
        for row in 0..batch.num_rows() {
            let values = batch.columns().iter().map(|column| cell(column, row)).collect::<Result<Vec<_>, _>>();
            if !gathering.push(values.map_err(|error| WarehouseFault::Invalid(error.to_string()))?) {
                return Ok(gathering.done());
            }
        }
    }
    Ok(gathering.done())
}

/// Makes joins hand their thread back now and then: what is no longer waited for ends only where work does that, and a join makes many
/// rows of few.
fn cooperative(plan: Arc<dyn ExecutionPlan>) -> Result<Arc<dyn ExecutionPlan>, DataFusionError> {
    let wrapped = plan.transform_up(|node| {
        let multiplies = node.name().contains("Join") || matches!(node.name(), "UnnestExec" | "RecursiveQueryExec");
        Ok(if multiplies {
            Transformed::yes(Arc::new(CooperativeExec::new(node)) as Arc<dyn ExecutionPlan>)
        } else {
            Transformed::no(node)
        })
    })?;
    Ok(wrapped.data)
}

fn context(tables: &Tables) -> Result<SessionContext, DataFusionError> {
    let mut config =
        SessionConfig::new().with_target_partitions(std::thread::available_parallelism().map_or(2, NonZeroUsize::get));
    // Names are put right before (`naming`), so that files keep their capitals.
    config.options_mut().sql_parser.enable_ident_normalization = false;
    let few = NonZeroUsize::MIN;
    let pool = Arc::new(TrackConsumersPool::new(FairSpillPool::new(MEMORY), few));
    let runtime = RuntimeEnvBuilder::new().with_memory_pool(pool).with_max_temp_directory_size(SPILL).build_arc()?;
    let context = SessionContext::new_with_config_rt(config, runtime);
    for (name, provider) in tables {
        context.register_table(TableReference::bare(name.clone()), Arc::clone(provider))?;
    }
    Ok(context)
}

fn to_fault(error: &DataFusionError) -> WarehouseFault {
    let root = error.find_root();
    let text = root.strip_backtrace();
    match root {
        DataFusionError::ResourcesExhausted(_) => {
            WarehouseFault::Limit(format!("the query needs more memory than it may have ({} MB)", MEMORY >> 20))
        }
        DataFusionError::IoError(_) | DataFusionError::ObjectStore(_) | DataFusionError::ParquetError(_) => {
            WarehouseFault::Unusable(format!("the file cannot be read: {text}"))
        }
        _ => WarehouseFault::Invalid(plainly(&text)),
    }
}

/// Without the trees of the parser and the planner, which begin with a brace.
fn plainly(text: &str) -> String {
    const LONGEST: usize = 400;
    let words = text.split('{').next().unwrap_or_default();
    let words = if words.len() < text.len() {
        // The tree's name is before the brace, sometimes within another one.
        let last = words.trim_end().rfind(char::is_whitespace).map_or(0, |at| at + 1);
        words[last..].find('(').map_or(words, |at| &words[..last + at])
    } else {
        words
    };
    words.trim_end().trim_end_matches(':').chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_of_the_parser_are_not_shown() {
        for (text, told) in [
            ("Unsupported ast node Pivot { table: Derived { lateral: false } }", "Unsupported ast node Pivot"),
            (
                "Physical plan does not support logical expression Exists(Exists { subquery: <subquery>, negated: false })",
                "Physical plan does not support logical expression Exists",
            ),
            ("Schema error: No field named x. Valid fields are a, b.", "Schema error: No field named x. Valid fields are a, b."),
        ] {
            assert_eq!(plainly(text), told);
        }
        assert_eq!(plainly(&"x".repeat(10_000)).len(), 400);
    }
}
