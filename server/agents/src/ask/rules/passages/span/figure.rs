//! Numbers with their units, days, and lengths of time.

use super::{super::rank::Query, is_listed, tokens::Tokens};
use std::ops::RangeInclusive;

struct Figure {
    text: String,
    at: RangeInclusive<usize>,
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|sign| sign.is_ascii_digit())
}

fn is_year(text: &str) -> bool {
    text.len() == 4 && is_digits(text) && (text.starts_with("19") || text.starts_with("20"))
}

fn is_month(lower: &str) -> bool {
    is_listed("months", lower)
}

/// `$1.2 million`, `12.5%`, `340`, `3 euros`: numbers that are no part of a day and no word of the question.
fn figures(query: &Query, tokens: &Tokens<'_>) -> Vec<Figure> {
    let mut found = Vec::new();
    for (at, token) in tokens.all.iter().enumerate() {
        let plain = token.text;
        let has_digit = plain.contains(|sign: char| sign.is_ascii_digit());
        let is_figure = has_digit && plain.chars().all(|sign| sign.is_ascii_digit() || ",.$€£%-–".contains(sign));
        let near_month = (at > 0 && is_month(tokens.lower(at - 1))) || is_month(tokens.lower(at + 1));
        let is_day = near_month && plain.trim_end_matches(',').len() <= 2;
        if !is_figure || is_day || (is_year(plain) && !plain.contains('$')) {
            continue;
        }
        let next = tokens.lower(at + 1);
        let joined = tokens.all.get(at + 1).is_some_and(|next| !next.is_parted);
        let (text, end) = match next {
            "percent" | "%" => (format!("{plain}%"), at + 1),
            unit if joined && is_listed("scales", unit) => (tokens.span(at, at + 1), at + 1),
            _ => (plain.to_owned(), at),
        };
        let digits: String = plain.chars().filter(|sign| sign.is_ascii_digit() || *sign == '.').collect();
        if !query.text.split(|sign: char| !sign.is_ascii_digit() && sign != '.').any(|number| number == digits) {
            found.push(Figure { text, at: at..=end });
        }
    }
    found
}

pub(super) fn percent(query: &Query, tokens: &Tokens<'_>) -> Option<String> {
    let all = figures(query, tokens).into_iter().filter(|figure| figure.text.ends_with('%')).collect();
    choose(query, tokens, all)
}

pub(super) fn amount(query: &Query, tokens: &Tokens<'_>) -> Option<String> {
    let all = figures(query, tokens);
    // Money is counted in money, and a number of things is no share of them.
    let is_money = |figure: &Figure| figure.text.contains(['$', '€', '£']);
    let counts = query.text.contains("how many");
    let (money, plain): (Vec<Figure>, Vec<Figure>) =
        all.into_iter().filter(|figure| !figure.text.ends_with('%')).partition(is_money);
    match (money.is_empty(), plain.is_empty()) {
        (false, true) => choose(query, tokens, money),
        (false, false) if !counts => choose(query, tokens, money),
        _ => choose(query, tokens, plain),
    }
}

/// The one of the year that is asked for: in their order where the sentence says "respectively", else the nearest; without a year the
/// one nearest to the words of the question.
fn choose(query: &Query, tokens: &Tokens<'_>, all: Vec<Figure>) -> Option<String> {
    let years: Vec<usize> = (0..tokens.all.len()).filter(|at| is_year(tokens.lower(*at))).collect();
    let asked: Vec<usize> = years.iter().copied().filter(|at| query.text.contains(tokens.lower(*at))).collect();
    if let [year] = asked.as_slice()
        && years.len() > 1
        && all.len() > 1
    {
        let place = years.iter().position(|at| at == year)?;
        if tokens.find("respectively", 0).is_some() && all.len() >= years.len() {
            return all.into_iter().nth(place).map(|figure| figure.text);
        }
        // "$5 million in 2022": the number before it is its own.
        let distance = |figure: &Figure| {
            if *figure.at.start() < *year { (*year - *figure.at.start()) * 2 } else { (*figure.at.start() - *year) * 2 + 1 }
        };
        return all.into_iter().min_by_key(distance).map(|figure| figure.text);
    }
    all.into_iter().min_by_key(|figure| tokens.distance(*figure.at.start(), *figure.at.end())).map(|figure| figure.text)
}

/// "25 years", "six weeks".
pub(super) fn length(tokens: &Tokens<'_>) -> Option<String> {
    let is_number = |at: usize| {
        let word = tokens.lower(at);
        is_digits(word) || is_listed("numbers", word) || word.parse::<f64>().is_ok()
    };
    let all = (0..tokens.all.len()).filter(|at| is_number(*at) && is_listed("units", tokens.lower(at + 1)));
    let nearest = all.min_by_key(|at| tokens.distance(*at, at + 1))?;
    // "Three to five years", "between 3 and 5 years".
    let joint = nearest.checked_sub(1).map_or("", |at| tokens.lower(at));
    let from = if matches!(joint, "to" | "and" | "or") && nearest > 1 && is_number(nearest - 2) { nearest - 2 } else { nearest };
    Some(tokens.span(from, nearest + 1))
}

/// "1 April 2021", "December 31, 2021", "June 2026", "the third quarter of 2020", "2018": the one nearest to the question's words.
pub(super) fn time(query: &Query, tokens: &Tokens<'_>) -> Option<String> {
    let is_part = |at: usize| {
        let lower = tokens.lower(at);
        is_month(lower) || (is_digits(lower) && lower.len() <= 2)
    };
    let mut all: Vec<(usize, usize)> = Vec::new();
    for at in 0..tokens.all.len() {
        let lower = tokens.lower(at);
        if is_year(lower) {
            let mut from = (0..at).rev().take_while(|before| is_part(*before)).last().unwrap_or(at);
            if at > 2 && tokens.lower(at - 1) == "of" && tokens.lower(at - 2) == "quarter" {
                from = at - 3;
            } else if at > 0 && tokens.lower(at - 1) == "fiscal" {
                from = at - 1;
            }
            all.push((from, at));
        } else if is_month(lower) && tokens.all[at].text.starts_with(char::is_uppercase) {
            let day = |at: usize| is_digits(tokens.lower(at)) && tokens.lower(at).len() <= 2;
            let is_dated = (at + 1..=at + 2).any(|next| is_year(tokens.lower(next)));
            if !is_dated {
                let from = if at > 0 && day(at - 1) { at - 1 } else { at };
                all.push((from, if day(at + 1) { at + 1 } else { at }));
            }
        }
    }
    if query.text.contains("year") {
        all.iter_mut().filter(|(_, to)| is_year(tokens.lower(*to))).for_each(|(from, to)| *from = *to);
    }
    all.retain(|(from, to)| !query.text.contains(&tokens.span(*from, *to).to_lowercase()));
    let nearest = all.into_iter().min_by_key(|(from, to)| tokens.distance(*from, *to))?;
    Some(tokens.span(nearest.0, nearest.1))
}
