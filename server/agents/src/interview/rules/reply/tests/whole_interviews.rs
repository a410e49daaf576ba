//! Whole interviews by people of many manners, understood and worded by the rules: nothing is asked twice in the same words, no
//! sentence follows one pattern three times running, and none follows one twice in five turns, but for questions in
//! the words of an objective.

use super::{
    super::{Role, parts, reply},
    BUSINESS, IDEA, PROJECT, objective,
};
use crate::interview::rules::understand::understand;
use domain::interview::{Input, Next, ReplyPlan};
use protocol::interview::{Asking, Engine, InterviewCommand, ObjectiveDefinition, SessionStatus, Status};
use std::collections::{HashMap, HashSet};
use testkit::Talk;

/// How many turns of each are looked at.
const MOST: usize = 45;
/// And questions that are the least.
const FEWEST: usize = 4;
/// In so many turns no sentence follows one pattern twice.
const TURNS: usize = 5;

type Answers = &'static [(&'static str, &'static str)];

const PLUMBER: Answers = &[
    ("industry", "plumbing"),
    ("offering", "boilers and bathrooms"),
    ("business_model", "services"),
    ("team_size", "4"),
    ("target_market", "homeowners and landlords"),
    ("target_market_size", "12,000"),
    ("customer_need", "hot water on the same day"),
    ("competition", "British Gas"),
    ("pricing_strategy", "premium"),
    ("sales_channels", "word of mouth"),
    ("annual_revenue", "300,000 pounds"),
    ("primary_goal", "a second van"),
    ("main_challenge", "the price of copper"),
    ("timeline", "1 June 2027"),
];
const CYCLIST: Answers = &[
    ("idea_summary", "lockers for bicycles at stations"),
    ("idea_stage", "prototype"),
    ("solution_type", "device"),
    ("problem", "bicycles are stolen at stations"),
    ("audience", "commuters"),
    ("current_alternative", "two heavy locks"),
    ("differentiator", "insurance that comes with it"),
    ("evidence", "survey"),
    ("revenue_model", "subscription"),
    ("market_size", "40,000"),
    ("biggest_risk", "the railway says no"),
    ("success_measure", "half of them renew"),
    ("budget", "20,000 euros"),
    ("launch_date", "1 September 2027"),
];
const ROSTER: Answers = &[
    ("project_goal", "rosters without phone calls"),
    ("project_type", "replacement"),
    ("success_criteria", "no empty shifts"),
    ("users", "night nurses"),
    ("user_count", "120"),
    ("decision_maker", "the head nurse"),
    ("must_haves", "swapping shifts"),
    ("out_of_scope", "payroll"),
    ("platforms", "phone"),
    ("integrations", "Outlook"),
    ("data_sensitivity", "personal data"),
    ("budget", "50,000 euros"),
    ("deadline", "1 October 2027"),
    ("risks", "nobody uses it"),
];

/// What somebody does who was asked for a key, so often before, in this turn, and has this answer.
struct Moment<'a> {
    answer: &'a str,
    times: usize,
    turn: usize,
    kind: Option<Asking>,
    talk: &'a Talk,
}

enum Act {
    Say(String),
    ByHand(InterviewCommand),
}

type Manner = (&'static str, fn(&Moment<'_>) -> Act);

fn say(text: &str) -> Act {
    Act::Say(text.to_owned())
}

/// The n-th of these, then the answer; what is read back is agreed to.
fn at_first(one: &Moment<'_>, first: &[&str]) -> Act {
    match (one.kind, first.get(one.times)) {
        (Some(Asking::Question), Some(text)) => say(text),
        (Some(Asking::Question), None) => say(one.answer),
        (Some(_), _) => say("yes"),
        (None, _) => say("yes, let's finish"),
    }
}

