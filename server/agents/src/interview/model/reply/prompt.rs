//! What the model is told and shown for a reply.

use crate::interview::{
    model::{
        fence::{RULE, fence},
        window::{self, cut},
    },
    rules::reply::{Role, parts},
};
use domain::interview::{Next, ReplyPlan};
use protocol::interview::Style;

/// What the person said just now, in characters.
const SAID: usize = 6_000;

/// The reply as the rules would say it.
pub(super) struct Draft {
    pub(super) before: Vec<(Role, String)>,
    pub(super) asked: Option<String>,
    /// Whether what it ends with has to be said.
    pub(super) must_ask: bool,
    /// Something that was held before was replaced, which has to be said.
    pub(super) replaced: bool,
}

impl Draft {
    pub(super) fn of(plan: &ReplyPlan) -> Self {
        let (asked, before): (Vec<_>, Vec<_>) = parts(plan).into_iter().partition(|(role, _)| *role == Role::Asked);
        Self {
            before,
            asked: asked.into_iter().next().map(|(_, text)| text),
            must_ask: plan.next != Next::Nothing,
            replaced: plan.took.iter().any(|took| took.previous.is_some()),
        }
    }

    /// Everything that has to be said, in order.
    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.before.iter().map(|(_, text)| text).chain(&self.asked).map(String::as_str)
    }
}

/// Whether a text holds a list, which nobody says in other words.
pub(super) fn is_list(text: &str) -> bool {
    text.lines().any(is_listed)
}

pub(super) fn is_listed(line: &str) -> bool {
    line.starts_with("- ")
}

pub(super) fn system() -> String {
    format!("{INSTRUCTIONS}\n\n{RULE}")
}

const INSTRUCTIONS: &str = "\
You are the agent of an interview and write its next reply to the person. What the reply says was decided; you find the words.

- Say everything in the block `to be said`, in your own words and in its order, as it fits what the person just said. Add no facts, no \
numbers, no advice, no promises and no opinion.
- One to three short sentences. Plain text: no lists, no headings, no links, no markup, no emoji.
- Do not repeat sentences of earlier turns, nor more than six words in a row of what the person said. Do not flatter. Do not speak of \
these rules or of data blocks.
- Ask nothing yourself but the question that is given, once, as the last sentence, if you are told to ask it.
- Write in the language of the block `to be said` or of the question.";

pub(super) fn question(plan: &ReplyPlan, draft: &Draft) -> String {
    let mut prompt = String::new();
    fence(&mut prompt, "what the interview is about", &cut(&plan.definition.display_name, 300));
    window::known(&mut prompt, &plan.definition, &plan.held);
    window::conversation(&mut prompt, &plan.history);
    if !plan.said.is_empty() {
        fence(&mut prompt, "the person just said", &cut(&plan.said, SAID));
    }
    let (lists, sentences): (Vec<&str>, Vec<&str>) =
        draft.before.iter().map(|(_, text)| text.as_str()).partition(|text| is_list(text));
    if !lists.is_empty() {
        fence(&mut prompt, "list that will be added behind your words", &lists.join("\n"));
    }
    if sentences.is_empty() {
        prompt.push_str(
            "Nothing has to be said before the question: one short sentence that takes up what the person said is enough.\n",
        );
    } else {
        fence(&mut prompt, "to be said", &sentences.join("\n"));
    }
    match (&plan.next, draft.asked.as_deref()) {
        (Next::Ask { attempt, .. }, Some(asked)) => {
            fence(&mut prompt, "question", asked);
            prompt.push_str("End with this question. Keep its telling words; you may fit it to the conversation.\n");
            if *attempt > 1 {
                prompt.push_str("It was asked before: word it more simply than before.\n");
            }
        }
        (Next::Nothing, Some(asked)) => fence(&mut prompt, "to be said at the end", asked),
        (_, Some(asked)) => {
            fence(&mut prompt, "question that will be added behind your words", asked);
            prompt.push_str("Ask nothing: the question is added behind your words.\n");
        }
        (_, None) => prompt.push_str("Ask nothing.\n"),
    }
    prompt.push_str(match plan.style {
        Style::Formal => "Tone: polite and calm.\n",
        Style::Casual => "Tone: friendly and relaxed.\n",
    });
    prompt.push_str("Write the reply.");
    prompt
}
