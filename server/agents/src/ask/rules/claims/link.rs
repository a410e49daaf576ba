//! What each part of a claim may stand for: cells, headers, numbers, days, words of grammar, words of the table's name.

use super::{
    cell::{When, is_weekday, month},
    grid::{Grid, Holds, is_truth},
    lexicon::Lexicon,
    token::{Token, find},
};

/// A span of the claim with everything that it may be.
#[derive(Clone, Debug, Default)]
pub(super) struct Item {
    pub(super) text: String,
    /// Its kind in the grammar.
    pub(super) kind: &'static str,
    pub(super) number: Option<Token>,
    pub(super) ordinal: Option<usize>,
    pub(super) when: Option<When>,
    /// Columns with the rows that say so.
    pub(super) cells: Vec<(usize, Vec<usize>)>,
    /// A part of cells only.
    pub(super) is_partial: bool,
    pub(super) heads: Vec<usize>,
    /// By a word that only means something alike, or by a part of the name.
    pub(super) is_soft: bool,
    /// The columns that it measures, whether its most is the highest, and whether the most is meant.
    pub(super) adjective: Option<(Vec<usize>, bool, bool)>,
    pub(super) is_known: bool,
    pub(super) has_break: bool,
}

impl Item {
    pub(super) fn is(&self, kinds: &[&str]) -> bool {
        kinds.contains(&self.kind)
    }

    /// Holds the sentence together and says nothing by itself.
    pub(super) fn is_filler(&self) -> bool {
        self.number.is_none()
            && self.cells.is_empty()
            && self.when.is_none()
            && (self.heads.is_empty() || self.is_soft)
            && (self.is_known
                || self.is_soft
                || self.is(&["be", "have", "prep", "light", "det", "noun", "number", "there", "and"]))
    }

    pub(super) fn is_small(&self) -> bool {
        self.is(&["det", "prep", "light", "number"]) && self.cells.is_empty() && self.heads.is_empty()
    }
}

enum Facet {
    Kind(&'static str),
    Number,
    Ordinal(usize),
    When(When),
    Cells(Vec<(usize, Vec<usize>)>, bool),
    Heads(Vec<usize>, bool),
    Adjective(Vec<usize>, bool, bool),
    Known,
}

struct Link {
    at: usize,
    length: usize,
    rank: u8,
    facet: Facet,
}

pub(super) fn link(tokens: &[Token], grid: &Grid<'_>) -> Vec<Item> {
    let mut links: Vec<Link> = Vec::new();
    for at in 0..tokens.len() {
        grammar(tokens, at, grid, &mut links);
        days(tokens, at, grid, &mut links);
        for length in 1..=(tokens.len() - at).min(12) {
            let span = &tokens[at..at + length];
            cells(span, at, grid, &mut links);
            headers(span, at, grid, &mut links);
            if span.iter().all(|token| find(&grid.caption, std::slice::from_ref(token)).is_some()) && span.iter().any(is_content)
            {
                links.push(Link { at, length, rank: if length > 1 { 6 } else { 4 }, facet: Facet::Known });
            }
        }
    }
    links.sort_by(|left, right| (right.length, right.rank).cmp(&(left.length, left.rank)).then(left.at.cmp(&right.at)));
    let mut owner: Vec<Option<(usize, usize)>> = vec![None; tokens.len()];
    let mut kept: Vec<Link> = Vec::new();
    for one in links {
        let span = (one.at, one.length);
        let places = one.at..one.at + one.length;
        if places.clone().all(|place| owner[place].is_none_or(|owner| owner == span)) {
            places.for_each(|place| owner[place] = Some(span));
            kept.push(one);
        }
    }
    let mut items = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let length = owner[at].map_or(1, |(_, length)| length);
        let text: Vec<&str> = tokens[at..at + length].iter().map(|token| token.word.as_str()).collect();
        let mut item = Item { text: text.join(" "), has_break: tokens[at].has_break, ..Item::default() };
        for one in kept.iter().filter(|one| one.at == at) {
            item.take(&one.facet, &tokens[at]);
        }
        items.push(item);
        at += length;
    }
    items
}

