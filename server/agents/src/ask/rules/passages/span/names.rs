//! Names of people, companies and places.

use super::{super::rank::Query, clause, is_listed, tokens::Tokens};

/// Runs of words in capitals, without the first word of the sentence where it alone is.
fn names(tokens: &Tokens<'_>) -> Vec<(usize, usize)> {
    let is_name = |at: usize| {
        let token = &tokens.all[at];
        token.text.starts_with(char::is_uppercase) && !token.is_function && !is_listed("months", &token.lower)
    };
    let (mut found, mut at) = (Vec::new(), 0);
    while at < tokens.all.len() {
        if !is_name(at) {
            at += 1;
            continue;
        }
        let mut end = at;
        while end + 1 < tokens.all.len() && is_name(end + 1) && !tokens.all[end + 1].is_parted {
            end += 1;
        }
        if at > 0 || end > at {
            found.push((at, end));
        }
        at = end + 1;
    }
    found
}

pub(super) fn person(query: &Query, tokens: &Tokens<'_>) -> Option<String> {
    let all = names(tokens).into_iter().filter(|(from, to)| (*from..=*to).all(|at| !tokens.all[at].is_asked));
    let mut all: Vec<(usize, usize)> = all.collect();
    // "Built by Harland": whoever did it stands after "by".
    if let Some(by) = all.iter().find(|(from, _)| *from > 0 && tokens.lower(from - 1) == "by") {
        return Some(tokens.span(by.0, by.1));
    }
    all.sort_by_key(|(from, to)| tokens.distance(*from, *to));
    let named = all.first().map(|(from, to)| tokens.span(*from, *to));
    // "To whom" asks for what follows the verb, "who" for what is before it.
    let to_whom = query.text.starts_with("to whom") || query.text.contains("whom");
    if to_whom { clause::after_asked(tokens) } else { named.or_else(|| clause::before_asked(tokens)) }
}

pub(super) fn place(tokens: &Tokens<'_>) -> Option<String> {
    let is_after = |(from, _): &(usize, usize)| *from > 0 && is_listed("places", tokens.lower(from - 1));
    let is_new = |(from, to): &(usize, usize)| (*from..=*to).any(|at| !tokens.all[at].is_asked);
    let nearest =
        names(tokens).into_iter().filter(|one| is_after(one) && is_new(one)).min_by_key(|(from, to)| tokens.distance(*from, *to));
    nearest.map(|(from, to)| tokens.span(from, to))
}
