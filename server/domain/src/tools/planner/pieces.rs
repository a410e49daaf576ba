//! A sentence in pieces, each with all that its words can mean.

use super::date_part::DatePart;
use super::lexicon::{Adjective, LEXICON, PHRASE, Tag};
use crate::tools::catalog::stems;
use crate::tools::naming::{Col, Noun, Schema};
use crate::tools::sentence::{Period, Sentence, is_before_time};

#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::tools) struct Piece {
    pub(in crate::tools) tag: Option<Tag>,
    pub(super) adjective: Option<Adjective>,
    pub(in crate::tools) noun: Option<Noun>,
    pub(in crate::tools) values: Vec<(Col, String)>,
    pub(in crate::tools) number: Option<f64>,
    pub(super) percent: bool,
    pub(in crate::tools) period: Option<Period>,
    /// A part of a date, and whether it is said as `monthly` is; no column has it as its whole name.
    pub(super) part: Option<(DatePart, bool)>,
    pub(in crate::tools) text: String,
    pub(super) quoted: bool,
    /// Written with a capital inside a sentence.
    pub(super) capital: bool,
    pub(super) opens: bool,
    /// A comma is before it.
    pub(super) parted: bool,
}

/// All pieces, and a blank one behind the last.
pub(in crate::tools) fn split(sentence: &Sentence, schema: &Schema<'_>, periods: &[Period], claimed: Option<f64>) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = Vec::new();
    let mut claimed = claimed;
    let mut at = 0;
    while at < sentence.len() {
        let token = &sentence.tokens[at];
        let is_claimed = claimed.is_some_and(|claimed| {
            let ordinal =
                LEXICON.ordinals.iter().position(|word| *word == token.word).and_then(|place| u8::try_from(place + 1).ok());
            let number = token.number.or(ordinal.map(f64::from));
            number.is_some_and(|number| number == claimed || (token.percent && (number / 100.0 - claimed).abs() < 1e-9))
        });
        // A year after "in" is a year, whatever is claimed.
        let before = pieces.last().is_some_and(|before| {
            matches!(before.tag, Some(Tag::Top | Tag::Bottom | Tag::Since)) || is_before_time(&before.text.to_lowercase())
        });
        let (mut piece, end) = if is_claimed && !before {
            claimed = None;
            (Piece { tag: Some(Tag::Claimed), percent: token.percent, ..Piece::default() }, at + 1)
        } else {
            piece(sentence, schema, periods, at)
        };
        (piece.opens, piece.parted) = (token.opens, token.parted);
        piece.text = sentence.tokens[at..end].iter().map(|token| token.text.as_str()).collect::<Vec<_>>().join(" ");
        pieces.push(piece);
        at = end;
    }
    pieces.push(Piece::default());
    pieces
}

fn piece(sentence: &Sentence, schema: &Schema<'_>, periods: &[Period], at: usize) -> (Piece, usize) {
    let token = &sentence.tokens[at];
    let starts_upper = token.text.starts_with(char::is_uppercase);
    let mut piece = Piece { capital: starts_upper && !token.opens, quoted: token.quoted, ..Piece::default() };
    // A day of the week may be a value of its own, or a column.
    let is_other = || schema.values_at(sentence, at).is_some() || schema.noun_at(sentence, at).is_some();
    if let Some(period) = periods.iter().find(|one| one.span.0 == at && (one.weekday.is_none() || !is_other())) {
        piece.period = Some(period.clone());
        return (piece, period.span.1);
    }
    let values = schema.values_at(sentence, at);
    if token.quoted {
        piece.values = values.map(|(_, values)| values).unwrap_or_default();
        return (piece, at + 1);
    }
    let Phrases { tag: (tag, tag_end), adjective: (adjective, adjective_end), part: (part, part_end) } = phrases(sentence, at);
    let noun = schema.noun_at(sentence, at);
    let noun = noun.map(|noun| with_worth(noun, sentence, schema));
    // "Number of parcels" counts them, also where a column is the number of a parcel.
    let rows_follow = || schema.noun_at(sentence, tag_end).is_some_and(|rows| rows.is_table() && rows.is_whole());
    let is_count = |noun: &Noun| tag == Some(Tag::Count) && (at + 1..noun.end).contains(&tag_end);
    let noun = noun.filter(|noun| !(is_count(noun) && rows_follow()));
    let (noun_end, value_end) = (noun.as_ref().map_or(at, |noun| noun.end), values.as_ref().map_or(at, |(end, _)| *end));
    let end = tag_end.max(adjective_end).max(noun_end).max(value_end).max(part_end).max(at + 1);
    piece.number = token.number.filter(|_| end == at + 1 && !token.percent);
    if end == at + 1 && piece.number.is_some() {
        return (piece, end);
    }
    piece.tag = tag.filter(|_| tag_end == end);
    piece.adjective = adjective.filter(|_| adjective_end == end);
    piece.noun = noun.filter(|_| noun_end == end);
    piece.values = values.filter(|_| value_end == end).map(|(_, values)| values).unwrap_or_default();
    // A column may be called so, also one that keeps months or days itself; "Daily" with a capital is a name.
    let keeps = |(col, _): &(Col, u8)| stems(&schema.column(*col).name).last() == Some(&token.stem);
    let is_kept =
        |noun: &Noun| noun.is_whole() || part.is_some_and(|(part, _)| part != DatePart::Year) && noun.columns.iter().any(keeps);
    let is_named = piece.noun.as_ref().is_some_and(is_kept) || !piece.values.is_empty() || piece.tag.is_some();
    piece.part = part.filter(|(_, is_adverb)| part_end == end && !is_named && !(*is_adverb && piece.capital));
    // "Name the growers" asks, "the name" is one; a column of shares is no question for one.
    if piece.noun.is_some() && (piece.tag == Some(Tag::Share) || piece.tag == Some(Tag::Lead) && !token.opens) {
        piece.tag = None;
    }
    let exact = piece.capital && piece.values.iter().any(|(_, value)| value.starts_with(char::is_uppercase));
    if exact {
        (piece.tag, piece.adjective) = (None, None);
        if end > at + 1 || piece.noun.as_ref().is_some_and(|noun| !noun.is_whole()) {
            piece.noun = None;
        }
    } else if piece.tag.is_some() || piece.adjective.is_some() || piece.noun.as_ref().is_some_and(Noun::is_whole) {
        piece.values.clear();
    } else if !piece.values.is_empty() {
        piece.noun = None;
    }
    let whole = piece.noun.as_ref().is_some_and(Noun::is_whole);
    if piece.tag.is_none() && piece.values.is_empty() && end == at + 1 && !whole && LEXICON.verbs.contains(&token.stem) {
        piece.tag = Some(Tag::Verb);
    }
    if piece.noun.is_none() && piece.values.is_empty() && LEXICON.money.contains(&token.word) {
        piece.noun = schema.money(at);
        piece.tag = piece.tag.filter(|_| piece.noun.is_none());
    }
    if piece.is_unknown() && !piece.capital && piece.part.is_none() {
        piece.noun = schema.likened(&token.stem, at);
        piece.values = if piece.noun.is_none() { schema.denied(&token.word) } else { Vec::new() };
        piece.tag = (piece.is_unknown() && schema.begins(&token.stem)).then_some(Tag::Verb);
    }
    (piece, end)
}

