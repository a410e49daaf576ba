//! The tree of a formula, by the strength of its operators.

use super::{DEEPEST, Node, Operator, evaluate::FUNCTIONS, lex::Token};
use serde_json::Value;

pub(super) fn parse(tokens: &[Token]) -> Result<Node, String> {
    let mut parser = Parser { tokens, at: 0, depth: 0 };
    let node = parser.expression(0)?;
    match parser.tokens.get(parser.at) {
        None => Ok(node),
        Some(token) => Err(format!("the formula should end before {}", describe(token))),
    }
}

struct Parser<'formula> {
    tokens: &'formula [Token],
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn expression(&mut self, least: u8) -> Result<Node, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("a formula is at most {DEEPEST} levels deep"));
        }
        let mut left = self.operand()?;
        while let Some(operator) = self.operator().filter(|operator| operator.strength() >= least) {
            self.at += 1;
            // A power binds to the right: 2 ^ 3 ^ 2 is 2 ^ 9.
            let next = if operator == Operator::Power { operator.strength() } else { operator.strength() + 1 };
            let right = self.expression(next)?;
            left = Node::Binary(operator, Box::new(left), Box::new(right));
        }
        self.depth -= 1;
        Ok(left)
    }

    fn operator(&self) -> Option<Operator> {
        match self.tokens.get(self.at)? {
            Token::Word(word) => match word.to_ascii_lowercase().as_str() {
                "or" => Some(Operator::Or),
                "and" => Some(Operator::And),
                "in" => Some(Operator::In),
                _ => None,
            },
            Token::Sign(sign) => match *sign {
                "=" | "==" => Some(Operator::Equal),
                "!=" | "<>" => Some(Operator::Unequal),
                "<" => Some(Operator::Less),
                "<=" => Some(Operator::AtMost),
                ">" => Some(Operator::More),
                ">=" => Some(Operator::AtLeast),
                "+" => Some(Operator::Plus),
                "-" => Some(Operator::Minus),
                "*" => Some(Operator::Times),
                "/" => Some(Operator::Over),
                "%" => Some(Operator::Modulo),
                "^" => Some(Operator::Power),
                _ => None,
            },
            _ => None,
        }
    }

    fn operand(&mut self) -> Result<Node, String> {
        let token = self.tokens.get(self.at).ok_or("the formula ends where a value should follow")?;
        self.at += 1;
        match token {
            Token::Number(number) => Ok(Node::Value(Value::from(*number))),
            Token::Text(text) => Ok(Node::Value(Value::from(text.as_str()))),
            Token::Sign("-") => Ok(Node::Negative(Box::new(self.expression(7)?))),
            Token::Sign("(") => {
                let inner = self.expression(0)?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign(sign) => Err(format!("a value should stand before {sign}")),
            Token::Word(word) => self.word(word),
        }
    }

    fn word(&mut self, word: &str) -> Result<Node, String> {
        if self.tokens.get(self.at) == Some(&Token::Sign("(")) && word != "not" {
            let name = word.to_ascii_lowercase();
            if !FUNCTIONS.contains(&name.as_str()) {
                return Err(format!("there is no function {word}: use one of {}", FUNCTIONS.join(", ")));
            }
            self.at += 1;
            return Ok(Node::Call(name, self.arguments()?));
        }
        Ok(match word.to_ascii_lowercase().as_str() {
            "not" => Node::Not(Box::new(self.expression(3)?)),
            "true" => Node::Value(Value::Bool(true)),
            "false" => Node::Value(Value::Bool(false)),
            "null" => Node::Value(Value::Null),
            "and" | "or" | "in" => return Err(format!("a value should stand before {word}")),
            _ => Node::Id(word.to_owned()),
        })
    }

    fn arguments(&mut self) -> Result<Vec<Node>, String> {
        let mut arguments = Vec::new();
        if self.tokens.get(self.at) == Some(&Token::Sign(")")) {
            self.at += 1;
            return Ok(arguments);
        }
        loop {
            arguments.push(self.expression(0)?);
            if self.tokens.get(self.at) == Some(&Token::Sign(",")) {
                self.at += 1;
            } else {
                self.expect(")")?;
                return Ok(arguments);
            }
        }
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), String> {
        if self.tokens.get(self.at) == Some(&Token::Sign(sign)) {
            self.at += 1;
            return Ok(());
        }
        Err(match self.tokens.get(self.at) {
            Some(token) => format!("{sign} should stand before {}", describe(token)),
            None => format!("{sign} is missing at the end"),
        })
    }
}

fn describe(token: &Token) -> String {
    match token {
        Token::Number(number) => number.to_string(),
        Token::Text(text) => format!("\"{text}\""),
        Token::Word(word) => word.clone(),
        Token::Sign(sign) => (*sign).to_owned(),
    }
}
