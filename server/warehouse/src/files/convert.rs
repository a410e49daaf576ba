//! Columns of texts as the numbers and days that they mean (`domain::tools::conversion`), while a file becomes Parquet.

use arrow::{
    array::{Array as _, ArrayRef, AsArray as _, Date32Array, Float64Array, Int64Array},
    datatypes::{DataType, Field, Schema, SchemaRef},
    error::ArrowError,
    record_batch::{RecordBatch, RecordBatchReader},
};
use domain::tools::conversion::{Cell, Conversion, Meaning, Outcome, Plan, Typed, Watch};
use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

/// One column of a table, with what is made of it.
struct Judged {
    name: String,
    typed: Typed,
    watch: Watch,
    outcome: Outcome,
    /// It is to be converted; otherwise somebody wants its texts.
    wanted: bool,
    counted: Arc<Mutex<Counted>>,
}

#[derive(Clone, Copy, Default)]
struct Counted {
    values: u64,
    empty: u64,
}

/// What is made of the columns of a table.
pub(super) struct Conversions {
    judged: Vec<Judged>,
    /// Every row was looked at before: what does not fit then is known, and becomes empty.
    whole: bool,
}

impl Conversions {
    pub(super) const fn none() -> Self {
        Self { judged: Vec::new(), whole: true }
    }

    /// By what was seen of each column of `schema`, which the reader has typed. Those of `as_text` stay as they are.
    pub(super) fn judge(schema: &Schema, mut watches: HashMap<&str, Watch>, whole: bool, as_text: &[String]) -> Self {
        let judge = |field: &Arc<Field>| {
            let watch = watches.remove(&**field.name())?;
            let typed = typed(field.data_type());
            let outcome = watch.decide(field.name(), typed);
            let wanted = !as_text.contains(field.name());
            let counted = Arc::default();
            (outcome != Outcome::Nothing).then(|| Judged { name: field.name().clone(), typed, watch, outcome, wanted, counted })
        };
        Self { judged: schema.fields().iter().filter_map(judge).collect(), whole }
    }

    /// What the reader of the file makes of it: texts, where they are converted or wanted.
    pub(super) fn read_schema(&self, schema: &Schema) -> Schema {
        self.with_types(schema, |judged| matches!(judged.outcome, Outcome::Convert(_)).then_some(DataType::Utf8))
    }

    /// What becomes of that.
    pub(super) fn schema(&self, schema: &Schema) -> Schema {
        self.with_types(schema, |judged| match &judged.outcome {
            Outcome::Convert(plan) if judged.wanted => Some(data_type(plan.meaning)),
            Outcome::Convert(_) => Some(DataType::Utf8),
            _ => None,
        })
    }

    fn with_types(&self, schema: &Schema, of: impl Fn(&Judged) -> Option<DataType>) -> Schema {
        let field = |field: &Arc<Field>| {
            let known = self.judged.iter().find(|judged| judged.name == *field.name()).and_then(&of);
            known.map_or_else(|| field.clone(), |data_type| Arc::new(Field::new(field.name(), data_type, true)))
        };
        Schema::new(schema.fields().iter().map(field).collect::<Vec<_>>())
    }

    /// Rows of one file, converted.
    pub(super) fn apply(&self, inner: Box<dyn RecordBatchReader + Send>) -> Box<dyn RecordBatchReader + Send> {
        let step = |judged: &Judged| {
            let Outcome::Convert(plan) = &judged.outcome else { return None };
            let place = inner.schema().index_of(&judged.name).ok().filter(|_| judged.wanted)?;
            Some(Step { place, plan: plan.clone(), whole: self.whole, counted: Arc::clone(&judged.counted) })
        };
        let steps: Vec<Step> = self.judged.iter().filter_map(step).collect();
        if steps.is_empty() {
            return inner;
        }
        let schema = Arc::new(self.schema(&inner.schema()));
        Box::new(Converted { inner, schema, steps })
    }

    /// What is told of them, after all files were read.
    pub(super) fn describe(&self) -> Vec<Conversion> {
        let one = |judged: &Judged| {
            let counted = *judged.counted.lock().unwrap_or_else(PoisonError::into_inner);
            let is_read = judged.wanted && matches!(judged.outcome, Outcome::Convert(_));
            let counted = is_read.then(|| (counted.values, counted.empty.max(judged.watch.nothings())));
            judged.watch.describe(&judged.name, judged.typed, &judged.outcome, judged.wanted, counted)
        };
        self.judged.iter().filter_map(one).collect()
    }
}

fn typed(data_type: &DataType) -> Typed {
    match data_type {
        DataType::Utf8 => Typed::Text,
        DataType::Int64 => Typed::Integer,
        DataType::Float64 => Typed::Number,
        DataType::Date32 => Typed::Date,
        _ => Typed::Other,
    }
}

fn data_type(meaning: Meaning) -> DataType {
    match meaning {
        Meaning::Text => DataType::Utf8,
        Meaning::Integer => DataType::Int64,
        Meaning::Number | Meaning::Percent => DataType::Float64,
        Meaning::Date => DataType::Date32,
    }
}

/// How one column of a file is converted.
struct Step {
    place: usize,
    plan: Plan,
    whole: bool,
    counted: Arc<Mutex<Counted>>,
}

struct Converted {
    inner: Box<dyn RecordBatchReader + Send>,
    schema: SchemaRef,
    steps: Vec<Step>,
}

impl Step {
    fn convert(&self, texts: &ArrayRef) -> Result<ArrayRef, ArrowError> {
        let mut cells = Vec::with_capacity(texts.len());
        let mut counted = Counted::default();
        for text in texts.as_string::<i32>() {
            let text = text.unwrap_or_default();
            let cell = self.plan.read(text);
            if cell == Cell::Misfit && !self.whole {
                // As the reader of the file says it, so that every row is looked at.
                return Err(ArrowError::ParseError(format!("Error while parsing value {text:?}")));
            }
            counted.values += u64::from(cell != Cell::Blank);
            counted.empty += u64::from(matches!(cell, Cell::Nothing | Cell::Misfit));
            cells.push(cell);
        }
        let mut all = self.counted.lock().unwrap_or_else(PoisonError::into_inner);
        (all.values, all.empty) = (all.values + counted.values, all.empty + counted.empty);
        drop(all);
        let array: ArrayRef = match data_type(self.plan.meaning) {
            DataType::Int64 => Arc::new(cells.iter().map(integer).collect::<Int64Array>()),
            DataType::Date32 => Arc::new(cells.iter().map(day).collect::<Date32Array>()),
            _ => Arc::new(cells.iter().map(number).collect::<Float64Array>()),
        };
        Ok(array)
    }
}

const fn integer(cell: &Cell) -> Option<i64> {
    if let Cell::Integer(number) = cell { Some(*number) } else { None }
}

const fn number(cell: &Cell) -> Option<f64> {
    if let Cell::Number(number) = cell { Some(*number) } else { None }
}

const fn day(cell: &Cell) -> Option<i32> {
    if let Cell::Day(days) = cell { Some(*days) } else { None }
}

impl Converted {
    fn convert(&self, batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        let mut columns = batch.columns().to_vec();
        for step in &self.steps {
            if let Some(column) = columns.get_mut(step.place) {
                *column = step.convert(column)?;
            }
        }
        RecordBatch::try_new(Arc::clone(&self.schema), columns)
    }
}

impl Iterator for Converted {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let batch = self.inner.next()?;
        Some(batch.and_then(|batch| self.convert(&batch)))
    }
}

impl RecordBatchReader for Converted {
    fn schema(&self) -> SchemaRef {
        Arc::clone(&self.schema)
    }
}
