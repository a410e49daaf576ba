//! Scripted people held to whole interviews: how much of what they know ends at its place. `people.jsonl` has a person a line, with
//! the answers they give when they are asked, what they volunteer, what they put right, and what is to be held in the end.

use super::{super::understand, live::objectives::built_in, stage::objective};
use domain::interview::build_engine_input;
use protocol::{
    Timestamp,
    interview::{Asking, ObjectiveDefinition, SessionStatus, WidgetType},
};
use serde_json::Value;
use std::{
    collections::{HashMap, HashSet},
    fs,
    path::{Path, PathBuf},
};
use testkit::{Saying, Talk};

/// 27 November 2026, ten o'clock.
const DAY: Timestamp = Timestamp(1_795_773_600_000_000);
/// Longer than any of these talks should take.
const MOST: usize = 60;
/// Who is asked so often for one answer leaves.
const PATIENCE: usize = 6;

/// What came of people's answers.
#[derive(Debug, Default)]
struct Tally {
    answers: usize,
    right: usize,
    wrong: usize,
    volunteered: usize,
    taken: usize,
    corrections: usize,
    corrected: usize,
    unknown: usize,
    made_up: usize,
    turns: usize,
    by_widget: HashMap<String, (usize, usize)>,
}

/// The people that may be looked at: what is read of them today is not lost.
#[test]
fn people_that_were_looked_at_are_understood() {
    let tally = hold_all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/people/development"), false);
    assert!(tally.right * 100 >= tally.answers * 75 && tally.wrong * 100 <= tally.answers * 20, "{tally:?}");
}

/// Those that nobody looks at: `cargo test -p agents people_of_the_held_half -- --ignored --nocapture`. `PEOPLE=folder` holds others,
/// with `SHOW=1` what they say and what went wrong, too.
#[test]
#[ignore = "only measures"]
fn people_of_the_held_half_are_measured() {
    let folder = std::env::var("PEOPLE")
        .map_or_else(|_| Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/people/held"), PathBuf::from);
    let tally = hold_all(&folder, std::env::var("SHOW").is_ok());
    let share = |part: usize, whole: usize| part as f64 / whole.max(1) as f64;
    println!(
        "right {:.3}, wrong {:.3}, volunteered {:.3}, corrections {:.3}, turns {:.2}: {tally:?}",
        share(tally.right, tally.answers),
        share(tally.wrong, tally.answers),
        share(tally.taken, tally.volunteered),
        share(tally.corrected, tally.corrections),
        share(tally.turns, tally.answers)
    );
}

fn hold_all(folder: &Path, is_shown: bool) -> Tally {
    let lines = fs::read_to_string(folder.join("people.jsonl")).expect("people");
    let mut tally = Tally::default();
    for line in lines.lines().filter(|line| !line.trim().is_empty()) {
        let script: Value = serde_json::from_str(line).expect(line);
        let mut person = Person::new(&script, is_shown);
        person.talk();
        person.count(&mut tally);
    }
    tally
}

struct Person<'a> {
    script: &'a Value,
    talk: Talk,
    now: Timestamp,
    gold: HashMap<String, Value>,
    /// How often each was asked for.
    times: HashMap<String, usize>,
    asked_back: HashSet<String>,
    is_corrected: bool,
    turns: usize,
    is_shown: bool,
}

impl<'a> Person<'a> {
    fn new(script: &'a Value, is_shown: bool) -> Self {
        let definition = match script["objective"]["obligations"].clone() {
            Value::Null => built_in(serde_json::from_value(script["context_type"].clone()).expect("a kind of interview")),
            obligations => objective(obligations),
        };
        let gold = script["gold"].as_object().expect("what is right").clone().into_iter().collect();
        Self {
            script,
            talk: Talk::over(ObjectiveDefinition::clone(&definition)),
            now: DAY,
            gold,
            times: HashMap::new(),
            asked_back: HashSet::new(),
            is_corrected: false,
            turns: 0,
            is_shown,
        }
    }

