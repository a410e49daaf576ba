//! Fits the weights to the examples: multinomial logistic regression with an L2 penalty. Nothing of it is in the product.
//!
//! `CLASSIFIER_WEIGHTS=file cargo test -p agents --release fits_the_classifier -- --ignored --nocapture`

use super::{
    super::{signs::Signs, text::Text},
    class::Class,
    features::{Scene, features},
    judge::{CLASSES, Judgement, Weights, shares, weigh},
};
use protocol::interview::{Asking, WidgetType};
use std::{
    collections::{BTreeMap, HashMap, HashSet},
    fmt::Write as _,
};

const FILES: [&str; 5] = [
    include_str!("examples/talk.txt"),
    include_str!("examples/more_talk.txt"),
    include_str!("examples/content.txt"),
    include_str!("examples/more_content.txt"),
    include_str!("examples/answers.txt"),
];

#[derive(Clone, Debug)]
struct Example {
    class: Class,
    scene: Scene,
    said: String,
}

/// `class`, what was asked (`*`, or text, number, date, options, back, none), and what is said, with tabs between. What may be said to
/// any question is said to each by turns.
fn examples(file: &'static str) -> Vec<Example> {
    let turns = [WidgetType::Text, WidgetType::Number, WidgetType::Date, WidgetType::Choice];
    let read = |(at, line): (usize, &'static str)| {
        let mut parts = line.split('\t');
        let (class, asked, said) = (Class::from_name(parts.next()?)?, parts.next()?, parts.next()?);
        let asked = match asked {
            "text" => Some((WidgetType::Text, Asking::Question)),
            "number" => Some((WidgetType::Number, Asking::Question)),
            "date" => Some((WidgetType::Date, Asking::Question)),
            "options" => Some((WidgetType::Choice, Asking::Question)),
            "back" => Some((WidgetType::Text, Asking::ReadBack)),
            "none" => None,
            _ => Some((turns[at % turns.len()], Asking::Question)),
        };
        Some(Example { class, scene: Scene { asked }, said: said.to_owned() })
    };
    let lines = file.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.enumerate().map(|row| read(row).unwrap_or_else(|| panic!("{:?} is no example", row.1))).collect()
}

fn all_examples() -> Vec<Example> {
    FILES.iter().flat_map(|file| examples(file)).collect()
}

