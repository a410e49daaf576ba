//! Words, marks and sentences of a text, with their places in it.

use super::{
    lexicon::{Class, Form, Lexicon, Marks},
    listed::List,
};

/// How a word is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Lower,
    Capital,
    /// All its letters are capitals, two at least.
    Upper,
    /// Capitals inside ("iFlytek"), digits with letters ("3M"), `e&`, a domain.
    Mixed,
    Number,
    Mark,
}

#[derive(Clone, Debug)]
pub(super) struct Token<'t> {
    pub text: &'t str,
    pub lower: String,
    /// Bytes.
    pub start: usize,
    pub end: usize,
    pub shape: Shape,
    pub marks: Marks,
    /// What a phrase that begins here is, and how many tokens it has.
    pub phrase: Option<(Marks, usize)>,
    pub sentence: usize,
    /// Written to the word before it without a space ("-based", "'s").
    pub is_joined: bool,
    /// It is in a dictionary.
    pub is_ordinary: bool,
}

impl Token<'_> {
    pub(super) fn is(&self, text: &str) -> bool {
        self.text == text
    }

    pub(super) const fn is_word(&self) -> bool {
        !matches!(self.shape, Shape::Mark | Shape::Number)
    }

    pub(super) const fn is_lower(&self) -> bool {
        matches!(self.shape, Shape::Lower)
    }

    pub(super) fn has(&self, class: Class) -> bool {
        self.marks.has(class) || self.phrase.is_some_and(|(marks, _)| marks.has(class))
    }

    pub(super) fn any(&self, classes: &[Class]) -> bool {
        classes.iter().any(|class| self.has(*class))
    }

    pub(super) fn is_form(&self, form: Form) -> bool {
        self.marks.is_form(form) || self.phrase.is_some_and(|(marks, _)| marks.is_form(form))
    }

    pub(super) fn is_verb(&self) -> bool {
        self.marks.is_verb() || self.phrase.is_some_and(|(marks, _)| marks.is_verb())
    }

    pub(super) fn is_possessive(&self) -> bool {
        self.is_joined && matches!(self.lower.as_str(), "'s" | "’s" | "'" | "’")
    }
}

/// A sentence, a line or a cell of a table, as a range of tokens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sentence {
    pub from: usize,
    pub to: usize,
    /// A line of its own, as headings and directories have them; or a row with `|`.
    pub is_line: bool,
}

pub(super) fn tokenise(text: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let signs: Vec<(usize, char)> = text.char_indices().collect();
    let offset = |at: usize| signs.get(at).map_or(text.len(), |(offset, _)| *offset);
    let sign = |at: usize| signs.get(at).map(|(_, sign)| *sign);
    let mut at = 0;
    while let Some(first) = sign(at) {
        if first.is_whitespace() && first != '\n' {
            at += 1;
            continue;
        }
        if !first.is_alphanumeric() {
            let mut end = at + 1;
            // Runs of dots and of dashes are one mark.
            while matches!(first, '.' | '-') && sign(end) == Some(first) {
                end += 1;
            }
            push(&mut tokens, text, offset(at), offset(end));
            at = end;
            continue;
        }
        let mut end = at + 1;
        while let Some(next) = sign(end) {
            let after = sign(end + 1);
            let goes_on = next.is_alphanumeric()
                || matches!(next, '\u{300}'..='\u{36f}')
                || (matches!(next, '\'' | '’' | '&' | '-' | '.' | '/' | '+' | '@' | '_' | '–' | ',' | '!')
                    && after.is_some_and(char::is_alphanumeric)
                    && joins(next, sign(end - 1), after));
            if !goes_on {
                break;
            }
            end += 1;
        }
        end = ending(&signs, at, end);
        split(&mut tokens, text, offset(at), offset(end));
        at = end;
    }
    classify(&mut tokens);
    tokens
}