impl Item {
    fn take(&mut self, facet: &Facet, token: &Token) {
        match facet {
            Facet::Kind(kind) if self.kind.is_empty() => self.kind = kind,
            Facet::Kind(_) => {}
            Facet::Number => self.number = Some(token.clone()),
            Facet::Ordinal(ordinal) => self.ordinal = Some(*ordinal),
            Facet::When(when) => self.when = Some(*when),
            Facet::Cells(cells, is_partial) if self.cells.is_empty() => {
                self.cells.clone_from(cells);
                self.is_partial = *is_partial;
            }
            Facet::Heads(heads, is_soft) if self.heads.is_empty() => {
                self.heads.clone_from(heads);
                self.is_soft = *is_soft;
            }
            Facet::Cells(..) | Facet::Heads(..) => {}
            Facet::Adjective(columns, is_high, is_most) => self.adjective = Some((columns.clone(), *is_high, *is_most)),
            Facet::Known => self.is_known = true,
        }
    }
}

fn grammar(tokens: &[Token], at: usize, grid: &Grid<'_>, links: &mut Vec<Link>) {
    let lexicon = Lexicon::shared();
    let token = &tokens[at];
    let mut add = |length, rank, facet| links.push(Link { at, length, rank, facet });
    for (kind, length) in lexicon.begins(&tokens[at..]) {
        match kind {
            "numbers" | "ordinals" | "asking" | "nothing" | "total_row" | "personal" => {}
            "noun" => add(length, 3, Facet::Kind(kind)),
            "light" => add(length, 5, Facet::Kind(kind)),
            _ => add(length, 7, Facet::Kind(kind)),
        }
    }
    if token.number.is_some() && token.ordinal.is_none() {
        add(1, 7, Facet::Number);
    }
    let ordinal = token.ordinal.or_else(|| lexicon.place("ordinals", &token.word));
    if let Some(ordinal) = ordinal {
        add(1, 7, Facet::Ordinal(ordinal));
    }
    for (adjective, is_most) in lexicon.adjectives(&token.word) {
        let measures = |column: &usize| {
            let header = &grid.headers[*column];
            (header.is_number() || header.holds == Holds::Dates)
                && header.words.iter().chain(&header.units).any(|word| adjective.columns.contains(&word.stem))
        };
        let columns: Vec<usize> = grid.columns().filter(measures).collect();
        if !columns.is_empty() {
            add(1, 7, Facet::Adjective(columns, adjective.is_high, is_most));
        }
    }
}

/// `12 may 2004`, `may 12 , 2004`, `may 2004`, `may`, `2004`.
fn days(tokens: &[Token], at: usize, grid: &Grid<'_>, links: &mut Vec<Link>) {
    let has_dates = grid.headers.iter().any(|header| header.holds == Holds::Dates);
    let has_years = grid.headers.iter().any(|header| header.holds == Holds::Years);
    let day = |token: &Token| {
        let number = token.number.filter(|number| (1.0..=31.0).contains(number) && token.decimals == 0)?;
        format!("{number}").parse::<u8>().ok()
    };
    if let Some(year) = tokens[at].year().filter(|_| has_dates || has_years) {
        links.push(Link { at, length: 1, rank: 7, facet: Facet::When(When { year: Some(year), ..When::default() }) });
    }
    if !has_dates {
        return;
    }
    let mut when = When::default();
    let mut length = 0;
    for token in &tokens[at..tokens.len().min(at + 5)] {
        if let Some(found) = month(&token.word).filter(|_| when.month.is_none()) {
            when.month = Some(found);
        } else if let Some(found) = token.year().filter(|_| when.month.is_some() && when.year.is_none()) {
            when.year = Some(found);
        } else if let Some(found) = day(token).filter(|_| when.day.is_none() && when.year.is_none()) {
            when.day = Some(found);
        } else if !(length == 0 && is_weekday(&token.word) || token.word == "of" && when.day.is_some()) {
            break;
        }
        length += 1;
    }
    while length > 0 && tokens[at + length - 1].word == "of" {
        length -= 1;
    }
    if when.month.is_some() && !(length == 1 && tokens[at].word == "may" && at == 0) {
        links.push(Link { at, length, rank: 8, facet: Facet::When(when) });
    }
}