/// Words of at least three examples that are said to the interviewer.
fn small_words(all: &[Example]) -> HashSet<String> {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for example in all.iter().filter(|example| example.class != Class::Content) {
        let text = Text::new(&example.said);
        let words: HashSet<&str> = (0..text.words.len()).filter(|at| !text.is_mark(*at)).map(|at| text.word(at)).collect();
        for word in words {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
    }
    counts.into_iter().filter(|(_, count)| *count >= 3).map(|(word, _)| word).collect()
}

fn features_of(example: &Example, small: &HashSet<String>) -> Vec<String> {
    let text = Text::new(&example.said);
    features(&text, &Signs::of(&text), &(0..text.words.len()), example.scene, small)
}

/// Steps of AdaGrad over all examples in their order, as often as it takes.
fn fit(all: &[&Example], small: HashSet<String>) -> Weights {
    const ROUNDS: usize = 30;
    const STEP: f32 = 0.3;
    const PENALTY: f32 = 2e-4;
    let rows: Vec<(usize, Vec<String>)> =
        all.iter().map(|example| (example.class as usize, features_of(example, &small))).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    rows.iter().flat_map(|(_, features)| features).for_each(|feature| *counts.entry(feature).or_default() += 1);
    let index: HashMap<String, usize> = counts
        .iter()
        .filter(|(feature, count)| **count >= if feature.starts_with(['3', '4', 's']) { 3 } else { 2 })
        .map(|(feature, _)| (*feature).to_owned())
        .collect::<std::collections::BTreeSet<_>>()
        .into_iter()
        .enumerate()
        .map(|(at, feature)| (feature, at))
        .collect();
    let rows: Vec<(usize, Vec<usize>)> = rows
        .iter()
        .map(|(class, features)| (*class, features.iter().filter_map(|feature| index.get(feature).copied()).collect()))
        .collect();
    let mut weights = vec![[0.0_f32; CLASSES]; index.len()];
    let mut squares = vec![[1e-3_f32; CLASSES]; index.len()];
    for _ in 0..ROUNDS {
        for (class, features) in &rows {
            let mut sums = [0.0; CLASSES];
            for at in features {
                for (sum, weight) in sums.iter_mut().zip(&weights[*at]) {
                    *sum += weight;
                }
            }
            let shares = shares(sums);
            for at in features {
                for one in 0..CLASSES {
                    let slope = shares[one] - f32::from(u8::from(one == *class)) + PENALTY * weights[*at][one];
                    squares[*at][one] += slope * slope;
                    weights[*at][one] -= STEP * slope / squares[*at][one].sqrt();
                }
            }
        }
    }
    let of = index
        .into_iter()
        .map(|(feature, at)| {
            let pairs = weights[at].iter().enumerate().filter(|(_, weight)| weight.abs() >= 0.16);
            (feature, pairs.map(|(class, weight)| (class, *weight)).collect())
        })
        .collect();
    Weights { small, of }
}

fn write(weights: &Weights) -> String {
    let mut small: Vec<&String> = weights.small.iter().collect();
    small.sort();
    let small = small.into_iter().map(String::as_str).collect::<Vec<_>>().join(" ");
    let mut text = format!(
        "## Weights of what a part of a message is, in hundredths; fitted by `fits_the_classifier` (classify/fit.rs) to examples/*.txt.\nsmall\t{small}\n"
    );
    let sorted: BTreeMap<&String, &Vec<(usize, f32)>> = weights.of.iter().collect();
    for (feature, pairs) in sorted.into_iter().filter(|(_, pairs)| !pairs.is_empty()) {
        let pairs: Vec<String> =
            pairs.iter().map(|(class, weight)| format!("{} {:.0}", Class::ALL[*class].1, weight * 100.0)).collect();
        let _ = writeln!(text, "{feature}\t{}", pairs.join(" "));
    }
    text
}

fn right(weights: &Weights, example: &Example) -> (bool, Judgement) {
    let judged = weigh(weights, &features_of(example, &weights.small));
    (judged.class == example.class, judged)
}

#[test]
#[ignore = "fits the weights anew"]
fn fits_the_classifier() {
    let all = all_examples();
    let (mut correct, mut stored, mut lost) = (0, 0, 0);
    let mut confused: BTreeMap<(Class, Class), Vec<String>> = BTreeMap::new();
    let folds: usize = std::env::var("FOLDS").ok().and_then(|folds| folds.parse().ok()).unwrap_or(5);
    for fold in 0..folds {
        let (held, kept): (Vec<_>, Vec<_>) = all.iter().enumerate().partition(|(at, _)| at % 5 == fold);
        let kept: Vec<&Example> = kept.into_iter().map(|(_, one)| one).collect();
        let small = small_words(&kept.iter().map(|one| (*one).clone()).collect::<Vec<_>>());
        let weights = fit(&kept, small);
        for (_, example) in held {
            let (is_right, judged) = right(&weights, example);
            correct += usize::from(is_right);
            if !is_right {
                stored += usize::from(judged.class == Class::Content);
                lost += usize::from(example.class == Class::Content);
                confused
                    .entry((example.class, judged.class))
                    .or_default()
                    .push(format!("{} ({:.2})", example.said, judged.sureness));
            }
        }
    }
    println!("{correct} of {} right; {stored} taken for content, {lost} of content lost", all.len() * folds / 5);
    for ((wanted, got), said) in &confused {
        println!("{} as {}: {}", wanted.name(), got.name(), said.join(" | "));
    }
    let weights = fit(&all.iter().collect::<Vec<_>>(), small_words(&all));
    if let Ok(file) = std::env::var("CLASSIFIER_WEIGHTS") {
        std::fs::write(file, write(&weights)).expect("written");
    }
}

/// The weights that are shipped are those of the examples.
#[test]
fn the_weights_know_their_examples() {
    let weights = Weights::parse(include_str!("weights.txt"));
    let all = all_examples();
    let wrong: Vec<&str> = all.iter().filter(|one| !right(&weights, one).0).map(|one| one.said.as_str()).collect();
    assert!(wrong.len() * 50 < all.len(), "{} of {}: {wrong:#?}", wrong.len(), all.len());
}