impl Piece {
    pub(super) fn is_unknown(&self) -> bool {
        let means = self.tag.is_some() || self.adjective.is_some() || self.noun.is_some() || !self.values.is_empty();
        !means && self.number.is_none() && self.period.is_none()
    }

    /// Not a number, and not a unit of time.
    pub(super) fn is_word(&self) -> bool {
        let unit = LEXICON.units.contains_key(self.text.to_lowercase().trim_end_matches('s'));
        !unit && !self.text.starts_with(|sign: char| sign.is_ascii_digit())
    }

    /// It asks for a figure, or for what is first.
    pub(super) fn asks(&self) -> bool {
        use Tag::{
            Average, Bottom, Busiest, Common, Count, Distinct, Highest, Least, Lowest, Median, Most, Quietest, Rare, Share, Sum,
            Top,
        };
        let tags = [
            Average, Bottom, Busiest, Common, Count, Distinct, Highest, Least, Lowest, Median, Most, Quietest, Rare, Share, Sum,
            Top,
        ];
        self.tag.is_some_and(|tag| tags.contains(&tag)) || self.adjective.is_some_and(|adjective| adjective.superlative)
    }
}

/// The longest phrases that begin somewhere, each with its end.
struct Phrases {
    tag: (Option<Tag>, usize),
    adjective: (Option<Adjective>, usize),
    part: (Option<(DatePart, bool)>, usize),
}

fn phrases(sentence: &Sentence, at: usize) -> Phrases {
    let mut found = Phrases { tag: (None, at), adjective: (None, at), part: (None, at) };
    let mut phrase = String::new();
    for step in 0..PHRASE.min(sentence.len() - at) {
        let token = &sentence.tokens[at + step];
        if token.quoted || (step > 0 && token.opens) {
            break;
        }
        if step > 0 {
            phrase.push(' ');
        }
        phrase.push_str(&token.word);
        let end = at + step + 1;
        if let Some(tag) = LEXICON.tag(&phrase) {
            found.tag = (Some(tag), end);
        }
        if let Some(adjective) = LEXICON.adjective(&phrase) {
            found.adjective = (Some(adjective), end);
        }
        if let Some(part) = LEXICON.date_part(&phrase) {
            found.part = (Some(part), end);
        }
    }
    found
}

/// "Order value": what the orders come to, where no column is called so.
fn with_worth(noun: Noun, sentence: &Sentence, schema: &Schema<'_>) -> Noun {
    let is_worth = noun.is_table() && noun.is_whole() && LEXICON.worth.contains(sentence.word(noun.end));
    let table = noun.table().filter(|_| is_worth && schema.noun_at(sentence, noun.end).is_none_or(|next| !next.is_whole()));
    let Some((table, money)) = table.and_then(|table| Some((table, schema.money(noun.at)?))) else { return noun };
    let columns: Vec<(Col, u8)> = money.columns.into_iter().filter(|(col, _)| col.0 == table).collect();
    if columns.is_empty() { noun } else { Noun { at: noun.at, end: noun.end + 1, columns, added: true, ..Noun::default() } }
}
