//! What is remembered of one column while its values go by.

use super::sketch::{Distinct, Frequencies, Sample, hash_bytes, mix};
use crate::{describing::shortened, files::cells::cell, rows::float};
use arrow::{
    array::{Array, ArrayRef, AsArray as _, Float64Array, Int64Array},
    compute::cast,
    datatypes::{DataType, Float64Type},
    error::ArrowError,
};
use domain::tools::catalog::{ColumnProfile, Frequent};
use serde_json::Value;

const QUANTILES: [f64; 5] = [0.05, 0.25, 0.5, 0.75, 0.95];
const TOP: usize = 5;
const BARS: usize = 20;

#[derive(Default)]
pub(super) struct Watch {
    data_type: Option<DataType>,
    count: u64,
    nulls: u64,
    distinct: Distinct,
    often: Frequencies,
    numbers: Moments,
    sample: Sample,
    least: Option<f64>,
    most: Option<f64>,
    first: Option<String>,
    last: Option<String>,
}

/// Mean and squared distance from it, joined by Chan's rule.
#[derive(Clone, Copy, Default)]
struct Moments {
    count: f64,
    mean: f64,
    squares: f64,
}

impl Moments {
    #[expect(clippy::cast_precision_loss, reason = "as many values as memory holds")]
    fn from_values(values: impl ExactSizeIterator<Item = f64> + Clone) -> Self {
        if values.len() == 0 {
            return Self::default();
        }
        let count = values.len() as f64;
        let mean = values.clone().sum::<f64>() / count;
        Self { count, mean, squares: values.map(|value| (value - mean) * (value - mean)).sum() }
    }

    fn join(&mut self, other: Self) {
        let count = self.count + other.count;
        if other.count == 0.0 {
            return;
        }
        let apart = other.mean - self.mean;
        self.squares += other.squares + apart * apart * self.count * other.count / count;
        self.mean += apart * other.count / count;
        self.count = count;
    }
}

impl Watch {
    /// A file that does not have the column.
    pub(super) fn missing(&mut self, rows: u64) {
        self.nulls += rows;
    }

    pub(super) fn see(&mut self, values: &ArrayRef) -> Result<(), ArrowError> {
        let nulls = values.logical_null_count() as u64;
        self.nulls += nulls;
        self.count += values.len() as u64 - nulls;
        let data_type = self.data_type.get_or_insert_with(|| values.data_type().clone()).clone();
        match plain(&data_type) {
            Plain::Number => self.numbers(cast(values, &DataType::Float64)?.as_primitive::<Float64Type>()),
            Plain::Moment => {
                self.numbers(cast(&cast(values, &DataType::Int64)?, &DataType::Float64)?.as_primitive::<Float64Type>())
            }
            // Days of 32 bits become longer by way of their own width.
            Plain::Short => {
                let short = cast(values, &DataType::Int32)?;
                self.numbers(cast(&short, &DataType::Float64)?.as_primitive::<Float64Type>());
            }
            Plain::Text => match values.data_type() {
                DataType::Utf8 => self.texts(values.as_string::<i32>().iter()),
                DataType::LargeUtf8 => self.texts(values.as_string::<i64>().iter()),
                DataType::Utf8View => self.texts(values.as_string_view().iter()),
                _ => self.texts(cast(values, &DataType::Utf8)?.as_string::<i32>().iter()),
            },
            Plain::Other => {}
        }
        Ok(())
    }

    fn numbers(&mut self, array: &Float64Array) {
        if array.null_count() == 0 {
            self.slice(array.values());
        } else {
            let values: Vec<f64> = array.iter().flatten().collect();
            self.slice(&values);
        }
    }

    fn slice(&mut self, values: &[f64]) {
        let sound: Vec<f64>;
        let values = if values.iter().all(|value| value.is_finite()) {
            values
        } else {
            sound = values.iter().copied().filter(|value| value.is_finite()).collect();
            &sound
        };
        let Some(first) = values.first() else { return };
        let (mut least, mut most) = (self.least.unwrap_or(*first), self.most.unwrap_or(*first));
        for value in values {
            least = least.min(*value);
            most = most.max(*value);
        }
        (self.least, self.most) = (Some(least), Some(most));
        self.numbers.join(Moments::from_values(values.iter().copied()));
        for value in values {
            // -0 and 0 are one value.
            let hash = mix((value + 0.0).to_bits());
            self.distinct.add(hash);
            self.often.add(hash, *value, None);
            self.sample.add(*value);
        }
    }