/// Whether a mark between two letters or digits belongs to the word.
fn joins(mark: char, before: Option<char>, after: Option<char>) -> bool {
    let digits = before.is_some_and(|sign| sign.is_ascii_digit()) && after.is_some_and(|sign| sign.is_ascii_digit());
    match mark {
        ',' => digits,
        '/' => digits || (before.is_some_and(char::is_uppercase) && after.is_some_and(char::is_uppercase)),
        // A sentence that begins without a space: "Dubai.The company".
        '.' => digits || !(before.is_some_and(char::is_lowercase) && after.is_some_and(char::is_uppercase)),
        '–' => before.is_some_and(char::is_alphabetic) && after.is_some_and(char::is_alphabetic),
        '!' => false,
        _ => true,
    }
}

/// `e&` and `U.S.`: marks at the end that are part of the word.
fn ending(signs: &[(usize, char)], at: usize, end: usize) -> usize {
    let sign = |at: usize| signs.get(at).map(|(_, sign)| *sign);
    let free = |at: usize| sign(at).is_none_or(|sign| !sign.is_alphanumeric());
    let word: String = signs[at..end].iter().map(|(_, sign)| *sign).collect();
    if sign(end) == Some('&') && end - at <= 2 && free(end + 1) {
        return end + 1;
    }
    let initials = word.contains('.') && word.split('.').all(|part| part.chars().count() == 1);
    if sign(end) == Some('.') && initials { end + 1 } else { end }
}

/// Cuts a word with its possessive or with "-based" behind it into its parts.
fn split<'t>(tokens: &mut Vec<Token<'t>>, text: &'t str, start: usize, end: usize) {
    let word = &text[start..end];
    for mark in ["'s", "’s", "'S", "’S"] {
        if let Some(bare) = word.strip_suffix(mark).filter(|bare| !bare.is_empty()) {
            push_hyphenated(tokens, text, start, start + bare.len());
            push(tokens, text, start + bare.len(), end);
            if let Some(last) = tokens.last_mut() {
                last.is_joined = true;
            }
            return;
        }
    }
    push_hyphenated(tokens, text, start, end);
}

fn push_hyphenated<'t>(tokens: &mut Vec<Token<'t>>, text: &'t str, start: usize, end: usize) {
    let word = &text[start..end];
    let cut = word.rfind(['-', '–']).filter(|at| {
        let tail = word[*at..].trim_start_matches(['-', '–']).to_lowercase();
        let marks = Lexicon::built_in().word(&tail);
        *at > 0 && (marks.has(Class::PlaceSuffix) || marks.has(Class::OtherSuffix))
    });
    match cut {
        Some(at) => {
            push(tokens, text, start, start + at);
            push(tokens, text, start + at, end);
            if let Some(last) = tokens.last_mut() {
                last.is_joined = true;
                last.shape = Shape::Lower;
                last.lower = last.lower.replace('–', "-");
            }
        }
        None => push(tokens, text, start, end),
    }
}

fn push<'t>(tokens: &mut Vec<Token<'t>>, text: &'t str, start: usize, end: usize) {
    let word = &text[start..end];
    let is_joined = tokens.last().is_some_and(|last| last.end == start) && word.starts_with(['\'', '’']) && word.len() > 1;
    tokens.push(Token {
        text: word,
        lower: word.to_lowercase(),
        start,
        end,
        shape: shape(word),
        marks: Marks::default(),
        phrase: None,
        sentence: 0,
        is_joined,
        is_ordinary: false,
    });
}

fn shape(word: &str) -> Shape {
    let letters = word.chars().filter(|sign| sign.is_alphabetic()).count();
    let capitals = word.chars().filter(|sign| sign.is_uppercase()).count();
    let first = word.chars().next().unwrap_or(' ');
    if !first.is_alphanumeric() {
        return Shape::Mark;
    }
    if letters == 0 {
        return Shape::Number;
    }
    let is_domain = word.contains('.')
        && word.rsplit('.').next().is_some_and(|end| (2..=6).contains(&end.len()) && end.chars().all(char::is_lowercase))
        && word.split('.').all(|part| part.len() > 1);
    // "L'assureur".
    let article = word.find(['\'', '’']).is_some_and(|at| at == 1 && word[at..].chars().nth(1).is_some_and(char::is_lowercase))
        && capitals == 1;
    if article {
        return Shape::Lower;
    }
    let lower_inside = word.chars().any(char::is_lowercase);
    if word.ends_with('&') || is_domain {
        Shape::Mixed
    } else if first.is_ascii_digit() {
        // "3M" and "21Shares", not "5km", "3rd" or "10-year".
        let tail = word.rsplit('-').next().unwrap_or_default();
        if capitals > 0 && !(word.contains('-') && tail.chars().all(char::is_lowercase)) { Shape::Mixed } else { Shape::Lower }
    } else if capitals == 0 {
        if word.chars().all(|sign| sign.is_lowercase() || !sign.is_alphabetic()) { Shape::Lower } else { Shape::Capital }
    } else if first.is_uppercase() && !lower_inside && letters > 1 {
        Shape::Upper
    } else if first.is_uppercase() {
        Shape::Capital
    } else if word.contains('-') && word.split('-').next().is_none_or(|part| part.len() != 1) {
        // "non-UAE", "mid-March".
        Shape::Lower
    } else {
        Shape::Mixed
    }
}

