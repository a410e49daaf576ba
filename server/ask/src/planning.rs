//! The first step: the mode is chosen, and the question becomes a plan, by the model where there is one, else by rules.

use crate::{
    doer::Task,
    memory::{draft_name, draft_part, parsed, round_part, step_name},
};
use domain::{
    Failure, StoreFault,
    account::AuditLog as _,
    ask::{
        AskNews, AskResult, Client, Draft, Earlier, KnownFact, Material, Move, Passage, PlanningGoal, Round, StepOutcome,
        ToolAnswer, Vocabulary, choose_mode, facts_of_answers, reached_by_tool, reached_money, read_follow_up, read_redo,
    },
    models::{Subject, ToolCall},
};
use futures::future::join_all;
use projects::{Caller, ProjectMaterial, dispatch, gather_material, read_small_tables};
use protocol::{
    AskId,
    ask::{AskCost, AskMode, AskPlan, Clarification, ClarifyAnswer, Lookup, ModeChoice},
    live::Kind,
};
use serde_json::{Map, Value};
use std::time::{Duration, Instant};

/// So long a model may plan before the built-in planner answers.
const PATIENCE: Duration = Duration::from_secs(30);
/// Characters of a tool's answer that are kept.
const LONGEST_ANSWER: usize = 20_000;
/// Of them those that say how many elements of a list are left out.
const ROOM_FOR_REST: usize = 100;
/// Tables and documents that are offered where none is likely.
const OFFERED: usize = 24;
/// Rows of the answer before that a follow-up may name.
const SEEN_ROWS: usize = 200;
/// Asks that were done again one after the other.
const LONGEST_CHAIN: usize = 20;

/// Everything that planning goes by.
pub(crate) struct Gathered {
    question: String,
    material: ProjectMaterial,
    earlier: Option<Earlier>,
    clarified: Vec<(Clarification, ClarifyAnswer)>,
    values: Map<String, Value>,
}

impl Task {
    pub(crate) fn client(&self) -> Client {
        let subject = Subject { kind: Kind::Ask, id: self.ask.view.id.0, limit: None };
        Client { tenant: self.ask.tenant, subject: Some(subject) }
    }

    /// Plans, or makes one round of it.
    pub(crate) async fn plan(&self, caller: &Caller, round: u32) -> Result<AskResult, StoreFault> {
        let mut gathered = match self.gather(caller).await {
            Ok(gathered) => gathered,
            Err(Gathering::Store(fault)) => return Err(fault),
            Err(Gathering::Failure(failure)) => return Ok(failed(failure.detail)),
        };
        let choice = self.ask.view.mode.clone().unwrap_or_else(|| self.choose(&gathered));
        // What is answered from knowledge touches no database.
        if choice.mode != AskMode::Knowledge {
            read_small_tables(self.asks.projects(), caller, &mut gathered.material).await;
        }
        let mut places = gathered.material.places();
        // Where nothing is likely, what is there can be offered.
        if places.is_empty() && gathered.material.passages.iter().all(|passage| passage.text.is_empty()) {
            places = gathered.material.all_places();
            places.truncate(OFFERED);
        }
        let material = gathered.material(&choice, &places, self.asks.now());
        let mut result = match self.by_model(caller, &gathered, &material, &choice, round).await? {
            Some(result) if result.fell_back.is_none() => result,
            other => {
                let (fell_back, cost) = other.map_or_else(Default::default, |fell| (fell.fell_back, cost_of(fell.news)));
                AskResult { fell_back, ..self.by_rules(caller, &material, cost).await? }
            }
        };
        result.mode = result.mode.or(Some(choice));
        Ok(result)
    }

