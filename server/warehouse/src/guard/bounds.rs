//! How large and how deep a query may be, and what it may not contain even before it is parsed.

use super::{describe_parse_error, literals, refused};
use domain::tools::{
    registry::LONGEST_QUERY,
    warehouse::{Dialect, WarehouseFault},
};
use sqlparser::{
    dialect::Dialect as Grammar,
    tokenizer::{Token, TokenWithSpan, Tokenizer, Whitespace},
};

const MOST_TOKENS: usize = 30_000;
/// Parentheses, subqueries and cases inside each other.
pub(super) const NESTING: usize = 60;
/// Operators that hang on each other: `a or b or c` is a tree as deep as it is long.
const LONGEST_CHAIN: usize = 1_000;

pub(super) fn size(sql: &str) -> Result<(), WarehouseFault> {
    if sql.len() > LONGEST_QUERY {
        return refused(&format!("the query is longer than {LONGEST_QUERY} bytes"));
    }
    if let Some(strange) = sql.chars().find(|c| is_strange(*c)) {
        return refused(&format!("the query holds the invisible character U+{:04X}", u32::from(strange)));
    }
    // Comments that some servers execute; also not inside strings, where few would miss them.
    for opening in ["/*!", "/*M!", "/*+"] {
        if sql.contains(opening) {
            return refused(&format!("comments that begin with {opening} are commands to some servers; leave them out"));
        }
    }
    Ok(())
}

/// Control characters, and marks that make a text look like another one.
fn is_strange(c: char) -> bool {
    let marks =
        matches!(c, '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
    marks || (c.is_control() && !matches!(c, '\t' | '\n' | '\r'))
}

/// The query's tokens, without the semicolons at its end.
pub(super) fn tokens(sql: &str, dialect: Dialect, grammar: &dyn Grammar) -> Result<Vec<TokenWithSpan>, WarehouseFault> {
    let read = Tokenizer::new(grammar, sql).with_unescape(false).tokenize_with_location();
    let mut tokens = read.map_err(|fault| WarehouseFault::Invalid(describe_parse_error(&fault.to_string())))?;
    while tokens.last().is_some_and(|last| matches!(last.token, Token::SemiColon | Token::EOF | Token::Whitespace(_))) {
        tokens.pop();
    }
    if tokens.len() > MOST_TOKENS {
        return refused("the query is too long");
    }
    for token in &tokens {
        plain(&token.token)?;
        literals::token(&token.token, dialect)?;
    }
    for pair in tokens.windows(2) {
        if matches!((&pair[0].token, &pair[1].token), (Token::Minus, Token::Minus)) {
            return refused("two minus signs in a row are a comment to some parsers; put a parenthesis between them");
        }
    }
    chains(&tokens)?;
    Ok(tokens)
}

fn plain(token: &Token) -> Result<(), WarehouseFault> {
    match token {
        Token::SemiColon => refused("one statement at a time"),
        Token::Placeholder(name) => refused(&format!("there is no value for the placeholder {name}")),
        Token::Assignment => refused("variables are not assigned in a query"),
        Token::AtSign => refused("variables and stages are not for queries that read tables"),
        Token::Backslash => refused("a backslash outside a string is a command"),
        Token::Whitespace(Whitespace::SingleLineComment { prefix, .. }) if prefix != "--" && prefix != "#" => {
            refused(&format!("comments begin with --, not with {prefix}"))
        }
        _ => Ok(()),
    }
}

/// Refuses what would be a tree too deep to walk, for us and for databases less careful.
fn chains(tokens: &[TokenWithSpan]) -> Result<(), WarehouseFault> {
    let (mut open, mut here, mut all) = (Vec::new(), 0_usize, 0_usize);
    for token in tokens {
        match &token.token {
            Token::LParen | Token::LBracket | Token::LBrace => {
                open.push(here);
                here = 0;
                all += 1;
            }
            Token::RParen | Token::RBracket | Token::RBrace => {
                all = all.saturating_sub(here + 1);
                here = open.pop().unwrap_or(0);
            }
            Token::Comma => {
                all = all.saturating_sub(here);
                here = 0;
            }
            Token::Word(word) if word.quote_style.is_some() || !hangs_on(&word.value) => {}
            Token::Whitespace(_) | Token::Number(..) | Token::SingleQuotedString(_) | Token::Period => {}
            _ => {
                here += 1;
                all += 1;
            }
        }
        if all > LONGEST_CHAIN {
            return refused("too many conditions or operators hang on each other");
        }
    }
    Ok(())
}

/// Words that make the tree one level deeper.
fn hangs_on(word: &str) -> bool {
    const WORDS: &[&str] =
        &["and", "or", "xor", "not", "union", "intersect", "except", "minus", "is", "div", "mod", "collate", "case", "like"];
    WORDS.iter().any(|hanging| word.eq_ignore_ascii_case(hanging))
}
