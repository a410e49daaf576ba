use super::*;
use domain::ask::{KnownFact, Material, NodeFrom, Pick};
use protocol::{
    Timestamp,
    ask::{Answer, AskTable, ModeChoice, ProofSource, StepAction},
};
use serde_json::Map;
use testkit::{ModelScript, ScriptedModel};
use uuid::Uuid;

const QUESTION: &str = "Which pier has the most berths?";

fn client() -> Client {
    Client { tenant: TenantId(Uuid::from_u128(1)), subject: None }
}

fn searched() -> Vec<Round> {
    let answer = ToolAnswer {
        call_id: "call_1".into(),
        tool: "search_tables".into(),
        arguments: json!({"query": "berths"}),
        answer: json!([{"database": "port", "table": "berths", "relevance": 0.9}]).to_string(),
        ..ToolAnswer::default()
    };
    vec![Round { text: "I look.".into(), answers: vec![answer] }]
}

/// What the model answers is read in this mode after one search for tables.
async fn plan(replies: &[Value], mode: AskMode, rounds: &[Round]) -> (Judged<Move>, Vec<ModelRequest>) {
    plan_of(QUESTION, replies, mode, rounds).await
}

async fn plan_of(question: &str, replies: &[Value], mode: AskMode, rounds: &[Round]) -> (Judged<Move>, Vec<ModelRequest>) {
    let scripts = replies.iter().map(|reply| ModelScript::Text(reply.to_string()));
    let model = Arc::new(ScriptedModel::new(scripts, replies.last().map(|reply| ModelScript::Text(reply.to_string()))));
    let facts = [KnownFact { name: "season".into(), value: json!("summer"), source: "user".into(), ..KnownFact::default() }];
    let values = Map::new();
    let choice = ModeChoice { mode, why: "it is asked so".into() };
    let material = Material {
        question,
        mode: Some(&choice),
        places: &[],
        small_tables: &[],
        facts: &facts,
        passages: &[],
        earlier: None,
        clarified: &[],
        values: &values,
        now: Timestamp(0),
    };
    let goal = PlanningGoal { material: &material, mode: &choice, prompt: "You answer questions.", with_tools: true };
    let judged = ModelPlanner::new(model.clone()).plan(client(), &goal, rounds).await;
    (judged, model.requests())
}

fn good() -> Value {
    json!({
        "reasoning": "The pier with the highest number of berths.",
        "discovered_context": {"facts": [], "tables": ["port.berths"], "apis": []},
        "plan": {"steps": [{"number": 1, "goal": "Count", "databases": ["port"], "tables": ["berths"],
            "action": {"type": "query", "sql": "WITH c AS (SELECT pier, count(*) AS n FROM berths GROUP BY pier) SELECT pier, n FROM c ORDER BY n DESC LIMIT 1"}}]},
        "premises": [{"id": "P1", "name": "pier", "step": 1, "pick": "cell", "row": 0, "column": 0},
            {"id": "P2", "name": "berths", "step": 1, "pick": "cell", "row": 0, "column": 1}],
        "inferences": [], "answer": {"text": "{P1} has the most: {P2} berths.", "nothing": "No pier has berths."},
        "answer_step": 1,
    })
}

fn with(path: &str, value: Value) -> Value {
    let mut plan = good();
    *plan.pointer_mut(path).unwrap_or_else(|| panic!("{path}")) = value;
    plan
}

#[tokio::test]
async fn a_plan_becomes_a_draft_that_any_engine_could_have_made() {
    let (judged, requests) = plan(&[good()], AskMode::Exploratory, &searched()).await;
    let Ok(Move::Plan(draft)) = judged.result else { panic!("{:?}", judged.result) };
    let step = &draft.plan.plan.steps[0];
    assert_eq!(
        (step.tables.as_slice(), step.action.name()),
        (&["berths".to_owned()][..], "query"),
        "what it makes itself is no table"
    );
    assert_eq!((draft.nodes.len(), draft.answer_step), (3, Some(1)));
    let all = NodeFrom::Step { number: 1, pick: Pick::Table };
    assert_eq!((draft.nodes[2].id.as_str(), &draft.nodes[2].from), ("P3", &all), "whatever is shown has its premise");
    let names: Vec<&str> = requests[0].tools.iter().map(|tool| tool.name.as_str()).collect();
    assert!(names.contains(&"search_tables") && !names.contains(&"add_fact"), "{names:?}");
    assert_eq!(requests[0].turns.len(), 3, "the question, a call, its result");
}

