//! Layers 1, 2 and 4: understood, turned into queries, and read, by the model where there is one and its budget lasts, else by rules.

use crate::{
    doer::Task,
    memory::{CANDIDATES, EXCERPTS, SYNTHESIS, UNDERSTANDING, part},
};
use domain::{
    StoreFault,
    account::AuditLog as _,
    companies::{
        Candidate, Client, Counted, Excerpts, ExclusionKind, FoundText, Gazetteer, Place, Question, ReadingGoal, StepNews,
        StepResult, Synthesis, Understanding, Unmarked, synthesize, understand,
    },
    models::Subject,
};
use protocol::{Timestamp, companies::LayerCost, live::Kind};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// What the engines without a model are called.
pub(crate) const BUILT_IN: &str = "built_in";
/// Why the model did not do it, where its replies used the budget up.
pub(crate) const NO_CALL_LEFT: &str = "the budget of calls to it was used up";
/// Without markup a text is as it came.
const MARKUP: [char; 2] = ['<', '&'];

impl Task {
    fn gazetteer(&self) -> Arc<Gazetteer> {
        self.memory.held().gazetteer()
    }

    fn client(&self) -> Client {
        let subject = Subject { kind: Kind::Search, id: self.search.view.id.0, limit: None };
        let view = &self.search.view;
        let calls_left = view.plan.max_llm_calls.map(|most| most.saturating_sub(view.llm_calls()));
        Client { tenant: self.search.tenant, subject: Some(subject), calls_left }
    }

    fn question(&self) -> Question {
        let request = &self.search.view.request;
        let sales = request.sales_context.clone().unwrap_or_default();
        Question {
            text: request.query_text.clone(),
            constraints: Place::from(&request.constraints),
            region: sales.region,
            vertical: sales.vertical,
            sub_vertical: sales.sub_vertical,
        }
    }

    /// Whether a model may be asked once more, for the first two layers or for the reading.
    fn may_ask_model(&self, is_reading: bool) -> bool {
        let view = &self.search.view;
        view.plan.model.is_some()
            && (is_reading || !view.plan.understands_by_rules)
            && view.plan.max_llm_calls.is_none_or(|most| view.llm_calls() < most)
    }

    /// Uses what the model judged, or else the built-in engine's judgement with the reason.
    fn judged<T>(&self, counted: Counted<T>, begun: Instant) -> Result<(T, LayerCost), (Option<String>, LayerCost)> {
        let Counted { judged, calls, is_cut } = counted;
        let cost = LayerCost {
            elapsed_ms: millis(begun.elapsed()),
            usd: judged.spending.usd.unwrap_or_default(),
            llm_calls: calls,
            engine: self.search.view.plan.model.clone(),
            ..LayerCost::default()
        };
        match judged.result {
            Ok(result) => Ok((result, cost)),
            Err(_) if is_cut => Err((Some(NO_CALL_LEFT.to_owned()), cost)),
            Err(fault) => Err((Some(fault.to_string()), cost)),
        }
    }

    pub(crate) fn understand_by_rules(&self, spent: Option<(Option<String>, LayerCost)>) -> Result<StepResult, StoreFault> {
        let begun = Instant::now();
        let understanding = understand(&self.question(), &self.gazetteer());
        let cost = by_rules(begun, spent);
        Ok(StepResult { kept: vec![part(UNDERSTANDING, &understanding)?], news: StepNews::Understood(cost) })
    }

    pub(crate) async fn understand(&self) -> Result<StepResult, StoreFault> {
        if !self.may_ask_model(false) {
            return self.understand_by_rules(None);
        }
        let begun = Instant::now();
        let judged = self.companies.parts().analyst.understand(self.client(), &self.question(), &self.gazetteer()).await;
        match self.judged(judged, begun) {
            Ok((understanding, cost)) => {
                Ok(StepResult { kept: vec![part(UNDERSTANDING, &understanding)?], news: StepNews::Understood(cost) })
            }
            Err(spent) => self.understand_by_rules(Some(spent)),
        }
    }

    pub(crate) fn synthesize_by_rules(
        &self,
        understanding: &Understanding,
        now: Timestamp,
        spent: Option<(Option<String>, LayerCost)>,
    ) -> Result<StepResult, StoreFault> {
        let begun = Instant::now();
        let synthesis = synthesize(understanding, &self.context(now), &self.gazetteer());
        synthesized(&synthesis, by_rules(begun, spent))
    }

