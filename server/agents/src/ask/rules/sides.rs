//! Two figures side by side: how far they are apart, and whether one is more than the other ("did we have more orders in May than in
//! April"), which is an inference over both.

use super::{
    doubts::{self, Rounds},
    figures, lead,
    listed::is_listed,
};
use domain::{
    ask::{AnswerTemplate, Draft, Material, NodeDraft, NodeFrom, Pick, Planned},
    tools::planner::{self, Plan},
};
use protocol::ask::ModeChoice;

/// A question of yes or no. None where it is not read to its last word.
pub(super) fn plan(material: &Material<'_>, choice: ModeChoice) -> Option<Planned> {
    let text = lead::strip(material.question);
    let lower = text.to_lowercase();
    let words: Vec<&str> = lower.split_whitespace().collect();
    let than = words.iter().position(|word| *word == "than")?;
    let is_bound = words.get(than + 1).is_none_or(|next| next.parse::<f64>().is_ok());
    (is_listed("yes_or_no", words.first()?) && !is_bound).then_some(())?;
    let rounds = Rounds {
        plan: &|rest| planner::plan(rest.question, None, rest.places),
        draft: &|plan, _| {
            let is_more = plan.compared.filter(|_| plan.newest.is_none())?;
            let mut draft = figures::draft(plan);
            judge(&mut draft, plan, is_more);
            Some(draft)
        },
        ask: &|_, _| None,
    };
    rounds.run(doubts::settle(text, material), material, choice)
}

fn judge(draft: &mut Draft, plan: &Plan, is_more: bool) {
    let formula = if is_more { "P1 > P2" } else { "P1 < P2" };
    set_nodes(draft, plan, &[("the claim", formula)]);
    draft.plan.reasoning = format!("The claim holds where {formula}; P1 and P2 are {}.", plan.reading);
    let values = format!("{}: {{P1}} against {{P2}}", plan.reading);
    draft.answer = AnswerTemplate {
        text: format!("This is proven: {values}."),
        refuted: format!("This is refuted: {values}."),
        nothing: format!("This stays undecided, since a value is missing: {values}."),
    };
    draft.verdict = Some("I1".to_owned());
    draft.answer_step = None;
    draft.follow_ups.clear();
}

/// How far apart the figures are, where a plan has two; of nothing there is no percentage.
pub(super) fn add_difference(draft: &mut Draft, plan: &Plan) {
    if plan.compared.is_none() || plan.newest.is_some() {
        return;
    }
    set_nodes(draft, plan, &[("the difference", "P1 - P2"), ("the change in percent", "if(P2 = 0, null, change(P2, P1))")]);
    let name = draft.answer.text.strip_suffix(": {found}.").unwrap_or(&draft.answer.text);
    draft.answer.text = format!("{name}: {{P1}} against {{P2}}. The difference is {{I1}}; in percent of the second: {{I2}}.");
}

/// Both figures of the only row as premises, and what follows from them.
fn set_nodes(draft: &mut Draft, plan: &Plan, formulas: &[(&str, &str)]) {
    let node =
        |id: String, name: &str, from: NodeFrom| NodeDraft { id, name: name.to_owned(), from, confidence: plan.confidence };
    let cell = |column: usize| NodeFrom::Step { number: 1, pick: Pick::Cell { row: 0, column } };
    let sides = ["the first of the two", "the second of the two"].into_iter().enumerate();
    let mut nodes: Vec<NodeDraft> =
        sides.map(|(at, side)| node(format!("P{}", at + 1), &format!("{side}: {}", plan.reading), cell(at))).collect();
    nodes.extend(
        formulas.iter().enumerate().map(|(at, &(name, formula))| {
            node(format!("I{}", at + 1), name, NodeFrom::Formula { expression: formula.to_owned() })
        }),
    );
    draft.nodes = nodes;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ask::rules::testing::{Project, queries};
    use protocol::ask::AskMode::{Auditable, Exploratory};

    fn shop() -> Project {
        Project::new(&[
            "orders(id KEY, total REAL: 10.5 / 12, city TEXT: Oslo / Kobe, placed_on DATE: 2023-01-02)",
            "visits(id KEY, visit_date DATE: 2023-01-02)",
        ])
    }

    fn formulas(draft: &Draft) -> Vec<String> {
        let formula = |node: &NodeDraft| match &node.from {
            NodeFrom::Formula { expression } => Some(expression.clone()),
            _ => None,
        };
        draft.nodes.iter().filter_map(formula).collect()
    }

    #[test]
    fn whether_there_is_more_on_one_side_is_an_inference_over_both() {
        for (question, formula) in [
            ("Did we have more orders in May 2023 than in April 2023?", "P1 > P2"),
            ("Were there fewer orders in Oslo than in Kobe?", "P1 < P2"),
        ] {
            let planned = shop().plan(question, Auditable);
            assert_eq!(queries(&planned).len(), 1, "{question}: {planned:?}");
            let Planned::Draft(_, draft) = planned else { panic!("a draft") };
            assert_eq!((formulas(&draft), draft.verdict.as_deref()), (vec![formula.to_owned()], Some("I1")), "{question}");
        }
    }

    #[test]
    fn a_month_without_its_year_is_asked_and_what_is_not_read_stays_undecided() {
        for (question, wanted) in [
            ("Did we have more orders in May than in April?", "Which year's May is meant?"),
            ("Did we sell more in May than in April?", "Which year's May is meant?"),
            ("Did we sell more in May 2023 than in April 2023?", "What is counted or added up: which rows, or which column?"),
        ] {
            let planned = shop().plan(question, Auditable);
            let is_it = |text: &str| text == wanted;
            assert!(matches!(&planned, Planned::Unclear(_, questions) if is_it(&questions[0].text)), "{question}: {planned:?}");
        }
        for question in ["Did we have more fun in May 2023 than in April 2023?", "Did orders grow more than visits in 2023?"] {
            let planned = shop().plan(question, Auditable);
            assert!(queries(&planned).is_empty(), "{question}: {planned:?}");
        }
    }

    #[test]
    fn two_figures_side_by_side_have_a_difference() {
        let planned = shop().plan("How many orders were there in 2023 compared to 2022?", Exploratory);
        let Planned::Draft(_, draft) = planned else { panic!("a draft") };
        assert_eq!(formulas(&draft), ["P1 - P2", "if(P2 = 0, null, change(P2, P1))"]);
        assert!(draft.answer.text.contains("{P1} against {P2}. The difference is {I1}"), "{}", draft.answer.text);
    }
}