#[tokio::test]
async fn what_is_wrong_with_a_plan_is_sent_back() {
    for (bad, why) in [
        (with("/plan/steps/0/action/sql", json!("SELECT count(*) FROM ghosts")), "ghosts"),
        (with("/plan/steps/0/action", json!(null)), "step 1 has no action"),
        (with("/discovered_context/tables", json!(["port.ghosts"])), "port.ghosts"),
        (with("/discovered_context/apis", json!(["sea.getTide"])), "the API operation sea.getTide"),
        (with("/discovered_context", json!({"documents": ["law"]})), "the document law"),
        (
            with("/discovered_context/facts", json!([{"term": "pier", "definition": "more than 9 berths", "source": "law"}])),
            "more than 9 berths",
        ),
        (with("/answer/text", json!("The pier with the most berths was found.")), "says nothing of what is found"),
        (with("/plan/steps/0/number", json!(2)), "numbered 1, 2, 3"),
        (with("/plan/steps/0/action", json!({"type": "formula", "expression": "1 +"})), "cannot be read"),
        (
            with("/plan/steps/0/action", json!({"type": "passage", "document": "law", "section": "", "quote": "So be it."})),
            "quotes law",
        ),
        (
            with("/plan/steps/0/action", json!({"type": "fact", "name": "pier", "value": "East", "source": "user"})),
            "the fact pier is not known",
        ),
        (
            with("/plan/steps/0/action", json!({"type": "fact", "name": "Season", "value": "winter", "source": "user"})),
            "the fact Season is summer, and not winter",
        ),
        (
            with("/plan/steps/0/action", json!({"type": "formula", "expression": "max(step_2)"})),
            "step_2, which is no step before it",
        ),
        (with("/answer/text", json!("Pier 7 has 99 berths.")), "99"),
        (with("/answer/text", json!("{P9} has the most.")), "{P9}"),
        (with("/inferences", json!([{"id": "I1", "name": "twice", "formula": "P2 * P7"}])), "P7"),
        (with("/premises/0/step", json!(4)), "step 4"),
        (with("/answer_step", json!(3)), "step 3"),
    ] {
        let (judged, requests) = plan(&[bad, good()], AskMode::Exploratory, &searched()).await;
        assert!(judged.result.is_ok(), "{why}: {:?}", judged.result);
        let sent = &requests[1].turns.last().expect("a nudge").text;
        assert!(sent.contains(why), "{why}: {sent}");
    }
    let unseen = with("/discovered_context/apis", json!(["sea.getTide"]));
    let (judged, requests) = plan(&[unseen], AskMode::Exploratory, &searched()).await;
    let Ok(Move::Plan(draft)) = judged.result else { panic!("{:?}", judged.result) };
    assert_eq!((draft.plan.discovered_context.apis.len(), requests.len()), (0, nudge::NUDGES + 1), "it is left out in the end");
    let mut unproven = good();
    unproven["premises"] = json!([{"id": "P1", "name": "season", "fact": "season"}]);
    unproven["answer"]["text"] = json!("{P1} has the most.");
    let (judged, requests) = plan(&[unproven, good()], AskMode::Exploratory, &searched()).await;
    assert!(judged.result.is_ok(), "{:?}", judged.result);
    let sent = &requests[1].turns.last().expect("a nudge").text;
    assert!(sent.contains("no premise is of that step"), "{sent}");
    let (judged, requests) = plan(&[json!("I think it is pier two.")], AskMode::Exploratory, &searched()).await;
    assert!(judged.result.is_err() && requests.len() == nudge::NUDGES + 1);
}