const MANNERS: &[Manner] = &[
    ("plain", |one| at_first(one, &[])),
    ("asks why, then says later", |one| at_first(one, &["why do you ask?", "later"])),
    ("does not know", |one| at_first(one, &["I don't know", "no idea", "I'm not sure", "I really don't know"])),
    ("skips and comes back", |one| match (one.turn % 4, one.kind) {
        (3, Some(Asking::Question)) => say("back to the one I skipped"),
        _ => at_first(one, &["skip"]),
    }),
    ("reopens answers", |one| {
        let held =
            one.talk.view().obligations.iter().filter(|held| held.status == Status::Satisfied).max_by_key(|held| held.value_seq);
        match held.filter(|_| one.turn % 3 == 2 && one.turn < 40) {
            Some(held) => Act::ByHand(InterviewCommand::Reopen { key: held.key.clone(), reason: None }),
            None => at_first(one, &[]),
        }
    }),
    ("asks for everything", |one| at_first(one, &["what do you mean?", "give me an example", "why?", "why do you ask?"])),
    ("always asks why", |one| at_first(one, &["why?", "why do you ask that?", "why?", "but why?", "why?"])),
    ("never understands", |one| {
        at_first(one, &["what do you mean?", "what does that mean?", "I don't understand", "what do you mean by that?"])
    }),
    ("wants examples", |one| at_first(one, &["can you give me an example?", "another example?", "examples?", "for example?"])),
    ("makes noise", |one| at_first(one, &["blah blah", "you're a robot", "hmm"])),
    ("puts off", |one| at_first(one, &["later", "not now"])),
    ("wants to know how far it is", |one| {
        at_first(one, &["how many more questions?", "how much longer?", "are we almost done?"])
    }),
    ("gives thanks", |one| at_first(one, &["thanks", "thank you"])),
    ("wonders whether it is saved", |one| at_first(one, &["is that saved?", "are my answers saved?", "will this be saved?"])),
    ("wants to stop", |one| at_first(one, &["that's all", "let's stop here", "I'm done"])),
    ("is rude", |one| at_first(one, &["this is a stupid question", "you are useless", "idiot"])),
    ("wants a summary", |one| at_first(one, &["what have you noted so far?", "sum it up please", "what do you have so far?"])),
    ("said it before", |one| at_first(one, &["I told you already", "I said that before"])),
    ("undoes", |one| match (one.turn % 5, one.kind) {
        (4, Some(Asking::Question)) if one.turn < 40 => say("undo that"),
        _ => at_first(one, &[]),
    }),
    ("hedges", |one| match one.kind {
        Some(Asking::Question) => Act::Say(format!("maybe {}", one.answer)),
        _ => at_first(one, &[]),
    }),
    ("denies what is read back", |one| match one.kind {
        Some(Asking::Question) if one.times == 0 => Act::Say(format!("maybe {}", one.answer)),
        Some(Asking::ReadBack) if one.turn < 40 => say("no"),
        Some(Asking::Negotiation) => say(one.answer),
        _ => at_first(one, &[]),
    }),
    ("is casual", |one| match one.kind {
        Some(Asking::Question) => Act::Say(format!("yeah, {} lol", one.answer)),
        _ => say("yep"),
    }),
    ("is casual and does not know", |one| at_first(one, &["dunno lol", "no idea, sorry!", "hey, skip that one"])),
];

struct Told {
    plan: ReplyPlan,
    text: String,
}

fn word(talk: &mut Talk, told: &mut Vec<Told>) {
    let Some(id) = talk.waiting.take() else { return };
    let plan = talk.plan().clone();
    let text = reply(&plan);
    talk.give(Input::Replied { reply: id, text: text.clone(), engine: Engine::BuiltIn, fell_back: None }).expect("it is said");
    told.push(Told { plan, text });
}

/// What the agent said in a whole interview.
fn hold(definition: &ObjectiveDefinition, answers: Answers, manner: &Manner) -> Vec<Told> {
    let mut told = Vec::new();
    let mut talk = Talk::before_the_greeting(definition.clone());
    word(&mut talk, &mut told);
    let mut times: HashMap<String, usize> = HashMap::new();
    for turn in 0..MOST {
        if talk.view().status != SessionStatus::Active {
            break;
        }
        let asked = talk.view().asked.clone();
        let key = asked.as_ref().map(|asked| asked.key.clone()).unwrap_or_default();
        let answer = answers.iter().find(|(of, _)| *of == key).map_or("yes", |(_, answer)| answer);
        let before = times.entry(key).or_default();
        let act = (manner.1)(&Moment { answer, times: *before, turn, kind: asked.map(|asked| asked.kind), talk: &talk });
        match act {
            Act::Say(text) => {
                *before += 1;
                talk.say(&text).expect("it is taken");
                let understanding = understand(&talk.engine_input());
                let reply = talk.waiting.expect("a reply was begun");
                talk.give(Input::Understood { reply, understanding, fell_back: None }).expect("it is understood");
            }
            Act::ByHand(command) => {
                talk.command(command).expect("it is done");
            }
        }
        word(&mut talk, &mut told);
    }
    told
}

pub(super) fn sentences(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut one = String::new();
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        one.push(sign);
        if sign == '\n' || matches!(sign, '.' | '?' | '!') && signs.peek().is_none_or(|next| next.is_whitespace()) {
            all.push(std::mem::take(&mut one).trim().to_owned());
        }
    }
    all.push(one.trim().to_owned());
    // A line of a list is no sentence.
    all.retain(|one| !one.is_empty() && !one.starts_with("- "));
    all
}

/// The words of a question, or of a value read back with what is asked about it.
fn asks(plan: &ReplyPlan) -> Option<(String, String)> {
    let (_, said) = parts(plan).into_iter().find(|(role, _)| *role == Role::Asked)?;
    match &plan.next {
        Next::Ask { key, .. } => {
            let last = sentences(&said).pop()?;
            Some((key.clone(), last.trim_start_matches("And ").to_lowercase()))
        }
        Next::ReadBack { key, .. } | Next::Settle { key, .. } => Some((key.clone(), said.to_lowercase())),
        Next::Close { .. } | Next::Nothing => None,
    }
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|sign: char| !sign.is_alphanumeric() && !matches!(sign, '\'' | '’'))
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// What is said of, and in which words: it may change while the pattern stays.
fn matter(definition: &ObjectiveDefinition, answers: Answers) -> HashSet<String> {
    let numbers = "no one two three four five six seven eight nine ten eleven twelve";
    let mut all: HashSet<String> = words(numbers).collect();
    for template in &definition.obligations {
        all.extend(words(&template.name()));
        all.extend(template.category.iter().flat_map(|name| words(name)));
        all.extend(template.options.iter().flat_map(|option| words(&option.label)));
    }
    all.extend(answers.iter().flat_map(|(_, answer)| words(answer)));
    all
}

