//! The last step: the answer is put together from what the steps came to, and worded.

use crate::{doer::Task, memory::steps_shown};
use domain::{
    StoreFault,
    ask::{AskNews, AskResult, WordingGoal, conclude, reached_money, unproven},
};
use protocol::ask::{AskCost, AskMode, ModeChoice, ProofSource};

impl Task {
    pub(crate) async fn conclude(&self) -> Result<AskResult, StoreFault> {
        let view = &self.ask.view;
        let draft = self.held().as_ref().and_then(|memory| memory.draft.clone());
        let Some(draft) = draft else {
            return Err(StoreFault::Corrupt("an ask has a plan and no draft".to_owned()));
        };
        let mode = view.mode.clone().unwrap_or(ModeChoice { mode: AskMode::Exploratory, why: String::new() });
        let outcomes = self.outcomes(&steps_shown(&draft)).await?;
        let mut answer = conclude(&draft, &mode, &outcomes);
        let (mut cost, mut fell_back) = (AskCost::default(), None);
        // A verdict, what is a model's own knowledge, and what was stopped keep the words that say so.
        let is_free = answer.verdict.is_none()
            && answer.premises.iter().all(|one| one.source != ProofSource::Model)
            && outcomes.iter().all(|one| one.stopped.is_none())
            && reached_money(view).is_none();
        if view.model.is_some() && view.fell_back.is_none() && draft.guided.is_none() && is_free {
            let goal = WordingGoal { question: &view.request.question, answer: &answer };
            let judged = self.asks.analyst().word(self.client(), &goal).await;
            cost = AskCost {
                input_tokens: judged.spending.input_tokens,
                output_tokens: judged.spending.output_tokens,
                usd: judged.spending.usd.unwrap_or_default(),
            };
            match judged.result {
                Ok(text) => answer.text = text,
                Err(fault) => fell_back = Some(fault.to_string()),
            }
        }
        let missing = unproven(&answer.text, &answer, &view.request.question);
        if !missing.is_empty() {
            tracing::warn!(ask = %view.id, ?missing, "an answer says what its proof does not hold");
        }
        // How it is worded changes nothing of what was found: only a plan that fell back is told as such.
        if let Some(why) = fell_back {
            answer.warnings.push(format!("The model did not word this answer: {why}."));
        }
        Ok(AskResult { news: AskNews::Concluded { answer: Box::new(answer), cost }, ..AskResult::default() })
    }
}