#[tokio::test]
async fn what_the_plan_leaves_out_of_the_question_is_sent_back_and_then_asked_back() {
    let question = "Which pier had the most berths in 2019?";
    let (judged, requests) = plan_of(question, &[good()], AskMode::Exploratory, &searched()).await;
    let sent = &requests[1].turns.last().expect("a nudge").text;
    assert!(sent.contains("no part of the plan uses “2019”"), "{sent}");
    let Ok(Move::Unclear(questions)) = judged.result else { panic!("{:?}", judged.result) };
    assert_eq!((questions.len(), questions[0].about.as_str(), requests.len()), (1, "2019", nudge::NUDGES + 1));
    let year = with("/plan/steps/0/action/sql", json!("SELECT pier, count(*) AS n FROM berths WHERE year = 2019 GROUP BY pier"));
    let (judged, _) = plan_of(question, &[good(), year], AskMode::Exploratory, &searched()).await;
    assert!(matches!(judged.result, Ok(Move::Plan(_))), "{:?}", judged.result);
}

#[tokio::test]
async fn later_steps_depend_on_what_they_read() {
    let mut two = good();
    two["plan"]["steps"].as_array_mut().expect("a list").push(json!({"number": 2, "goal": "Again", "inputs": ["step_1_results"],
        "action": {"type": "query", "sql": "SELECT max(n) FROM step_1"}}));
    let (judged, _) = plan(&[two], AskMode::Exploratory, &searched()).await;
    let Ok(Move::Plan(draft)) = judged.result else { panic!("{:?}", judged.result) };
    let step = &draft.plan.plan.steps[1];
    assert_eq!((step.inputs.as_slice(), step.depends_on.as_slice()), (&["step_1".to_owned()][..], &[1][..]));
    let cyclic = with("/plan/steps/0/action/sql", json!("SELECT max(n) FROM step_2"));
    let (judged, requests) = plan(&[cyclic, good()], AskMode::Exploratory, &searched()).await;
    assert!(judged.result.is_ok() && requests[1].turns.last().expect("a nudge").text.contains("does not come before it"));
}

#[tokio::test]
async fn knowledge_needs_no_data_and_a_models_own_is_marked() {
    let own = json!({"reasoning": "General knowledge.", "plan": {"steps": []},
        "premises": [{"id": "P1", "name": "definition", "value": "A berth is a place to moor."}, {"id": "P2", "name": "season", "fact": "Season"}],
        "answer": {"text": "{P1} It is {P2}."}});
    let (judged, requests) = plan(&[own], AskMode::Knowledge, &[]).await;
    let Ok(Move::Plan(draft)) = judged.result else { panic!("{:?}", judged.result) };
    let sources: Vec<ProofSource> = draft
        .nodes
        .iter()
        .map(|node| match &node.from {
            NodeFrom::Known { source, .. } => *source,
            _ => ProofSource::Unresolved,
        })
        .collect();
    assert_eq!(sources, [ProofSource::Model, ProofSource::User]);
    assert!(draft.answer.text.starts_with("Nothing in this project says it"), "{}", draft.answer.text);
    assert!(requests[0].tools.iter().all(|tool| !tool.name.contains("table") && tool.name != "run_query"));
    let (judged, requests) = plan(&[good(), good()], AskMode::Knowledge, &searched()).await;
    assert!(judged.result.is_err() && requests[1].turns.last().expect("a nudge").text.contains("reads data"));
}

#[tokio::test]
async fn it_asks_back_at_most_three_things() {
    let questions = json!({"questions": (1..=5).map(|n| json!({"text": format!("Which {n}?"), "about": "pier",
        "options": [{"value": "a", "label": "A", "meaning": "the one"}]})).collect::<Vec<_>>()});
    let (judged, _) = plan(&[questions], AskMode::Exploratory, &searched()).await;
    let Ok(Move::Unclear(questions)) = judged.result else { panic!("{:?}", judged.result) };
    assert_eq!((questions.len(), questions[0].options.len()), (3, 1));
}

