//! The value of a formula.

use super::{Node, Operator};
use crate::tools::claim::number as to_number;
use serde_json::Value;
use std::cmp::Ordering;

/// `percent(a, b)`: a of b in percent; `change(a, b)`: from a to b in percent.
pub(super) const FUNCTIONS: [&str; 14] =
    ["min", "max", "sum", "avg", "count", "abs", "round", "contains", "lower", "percent", "change", "if", "coalesce", "is_null"];

/// Numbers that differ by less than this part are the same.
const SAME: f64 = 1e-9;

type Values<'a> = &'a dyn Fn(&str) -> Option<Value>;

pub(super) fn evaluate(node: &Node, values: Values<'_>) -> Result<Value, String> {
    match node {
        Node::Value(value) => Ok(normal(value)),
        Node::Id(id) => values(id).ok_or_else(|| format!("there is no value {id}")),
        Node::Negative(inner) => Ok(number(&evaluate(inner, values)?)?.map_or(Value::Null, |number| to_number(-number))),
        Node::Not(inner) => Ok(truth(&evaluate(inner, values)?)?.map_or(Value::Null, |truth| (!truth).into())),
        Node::Binary(operator @ (Operator::And | Operator::Or), left, right) => logic(*operator, left, right, values),
        Node::Binary(operator, left, right) => binary(*operator, &evaluate(left, values)?, &evaluate(right, values)?),
        Node::Call(name, arguments) if name == "if" => choose(arguments, values),
        Node::Call(name, arguments) => {
            let arguments = arguments.iter().map(|argument| evaluate(argument, values)).collect::<Result<Vec<_>, _>>()?;
            call(name, &arguments)
        }
    }
}

/// Whole numbers without a point.
fn normal(value: &Value) -> Value {
    value.as_f64().map_or_else(|| value.clone(), to_number)
}

/// A truth that is not known leaves open only what depends on it.
fn logic(operator: Operator, left: &Node, right: &Node, values: Values<'_>) -> Result<Value, String> {
    let decides = operator == Operator::Or;
    let left = truth(&evaluate(left, values)?)?;
    if left == Some(decides) {
        return Ok(decides.into());
    }
    let right = truth(&evaluate(right, values)?)?;
    Ok(match (left, right) {
        (_, Some(right)) if right == decides => decides.into(),
        (Some(_), Some(right)) => right.into(),
        _ => Value::Null,
    })
}

fn binary(operator: Operator, left: &Value, right: &Value) -> Result<Value, String> {
    if operator == Operator::In {
        let list = right.as_array().ok_or("after `in` stands a list")?;
        return Ok(list.iter().any(|one| compare(left, one) == Some(Ordering::Equal)).into());
    }
    if left.is_null() || right.is_null() {
        return Ok(Value::Null);
    }
    let compared = || compare(left, right).ok_or_else(|| format!("{left} and {right} cannot be compared"));
    let truth = match operator {
        // Values of different kinds are not the same.
        Operator::Equal => Some(compare(left, right) == Some(Ordering::Equal)),
        Operator::Unequal => Some(compare(left, right) != Some(Ordering::Equal)),
        Operator::Less => Some(compared()?.is_lt()),
        Operator::AtMost => Some(compared()?.is_le()),
        Operator::More => Some(compared()?.is_gt()),
        Operator::AtLeast => Some(compared()?.is_ge()),
        _ => None,
    };
    if let Some(truth) = truth {
        return Ok(truth.into());
    }
    let (Some(left), Some(right)) = (number(left)?, number(right)?) else { return Ok(Value::Null) };
    let result = match operator {
        Operator::Plus => left + right,
        Operator::Minus => left - right,
        Operator::Times => left * right,
        Operator::Over | Operator::Modulo if right == 0.0 => return Err(format!("{left} cannot be divided by zero")),
        Operator::Over => left / right,
        Operator::Modulo => left % right,
        _ => left.powf(right),
    };
    finite(result)
}

fn finite(number: f64) -> Result<Value, String> {
    if number.is_finite() { Ok(to_number(number)) } else { Err("the result is no number".to_owned()) }
}

fn choose(arguments: &[Node], values: Values<'_>) -> Result<Value, String> {
    let [condition, then, otherwise] = arguments else { return Err("if takes a condition and two values".to_owned()) };
    match truth(&evaluate(condition, values)?)? {
        Some(true) => evaluate(then, values),
        Some(false) => evaluate(otherwise, values),
        None => Ok(Value::Null),
    }
}

