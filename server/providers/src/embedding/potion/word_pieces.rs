//! Words and pieces of words as BERT cuts them: small letters without accents, marks by themselves, the longest known piece first.

use serde::Deserialize;
use std::collections::HashMap;
use unicode_normalization::UnicodeNormalization as _;
use unicode_properties::{GeneralCategory, GeneralCategoryGroup, UnicodeGeneralCategory as _};

/// Cuts texts into numbered pieces.
pub(super) struct WordPieces {
    /// Pieces that begin a word.
    first: HashMap<Box<str>, usize>,
    /// Pieces that go on with one.
    further: HashMap<Box<str>, usize>,
    /// Longer words are unknown as a whole.
    longest: usize,
    size: usize,
}

/// What this program understands of a `tokenizer.json`; anything else is refused rather than cut wrongly.
#[derive(Deserialize)]
struct File {
    normalizer: Normalizer,
    pre_tokenizer: PreTokenizer,
    model: Model,
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum Normalizer {
    BertNormalizer { clean_text: bool, handle_chinese_chars: bool, strip_accents: Option<bool>, lowercase: bool },
}

#[derive(Deserialize)]
#[serde(tag = "type")]
enum PreTokenizer {
    BertPreTokenizer,
}

#[derive(Deserialize)]
struct Model {
    #[serde(rename = "type")]
    kind: String,
    unk_token: String,
    continuing_subword_prefix: String,
    max_input_chars_per_word: usize,
    vocab: HashMap<String, usize>,
}

impl WordPieces {
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let File { normalizer, pre_tokenizer: PreTokenizer::BertPreTokenizer, model } =
            serde_json::from_slice(bytes).map_err(|fault| fault.to_string())?;
        let Normalizer::BertNormalizer { clean_text, handle_chinese_chars, strip_accents, lowercase } = normalizer;
        if !(clean_text && handle_chinese_chars && lowercase && strip_accents != Some(false)) {
            return Err("it keeps capitals or accents, which this program does not".into());
        }
        if model.kind != "WordPiece" {
            return Err(format!("its model is {}, not WordPiece", model.kind));
        }
        let size = model.vocab.values().max().map_or(0, |most| most + 1);
        let (mut first, mut further) = (HashMap::new(), HashMap::new());
        // The unknown piece says nothing and is left out of the mean.
        for (piece, number) in model.vocab.into_iter().filter(|(piece, _)| *piece != model.unk_token) {
            match piece.strip_prefix(&model.continuing_subword_prefix) {
                Some(rest) if !rest.is_empty() => further.insert(rest.into(), number),
                _ => first.insert(piece.into(), number),
            };
        }
        if first.is_empty() {
            return Err("it knows no words".into());
        }
        Ok(Self { first, further, longest: model.max_input_chars_per_word, size })
    }

    /// One more than the largest number of a piece.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Calls `found` with each piece of the text, at most so many times.
    pub(super) fn each(&self, text: &str, most: usize, mut found: impl FnMut(usize)) {
        let mut left = most;
        let mut word = String::new();
        let mut cut = |word: &mut String| {
            let pieces = self.cut(word);
            word.clear();
            for piece in pieces.into_iter().take(left) {
                found(piece);
                left -= 1;
            }
            left > 0
        };
        let letters = text.chars().filter(|letter| !is_dropped(*letter));
        // Most of what is said needs no taking apart.
        let plain = |letter: char| letter.is_ascii();
        for letter in letters.flat_map(move |letter| {
            let (same, taken_apart) = if plain(letter) { (Some(letter), None) } else { (None, Some(letter)) };
            same.into_iter().chain(taken_apart.into_iter().flat_map(|letter| letter.nfd()))
        }) {
            let goes_on = if letter.is_whitespace() {
                cut(&mut word)
            } else if stands_alone(letter) {
                let more = cut(&mut word);
                word.push(letter);
                more && cut(&mut word)
            } else {
                if letter.is_ascii() {
                    word.push(letter.to_ascii_lowercase());
                } else if letter.general_category() != GeneralCategory::NonspacingMark {
                    word.extend(letter.to_lowercase());
                }
                true
            };
            if !goes_on {
                return;
            }
        }
        cut(&mut word);
    }

    /// The longest pieces from left to right; nothing when one of them is unknown.
    fn cut(&self, word: &str) -> Vec<usize> {
        let mut pieces = Vec::new();
        if word.is_empty() || word.chars().count() > self.longest {
            return pieces;
        }
        let (mut rest, mut known) = (word, &self.first);
        while !rest.is_empty() {
            let ends = rest.char_indices().rev().map(|(at, letter)| at + letter.len_utf8());
            let Some((end, number)) = ends.into_iter().find_map(|end| known.get(&rest[..end]).map(|number| (end, *number)))
            else {
                return Vec::new();
            };
            pieces.push(number);
            rest = &rest[end..];
            known = &self.further;
        }
        pieces
    }
}

/// Not written at all: control characters, and what stands for something unreadable.
fn is_dropped(letter: char) -> bool {
    match letter {
        '\t' | '\n' | '\r' => false,
        '\0' | '\u{fffd}' => true,
        letter if letter.is_ascii() => letter.is_ascii_control(),
        letter => letter.general_category_group() == GeneralCategoryGroup::Other,
    }
}

/// A mark or a Chinese character is a word by itself.
fn stands_alone(letter: char) -> bool {
    if letter.is_ascii() {
        return letter.is_ascii_punctuation();
    }
    letter.general_category_group() == GeneralCategoryGroup::Punctuation
        || matches!(letter,
            '\u{4e00}'..='\u{9fff}' | '\u{3400}'..='\u{4dbf}' | '\u{20000}'..='\u{2a6df}' | '\u{2a700}'..='\u{2ceaf}'
            | '\u{f900}'..='\u{faff}' | '\u{2f800}'..='\u{2fa1f}')
}