    pub(crate) async fn synthesize(&self) -> Result<StepResult, StoreFault> {
        let understanding = self.memory.held().understanding.clone().unwrap_or_default();
        let now = self.companies.now();
        if !self.may_ask_model(false) {
            return self.synthesize_by_rules(&understanding, now, None);
        }
        let (analyst, begun) = (&self.companies.parts().analyst, Instant::now());
        let judged = analyst.synthesize(self.client(), &understanding, &self.context(now), &self.gazetteer()).await;
        match self.judged(judged, begun) {
            Ok((synthesis, cost)) => synthesized(&synthesis, cost),
            Err(spent) => self.synthesize_by_rules(&understanding, now, Some(spent)),
        }
    }

    fn goal(&self, understanding: &Understanding) -> ReadingGoal {
        let named = understanding.excluded.iter().filter(|one| one.kind == ExclusionKind::Name).map(|one| &one.text);
        ReadingGoal {
            place: understanding.place.clone(),
            aliases: self.gazetteer().aliases(&understanding.place),
            excluded: self.search.view.request.work_patterns.excluded_companies.iter().chain(named).cloned().collect(),
        }
    }

    pub(crate) async fn extract(&self) -> Result<StepResult, StoreFault> {
        let (understanding, hits) = {
            let memory = self.memory.held();
            (memory.understanding.clone().unwrap_or_default(), memory.texts())
        };
        let goal = self.goal(&understanding);
        let (texts, unmarked) = readable(hits.iter().map(|hit| hit.text()).collect());
        let (begun, texts) = (Instant::now(), Arc::new(texts));
        let mut spent = None;
        let mut found = None;
        if self.may_ask_model(true) && !texts.is_empty() {
            let judged = self.companies.parts().analyst.extract(self.client(), &goal, &texts, &self.gazetteer()).await;
            match self.judged(judged, begun) {
                Ok(whole) => found = Some(whole),
                Err(why) => spent = Some(why),
            }
        }
        let (mut candidates, cost) = match found {
            Some(found) => found,
            None => (self.read(goal, texts.clone()).await?, by_rules(begun, spent)),
        };
        for candidate in &mut candidates {
            to_the_letter(candidate, &hits.iter().map(|hit| hit.text.as_str()).collect::<Vec<_>>(), &unmarked);
        }
        let count = |many: usize| u32::try_from(many).unwrap_or(u32::MAX);
        let news = StepNews::Extracted { texts: count(texts.len()), candidates: count(candidates.len()), cost };
        Ok(StepResult { kept: vec![part(EXCERPTS, &Excerpts::ALL)?, part(CANDIDATES, &candidates)?], news })
    }

    /// Beside the threads that answer.
    async fn read(&self, goal: ReadingGoal, texts: Arc<Vec<FoundText>>) -> Result<Vec<Candidate>, StoreFault> {
        let _turn = self.companies.0.readings.take(self.search.tenant.0.as_u128()).await.ok();
        let (readers, gazetteer) = (self.companies.parts().readers.clone(), self.gazetteer());
        let read = tokio::task::spawn_blocking(move || readers.with_places(&gazetteer).read(&goal, &texts)).await;
        read.map_err(|fault| StoreFault::Corrupt(format!("texts could not be read: {fault}")))
    }
}

fn synthesized(synthesis: &Synthesis, cost: LayerCost) -> Result<StepResult, StoreFault> {
    let news = StepNews::Synthesized { queries: synthesis.queries.clone(), cost };
    Ok(StepResult { kept: vec![part(SYNTHESIS, synthesis)?], news })
}

/// What the built-in engine took, with what a model took in vain.
fn by_rules(begun: Instant, spent: Option<(Option<String>, LayerCost)>) -> LayerCost {
    let (fell_back, in_vain) = spent.unwrap_or_default();
    LayerCost {
        elapsed_ms: in_vain.elapsed_ms + millis(begun.elapsed()),
        engine: Some(BUILT_IN.to_owned()),
        fell_back,
        ..in_vain
    }
}

pub(crate) fn millis(of: Duration) -> u64 {
    u64::try_from(of.as_millis()).unwrap_or(u64::MAX)
}

/// The texts without their markup; where there is some, with the way back.
fn readable(mut texts: Vec<FoundText>) -> (Vec<FoundText>, Vec<Option<Unmarked>>) {
    let unmarked = texts.iter_mut().map(|found| {
        let unmarked = found.text.contains(MARKUP).then(|| Unmarked::new(&found.text))?;
        found.text.clone_from(&unmarked.text);
        Some(unmarked)
    });
    let unmarked = unmarked.collect();
    (texts, unmarked)
}

/// A quote as the provider wrote it.
fn to_the_letter(candidate: &mut Candidate, raw: &[&str], unmarked: &[Option<Unmarked>]) {
    if let (Some(raw), Some(Some(unmarked))) = (raw.get(candidate.text), unmarked.get(candidate.text))
        && let Some(part) = unmarked.origin(&candidate.snippet)
    {
        raw[part].clone_into(&mut candidate.snippet);
    }
}