fn call(name: &str, arguments: &[Value]) -> Result<Value, String> {
    let one = || match arguments {
        [one] => Ok(one),
        _ => Err(format!("{name} takes one value")),
    };
    let two = || match arguments {
        [first, second] => Ok((first, second)),
        _ => Err(format!("{name} takes two values")),
    };
    match name {
        "min" | "max" | "sum" | "avg" | "count" => aggregate(name, arguments),
        "abs" => Ok(number(one()?)?.map_or(Value::Null, |number| to_number(number.abs()))),
        "round" => round(arguments),
        "lower" => Ok(one()?.as_str().map_or(Value::Null, |text| text.to_lowercase().into())),
        "is_null" => Ok(one()?.is_null().into()),
        "coalesce" => Ok(arguments.iter().find(|value| !value.is_null()).cloned().unwrap_or(Value::Null)),
        "contains" => {
            let (all, part) = two()?;
            if let Some(list) = all.as_array() {
                return Ok(list.iter().any(|one| compare(one, part) == Some(Ordering::Equal)).into());
            }
            let (Some(all), Some(part)) = (all.as_str(), part.as_str()) else { return Ok(Value::Null) };
            Ok(all.to_lowercase().contains(&part.to_lowercase()).into())
        }
        _ => {
            let (first, second) = two()?;
            let (Some(first), Some(second)) = (number(first)?, number(second)?) else { return Ok(Value::Null) };
            let (part, whole) = if name == "change" { (second - first, first.abs()) } else { (first, second) };
            if whole == 0.0 {
                return Err(format!("{name} cannot divide by zero"));
            }
            finite(part / whole * 100.0)
        }
    }
}

/// Over all values and the elements of lists; what is null is left out.
fn aggregate(name: &str, arguments: &[Value]) -> Result<Value, String> {
    let mut all: Vec<&Value> = Vec::new();
    for argument in arguments {
        match argument {
            Value::Array(list) => all.extend(list),
            other => all.push(other),
        }
    }
    all.retain(|value| !value.is_null());
    if name == "count" {
        return Ok(all.len().into());
    }
    if matches!(name, "min" | "max") {
        let wanted = if name == "min" { Ordering::Less } else { Ordering::Greater };
        let mut best: Option<&Value> = None;
        for value in all {
            let is_better = match best {
                None => true,
                Some(best) => compare(value, best).ok_or("values of different kinds have no order")? == wanted,
            };
            best = if is_better { Some(value) } else { best };
        }
        return Ok(best.cloned().unwrap_or(Value::Null));
    }
    let numbers = all.into_iter().map(number).collect::<Result<Vec<_>, _>>()?;
    let (sum, count) = numbers.iter().flatten().fold((0.0, 0.0), |(sum, count), number| (sum + number, count + 1.0));
    match (name, count > 0.0) {
        (_, false) => Ok(Value::Null),
        ("avg", _) => finite(sum / count),
        _ => finite(sum),
    }
}

fn round(arguments: &[Value]) -> Result<Value, String> {
    const MOST_PLACES: f64 = 12.0;
    let (value, places) = match arguments {
        [value] => (value, 0.0),
        [value, places] => (value, number(places)?.unwrap_or_default()),
        _ => return Err("round takes a number and its places".to_owned()),
    };
    let factor = 10_f64.powf(places.clamp(-MOST_PLACES, MOST_PLACES).trunc());
    number(value)?.map_or(Ok(Value::Null), |number| finite((number * factor).round() / factor))
}

/// Numbers as numbers, texts without regard to case and space around them, lists by their only element.
pub(super) fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    match (left, right) {
        (Value::Bool(left), Value::Bool(right)) => Some(left.cmp(right)),
        (Value::Null, Value::Null) => Some(Ordering::Equal),
        (Value::Null | Value::Bool(_), _) | (_, Value::Null | Value::Bool(_)) => None,
        (Value::Array(list), other) if list.len() == 1 => compare(&list[0], other),
        (other, Value::Array(list)) if list.len() == 1 => compare(other, &list[0]),
        _ => {
            if let (Some(left), Some(right)) = (as_number(left), as_number(right)) {
                let is_same = (left - right).abs() <= SAME * left.abs().max(right.abs());
                return if is_same { Some(Ordering::Equal) } else { left.partial_cmp(&right) };
            }
            let (left, right) = (left.as_str()?.trim().to_lowercase(), right.as_str()?.trim().to_lowercase());
            Some(left.cmp(&right))
        }
    }
}

/// A number, also one that is written as text.
fn as_number(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok().filter(|number: &f64| number.is_finite()),
        _ => None,
    }
}

fn number(value: &Value) -> Result<Option<f64>, String> {
    match value {
        Value::Null => Ok(None),
        Value::Array(list) if list.len() == 1 => number(&list[0]),
        other => as_number(other).map(Some).ok_or_else(|| format!("{other} is no number")),
    }
}

fn truth(value: &Value) -> Result<Option<bool>, String> {
    match value {
        Value::Null => Ok(None),
        Value::Bool(truth) => Ok(Some(*truth)),
        other => Err(format!("{other} is neither true nor false")),
    }
}
