//! The words of a text in a form in which spellings can be compared: lower case, without accents, with one form of each Arabic letter.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// A word and where it is, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) text: String,
}

/// Words in order. Scripts without spaces between words (Chinese, Japanese) give a word for each sign.
pub(crate) fn tokenize(text: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 5);
    let mut start = None;
    for (at, sign) in text.char_indices() {
        if is_ideograph(sign) {
            push(text, start.take(), at, &mut tokens);
            push(text, Some(at), at + sign.len_utf8(), &mut tokens);
        } else if is_part_of_word(sign) {
            start = start.or(Some(at));
        } else {
            push(text, start.take(), at, &mut tokens);
        }
    }
    push(text, start, text.len(), &mut tokens);
    tokens
}

fn push(text: &str, start: Option<usize>, end: usize, tokens: &mut Vec<Token>) {
    if let Some(start) = start {
        let word = normalize(&text[start..end]);
        if !word.is_empty() {
            tokens.push(Token { start, end, text: word });
        }
    }
}

fn is_part_of_word(sign: char) -> bool {
    sign.is_alphanumeric() || is_ignored(sign) || is_combining_mark(sign)
}

/// Signs inside words that change nothing: soft hyphen, joiners, the Arabic stroke that makes words longer.
const fn is_ignored(sign: char) -> bool {
    matches!(sign, '\u{ad}' | '\u{200c}' | '\u{200d}' | '\u{640}')
}

const fn is_ideograph(sign: char) -> bool {
    matches!(sign, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

fn normalize(word: &str) -> String {
    if word.is_ascii() {
        return word.to_ascii_lowercase();
    }
    let mut normal = String::with_capacity(word.len());
    for sign in word.nfkd().filter(|sign| !is_combining_mark(*sign) && !is_ignored(*sign)).flat_map(char::to_lowercase) {
        match sign {
            'آ' | 'أ' | 'إ' | 'ٱ' => normal.push('ا'),
            'ى' | 'ی' => normal.push('ي'),
            'ک' => normal.push('ك'),
            'ة' => normal.push('ه'),
            'ø' => normal.push('o'),
            'ł' => normal.push('l'),
            'đ' => normal.push('d'),
            'ı' => normal.push('i'),
            'ß' => normal.push_str("ss"),
            'æ' => normal.push_str("ae"),
            // "İ" in lower case leaves a dot behind.
            '\u{307}' => {}
            other => normal.push(other),
        }
    }
    normal
}

/// What an Arabic word may be without the letters that a sentence writes at its beginning: particles ("in", "for", "and") and the
/// article. Each with the number of bytes that are no part of the name.
pub(crate) fn bare_forms(word: &str) -> Vec<(String, usize)> {
    let mut forms = Vec::new();
    if !word.starts_with(['ا', 'و', 'ف', 'ب', 'ل', 'ك']) {
        return forms;
    }
    let is_long = |rest: &str| rest.chars().nth(2).is_some();
    let (mut rest, mut cut) = (word, 0);
    loop {
        if let Some(bare) = rest.strip_prefix(ARTICLE).filter(|bare| is_long(bare)) {
            forms.push((bare.to_owned(), cut));
        }
        let Some(particle) = rest.chars().next().filter(|sign| matches!(sign, 'و' | 'ف' | 'ب' | 'ل' | 'ك')) else { break };
        let after = &rest[particle.len_utf8()..];
        if cut >= 4 || !is_long(after) {
            break;
        }
        cut += particle.len_utf8();
        // "for the": the article loses its first letter.
        if particle == 'ل'
            && let Some(bare) = after.strip_prefix('ل').filter(|bare| is_long(bare))
        {
            forms.push((format!("{ARTICLE}{bare}"), cut));
            forms.push((bare.to_owned(), cut));
        }
        forms.push((after.to_owned(), cut));
        rest = after;
    }
    forms
}

/// Whether a word is written in Arabic letters.
pub(crate) fn is_arabic(word: &str) -> bool {
    word.chars().next().is_some_and(|sign| matches!(sign, '\u{600}'..='\u{6ff}'))
}

const ARTICLE: &str = "ال";

/// Whether a word of a text is this word of a name, with or without the article.
pub(crate) fn is_same(word: &str, name: &str) -> bool {
    word == name || word.strip_prefix(ARTICLE).is_some_and(|bare| bare == name)
}

/// Whether two words of one name may have this between them. A sentence or a list never goes on inside a name.
pub(crate) fn joins(before: &Token, between: &str) -> bool {
    between.chars().filter(|sign| *sign == '\n').count() < 2
        && between.chars().all(|sign| {
            sign.is_whitespace()
                || matches!(sign, '-' | '\u{2010}' | '\u{2011}' | '–' | '\'' | '’' | '&' | '·')
                || (sign == '.' && before.text.len() <= 2)
        })
}
