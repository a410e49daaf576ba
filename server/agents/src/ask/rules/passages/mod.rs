//! Answers from documents and facts: the passages that answer a question, to the letter, with a short answer before them; what nothing
//! says is said first (seed 004, KNOWLEDGE Mode).

mod block;
mod grid;
mod rank;
mod span;

#[cfg(test)]
mod tests;

pub(in crate::ask::rules) use rank::terms;

use self::{
    block::{Block, Kind, blocks},
    rank::{Query, Ranking},
};
use domain::{
    ask::{AnswerTemplate, Draft, IN_DOCUMENT, KnownFact, Material, NodeDraft, NodeFrom, Pick, Planned},
    tools::fact_key,
};
use protocol::ask::{AskPlan, DiscoveredContext, ModeChoice, PlanFact, PlanStep, PlanSteps, StepAction};
use serde_json::Value;

/// Passages that are quoted.
const QUOTED: usize = 2;
/// Of the words of a question a passage holds at least this part, or nothing is claimed of it.
const ENOUGH: f64 = 0.45;
const NEARLY_ALL: f64 = 0.9;

/// None where the project has neither a document nor a fact that speaks of it.
pub(super) fn plan(material: &Material<'_>, choice: ModeChoice) -> Option<Planned> {
    let query = Query::new(material.question);
    let mut answer = Builder::default();
    // What was read in a document just now is quoted from it.
    let is_about = |fact: &&KnownFact| query.is_about(&fact.name) && !fact.source.starts_with(IN_DOCUMENT);
    for fact in material.facts.iter().filter(is_about).take(QUOTED) {
        answer.add_fact(fact);
    }
    let all: Vec<(usize, Block<'_>)> = material
        .passages
        .iter()
        .enumerate()
        .flat_map(|(at, passage)| blocks(&passage.text).into_iter().map(move |block| (at, block)))
        .collect();
    let texts: Vec<&str> = all.iter().map(|(_, block)| block.text).collect();
    let ranking = Ranking::new(&texts);
    let mut scored: Vec<(f64, usize)> = all
        .iter()
        .enumerate()
        .map(|(at, (of, block))| {
            let passage = &material.passages[*of];
            (ranking.score(&query, at, &format!("{} {}", passage.section, passage.document), block), at)
        })
        .filter(|(score, _)| *score > 0.0)
        .collect();
    scored.sort_by(|left, right| right.0.total_cmp(&left.0));
    let found: Vec<(&str, &Block<'_>, f64)> = scored
        .iter()
        .take(QUOTED)
        .map(|(_, at)| {
            let (of, block) = &all[*at];
            let section = &material.passages[*of].section;
            (material.passages[*of].document.as_str(), block, ranking.coverage(&query, *at, section))
        })
        .collect();
    // Who asks for rows is not answered with a sentence, unless it is about the very same words.
    let enough = if query.is_about_data() { NEARLY_ALL } else { ENOUGH };
    let is_sure = found.first().is_some_and(|(_, _, coverage)| *coverage >= enough);
    if answer.is_empty() && !is_sure && query.is_about_data() {
        return None;
    }
    for (document, block, coverage) in &found {
        let short = (answer.nodes.is_empty() && is_sure).then(|| short_answer(&query, block)).flatten();
        answer.add_passage(document, block, short, *coverage, is_sure);
    }
    (!answer.is_empty()).then(|| Planned::Draft(choice, Box::new(answer.draft(material.question, is_sure))))
}

/// Whether the documents answer it.
pub(super) fn is_read(material: &Material<'_>) -> bool {
    let choice = ModeChoice { mode: protocol::ask::AskMode::Knowledge, why: String::new() };
    matches!(plan(material, choice), Some(Planned::Draft(_, draft)) if draft.confidence >= super::SURE)
}

/// A cell of a table, or the words of a sentence.
fn short_answer(query: &Query, block: &Block<'_>) -> Option<Short> {
    match block.kind {
        Kind::Table => grid::find_cell(query, block.text).map(|(label, value, quote)| Short { name: label, value, quote }),
        Kind::Text => span::find_span(query, block.text).map(|(value, quote)| Short { name: String::new(), value, quote }),
    }
}

struct Short {
    name: String,
    value: String,
    /// To the letter.
    quote: String,
}

#[derive(Default)]
struct Builder {
    steps: Vec<PlanStep>,
    nodes: Vec<NodeDraft>,
    facts: Vec<PlanFact>,
    documents: Vec<String>,
    sentences: Vec<String>,
}

impl Builder {
    const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    fn add(&mut self, goal: String, action: StepAction, name: String, confidence: f64) -> String {
        let number = u32::try_from(self.steps.len()).unwrap_or(u32::MAX) + 1;
        let id = format!("P{}", self.nodes.len() + 1);
        let (databases, tables, inputs, depends_on) = Default::default();
        self.steps.push(PlanStep { number, goal, databases, tables, inputs, depends_on, action });
        let from = NodeFrom::Step { number, pick: Pick::Cell { row: 0, column: 0 } };
        self.nodes.push(NodeDraft { id: id.clone(), name, from, confidence });
        id
    }

    fn add_fact(&mut self, fact: &KnownFact) {
        let (name, value, source) = (fact.name.clone(), fact.value.clone(), fact.source.clone());
        let definition = fact.value.as_str().map_or_else(|| fact.value.to_string(), str::to_owned);
        self.facts.push(PlanFact { term: name.clone(), definition, source: source.clone() });
        let action = StepAction::Fact { name: name.clone(), value, source };
        let id = self.add(format!("Read what is known of {name}"), action, name.clone(), fact.confidence);
        self.sentences.push(format!("{name}: {{{id}}}"));
    }

    /// The short answer is a value of its own, known from the quote.
    fn add_passage(&mut self, document: &str, block: &Block<'_>, short: Option<Short>, coverage: f64, is_sure: bool) {
        let confidence = (0.4 + coverage * 0.5).min(0.9);
        if let Some(short) = short {
            let id = format!("P{}", self.nodes.len() + 1);
            let name = if short.name.is_empty() { "the answer".to_owned() } else { short.name };
            let source = protocol::ask::ProofSource::Document;
            let from = NodeFrom::Known { value: Value::from(short.value), source, origin: document.to_owned() };
            self.nodes.push(NodeDraft { id: id.clone(), name, from, confidence });
            self.sentences.push(format!("{{{id}}}"));
            self.quote(document, &short.quote, confidence);
            return;
        }
        if !is_sure && self.sentences.is_empty() {
            self.sentences.push("The documents do not answer this as far as I can read them. Nearest to it:".to_owned());
        }
        self.quote(document, block.quote(), confidence);
    }

    fn quote(&mut self, document: &str, quote: &str, confidence: f64) {
        if !self.documents.iter().any(|known| known == document) {
            self.documents.push(document.to_owned());
        }
        let action = StepAction::Passage { document: document.to_owned(), section: String::new(), quote: quote.to_owned() };
        let id = self.add(format!("Quote {document}"), action, format!("what {document} says"), confidence);
        self.sentences.push(format!("> {{{id}}}\n\n({document})"));
    }

    fn draft(self, question: &str, is_sure: bool) -> Draft {
        let text = self.sentences.join("\n\n");
        let reading = format!("what is known of: {question}");
        Draft {
            plan: AskPlan {
                reasoning: "The question is answered from documents and known facts, without data.".to_owned(),
                discovered_context: DiscoveredContext {
                    facts: self.facts,
                    documents: self.documents,
                    ..DiscoveredContext::default()
                },
                plan: PlanSteps { steps: self.steps },
            },
            nodes: self.nodes,
            answer: AnswerTemplate { text, ..AnswerTemplate::default() },
            reading,
            confidence: if is_sure { 0.8 } else { 0.4 },
            ..Draft::default()
        }
    }
}

/// Whether two names are one.
pub(super) fn is_same_name(left: &str, right: &str) -> bool {
    fact_key(left) == fact_key(right)
}
