//! A small language over earlier values of an ask: `(P1 - P2) / P2 * 100`, `P1 > 100 and contains(P2, "north")`.
//!
//! Numbers, texts in double quotes, `true`, `false`, `null`, ids (`P1`, `I2`, `step_3`), `+ - * / % ^`, comparisons, `and`, `or`,
//! `not`, `in`, and the functions of [`evaluate`]. There is no statement and no loop.

mod evaluate;
mod lex;
mod parse;

use serde_json::Value;
use std::fmt;

/// The longest formula, in characters, and how deep it may be nested.
const LONGEST: usize = 500;
const DEEPEST: usize = 40;

/// A formula that can be evaluated.
#[derive(Clone, Debug, PartialEq)]
pub struct Formula(Node);

#[derive(Clone, Debug, PartialEq)]
enum Node {
    Value(Value),
    Id(String),
    Negative(Box<Node>),
    Not(Box<Node>),
    Binary(Operator, Box<Node>, Box<Node>),
    Call(String, Vec<Node>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Or,
    And,
    In,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    Plus,
    Minus,
    Times,
    Over,
    Modulo,
    Power,
}

impl Operator {
    const fn sign(self) -> &'static str {
        match self {
            Self::Or => "or",
            Self::And => "and",
            Self::In => "in",
            Self::Equal => "=",
            Self::Unequal => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Times => "*",
            Self::Over => "/",
            Self::Modulo => "%",
            Self::Power => "^",
        }
    }

    /// What binds more tightly has more.
    const fn strength(self) -> u8 {
        match self {
            Self::Or => 1,
            Self::And => 2,
            Self::In | Self::Equal | Self::Unequal | Self::Less | Self::AtMost | Self::More | Self::AtLeast => 4,
            Self::Plus | Self::Minus => 5,
            Self::Times | Self::Over | Self::Modulo => 6,
            Self::Power => 8,
        }
    }
}

/// # Errors
/// A sentence that says what is wrong and where.
pub fn parse(text: &str) -> Result<Formula, String> {
    if text.chars().count() > LONGEST {
        return Err(format!("a formula has at most {LONGEST} characters"));
    }
    parse::parse(&lex::lex(text)?).map(Formula)
}

impl Formula {
    /// The ids that it reads, each once, in their order.
    #[must_use]
    pub fn ids(&self) -> Vec<String> {
        let mut ids = Vec::new();
        collect(&self.0, &mut ids);
        ids
    }

    /// # Errors
    /// A sentence: a value that is not there, a kind of value that does not fit, a division by zero.
    pub fn evaluate(&self, values: &dyn Fn(&str) -> Option<Value>) -> Result<Value, String> {
        evaluate::evaluate(&self.0, values)
    }
}

/// Whether two values are the same: numbers within a billionth, texts whatever their case.
#[must_use]
pub fn is_same(left: &Value, right: &Value) -> bool {
    evaluate::compare(left, right) == Some(std::cmp::Ordering::Equal)
}

fn collect(node: &Node, ids: &mut Vec<String>) {
    match node {
        Node::Value(_) => {}
        Node::Id(id) if ids.contains(id) => {}
        Node::Id(id) => ids.push(id.clone()),
        Node::Negative(inner) | Node::Not(inner) => collect(inner, ids),
        Node::Binary(_, left, right) => {
            collect(left, ids);
            collect(right, ids);
        }
        Node::Call(_, arguments) => arguments.iter().for_each(|argument| collect(argument, ids)),
    }
}

impl fmt::Display for Formula {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write(&self.0, 0, f)
    }
}

/// With parentheses where a node binds less tightly than what it stands in.
fn write(node: &Node, around: u8, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match node {
        Node::Value(value) => write!(f, "{value}"),
        Node::Id(id) => f.write_str(id),
        Node::Negative(inner) => {
            f.write_str("-")?;
            write(inner, 9, f)
        }
        Node::Not(inner) => {
            let is_inside = around > 3;
            f.write_str(if is_inside { "(not " } else { "not " })?;
            write(inner, 3, f)?;
            f.write_str(if is_inside { ")" } else { "" })
        }
        Node::Binary(operator, left, right) => {
            let own = operator.strength();
            let is_inside = own < around;
            f.write_str(if is_inside { "(" } else { "" })?;
            write(left, own, f)?;
            write!(f, " {} ", operator.sign())?;
            write(right, own + 1, f)?;
            f.write_str(if is_inside { ")" } else { "" })
        }
        Node::Call(name, arguments) => {
            write!(f, "{name}(")?;
            for (at, argument) in arguments.iter().enumerate() {
                f.write_str(if at == 0 { "" } else { ", " })?;
                write(argument, 0, f)?;
            }
            f.write_str(")")
        }
    }
}

#[cfg(test)]
mod tests;