    fn choose(&self, gathered: &Gathered) -> ModeChoice {
        let request = &self.ask.view.request;
        let all = gathered.material.all_places();
        let vocabulary = Vocabulary::from_places(&all, &gathered.material.documents());
        let before = gathered.earlier.as_ref().and_then(|earlier| earlier.mode);
        let redo = request.redo_of.and_then(|_| read_redo(&request.question)).unwrap_or_default();
        let redo = before.filter(|_| request.redo_of.is_some()).map(|mode| (&redo, mode));
        let follows = before.filter(|_| read_follow_up(&gathered.question).is_some());
        choose_mode(&gathered.question, request.mode, redo, follows, &vocabulary)
    }

    /// The question, with what was said when it was to be done again.
    fn said_question(&self, gathered: &Gathered) -> String {
        let request = &self.ask.view.request;
        let is_said = request.redo_of.is_some() && !request.question.starts_with("Again: ");
        if !is_said {
            return gathered.question.clone();
        }
        format!("{}\n\nIt is asked again, with these words: {}", gathered.question, request.question)
    }

    /// None where no model plans. A result that says why it fell back has its cost and nothing else.
    async fn by_model(
        &self,
        caller: &Caller,
        gathered: &Gathered,
        material: &Material<'_>,
        choice: &ModeChoice,
        round: u32,
    ) -> Result<Option<AskResult>, StoreFault> {
        let view = &self.ask.view;
        let Some(model) = view.model.as_deref().filter(|_| view.fell_back.is_none() && view.request.sql.is_none()) else {
            return Ok(None);
        };
        if let Some(limit) = reached_money(view) {
            let why = format!("this question reached its limit of {limit} while it was planned");
            return Ok(Some(fall_back(why, AskCost::default())));
        }
        let prompt = projects::prompt(&gathered.material.catalog, model.rsplit('/').next().unwrap_or(model));
        let question = self.said_question(gathered);
        let material = &Material { question: &question, ..*material };
        let goal = PlanningGoal { material, mode: choice, prompt: &prompt.text, with_tools: prompt.with_tools };
        let rounds = self.held().as_ref().map(|memory| memory.rounds.clone()).unwrap_or_default();
        let judged = self.asks.analyst().plan(self.client(), &goal, &rounds).await;
        let cost = AskCost {
            input_tokens: judged.spending.input_tokens,
            output_tokens: judged.spending.output_tokens,
            usd: judged.spending.usd.unwrap_or_default(),
        };
        Ok(Some(match judged.result {
            Ok(Move::Call { text, calls }) => {
                let answers = join_all(calls.into_iter().map(|call| self.call(caller, call))).await;
                let lookups = answers.iter().map(to_lookup).collect();
                let kept = vec![round_part(round, &Round { text, answers })?];
                AskResult { kept, news: AskNews::Discovered { lookups, cost }, ..AskResult::default() }
            }
            Ok(Move::Plan(draft)) => drafted(&draft, None, cost)?,
            Ok(Move::Unclear(questions)) => {
                let news = AskNews::Unclear { questions: numbered(questions, &view.questions), cost };
                AskResult { news, ..AskResult::default() }
            }
            Err(fault) => fall_back(fault.to_string(), cost),
        }))
    }

    async fn call(&self, caller: &Caller, call: ToolCall) -> ToolAnswer {
        let begun = Instant::now();
        let (answer, failed) = if let Some(limit) = reached_by_tool(&self.ask.view, &call.name) {
            (format!("this question reached its limit of {limit}: plan with what you know"), true)
        } else {
            let work = dispatch(self.asks.projects(), caller, &call.name, &call.arguments);
            match tokio::time::timeout(PATIENCE, work).await {
                Ok(Ok(value)) => (cut(&value), false),
                Ok(Err(failure)) => (failure.detail.chars().take(LONGEST_ANSWER).collect(), true),
                Err(_) => ("it took too long: ask for less".to_owned(), true),
            }
        };
        ToolAnswer {
            call_id: call.id,
            tool: call.name,
            arguments: call.arguments,
            signatures: call.signatures,
            answer,
            failed,
            elapsed_ms: u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
        }
    }