    fn talk(&mut self) {
        let mut due = None;
        self.say(self.script["opening"].as_str().expect("an opening"));
        for _ in 0..MOST {
            if let Some(fix) = due.take().filter(|_| self.talk.view().status == SessionStatus::Active) {
                let fix: &Value = fix;
                self.say(fix["say"].as_str().expect("a correction"));
                self.is_corrected = true;
                self.gold.insert(text(&fix["key"]), fix.clone());
                continue;
            }
            let Some((words, answered)) = self.next() else { break };
            if answered.is_some_and(|key| self.script["correction"]["after"] == *key) && !self.is_corrected {
                due = Some(&self.script["correction"]);
            }
            self.say(&words);
        }
    }

    /// What they say now, and for which question it is the answer; nothing where nothing is asked.
    fn next(&mut self) -> Option<(String, Option<String>)> {
        let question = self.talk.view().asked.clone().filter(|_| self.talk.view().status == SessionStatus::Active)?;
        let key = question.key;
        let times = self.times.get(&key).copied().unwrap_or_default();
        if times >= PATIENCE {
            return None;
        }
        if let Some(question) = self.script["asks"][&key].as_str()
            && self.asked_back.insert(key.clone())
        {
            return Some((question.to_owned(), None));
        }
        self.times.insert(key.clone(), times + 1);
        let answers: Vec<String> = self.script["answers"][&key].as_array().into_iter().flatten().map(text).collect();
        let (held, widget) = (self.talk.one(&key).value.clone(), self.widget(&key));
        if let Some(gold) = self.gold.get(&key) {
            let own = self.own_words(&key);
            let is_right = |value: &Value| is_right(widget, value, gold, &own);
            if question.kind == Asking::Negotiation {
                let proposed = self.talk.one(&key).negotiation.as_ref().and_then(|one| one.proposed().cloned());
                if proposed.as_ref().is_some_and(is_right) {
                    return Some(("yes, take the new one".to_owned(), None));
                }
                if held.as_ref().is_some_and(is_right) {
                    return Some(("no, keep what you had".to_owned(), None));
                }
            }
            if let Some(held) = &held {
                if times >= 4 {
                    return Some(("skip that".to_owned(), None));
                }
                if is_right(held) {
                    return Some(("yes, that's right".to_owned(), None));
                }
                let again = answers.get(times.clamp(1, answers.len().max(2) - 1)).or(answers.last());
                return Some((format!("no. {}", again.cloned().unwrap_or_else(|| text(&gold["value"]))), None));
            }
        }
        if answers.is_empty() {
            return Some((if times < 2 { "I don't know, sorry." } else { "skip that" }.to_owned(), None));
        }
        let words = if times < 4 { answers[times.min(answers.len() - 1)].clone() } else { "skip that".to_owned() };
        Some((words, Some(key)))
    }

    fn say(&mut self, words: &str) {
        if self.talk.view().status != SessionStatus::Active || self.talk.say(words).is_err() {
            return;
        }
        self.turns += 1;
        let heard = build_engine_input(&self.talk.interview, self.now).expect("something was said");
        let understanding = understand(&heard);
        if self.is_shown {
            let question =
                self.talk.view().asked.as_ref().map(|asked| format!("{} {:?}", asked.key, asked.kind)).unwrap_or_default();
            let found: Vec<String> =
                understanding.findings.iter().map(|one| format!("{}={} {:?}", one.key, one.value, one.confidence)).collect();
            println!("  [{question}] {words}\n      {found:?} {:?}", understanding.moves);
        }
        self.talk.understand(Saying { text: words.to_owned(), understanding });
    }

    fn widget(&self, key: &str) -> WidgetType {
        self.talk.view().definition.obligations.iter().find(|one| one.key == key).expect("an obligation").widget_type
    }

    /// All that they say of it.
    fn own_words(&self, key: &str) -> Vec<String> {
        let list = |value: &Value| value.as_array().into_iter().flatten().map(text).collect::<Vec<_>>();
        let mut own = list(&self.script["answers"][key]);
        for (asked, besides) in self.script["also"].as_object().into_iter().flatten() {
            if list(besides).iter().any(|one| one == key) {
                own.extend(list(&self.script["answers"][asked]));
            }
        }
        if self.script["correction"]["key"] == *key {
            own.push(text(&self.script["correction"]["say"]));
        }
        if !self.script["volunteered"][key].is_null() {
            own.push(text(&self.script["opening"]));
        }
        own
    }