/// A word that means something by itself.
fn is_content(token: &Token) -> bool {
    token.number.is_some()
        || (token.word.chars().count() > 1
            && Lexicon::shared().begins(std::slice::from_ref(token)).all(|(kind, _)| kind == "noun"))
}

fn cells(span: &[Token], at: usize, grid: &Grid<'_>, links: &mut Vec<Link>) {
    let mut whole: Vec<(usize, Vec<usize>)> = Vec::new();
    let mut part: Vec<(usize, Vec<usize>)> = Vec::new();
    let may_be_part = match span {
        [one] => is_content(one) && one.number.is_none_or(|_| one.year().is_some()) && !is_noun(one),
        [first, .., last] => is_content(first) && is_content(last) && span.iter().any(|token| token.number.is_none()),
        [] => false,
    };
    for column in grid.columns() {
        let header = &grid.headers[column];
        if matches!(header.holds, Holds::Numbers | Holds::Years | Holds::Truths) {
            continue;
        }
        let rows = |test: &dyn Fn(&[Token]) -> bool| -> Vec<usize> {
            let has = |row: &usize| !grid.rows[*row][column].is_nothing && test(&grid.rows[*row][column].words);
            (0..grid.rows.len()).filter(has).collect()
        };
        let equal = rows(&|words| words.len() == span.len() && find(words, span) == Some(0));
        if !equal.is_empty() {
            whole.push((column, equal));
        } else if may_be_part && header.holds == Holds::Texts {
            let within = rows(&|words| words.len() > span.len() && find(words, span).is_some());
            if !within.is_empty() {
                part.push((column, within));
            }
        }
    }
    if !whole.is_empty() {
        // A word of grammar is a cell only where nothing else is possible.
        let is_grammar = span.len() == 1 && span[0].number.is_none() && !is_content(&span[0]);
        let is_short = span.len() == 1 && (span[0].number.is_some() || span[0].word.chars().count() < 2);
        links.push(Link {
            at,
            length: span.len(),
            rank: if is_grammar || is_short { 2 } else { 10 },
            facet: Facet::Cells(whole, false),
        });
    } else if !part.is_empty() {
        links.push(Link { at, length: span.len(), rank: 3, facet: Facet::Cells(part, true) });
    }
}

fn is_noun(token: &Token) -> bool {
    Lexicon::shared().has("noun", &token.word)
}

fn headers(span: &[Token], at: usize, grid: &Grid<'_>, links: &mut Vec<Link>) {
    let (mut whole, mut part, mut alike) = (Vec::new(), Vec::new(), Vec::new());
    let lexicon = Lexicon::shared();
    for column in grid.columns() {
        let header = &grid.headers[column];
        let is_year = |token: &Token| token.year().is_some();
        let may_be_part = span.iter().all(|token| is_content(token) && (token.number.is_none() || is_year(token)));
        if header.words.len() == span.len() && find(&header.words, span) == Some(0) {
            whole.push(column);
        } else if may_be_part && (find(&header.words, span).is_some() || find(&header.units, span).is_some()) {
            part.push(column);
        } else if let [word] = span
            && word.number.is_none()
            && header.words.iter().chain(&header.units).any(|other| lexicon.is_alike(&word.stem, &other.stem))
        {
            alike.push(column);
        }
    }
    let mut add = |columns: Vec<usize>, rank, is_soft| {
        let truths = |column: &usize| grid.headers[*column].holds == Holds::Truths;
        if let [column] = columns[..]
            && truths(&column)
        {
            let rows = (0..grid.rows.len()).filter(|row| is_truth(&grid.rows[*row][column]) == Some(true)).collect();
            links.push(Link { at, length: span.len(), rank, facet: Facet::Cells(vec![(column, rows)], false) });
        } else if !columns.is_empty() {
            links.push(Link { at, length: span.len(), rank, facet: Facet::Heads(columns, is_soft) });
        }
    };
    let has_alike = whole.is_empty() && part.is_empty();
    let is_grammar = span.len() == 1 && !is_content(&span[0]);
    if !whole.is_empty() {
        add(whole, if is_grammar { 6 } else { 9 }, false);
    } else if !part.is_empty() {
        add(part, 5, false);
    }
    if has_alike && !alike.is_empty() {
        add(alike, 2, true);
    }
}