    #[expect(clippy::cast_precision_loss, reason = "lengths of texts")]
    fn texts<'a>(&mut self, texts: impl Iterator<Item = Option<&'a str>>) {
        let mut lengths = Vec::with_capacity(8_192);
        for text in texts.flatten() {
            let hash = hash_bytes(text.as_bytes());
            self.distinct.add(hash);
            self.often.add(hash, 0.0, Some(text));
            lengths.push(if text.is_ascii() { text.len() } else { text.chars().count() } as f64);
            if self.first.as_deref().is_none_or(|first| text < first) {
                self.first = Some(text.to_owned());
            }
            if self.last.as_deref().is_none_or(|last| text > last) {
                self.last = Some(text.to_owned());
            }
        }
        self.numbers.join(Moments::from_values(lengths.iter().copied()));
    }

    /// Takes over what another watch saw of the same column.
    pub(super) fn join(&mut self, other: Self) {
        self.data_type = self.data_type.take().or(other.data_type);
        self.count += other.count;
        self.nulls += other.nulls;
        self.distinct.join(&other.distinct);
        self.often.join(other.often);
        self.numbers.join(other.numbers);
        self.sample.join(other.sample);
        self.least = [self.least, other.least].into_iter().flatten().reduce(f64::min);
        self.most = [self.most, other.most].into_iter().flatten().reduce(f64::max);
        self.first = [self.first.take(), other.first].into_iter().flatten().min();
        self.last = [self.last.take(), other.last].into_iter().flatten().max();
    }

    pub(super) fn into_profile(self, name: &str, data_type: String, secret: bool) -> ColumnProfile {
        let kind = self.data_type.clone().unwrap_or(DataType::Null);
        let to_value = |number: f64| to_value(number, &kind);
        let measured =
            self.numbers.count > 0.0 && !matches!(plain(&kind), Plain::Moment | Plain::Short) && kind != DataType::Boolean;
        let mut told = ColumnProfile {
            name: name.to_owned(),
            data_type,
            count: self.count,
            nulls: self.nulls,
            distinct: self.often.distinct().unwrap_or_else(|| self.distinct.estimate()).min(self.count),
            estimated: self.often.distinct().is_none(),
            mean: measured.then_some(self.numbers.mean),
            std: (measured && self.numbers.count > 1.0).then(|| (self.numbers.squares / (self.numbers.count - 1.0)).sqrt()),
            ..ColumnProfile::default()
        };
        if secret {
            return told;
        }
        let text = |text: &String| shortened(&Value::from(text.as_str()));
        told.min = self.least.map(to_value).or_else(|| self.first.as_ref().map(text));
        told.max = self.most.map(to_value).or_else(|| self.last.as_ref().map(text));
        told.top = self
            .often
            .top(TOP)
            .into_iter()
            .map(|(count, number, text)| Frequent {
                value: text.map_or_else(|| to_value(number), |text| shortened(&Value::from(text))),
                count,
            })
            .collect();
        if kind != DataType::Boolean {
            if let (Some(least), Some(most)) = (self.least, self.most) {
                told.histogram = self.sample.histogram(least, most, BARS);
            }
            told.quantiles = self.sample.quantiles(&QUANTILES).into_iter().map(to_value).collect();
        }
        told
    }
}

/// What can be measured of a type.
enum Plain {
    Number,
    /// Times as whole numbers of 64 bits, and of 32.
    Moment,
    Short,
    Text,
    Other,
}

fn plain(data_type: &DataType) -> Plain {
    match data_type {
        DataType::Boolean => Plain::Number,
        DataType::Decimal32(..) | DataType::Decimal64(..) | DataType::Decimal128(..) | DataType::Decimal256(..) => Plain::Number,
        numeric if numeric.is_numeric() => Plain::Number,
        DataType::Date32 | DataType::Time32(_) => Plain::Short,
        DataType::Date64 | DataType::Time64(_) | DataType::Timestamp(..) | DataType::Duration(_) => Plain::Moment,
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View => Plain::Text,
        DataType::Dictionary(_, value) => match plain(value) {
            Plain::Text => Plain::Text,
            _ => Plain::Other,
        },
        _ => Plain::Other,
    }
}

/// A number as a value of its column.
fn to_value(number: f64, kind: &DataType) -> Value {
    #[expect(clippy::cast_possible_truncation, reason = "it was a whole number of 64 bits before")]
    let whole = number as i64;
    match plain(kind) {
        Plain::Moment => back(whole, kind),
        Plain::Short => cast(&Int64Array::from(vec![whole]), &DataType::Int32)
            .and_then(|short| cast(&short, kind))
            .and_then(|value| cell(&value, 0))
            .unwrap_or_else(|_| float(number)),
        _ if *kind == DataType::Boolean => Value::Bool(number != 0.0),
        _ if kind.is_integer() => Value::from(whole),
        _ => float(number),
    }
}

fn back(whole: i64, kind: &DataType) -> Value {
    cast(&Int64Array::from(vec![whole]), kind).and_then(|value| cell(&value, 0)).unwrap_or_else(|_| Value::from(whole))
}
