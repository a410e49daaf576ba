//! Planning by rules: a query that was written by hand, or what the built-in planner reads. A word that is nothing in the data is looked
//! up before it is called unknown.

use crate::{
    doer::Task,
    planning::{drafted, numbered},
};
use domain::{
    StoreFault,
    ask::{AskNews, AskResult, Draft, KnownFact, Material, Meaning, Planned, check_redo, reached_by_tool, read_meaning},
};
use projects::{Caller, dispatch};
use protocol::{
    account::Role,
    ask::{AskCost, AskMode, Assumption, Clarification, ModeChoice, StepAction},
};
use serde_json::json;
use std::time::Duration;

/// The tool by which a model finds out what a word means.
const TOOL: &str = "resolve_fact";
/// So long one word may be looked up.
const PATIENCE: Duration = Duration::from_secs(5);

impl Task {
    pub(crate) async fn by_rules(
        &self,
        caller: &Caller,
        material: &Material<'_>,
        cost: AskCost,
    ) -> Result<AskResult, StoreFault> {
        let planned = match &self.ask.view.request.sql {
            Some(sql) => {
                let chosen = self.ask.view.request.mode.and(material.mode).filter(|chosen| chosen.mode != AskMode::Knowledge);
                let draft = Draft::from_query(sql, material.question);
                Planned::Draft(chosen.cloned().unwrap_or_else(written_by_hand), Box::new(draft))
            }
            None => self.read_question(caller, material).await,
        };
        match planned {
            Planned::Draft(mode, mut draft) => {
                draft.assumptions.extend(self.unread_change());
                drafted(&draft, Some(mode), cost)
            }
            Planned::Unclear(mode, questions) => {
                let news = AskNews::Unclear { questions: numbered(questions, &self.ask.view.questions), cost };
                Ok(AskResult { mode: Some(mode), news, ..AskResult::default() })
            }
        }
    }

    /// What several sources say differently is asked back; what one says is used (seed 004, Planning Process).
    async fn read_question(&self, caller: &Caller, material: &Material<'_>) -> Planned {
        let planner = self.asks.planner();
        let planned = planner.plan(material);
        let (mode, is_open, is_quoted) = match &planned {
            Planned::Draft(mode, draft) => {
                let is_quoted = draft.plan.plan.steps.iter().all(|step| matches!(step.action, StepAction::Passage { .. }));
                (mode.clone(), draft.guided.is_some(), is_quoted)
            }
            Planned::Unclear(mode, questions) => (mode.clone(), questions.iter().all(|question| !question.personal), false),
        };
        let mut words = if is_open || is_quoted { planner.find_unknown(material) } else { Vec::new() };
        if !is_open {
            // A document says what a large ferry is, and not how many there are.
            let question = material.question.to_lowercase();
            words.retain(|word| question.contains(&format!("how many {}", word.to_lowercase())));
        }
        let (mut facts, mut questions): (Vec<KnownFact>, Vec<Clarification>) = (Vec::new(), Vec::new());
        for word in &words {
            // "VIP" needs no look where "VIP customers" was found.
            let is_part = |name: &String| name.contains(word.as_str());
            if facts.iter().any(|fact| is_part(&fact.name)) || questions.iter().any(|question| is_part(&question.about)) {
                continue;
            }
            match self.look_up(caller, word, material).await {
                Some(Meaning::One(fact)) => facts.push(fact),
                Some(Meaning::Several(question)) => questions.push(question),
                None => {}
            }
        }
        if !questions.is_empty() {
            return Planned::Unclear(mode, questions);
        }
        if facts.is_empty() {
            return planned;
        }
        // What somebody said comes before what was found: later ones win.
        facts.extend(material.facts.iter().cloned());
        planner.plan(&Material { facts: &facts, ..*material })
    }

    async fn look_up(&self, caller: &Caller, word: &str, material: &Material<'_>) -> Option<Meaning> {
        if reached_by_tool(&self.ask.view, TOOL).is_some() {
            return None;
        }
        // Who only looks leaves no open question with the project: this ask puts it itself.
        let mut looker = caller.clone();
        looker.account.role = Role::Viewer;
        let arguments = json!({"question": format!("What is {word}?")});
        let work = dispatch(self.asks.projects(), &looker, TOOL, &arguments);
        match tokio::time::timeout(PATIENCE, work).await {
            Ok(Ok(answer)) => read_meaning(word, &answer, material.passages),
            Ok(Err(failure)) => {
                tracing::info!(why = failure.detail, "a word was not looked up");
                None
            }
            Err(_) => None,
        }
    }

    /// What somebody said to this redo, and no rule could read.
    fn unread_change(&self) -> Option<Assumption> {
        let request = &self.ask.view.request;
        let is_unread = request.redo_of.is_some() && check_redo(&request.question).is_err();
        is_unread.then(|| Assumption {
            name: "what changes".to_owned(),
            text: format!("nothing of “{}” could be read as a change: it was done again as it was", request.question),
            ..Assumption::default()
        })
    }
}

fn written_by_hand() -> ModeChoice {
    ModeChoice { mode: AskMode::Exploratory, why: "the query was put together by hand".to_owned() }
}
