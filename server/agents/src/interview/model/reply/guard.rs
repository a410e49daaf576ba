//! What of the model's text is said: statements within bounds, and the one question that was decided, last. What is missing is
//! said in the words of the rules, and a list always. What was let through once stands: the pieces are the beginning of the reply.

use super::{
    grounds::Grounds,
    prompt::{Draft, is_list, is_listed},
    question::{Wanted, is_question},
    sentences::{self, has_markup},
};
use crate::interview::{
    model::words::stems,
    rules::reply::{Role, one_question_mark},
};
use domain::interview::ReplyPlan;

/// All statements of the model together, and its question, in characters.
const STATEMENTS: usize = 900;
const QUESTION: usize = 400;
/// More make a speech.
const MOST: usize = 6;
/// So much of what has to be said, in hundredths of its telling words, shows that it was said.
const SAID: usize = 34;

pub(super) struct Guard<'a> {
    draft: &'a Draft,
    wanted: Option<Wanted>,
    grounds: Grounds,
    /// The lines of the lists that have to be said, in sentences.
    listed: Vec<String>,
    /// Of the model's text, what no sentence was made of yet.
    rest: String,
    statements: Vec<String>,
    length: usize,
    text: String,
    asked: bool,
    /// Whether the model said a line of a list, which is said as a whole instead.
    has_listed: bool,
    /// Sentences that were not let through.
    dropped: usize,
}

impl<'a> Guard<'a> {
    pub(super) fn new(plan: &ReplyPlan, draft: &'a Draft) -> Self {
        Self {
            draft,
            wanted: Wanted::of(plan, draft.asked.as_deref()),
            grounds: Grounds::new(plan, draft),
            listed: list_lines(draft),
            rest: String::new(),
            statements: Vec::new(),
            length: 0,
            text: String::new(),
            asked: false,
            has_listed: false,
            dropped: 0,
        }
    }

    /// Takes a piece; gives what may be shown because of it.
    pub(super) fn take(&mut self, piece: &str) -> String {
        self.rest.push_str(piece);
        self.go_through(false)
    }

    /// Takes what is whole in itself; gives what may be shown because of it.
    pub(super) fn take_whole(&mut self, part: &str) -> String {
        self.rest.push_str(part);
        self.go_through(true)
    }

    /// The model has said all; gives what is still to be shown.
    ///
    /// # Errors
    /// Where nothing of what it said can be used; then nothing was shown either.
    pub(super) fn finish(&mut self) -> Result<String, String> {
        let mut grown = self.go_through(true);
        if self.dropped > 0 {
            metrics::counter!("discovery_model_proposals_dropped", "task" => "reply").increment(self.dropped as u64);
        }
        if self.text.is_empty() && !self.has_listed {
            return Err(
                "it has no plain statement that answers the person, without links, markup and questions of its own".into()
            );
        }
        if !self.asked {
            grown.push_str(&self.missing());
            let needed = |last: &&str| self.draft.must_ask || self.statements.is_empty() || is_list(last);
            if let Some(last) = self.draft.asked.as_deref().filter(needed) {
                grown.push_str(&self.say(&one_question_mark(last)));
            }
            self.asked = true;
        }
        Ok(grown)
    }

    pub(super) fn text(self) -> String {
        self.text
    }

    /// Whether anything may have been shown.
    pub(super) fn has_shown(&self) -> bool {
        !self.text.is_empty()
    }

    fn go_through(&mut self, over: bool) -> String {
        let mut grown = String::new();
        while let Some(sentence) = sentences::next(&mut self.rest, over) {
            let sentence = sentences::plain(&sentence);
            if self.listed.iter().any(|line| line == sentence.trim_end_matches('.')) {
                self.has_listed = true;
            } else if sentence.chars().any(char::is_alphanumeric) {
                match self.judge(&sentence) {
                    Some(said) => grown.push_str(&said),
                    None => self.dropped += 1,
                }
            }
        }
        grown
    }

    fn judge(&mut self, sentence: &str) -> Option<String> {
        let length = sentence.chars().count();
        if self.asked || length > STATEMENTS || has_markup(sentence) || !self.grounds.carry(sentence) {
            return None;
        }
        // Two sentences say the message back as well as one.
        if self.grounds.parrots(&format!("{} {sentence}", self.statements.join(" "))) {
            return None;
        }
        if is_question(sentence) {
            let good = length <= QUESTION && self.wanted.as_ref().is_some_and(|wanted| wanted.is_asked_by(sentence));
            return good.then(|| {
                self.asked = true;
                let mut grown = self.missing();
                grown.push_str(&self.say(sentence));
                grown
            });
        }
        let long = self.length + length > STATEMENTS || self.statements.len() == MOST;
        if long || !self.grounds.carry_statement(sentence) {
            return None;
        }
        self.length += length;
        self.statements.push(sentence.to_owned());
        Some(self.say(sentence))
    }

    /// What has to be said and was not, in the words of the rules.
    fn missing(&mut self) -> String {
        let said = stems(&self.statements.join(" "));
        let silent = self.statements.is_empty();
        let lacks = |text: &str| {
            let wanted = stems(text);
            let found = wanted.iter().filter(|word| said.contains(*word)).count();
            found * 100 < wanted.len() * SAID
        };
        let draft = self.draft;
        let mut grown = String::new();
        for (role, text) in &draft.before {
            let needed = match role {
                Role::Answer => lacks(text),
                Role::Taken if draft.replaced => lacks(text),
                Role::Taken | Role::Greeting => silent,
                Role::Courtesy | Role::Lead | Role::Asked => false,
            };
            if needed || is_list(text) {
                let statement = text.replace(['?', '？', '؟'], ".");
                grown.push_str(&self.say(&statement));
            }
        }
        grown
    }

    fn say(&mut self, sentence: &str) -> String {
        let behind_a_list = self.text.rsplit_once('\n').is_some_and(|(_, last)| is_listed(last));
        let between = if self.text.is_empty() {
            ""
        } else if behind_a_list {
            "\n"
        } else {
            " "
        };
        let grown = format!("{between}{sentence}");
        self.text.push_str(&grown);
        grown
    }
}

/// The lines of the lists that have to be said, cut like the text of the model.
fn list_lines(draft: &Draft) -> Vec<String> {
    let mut listed: Vec<String> = Vec::new();
    for line in draft.texts().flat_map(str::lines).filter(|line| is_listed(line)) {
        let mut rest = line.to_owned();
        let parts = std::iter::from_fn(|| sentences::next(&mut rest, true));
        listed.extend(parts.map(|part| sentences::plain(&part).trim_end_matches('.').to_owned()));
    }
    listed.retain(|part| part.chars().any(char::is_alphanumeric));
    listed
}
