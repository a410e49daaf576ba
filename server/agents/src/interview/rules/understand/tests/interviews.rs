//! Whole interviews by people who answer what is asked, each in a way of their own: what is held in the end is what they said.

use super::{
    super::understand,
    live::{objectives::built_in, words},
};
use protocol::interview::{Asking, ContextType, SessionStatus};
use testkit::{Saying, Talk};

/// Longer than any of these talks takes.
const MOST: usize = 110;

/// What somebody answers, and what is to be held of it.
type Answers = &'static [(&'static str, &'static str, &'static str)];

const PLUMBER: Answers = &[
    ("industry", "plumbing", "plumbing"),
    ("offering", "Boilers. Bathrooms.", "Boilers. Bathrooms"),
    ("business_model", "services", "services"),
    ("team_size", "4", "4"),
    ("target_market", "homeowners and landlords", "homeowners and landlords"),
    ("target_market_size", "12,000", "12000"),
    ("customer_need", "hot water on the same day", "hot water on the same day"),
    ("competition", "Dave. British Gas.", "Dave. British Gas"),
    ("pricing_strategy", "agreed case by case", "individual"),
    ("sales_channels", "word of mouth", "referrals"),
    ("annual_revenue", "300,000 pounds", "300000"),
    ("primary_goal", "a second van", "second van"),
    ("main_challenge", "the price of copper", "price of copper"),
    ("timeline", "1 June 2027", "2027-06-01"),
];

/// How somebody answers: the message for the question that is asked for the n-th time.
struct Manner {
    name: &'static str,
    says: fn(&str, usize, usize) -> String,
    /// What is said to a value that is read back, the n-th time.
    confirms: fn(usize) -> &'static str,
    /// Optional questions are left at first.
    leaves: bool,
}

const MANNERS: &[Manner] = &[
    Manner { leaves: false, name: "plain", says: |answer, _, _| answer.to_owned(), confirms: |_| "yes" },
    Manner {
        leaves: false,
        name: "laughs",
        says: |answer, _, at| {
            let laugh = ["lol", "haha", "hehe"][at % 3];
            format!("yeah, {} {laugh}", answer.trim_end_matches('.'))
        },
        confirms: |_| "yep haha",
    },
    Manner {
        leaves: false,
        name: "asks back",
        says: |answer, _, at| {
            let tag = [", if that makes sense?", ", is that what you mean?", ", right?", " - or is that too vague?"][at % 4];
            format!("{}{tag}", answer.trim_end_matches('.'))
        },
        confirms: |_| "yes",
    },
    Manner {
        leaves: true,
        name: "puts off",
        says: |answer, times, at| {
            let off = [
                "leave that for later", "Save this for later", "can we do this one later?", "put a pin in that",
                "I'll tell you later", "not now", "ask me that again later", "let's leave it for the end",
            ];
            if times == 0 { off[at % off.len()].to_owned() } else { answer.to_owned() }
        },
        confirms: |_| "yes",
    },
    Manner {
        leaves: false,
        name: "is rude first",
        says: |answer, times, at| {
            let rude = [
                "Idiots like you wasting my time",
                "this question is stupid",
                "Wow, how original.",
                "you're a robot, you wouldn't understand",
                "I don't trust you",
                "blah blah blah",
            ];
            if times == 0 { rude[at % rude.len()].to_owned() } else { answer.to_owned() }
        },
        confirms: |_| "close enough",
    },
    Manner {
        leaves: true,
        name: "skips and takes it back",
        says: |answer, times, at| match times {
            0 => ["skip", "next question", "later"][at % 3].to_owned(),
            1 => unreachable!("it is taken back before"),
            _ => answer.to_owned(),
        },
        confirms: |_| "yes",
    },
    Manner {
        leaves: false,
        name: "chats",
        says: |answer, _, _| format!("I think {answer}"),
        confirms: |times| if times == 0 { "By the way my name is Anna." } else { "Yes" },
    },
];

fn say(talk: &mut Talk, text: &str) {
    talk.say(text).expect("the message is taken");
    let understanding = understand(&talk.engine_input());
    talk.understand(Saying { text: text.to_owned(), understanding });
}

/// Holds one; gives what was said, and what is wrong in the end.
fn hold(answers: Answers, manner: &Manner) -> (Vec<String>, Vec<String>) {
    let mut talk = Talk::over((*built_in(ContextType::BusinessProfile)).clone());
    let mut times = vec![0; answers.len()];
    let mut read_back = vec![0; answers.len()];
    let mut said: Vec<String> = Vec::new();
    while talk.view().status == SessionStatus::Active && said.len() < MOST {
        let asked = talk.view().asked.clone();
        let place = asked.as_ref().and_then(|asked| answers.iter().position(|(key, ..)| *key == asked.key));
        let text = match (asked, place) {
            (Some(asked), Some(at)) if asked.kind == Asking::Question => {
                let text = (manner.says)(answers[at].1, times[at], at);
                times[at] += 1;
                let undoes = manner.name.starts_with("skips") && times[at] == 1;
                said.push(format!("[{}] {text}", asked.key));
                say(&mut talk, &text);
                if undoes {
                    times[at] += 1;
                    said.push("undo that".to_owned());
                    say(&mut talk, "undo that");
                    let again = talk.view().asked.as_ref().map(|asked| asked.key.clone());
                    assert_eq!(again.as_ref(), Some(&asked.key), "{}: what was skipped is asked again: {said:#?}", manner.name);
                }
                continue;
            }
            (Some(asked), Some(at)) if asked.kind == Asking::ReadBack => {
                read_back[at] += 1;
                (manner.confirms)(read_back[at] - 1).to_owned()
            }
            (None, _) => "yes, let's finish".to_owned(),
            _ => "yes".to_owned(),
        };
        said.push(text.clone());
        say(&mut talk, &text);
    }
    let required = &talk.view().definition.completion.required_obligations;
    let wrong = answers.iter().filter_map(|(key, _, wanted)| {
        let value = talk.one(key).value.as_ref().map(words);
        // What is optional and was put off may stay open.
        let left = value.is_none() && manner.leaves && !required.iter().any(|one| one == key);
        (value.as_deref() != Some(*wanted) && !left).then(|| format!("{key} = {value:?}, not {wanted:?}"))
    });
    let mut wrong: Vec<String> = wrong.collect();
    if talk.view().status == SessionStatus::Active {
        wrong.push("it never ended".to_owned());
    }
    (said, wrong)
}

#[test]
fn in_the_end_what_they_said_is_held() {
    let mut faults = Vec::new();
    for manner in MANNERS {
        let (said, wrong) = hold(PLUMBER, manner);
        if !wrong.is_empty() {
            faults.push(format!("{}: {wrong:#?}\n{said:#?}", manner.name));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