fn classify(tokens: &mut [Token<'_>]) {
    let lexicon = Lexicon::built_in();
    for token in tokens.iter_mut() {
        let bare = token.lower.trim_start_matches('-');
        token.marks = lexicon.word(if token.is_joined && !bare.is_empty() { bare } else { &token.lower });
        token.is_ordinary = lexicon.is_ordinary(&token.lower);
    }
    for at in 0..tokens.len() {
        let found = lexicon.phrases(&tokens[at].lower).iter().find(|(words, _)| {
            words.len() <= tokens.len() - at && words.iter().zip(&tokens[at..]).all(|(word, token)| *word == token.lower)
        });
        tokens[at].phrase = found.map(|(words, marks)| (*marks, words.len()));
    }
}

/// Numbers the sentences and answers their ranges.
pub(super) fn split_sentences(text: &str, tokens: &mut [Token<'_>]) -> Vec<Sentence> {
    let mut sentences = Vec::new();
    let mut from = 0;
    let mut is_line = true;
    for at in 0..tokens.len() {
        let token = &tokens[at];
        let gap = tokens.get(at + 1).map_or("", |next| &text[token.end..next.start]);
        let next = tokens.get(at + 1);
        let is_newline = token.is("\n");
        let ends = match token.text {
            "." => !is_abbreviated(tokens, at) && next.is_none_or(|next| begins(next) && (!gap.is_empty() || next.is_word())),
            "!" | "?" => next.is_none_or(|next| !gap.is_empty() && begins(next)),
            // A line that goes on in lower case was only wrapped.
            "\n" => next.is_none_or(|next| !next.is_lower() || tokens[at.saturating_sub(1)].is(":")),
            "…" | "•" | "·" | "►" | "▪" | "●" => true,
            dots => dots.len() > 1 && dots.bytes().all(|sign| sign == b'.'),
        };
        // A quotation mark or bracket after the full stop belongs to the sentence before it.
        if ends || at + 1 == tokens.len() {
            let to = at + 1;
            if to > from {
                sentences.push(Sentence { from, to, is_line: is_line && (is_newline || at + 1 == tokens.len()) });
            }
            from = to;
            is_line = is_newline || sentences.is_empty();
        }
    }
    for (number, sentence) in sentences.iter().enumerate() {
        for token in &mut tokens[sentence.from..sentence.to] {
            token.sentence = number;
        }
    }
    sentences
}

fn begins(next: &Token<'_>) -> bool {
    !next.is_lower() && !matches!(next.text, "," | ";" | ")" | ":" | "&") || next.is("\n")
}

fn is_abbreviated(tokens: &[Token<'_>], at: usize) -> bool {
    let Some(before) = at.checked_sub(1).and_then(|before| tokens.get(before)) else { return true };
    if before.end != tokens[at].start {
        return false;
    }
    let next = tokens.get(at + 1);
    let months = before.marks.has(Class::Month) && before.text.chars().count() <= 4 && !before.lower.eq("may");
    let initial = before.text.chars().count() == 1 && before.text.chars().all(char::is_uppercase);
    let legal = before.marks.has(Class::Legal) && next.is_some_and(|next| next.is_lower() || next.marks.has(Class::Legal));
    initial || legal || (months && next.is_some_and(|next| next.shape == Shape::Number)) || List::DottedTitle.has(&before.lower)
}