/// The words of a sentence without its matter and without what is quoted.
fn pattern(sentence: &str, matter: &HashSet<String>) -> String {
    let mut plain = String::new();
    let mut quoted = false;
    for sign in sentence.chars() {
        quoted = (quoted || sign == '“') && sign != '”';
        plain.push(if quoted { ' ' } else { sign });
    }
    words(&plain)
        .filter(|word| !matter.contains(word) && !word.starts_with(|sign: char| sign.is_ascii_digit()))
        .collect::<Vec<_>>()
        .join(" ")
}

/// The words of a sentence with one mark in the place of all matter that stands together.
fn shape(sentence: &str, matter: &HashSet<String>) -> String {
    let mut quoted = false;
    let plain: String = sentence
        .chars()
        .map(|sign| {
            quoted = (quoted || sign == '“') && sign != '”';
            if quoted { '0' } else { sign }
        })
        .collect();
    let mut shape: Vec<String> =
        words(&plain)
            .map(|word| {
                if matter.contains(&word) || word.starts_with(|sign: char| sign.is_ascii_digit()) {
                    "…".to_owned()
                } else {
                    word
                }
            })
            .collect();
    shape.dedup();
    shape.join(" ")
}

/// What a reply says, in whole sentences: all but a question in an objective's own words.
fn statements(plan: &ReplyPlan, matter: &HashSet<String>) -> HashSet<String> {
    let own = |last: &String| {
        let last = last.trim_start_matches("And ").to_lowercase();
        let mut wordings =
            plan.definition.obligations.iter().flat_map(|one| std::iter::once(&one.prompt).chain(&one.rephrasings));
        wordings.any(|wording| wording.to_lowercase().ends_with(&last))
    };
    let stated = |(role, text): &(Role, String)| {
        let mut all = sentences(text);
        if *role == Role::Asked && all.last().is_some_and(own) {
            all.pop();
        }
        all
    };
    let telling = |shape: &String| shape.split(' ').any(|word| word != "…");
    parts(plan).iter().flat_map(stated).map(|sentence| shape(&sentence, matter)).filter(telling).collect()
}

fn faults(definition: &ObjectiveDefinition, answers: Answers, manner: &Manner) -> Vec<String> {
    let told = hold(definition, answers, manner);
    let matter = matter(definition, answers);
    let mut wrong = Vec::new();
    let mut asked: HashMap<(String, String), usize> = HashMap::new();
    for (at, one) in told.iter().enumerate() {
        if let Some(question) = asks(&one.plan)
            && let Some(before) = asked.insert(question.clone(), at)
        {
            wrong.push(format!("{}: {before} and {at} ask for {} with the same words: {:?}", manner.0, question.0, question.1));
        }
    }
    // Nothing is shown by a talk that ended before it had begun.
    if asked.len() < FEWEST {
        wrong.push(format!("{}: only {} questions were put", manner.0, asked.len()));
    }
    let patterns: Vec<HashSet<String>> = told
        .iter()
        .map(|one| sentences(&one.text).iter().map(|sentence| pattern(sentence, &matter)).filter(|one| !one.is_empty()).collect())
        .collect();
    for (at, three) in patterns.windows(3).enumerate() {
        for one in three[0].iter().filter(|one| three[1].contains(*one) && three[2].contains(*one)) {
            wrong.push(format!("{}: {at} to {} have the pattern {one:?}", manner.0, at + 2));
        }
    }
    let shapes: Vec<HashSet<String>> = told.iter().map(|one| statements(&one.plan, &matter)).collect();
    for (at, said) in shapes.iter().enumerate() {
        for (before, earlier) in shapes.iter().enumerate().take(at).skip(at.saturating_sub(TURNS - 1)) {
            let again = said.intersection(earlier).map(|one| format!("{}: {before} and {at} both say {one:?}", manner.0));
            wrong.extend(again);
        }
    }
    wrong
}

#[test]
fn nothing_is_asked_twice_in_the_same_words_and_no_pattern_comes_again_too_soon() {
    let mut wrong = Vec::new();
    for (place, (json, answers)) in [(IDEA, CYCLIST), (PROJECT, ROSTER), (BUSINESS, PLUMBER)].into_iter().enumerate() {
        let definition = objective(json);
        // Each about one of them.
        let about = |at: &usize| at % 3 == place;
        for (_, manner) in MANNERS.iter().enumerate().filter(|(at, _)| about(at)) {
            wrong.extend(faults(&definition, answers, manner));
        }
    }
    assert!(wrong.is_empty(), "{} faults:\n{}", wrong.len(), wrong.join("\n"));
}
