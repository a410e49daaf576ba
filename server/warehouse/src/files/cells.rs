//! Values of Arrow as JSON.

use crate::rows::{decimal, float, hexadecimal};
use arrow::{
    array::{Array, ArrayRef, AsArray as _},
    datatypes::{
        DataType, Float16Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type,
        UInt32Type, UInt64Type,
    },
    error::ArrowError,
    util::display::{ArrayFormatter, FormatOptions},
};
use serde_json::{Map, Value};

/// One value of a column.
pub(super) fn cell(array: &dyn Array, row: usize) -> Result<Value, ArrowError> {
    if array.is_null(row) {
        return Ok(Value::Null);
    }
    Ok(match array.data_type() {
        DataType::Null => Value::Null,
        DataType::Boolean => Value::Bool(array.as_boolean().value(row)),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(row).into(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(row).into(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(row).into(),
        DataType::Int64 => array.as_primitive::<Int64Type>().value(row).into(),
        DataType::UInt8 => array.as_primitive::<UInt8Type>().value(row).into(),
        DataType::UInt16 => array.as_primitive::<UInt16Type>().value(row).into(),
        DataType::UInt32 => array.as_primitive::<UInt32Type>().value(row).into(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(row).into(),
        DataType::Float16 => float(array.as_primitive::<Float16Type>().value(row).to_f64()),
        // By its text: 0.1 as a single is not the double 0.10000000149011612 to a person.
        DataType::Float32 => {
            let single = array.as_primitive::<Float32Type>().value(row);
            float(single.to_string().parse().unwrap_or(f64::from(single)))
        }
        DataType::Float64 => float(array.as_primitive::<Float64Type>().value(row)),
        DataType::Utf8 => array.as_string::<i32>().value(row).into(),
        DataType::LargeUtf8 => array.as_string::<i64>().value(row).into(),
        DataType::Utf8View => array.as_string_view().value(row).into(),
        DataType::Binary => hexadecimal(array.as_binary::<i32>().value(row)),
        DataType::LargeBinary => hexadecimal(array.as_binary::<i64>().value(row)),
        DataType::BinaryView => hexadecimal(array.as_binary_view().value(row)),
        DataType::FixedSizeBinary(_) => hexadecimal(array.as_fixed_size_binary().value(row)),
        DataType::List(_) => list(&array.as_list::<i32>().value(row))?,
        DataType::LargeList(_) => list(&array.as_list::<i64>().value(row))?,
        DataType::FixedSizeList(..) => list(&array.as_fixed_size_list().value(row))?,
        DataType::Struct(fields) => {
            let parts = array.as_struct();
            let named = fields.iter().zip(parts.columns()).map(|(field, column)| Ok((field.name().clone(), cell(column, row)?)));
            Value::Object(named.collect::<Result<Map<_, _>, ArrowError>>()?)
        }
        DataType::Map(..) => {
            let entries = array.as_map().value(row);
            let (keys, values) = (entries.column(0), entries.column(1));
            let named = (0..entries.len()).map(|at| {
                let name = match cell(keys, at)? {
                    Value::String(name) => name,
                    other => other.to_string(),
                };
                Ok((name, cell(values, at)?))
            });
            Value::Object(named.collect::<Result<Map<_, _>, ArrowError>>()?)
        }
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            cell(dictionary.values(), dictionary.normalized_keys()[row])?
        }
        DataType::Decimal32(..) | DataType::Decimal64(..) | DataType::Decimal128(..) | DataType::Decimal256(..) => {
            decimal(&text(array, row)?)
        }
        _ => Value::from(text(array, row)?),
    })
}

fn list(items: &ArrayRef) -> Result<Value, ArrowError> {
    (0..items.len()).map(|at| cell(items, at)).collect::<Result<Vec<_>, _>>().map(Value::Array)
}

/// Days, times and spans in ISO 8601, and whatever else has a text.
fn text(array: &dyn Array, row: usize) -> Result<String, ArrowError> {
    let options = FormatOptions::new().with_duration_format(arrow::util::display::DurationFormat::ISO8601);
    Ok(ArrayFormatter::try_new(array, &options)?.value(row).to_string())
}