    fn count(&self, tally: &mut Tally) {
        let id = text(&self.script["id"]);
        let holds = |key: &str| {
            let value = self.talk.one(key).value.clone();
            let widget = self.widget(key);
            let right = value.as_ref().is_some_and(|value| is_right(widget, value, &self.gold[key], &self.own_words(key)));
            (value, widget, right)
        };
        for (key, gold) in &self.gold {
            let (value, widget, right) = holds(key);
            tally.answers += 1;
            tally.right += usize::from(right);
            tally.wrong += usize::from(value.is_some() && !right);
            let of_widget = tally.by_widget.entry(format!("{widget:?}")).or_default();
            of_widget.0 += 1;
            of_widget.1 += usize::from(right);
            if self.is_shown && !right {
                println!("  ✗ {id} {key} ({widget:?}): {value:?} for {}", gold["value"]);
            }
        }
        for key in self.script["volunteered"].as_object().into_iter().flatten().map(|(key, _)| key) {
            tally.volunteered += 1;
            let taken = !self.times.contains_key(key) && holds(key).2;
            tally.taken += usize::from(taken);
            if self.is_shown && !taken {
                println!("  ✗ {id} {key} was volunteered");
            }
        }
        for key in self.script["unknown"].as_array().into_iter().flatten().map(text) {
            tally.unknown += 1;
            tally.made_up += usize::from(self.talk.one(&key).value.is_some());
        }
        if let Some(key) = self.script["correction"]["key"].as_str() {
            tally.corrections += 1;
            let right = self.is_corrected && holds(key).2;
            tally.corrected += usize::from(right);
            if self.is_shown && !right {
                println!("  ✗ {id} correction of {key}");
            }
        }
        tally.turns += self.turns;
    }
}

fn text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// A value without what surrounds it.
fn plain(value: &Value) -> &Value {
    ["value", "amount", "date", "text"].iter().find_map(|name| value.get(name)).map_or(value, plain)
}

fn number(value: &Value) -> Option<f64> {
    plain(value).as_f64().or_else(|| text(plain(value)).replace(',', "").parse().ok())
}

fn words(text: &str) -> Vec<String> {
    const IDLE: &[&str] = &[
        "a", "an", "the", "of", "to", "in", "on", "at", "for", "and", "or", "with", "by", "is", "are", "be", "it", "we", "our",
        "i", "my", "they", "just", "about", "around", "really", "mostly", "do", "have",
    ];
    text.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty() && !IDLE.contains(word))
        .map(|word| word.strip_suffix('s').unwrap_or(word).to_owned())
        .collect()
}

/// Whether a value is what they mean. A text may be a note's phrase or their own words without what frames them.
fn is_right(widget: WidgetType, value: &Value, gold: &Value, own: &[String]) -> bool {
    let wanted: Vec<Value> =
        std::iter::once(gold["value"].clone()).chain(gold["accept"].as_array().into_iter().flatten().cloned()).collect();
    let value = plain(value);
    let low = |value: &Value| text(plain(value)).to_lowercase();
    match widget {
        WidgetType::Number => number(value)
            .is_some_and(|have| wanted.iter().filter_map(number).any(|want| (have - want).abs() <= 0.01 * want.abs())),
        WidgetType::Multiselect => {
            let set =
                |value: &Value| value.as_array().map_or_else(|| HashSet::from([low(value)]), |all| all.iter().map(low).collect());
            wanted.iter().any(|want| set(want) == set(value))
        }
        WidgetType::Date => wanted.iter().any(|want| {
            let (have, want) = (low(value), low(want));
            have.starts_with(&want) || have.len() >= 7 && want.starts_with(&have)
        }),
        WidgetType::Choice => wanted.iter().any(|want| low(want) == low(value)),
        _ => {
            let phrase = match value.as_array() {
                Some(all) => all.iter().map(text).collect::<Vec<_>>().join(", "),
                None => text(value),
            };
            let have = words(&phrase);
            let within = |text: &str| format!(" {} ", words(text).join(" ")).contains(&format!(" {} ", have.join(" ")));
            !have.is_empty()
                && (wanted.iter().any(|want| {
                    let want = words(&text(want));
                    let hit = want.iter().filter(|word| have.contains(word)).count();
                    2 * hit * 10 >= 6 * (have.len() + want.len()) || hit * 2 >= want.len() && own.iter().any(|own| within(own))
                }) || own.iter().any(|own| within(own) && have.len() * 10 >= 6 * words(own).len()))
        }
    }
}
