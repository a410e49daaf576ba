//! What an interview asks first where it is begun from a run that nothing in the data answered to.

use protocol::{
    interview::{CollectionType, ObjectiveDefinition, ObligationTemplate, OriginLayer, WidgetType},
    run::RunView,
};

/// Characters of a goal within a sentence, and of the name of an answer.
const GOAL: usize = 120;
const NAME: usize = 80;
/// Who cannot answer these is not asked a third time.
const ATTEMPTS: u32 = 2;
const CATEGORY: &str = "Goal of the run";
const HELLO: &str = "Hello, and thank you for taking the time.";

/// Lays the questions of a run over those of an objective: they come first, and what depended on nothing waits for them. Nothing
/// where the run knows what it looks for.
pub(super) fn lay_doubts(definition: &mut ObjectiveDefinition, run: &RunView) {
    if run.goal_questions.is_empty() {
        return;
    }
    let goal = shorten(&run.request.goal.replace(['?', '？', '؟'], ""), GOAL);
    let about = if goal.is_empty() {
        "Your run had no goal, so it explored everything; with one it finds what matters to you.".to_owned()
    } else {
        format!("Your run looked for “{goal}”, and nothing in the data answers to it by name.")
    };
    let restated = (!goal.is_empty()).then(|| format!("What do you want to find out with “{goal}”, in other words?"));
    let prompts = restated.into_iter().chain(run.goal_questions.iter().cloned());
    let doubts: Vec<ObligationTemplate> =
        prompts.zip(1..).map(|(prompt, number)| template(run, &about, prompt, number)).collect();
    let keys: Vec<String> = doubts.iter().map(|one| one.key.clone()).collect();
    for one in definition.obligations.iter_mut().filter(|one| one.dependencies.is_empty()) {
        one.dependencies.clone_from(&keys);
    }
    definition.obligations.splice(0..0, doubts);
    let opening = &mut definition.phases.opening.message;
    let hello = if opening.trim().is_empty() { HELLO } else { opening.trim() };
    *opening = format!("{hello} {about} Let's begin with that.");
}

fn template(run: &RunView, about: &str, prompt: String, number: u32) -> ObligationTemplate {
    ObligationTemplate {
        key: format!("run_goal_{number}"),
        field_path: format!("run.goal{number}"),
        label: Some(name(&prompt, number)),
        rephrasings: vec![format!("In your own words: {prompt}")],
        prompt,
        collection_type: CollectionType::DirectQuestion,
        widget_type: WidgetType::Text,
        options: Vec::new(),
        unit: None,
        min: None,
        max: None,
        dependencies: Vec::new(),
        priority: 10,
        satisfied_when: None,
        category: Some(CATEGORY.to_owned()),
        expertise_required: None,
        max_attempts: Some(ATTEMPTS),
        description: None,
        why: Some(format!("{about} Your answer tells the next run where to look.")),
        examples: Vec::new(),
        follow_up_strategy: None,
        pool_id: None,
        origin_layer: Some(OriginLayer::Session),
        origin_source_id: Some(run.id.0),
    }
}

/// What an answer is called, so that sentences and the goal of the next run can be made with it.
fn name(question: &str, number: u32) -> String {
    let quoted = question.split_once('“').and_then(|(_, rest)| rest.split_once('”')).map(|(word, _)| word);
    match quoted {
        _ if question.starts_with("What do you want to find out") => "Goal in other words".to_owned(),
        Some(word) => shorten(&format!("Meaning of “{word}”"), NAME),
        None if question.starts_with("Which of these numbers") => "Most important number".to_owned(),
        None if question.starts_with("Which of these should be compared") => "What to compare".to_owned(),
        None => format!("Question {number} of the run"),
    }
}

/// On one line, and after a whole word where it is cut.
fn shorten(text: &str, most: usize) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= most {
        return line;
    }
    let cut: String = line.chars().take(most).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(whole, _)| whole);
    format!("{whole} …")
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::interview::objective;
    use protocol::{ProjectId, RunId, run::RunRequest};
    use serde_json::json;
    use uuid::Uuid;

    fn definition() -> ObjectiveDefinition {
        let one = |key: &str, after: &[&str]| {
            json!({"key": key, "fieldPath": key, "prompt": "What is it?", "collectionType": "direct_question", "widgetType": "text",
                "priority": 9, "dependencies": after})
        };
        let config = json!({"displayName": "Project", "obligations": [one("purpose", &[]), one("users", &["purpose"])],
            "completion": {"minObligationsSatisfied": 1}});
        objective::parse(&config).expect("a definition")
    }

    fn run(goal: &str, questions: &[&str]) -> RunView {
        let request = RunRequest { goal: goal.to_owned(), ..RunRequest::default() };
        let mut run = RunView::new(RunId(Uuid::from_u128(7)), ProjectId(Uuid::from_u128(8)), request);
        run.goal_questions = questions.iter().map(|one| (*one).to_owned()).collect();
        run
    }

    #[test]
    fn the_goal_and_the_questions_of_a_run_come_first() {
        let mut laid = definition();
        lay_doubts(&mut laid, &run("Make loyalty\n better?", &["What does “loyalty” mean in this data?"]));
        let prompts: Vec<&str> = laid.obligations.iter().map(|one| one.prompt.as_str()).collect();
        assert_eq!(
            prompts,
            [
                "What do you want to find out with “Make loyalty better”, in other words?",
                "What does “loyalty” mean in this data?",
                "What is it?",
                "What is it?"
            ]
        );
        let names: Vec<String> = laid.obligations.iter().map(ObligationTemplate::name).collect();
        assert_eq!(names[..2], ["Goal in other words", "Meaning of “loyalty”"]);
        let waits: Vec<&[String]> = laid.obligations.iter().map(|one| one.dependencies.as_slice()).collect();
        assert_eq!(waits[2], ["run_goal_1", "run_goal_2"]);
        assert_eq!(waits[3], ["purpose"], "what waits already waits for nothing more");
        let said = &laid.phases.opening.message;
        assert!(said.starts_with("Hello") && said.contains("“Make loyalty better”"), "{said}");
    }

    #[test]
    fn without_a_goal_its_questions_are_asked_and_without_questions_nothing_is() {
        let mut laid = definition();
        lay_doubts(&mut laid, &run("", &["What should this data help you to decide?"]));
        assert_eq!((laid.obligations.len(), laid.obligations[0].key.as_str()), (3, "run_goal_1"));
        let mut same = definition();
        lay_doubts(&mut same, &run("Which repair costs the most?", &[]));
        assert_eq!(same, definition());
    }

    #[test]
    fn a_long_goal_is_cut_after_a_word() {
        assert_eq!(shorten("one two three", 9), "one two …");
        assert_eq!(shorten(" one \n two ", 9), "one two");
    }
}
