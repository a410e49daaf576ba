//! The words of a formula.

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token {
    Number(f64),
    Text(String),
    /// A name, an id or a word such as `and`.
    Word(String),
    Sign(&'static str),
}

const SIGNS: [&str; 17] = ["<=", ">=", "!=", "<>", "==", "=", "<", ">", "+", "-", "*", "/", "%", "^", "(", ")", ","];

pub(super) fn lex(text: &str) -> Result<Vec<Token>, String> {
    let mut tokens = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let taken = if first == '"' {
            let (inner, length) = quoted(rest)?;
            tokens.push(Token::Text(inner));
            length
        } else if first.is_ascii_digit() || (first == '.' && rest[1..].starts_with(|sign: char| sign.is_ascii_digit())) {
            let length = number_length(rest);
            let number = rest[..length].parse().map_err(|_| format!("{} is no number", &rest[..length]))?;
            tokens.push(Token::Number(number));
            length
        } else if first.is_alphabetic() || first == '_' {
            let length = rest.find(|sign: char| !sign.is_alphanumeric() && sign != '_').unwrap_or(rest.len());
            tokens.push(Token::Word(rest[..length].to_owned()));
            length
        } else {
            let sign = SIGNS.into_iter().find(|sign| rest.starts_with(sign));
            let sign = sign.ok_or_else(|| format!("a formula has no sign {first}"))?;
            tokens.push(Token::Sign(sign));
            sign.len()
        };
        rest = rest[taken..].trim_start();
    }
    Ok(tokens)
}

/// A text with `\"` and `\\` inside, and how long it is with its quotes.
fn quoted(text: &str) -> Result<(String, usize), String> {
    let (mut inner, mut is_escaped) = (String::new(), false);
    for (at, sign) in text.char_indices().skip(1) {
        match sign {
            _ if is_escaped => {
                inner.push(sign);
                is_escaped = false;
            }
            '\\' => is_escaped = true,
            '"' => return Ok((inner, at + 1)),
            other => inner.push(other),
        }
    }
    Err("a text in the formula is not closed".to_owned())
}

/// `12`, `12.5`, `1e-3`.
fn number_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    let digits = |from: usize| from + bytes[from..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let mut end = digits(0);
    if bytes.get(end) == Some(&b'.') {
        end = digits(end + 1);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        let exponent = digits(end + 1 + sign);
        if exponent > end + 1 + sign {
            end = exponent;
        }
    }
    end
}