    async fn gather(&self, caller: &Caller) -> Result<Gathered, Gathering> {
        let view = &self.ask.view;
        let (mut question, redone) = self.effective_question().await?;
        let earlier = match redone {
            Some(id) => self.earlier(id).await?,
            None => self.before().await?,
        };
        let change = redone.and_then(|_| read_redo(&view.request.question)?.change);
        if let (Some(_), Some(asked)) = (redone, earlier.as_ref().and_then(|earlier| earlier.draft.asked.as_ref())) {
            question.clone_from(&asked.question);
        }
        question = change.unwrap_or(question);
        // What goes on from the question before is about the same tables and passages.
        let about = match &earlier {
            Some(earlier) if read_follow_up(&question).is_some() => format!("{} {question}", earlier.question),
            _ => question.clone(),
        };
        let mut material = gather_material(self.asks.projects(), caller, &about).await.map_err(Gathering::Failure)?;
        // Nothing of them fits the question: their names can be offered.
        if material.passages.is_empty() {
            let documents = material.documents().into_iter().take(OFFERED);
            material.passages = documents.map(|document| Passage { document, ..Passage::default() }).collect();
        }
        let clarified: Vec<_> = view
            .clarified
            .iter()
            .filter_map(|answer| {
                let question = view.questions.iter().find(|question| question.id == answer.question_id)?;
                Some((question.clone(), answer.clone()))
            })
            .collect();
        let mut values = facts_of_answers(&clarified);
        values.extend(view.request.facts.clone());
        material.facts.extend(values.iter().map(|(name, value)| KnownFact {
            name: name.clone(),
            value: value.clone(),
            source: "user".to_owned(),
            quote: None,
            confidence: 1.0,
        }));
        Ok(Gathered { question, material, earlier, clarified, values })
    }

    /// Of what is done again the question that was first put.
    async fn effective_question(&self) -> Result<(String, Option<AskId>), StoreFault> {
        let view = &self.ask.view;
        let (mut question, mut of) = (view.request.question.clone(), view.request.redo_of);
        for _ in 0..LONGEST_CHAIN {
            let Some(id) = of else { break };
            let Some(row) = self.asks.store().ask(self.ask.tenant, id).await? else { break };
            (question, of) = (row.question, row.redo_of);
        }
        Ok((question, view.request.redo_of))
    }

    /// The last ask of the conversation that came to an answer.
    async fn before(&self) -> Result<Option<Earlier>, StoreFault> {
        let view = &self.ask.view;
        let rows = self.asks.store().conversation(self.ask.tenant, view.conversation, 10).await?;
        let before = rows.into_iter().find(|row| row.id != view.id && row.user == view.by && row.answer.is_some());
        match before {
            Some(row) => self.earlier(row.id).await,
            None => Ok(None),
        }
    }

    async fn earlier(&self, id: AskId) -> Result<Option<Earlier>, StoreFault> {
        let tenant = self.ask.tenant;
        let (row, part) = (self.asks.store().ask(tenant, id).await?, self.asks.store().ask_part(tenant, id, draft_name()).await?);
        let (Some(row), Some(part)) = (row, part) else { return Ok(None) };
        let draft: Draft = parsed(&part)?;
        let table = match draft.answer_step {
            Some(number) => self.asks.store().ask_part(tenant, id, &step_name(number)).await?,
            None => None,
        };
        let mut table =
            table.map(|part| parsed::<StepOutcome>(&part)).transpose()?.map(|outcome| outcome.table).unwrap_or_default();
        table.rows.truncate(SEEN_ROWS);
        let question = draft.asked.as_ref().map_or(row.question, |asked| asked.question.clone());
        Ok(Some(Earlier { question, mode: row.mode, draft, answer: row.answer.unwrap_or_default(), table }))
    }
}

impl Gathered {
    fn material<'a>(
        &'a self,
        mode: &'a ModeChoice,
        places: &'a [domain::tools::planner::Place<'a>],
        now: protocol::Timestamp,
    ) -> Material<'a> {
        Material {
            question: &self.question,
            mode: Some(mode),
            places,
            small_tables: &self.material.small_tables,
            facts: &self.material.facts,
            passages: &self.material.passages,
            earlier: self.earlier.as_ref(),
            clarified: &self.clarified,
            values: &self.values,
            now,
        }
    }
}

