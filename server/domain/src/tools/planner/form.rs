//! What kind of answer a sentence asks for or claims.

use super::sentence::Sentence;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    Count,
    Distinct,
    Average,
    Sum,
    Highest,
    Lowest,
}

impl Figure {
    pub(super) const fn function(self) -> &'static str {
        match self {
            Self::Count | Self::Distinct => "COUNT",
            Self::Average => "AVG",
            Self::Sum => "SUM",
            Self::Highest => "MAX",
            Self::Lowest => "MIN",
        }
    }

    pub(super) const fn describe(self) -> &'static str {
        match self {
            Self::Count => "the number",
            Self::Distinct => "the number of different values",
            Self::Average => "the average",
            Self::Sum => "the sum",
            Self::Highest => "the highest value",
            Self::Lowest => "the lowest value",
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Form {
    /// One number.
    Plain,
    /// A part of a whole in percent: where the whole is spoken of.
    Share { whole: Option<(usize, usize)> },
    /// One side against the other; the words before `than` are the first side.
    Compare { how: Compare, than: usize, reversed: bool },
    /// The first `n` groups; where the noun of a group begins, or the word before which it is.
    Rank { n: usize, most: bool, noun: Noun, share: bool },
    /// A figure for each of something.
    Per { noun: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compare {
    Difference,
    Times,
    Percent,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    At(usize),
    Before(usize),
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Question {
    pub(super) form: Form,
    pub(super) figure: Option<Figure>,
    /// "total" may also be said of a count.
    pub(super) weak: bool,
    /// It asks for something that data can say.
    pub(super) open: bool,
}

const MORE: [&str; 9] = ["more", "higher", "greater", "larger", "longer", "bigger", "above", "over", "exceeds"];
const LESS: [&str; 7] = ["fewer", "less", "lower", "smaller", "shorter", "below", "under"];

/// Reads and marks the words that say it.
pub(super) fn read(said: &mut Sentence, claimed: Option<f64>) -> Question {
    let mut asked = Question { form: Form::Plain, figure: None, weak: false, open: false };
    let share = share(said);
    if let Some(compare) = compare(said) {
        (asked.form, asked.open) = (compare, true);
    } else if let Some(rank) = rank(said, share.is_some()) {
        (asked.form, asked.open) = (rank, true);
    } else if let Some((whole, at, count)) = share {
        (asked.form, asked.open) = (Form::Share { whole }, true);
        said.mark(at, count);
        // "Come from", "go to" only join the whole and its part.
        if let Some((_, verb)) = whole.filter(|(_, verb)| {
            matches!(said.word(*verb), "come" | "comes" | "came" | "go" | "goes" | "went" | "belong" | "belongs")
        }) {
            said.mark(verb, 1);
        }
    }
    if !matches!(asked.form, Form::Plain | Form::Compare { .. })
        && let Some((at, count)) = takes(said)
    {
        said.mark(at, count);
    }
    figure(said, &mut asked);
    if let Some(at) = said.find(&["per", "by"], 0).or_else(|| each(said)).filter(|_| asked.form == Form::Plain) {
        let count = if said.word(at) == "for" { 2 } else { 1 };
        let mut noun = at + count;
        if matches!(said.word(noun), "each" | "every") {
            noun += 1;
        }
        // "by Ada" is no grouping: the attempt finds out.
        if noun < said.len() && said.word(at) != "by" || (claimed.is_none() && asked.figure.is_some()) {
            said.mark(at, noun - at);
            asked.form = Form::Per { noun };
            asked.open = true;
        }
    }
    asked
}

fn each(said: &Sentence) -> Option<usize> {
    (0..said.len())
        .find(|at| said.reads(*at, &["for", "each"]) || said.reads(*at, &["for", "every"]) || said.reads(*at, &["each"]))
}

fn figure(said: &mut Sentence, asked: &mut Question) {
    for (words, figure) in [
        (&["average", "mean", "avg"][..], Figure::Average),
        (&["maximum", "highest", "largest", "max", "biggest", "longest", "latest", "newest"], Figure::Highest),
        (&["minimum", "lowest", "smallest", "min", "shortest", "earliest"], Figure::Lowest),
        (&["distinct", "different", "unique"], Figure::Distinct),
        (&["total", "sum", "combined", "totals", "totalled", "totaled"], Figure::Sum),
    ] {
        // "A total over 100" bounds and asks for nothing.
        let bounded = |at: usize| matches!(said.word(at + 1), "over" | "above" | "under" | "below" | "between" | "of");
        let bounded =
            |at: usize| figure == Figure::Sum && bounded(at) && said.tokens.get(at + 2).is_some_and(|next| next.number.is_some());
        if let Some(at) = said.find(words, 0).filter(|at| !said.is_used(*at) && !bounded(*at)) {
            asked.weak = figure == Figure::Sum && said.word(at) == "total";
            said.mark(at, 1);
            (asked.figure, asked.open) = (Some(figure), true);
            break;
        }
    }
    if let Some(at) = (0..said.len()).find(|at| said.reads(*at, &["total", "number"])) {
        said.mark(at, 1);
    }
    for at in 0..said.len() {
        let count = if said.reads(at, &["how", "many"]) || said.reads(at, &["number", "of"]) || said.reads(at, &["count", "of"]) {
            2
        } else if said.reads(at, &["how", "much"]) {
            if asked.figure.is_none() {
                asked.figure = Some(Figure::Sum);
            }
            2
        } else {
            continue;
        };
        said.mark(at, count);
        asked.open = true;
        if asked.figure.is_none() || (asked.weak && said.word(at) != "how") {
            // "The total number of orders" counts.
            asked.figure = Some(Figure::Count);
        }
    }
    if asked.figure.is_none() && said.reads(0, &["when"]) {
        let ends =
            [(&["first", "earliest", "oldest"][..], Figure::Lowest), (&["last", "latest", "newest", "recent"], Figure::Highest)];
        for (words, figure) in ends {
            if let Some(at) = said.find(words, 0) {
                let recent = usize::from(at > 0 && said.word(at - 1) == "most");
                said.mark(at - recent, 1 + recent);
                said.mark(0, 1);
                (asked.figure, asked.open) = (Some(figure), true);
            }
        }
    }
}

/// `accounts for`, `makes up`.
fn takes(said: &Sentence) -> Option<(usize, usize)> {
    const TWO: [[&str; 2]; 6] =
        [["accounts", "for"], ["account", "for"], ["accounted", "for"], ["makes", "up"], ["make", "up"], ["made", "up"]];
    (0..said.len()).find_map(|at| {
        let one = matches!(said.word(at), "represents" | "represent" | "constitutes" | "constitute");
        if TWO.iter().any(|words| said.reads(at, words)) { Some((at, 2)) } else { one.then_some((at, 1)) }
    })
}

/// From one word to before another.
type Span = (usize, usize);

/// The words of the whole, where those are that say it is a share, and how many they are.
fn share(said: &Sentence) -> Option<(Option<Span>, usize, usize)> {
    const NAMES: [&str; 6] = ["percentage", "percent", "share", "proportion", "fraction", "pct"];
    const VERBS: [&str; 26] = [
        "is", "are", "was", "were", "have", "has", "had", "come", "comes", "came", "belong", "belongs", "belonged", "go", "goes",
        "went", "concern", "contain", "involve", "use", "live", "lives", "cost", "did", "do", "does",
    ];
    let takes = takes(said);
    let named = said.find(&NAMES, 0);
    let percent = said.tokens.iter().position(|token| token.percent).filter(|at| said.word(at + 1) == "of" || takes.is_some());
    let half = said.find(&["half", "quarter", "third"], 0).filter(|at| said.word(at + 1) == "of" && !said.tokens[*at + 1].quoted);
    let (at, count) = match (named, percent, half, takes) {
        (Some(at), ..) | (_, Some(at), ..) | (_, _, Some(at), _) => (at, 1),
        (.., Some((at, count))) => (at, count),
        _ => return None,
    };
    let end = said.len();
    if let Some(of) = said.find(&["among", "amongst"], at).or_else(|| (at..end).find(|at| said.reads(*at, &["out", "of"]))) {
        return Some((Some((of, end)), at, count));
    }
    let Some(of) = said.find(&["of"], at) else { return Some((None, at, count)) };
    let verb = said.find(&VERBS, of + 1).unwrap_or(end);
    if takes.is_some_and(|(taking, _)| taking < of) {
        return Some((Some((of, end)), at, count));
    }
    Some((Some((of, verb)), at, count))
}

fn compare(said: &mut Sentence) -> Option<Form> {
    if let Some(than) = said.find(&["than"], 0) {
        let bound = said.tokens.get(than + 1).is_some_and(|token| token.number.is_some() && !is_year(token.number));
        let word = (0..than)
            .rev()
            .find(|at| MORE.contains(&said.word(*at)) || LESS.contains(&said.word(*at)) || said.word(*at) == "times")?;
        if bound {
            return None;
        }
        let times = said.find(&["times", "twice", "double"], 0).is_some();
        let percent = said.tokens.iter().any(|token| token.percent);
        let how = if times {
            Compare::Times
        } else if percent {
            Compare::Percent
        } else {
            Compare::Difference
        };
        let reversed = LESS.contains(&said.word(word));
        said.mark(word, 1);
        said.mark(than, 1);
        times_said(said);
        return Some(Form::Compare { how, than, reversed });
    }
    // "twice as many hardware as software incidents"
    let first = (0..said.len())
        .find(|at| said.word(*at) == "as" && matches!(said.word(at + 1), "many" | "much" | "high" | "large" | "long"))?;
    let second = said.find(&["as"], first + 2)?;
    said.mark(first, 2);
    said.mark(second, 1);
    times_said(said);
    Some(Form::Compare { how: Compare::Times, than: second, reversed: false })
}

fn times_said(said: &mut Sentence) {
    while let Some(at) = (0..said.len()).find(|at| matches!(said.word(*at), "times" | "twice" | "double") && !said.is_used(*at)) {
        said.mark(at, 1);
    }
}

const fn is_year(number: Option<f64>) -> bool {
    matches!(number, Some(number) if number >= 1900.0 && number < 2100.0)
}

const MOST: [&str; 8] = ["most", "highest", "largest", "biggest", "greatest", "top", "best", "longest"];
const LEAST: [&str; 7] = ["fewest", "least", "lowest", "smallest", "bottom", "worst", "shortest"];

fn rank(said: &mut Sentence, share: bool) -> Option<Form> {
    // "at most", "at least" bound a number.
    let superlative = (0..said.len()).find(|at| {
        (MOST.contains(&said.word(*at)) || LEAST.contains(&said.word(*at))) && !(*at > 0 && said.word(at - 1) == "at")
    })?;
    let most = MOST.contains(&said.word(superlative));
    let number = |at: usize| said.tokens.get(at).filter(|token| !token.percent && !token.quoted).and_then(|token| token.number);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "bounded")]
    let whole = |number: f64| (number.fract() == 0.0 && (1.0..=100.0).contains(&number)).then_some(number as usize);
    let word = said.word(superlative).to_owned();
    if matches!(word.as_str(), "top" | "bottom") {
        let (n, count) = number(superlative + 1).and_then(whole).map_or((1, 1), |n| (n, 2));
        said.mark(superlative, count);
        return Some(Form::Rank { n, most, noun: Noun::At(superlative + count), share });
    }
    if matches!(said.word(superlative + 1), "common" | "frequent" | "popular") {
        said.mark(superlative, 2);
        return Some(Form::Rank { n: 1, most, noun: Noun::At(superlative + 2), share });
    }
    if let Some(asking) = said.find(&["which", "what", "who"], 0).filter(|asking| *asking + 1 < superlative) {
        // "What is the highest price" asks for a figure.
        let verb = ["is", "was", "are", "were"].contains(&said.word(asking + 1));
        if !verb {
            let (n, noun) = number(asking + 1).and_then(whole).map_or((1, asking + 1), |n| (n, asking + 2));
            said.mark(asking, noun - asking);
            said.mark(superlative, 1);
            return Some(Form::Rank { n, most, noun: Noun::At(noun), share });
        }
    }
    let with = said.find(&["with", "having"], 0).filter(|with| *with < superlative && superlative <= with + 2)?;
    said.mark(with, 1);
    said.mark(superlative, 1);
    Some(Form::Rank { n: 1, most, noun: Noun::Before(with), share })
}
