//! Strings and names that end where they seem to end, for every parser.

use super::{dialects, refused};
use domain::tools::warehouse::{Dialect, WarehouseFault};
use sqlparser::tokenizer::{Token, Word};

/// Judged as tokens, so that no string and no name is left out, wherever in a tree it may come to stand.
pub(super) fn token(token: &Token, dialect: Dialect) -> Result<(), WarehouseFault> {
    match token {
        Token::Word(word) => name(word),
        Token::SingleQuotedString(text) => string(text, dialect),
        Token::DoubleQuotedString(text) if dialects::quotes_strings_twice(dialect) => {
            if text.contains(['"', '\\']) {
                refused(QUOTES)
            } else {
                Ok(())
            }
        }
        Token::SingleQuotedRawStringLiteral(text) if matches!(dialect, Dialect::Bigquery | Dialect::Databricks) => raw(text),
        Token::DoubleQuotedRawStringLiteral(text) if dialect == Dialect::Bigquery => raw(text),
        Token::HexStringLiteral(text) => {
            if text.chars().all(|c| c.is_ascii_hexdigit()) {
                Ok(())
            } else {
                refused("a hexadecimal string holds other characters")
            }
        }
        Token::DoubleQuotedString(_)
        | Token::TripleSingleQuotedString(_)
        | Token::TripleDoubleQuotedString(_)
        | Token::DollarQuotedString(_)
        | Token::SingleQuotedByteStringLiteral(_)
        | Token::DoubleQuotedByteStringLiteral(_)
        | Token::TripleSingleQuotedByteStringLiteral(_)
        | Token::TripleDoubleQuotedByteStringLiteral(_)
        | Token::SingleQuotedRawStringLiteral(_)
        | Token::DoubleQuotedRawStringLiteral(_)
        | Token::TripleSingleQuotedRawStringLiteral(_)
        | Token::TripleDoubleQuotedRawStringLiteral(_)
        | Token::NationalStringLiteral(_)
        | Token::QuoteDelimitedStringLiteral(_)
        | Token::NationalQuoteDelimitedStringLiteral(_)
        | Token::EscapedStringLiteral(_)
        | Token::UnicodeStringLiteral(_) => refused("write texts as plain strings in single quotes"),
        _ => Ok(()),
    }
}

const QUOTES: &str = "a string with both quotes and backslashes, or with a backslash at its end, can be read in two ways";

/// `text` is what stands between the quotes, as it was written.
fn string(text: &str, dialect: Dialect) -> Result<(), WarehouseFault> {
    if text.replace("''", "").contains('\'') {
        return refused(QUOTES);
    }
    if !text.contains('\\') || !dialects::has_backslash_escapes(dialect) {
        return Ok(());
    }
    let at_its_end = text.chars().rev().take_while(|c| *c == '\\').count();
    if text.contains('\'') || at_its_end % 2 == 1 { refused(QUOTES) } else { Ok(()) }
}

fn raw(text: &str) -> Result<(), WarehouseFault> {
    if text.contains(['\'', '"', '\n', '\r']) || text.ends_with('\\') { refused(QUOTES) } else { Ok(()) }
}

/// A keyword, or the name of a column, a table, an alias.
fn name(word: &Word) -> Result<(), WarehouseFault> {
    let value = &word.value;
    let Some(quote) = word.quote_style else {
        // Names may hold more in some grammars than in others; variables and stages are none.
        let plain = value.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '-'));
        let begins = !value.starts_with(['$', '-']);
        return if plain && begins { Ok(()) } else { refused(&format!("{value} is not a plain name")) };
    };
    let inner = match quote {
        '"' => value.replace("\"\"", ""),
        '`' => value.replace("``", ""),
        '[' if !value.contains(['[', ']']) => value.clone(),
        _ => return refused(&format!("{value} is not a name: quote names with \" or `")),
    };
    if value.is_empty() || inner.contains([quote, '\\', '\n', '\r']) {
        return refused(&format!("the name {value} can be read in two ways"));
    }
    Ok(())
}