enum Gathering {
    Store(StoreFault),
    Failure(Failure),
}

impl From<StoreFault> for Gathering {
    fn from(fault: StoreFault) -> Self {
        Self::Store(fault)
    }
}

/// An answer as JSON that is not too long. Of a list whole elements are kept: what they name was seen.
fn cut(answer: &Value) -> String {
    let text = answer.to_string();
    let Some(list) = answer.as_array().filter(|_| text.chars().count() > LONGEST_ANSWER) else {
        return text.chars().take(LONGEST_ANSWER).collect();
    };
    let mut room = LONGEST_ANSWER.saturating_sub(ROOM_FOR_REST);
    let fits = |one: &&Value| {
        let length = one.to_string().chars().count() + 1;
        let fits = length <= room;
        room = room.saturating_sub(length);
        fits
    };
    let kept: Vec<&Value> = list.iter().take_while(fits).collect();
    if kept.is_empty() {
        return text.chars().take(LONGEST_ANSWER).collect();
    }
    let rest = Value::from(format!("{} more are left out: ask for less", list.len() - kept.len()));
    Value::Array(kept.into_iter().chain([&rest]).cloned().collect()).to_string()
}

fn failed(error: String) -> AskResult {
    AskResult { news: AskNews::Failed(error), ..AskResult::default() }
}

pub(crate) fn drafted(draft: &Draft, mode: Option<ModeChoice>, cost: AskCost) -> Result<AskResult, StoreFault> {
    let plan: AskPlan = draft.plan.clone();
    Ok(AskResult { kept: vec![draft_part(draft)?], mode, news: AskNews::Planned { plan: Box::new(plan), cost }, fell_back: None })
}

/// With what the model took, and nothing else.
fn fall_back(why: String, cost: AskCost) -> AskResult {
    let news = AskNews::Discovered { lookups: Vec::new(), cost };
    AskResult { fell_back: Some(why), news, ..AskResult::default() }
}

fn cost_of(news: AskNews) -> AskCost {
    if let AskNews::Discovered { cost, .. } = news { cost } else { AskCost::default() }
}

/// Ids go on where those of earlier questions ended.
pub(crate) fn numbered(questions: Vec<Clarification>, earlier: &[Clarification]) -> Vec<Clarification> {
    let number =
        |(at, question): (usize, Clarification)| Clarification { id: format!("Q{}", earlier.len() + at + 1), ..question };
    questions.into_iter().take(domain::ask::MOST_QUESTIONS).enumerate().map(number).collect()
}

fn to_lookup(answer: &ToolAnswer) -> Lookup {
    const SHOWN: usize = 300;
    Lookup {
        tool: answer.tool.clone(),
        arguments: answer.arguments.clone(),
        result: answer.answer.chars().take(SHOWN).collect(),
        elapsed_ms: answer.elapsed_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_long_answer_is_cut_between_its_elements() {
        let short = json!([{"name": "berths"}]);
        assert_eq!(cut(&short), short.to_string());
        let long: Value = (0..2_000).map(|at| json!({"name": format!("table_{at}"), "description": "ä".repeat(40)})).collect();
        let text = cut(&long);
        let list: Vec<Value> = serde_json::from_str(&text).expect("it is JSON still");
        assert!(list.len() > 100 && list[1]["name"] == "table_1" && text.chars().count() <= LONGEST_ANSWER);
        assert_eq!(list.last(), Some(&json!(format!("{} more are left out: ask for less", 2_001 - list.len()))));
        assert_eq!(cut(&json!("x".repeat(30_000))).len(), LONGEST_ANSWER);
        assert_eq!(cut(&json!(["x".repeat(30_000)])).len(), LONGEST_ANSWER);
    }
}