#[tokio::test]
async fn words_hold_only_what_is_proven() {
    let table = AskTable {
        name: "answer".into(),
        columns: vec!["pier".into(), "n".into()],
        rows: vec![vec![json!("East"), json!(12)]],
        row_count: 1,
        truncated: false,
    };
    let answer = Answer { text: "East has the most: 12 berths.".into(), tables: vec![table], ..Answer::default() };
    let goal = WordingGoal { question: QUESTION, answer: &answer };
    for (first, kept) in [
        ("East leads with 12 berths.", true),
        ("East leads with 13.", false),
        ("{\"text\": \"East\"}", false),
        ("[East](http://x)", false),
    ] {
        let scripts = [first, "It is East, with 12."].map(|text| ModelScript::Text(text.to_owned()));
        let judged = ModelPlanner::new(Arc::new(ScriptedModel::new(scripts, None))).word(client(), &goal).await;
        assert_eq!(judged.result.expect("a wording") == first, kept, "{first}");
    }
}

#[tokio::test]
async fn a_step_over_rows_waits_for_them_and_a_fact_is_as_it_is_known() {
    let mut whole = good();
    let more = [
        json!({"type": "formula", "expression": "max(step_1)"}),
        json!({"type": "fact", "name": "Season", "value": "summer", "source": "config"}),
    ];
    let steps = whole["plan"]["steps"].as_array_mut().expect("steps");
    for (at, action) in more.into_iter().enumerate() {
        steps.push(json!({"number": at + 2, "goal": "More", "action": action}));
    }
    let (judged, _) = plan(&[whole], AskMode::Exploratory, &searched()).await;
    let Ok(Move::Plan(draft)) = judged.result else { panic!("{:?}", judged.result) };
    let steps = &draft.plan.plan.steps;
    assert_eq!((steps[1].depends_on.as_slice(), steps[2].depends_on.len()), (&[1][..], 0));
    let fact = StepAction::Fact { name: "season".into(), value: json!("summer"), source: "user".into() };
    assert_eq!(steps[2].action, fact);
}

#[test]
fn actions_are_read_from_forms_with_every_field() {
    let action = json!({"type": "tool", "sql": null, "name": "get_sample_values", "arguments": "{\"table\": \"berths\"}", "document": null,
        "section": null, "quote": null, "value": null, "source": null, "api": null, "operation": null, "expression": null});
    let mut plan = good();
    plan["plan"]["steps"][0]["action"] = action;
    let values = Map::new();
    let material = Material {
        question: "",
        mode: None,
        places: &[],
        small_tables: &[],
        facts: &[],
        passages: &[],
        earlier: None,
        clarified: &[],
        values: &values,
        now: Timestamp(0),
    };
    let Ok(Move::Plan(draft)) = reply::read(&plan.to_string(), &material) else { panic!("it can be read") };
    assert_eq!(
        draft.plan.plan.steps[0].action,
        StepAction::Tool { name: "get_sample_values".into(), arguments: json!({"table": "berths"}) }
    );
}

#[tokio::test]
async fn a_mended_query_reads_the_tables_of_the_step_and_no_others() {
    let schema = json!({"tables": [{"database": "port", "table": "Berths", "columns": []}], "not_found": []}).to_string();
    for (before, mended, fits) in [
        ("SELECT count(x) FROM berths", "SELECT count(*) FROM port.berths", true),
        ("SELECT count(x FROM berths", "WITH a AS (SELECT * FROM berths) SELECT count(*) FROM a", true),
        ("SELECT b.x FROM berths b JOIN step_1 s ON s.id = b.id", "SELECT b.y FROM berths b JOIN step_1 s ON s.id = b.id", true),
        ("SELECT count(x) FROM berths", "SELECT count(*) FROM salaries", false),
        ("SELECT count(x) FROM berths", "SELECT count(*) FROM berths b JOIN step_2 s ON s.id = b.id", false),
    ] {
        let script = ModelScript::Text(json!({"query": mended}).to_string());
        let broken = Broken { dialect: "Files", sql: before, error: "there is no column x", schema: &schema };
        let judged = ModelPlanner::new(Arc::new(ScriptedModel::new([script], None))).mend_query(client(), &broken).await;
        assert_eq!(judged.result.is_ok(), fits, "{mended}: {:?}", judged.result);
    }
}
