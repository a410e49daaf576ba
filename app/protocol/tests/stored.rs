//! Events as they lie in databases: each must still be read, and be written back as it was.

use protocol::interview::{InterviewEvent, Recorded};
use serde_json::{Value, from_str, to_value};

const STORED: &[&str] = &[
    r#"{"type":"opened","id":"019a0000-0000-7000-8000-000000000001","context_type":"idea_discovery",
        "objective_id":"019a0000-0000-7000-8000-000000000002","objective_version":"1.0.0","definition":{
        "displayName":"Idea","description":"","obligations":[],"phases":{
        "opening":{"goal":"","message":"Hello"},"exploration":{"goal":"","message":""},
        "validation":{"goal":"","message":""},"closing":{"goal":"","message":""}},
        "completion":{"minObligationsSatisfied":1,"minConfidenceScore":0.7,"requiredObligations":["problem"]}}}"#,
    r#"{"type":"created","key":"problem","dependencies_resolved":true}"#,
    r#"{"type":"message_added","message":{"id":"019a0000-0000-7000-8000-000000000003","role":"agent","content":"Hello",
        "turn":0,"created_at":1770000000123456,"engine":"built_in"}}"#,
    r#"{"type":"reply_started","message_id":"019a0000-0000-7000-8000-000000000003"}"#,
    r#"{"type":"reply_started","message_id":"019a0000-0000-7000-8000-000000000003","after":["problem"]}"#,
    r#"{"type":"reply_planned","message_id":"019a0000-0000-7000-8000-000000000003","offer":true}"#,
    r#"{"type":"reply_planned","message_id":"019a0000-0000-7000-8000-000000000003","offer":true,"waits_for":"problem"}"#,
    r#"{"type":"asked","key":"problem","kind":"read_back"}"#,
    r#"{"type":"value_extracted","key":"problem","value":{"value":0.1,"text":"a tenth"},"confidence":0.92,"source":"message",
        "evidence":{"message_id":"019a0000-0000-7000-8000-000000000003","turn":1,"quote":"a tenth","start":3,"end":10}}"#,
    r#"{"type":"value_extracted","key":"problem","value":"bees","confidence":0.7,"source":"message",
        "evidence":{"message_id":"019a0000-0000-7000-8000-000000000003","turn":1,"quote":"bees","start":0,"end":4,"spoken":true}}"#,
    r#"{"type":"message_added","message":{"id":"019a0000-0000-7000-8000-000000000003","role":"user","content":"bees",
        "turn":1,"created_at":1770000000123456,"spoken":{"confidence":0.62}}}"#,
    r#"{"type":"message_added","message":{"id":"019a0000-0000-7000-8000-000000000003","role":"user","content":"bees",
        "turn":1,"created_at":1770000000123456,"spoken":{}}}"#,
    r#"{"type":"value_extracted","key":"problem","value":null,"confidence":0.5,"source":"manual"}"#,
    r#"{"type":"value_restored","key":"problem"}"#,
    r#"{"type":"value_cleared","key":"problem"}"#,
    r#"{"type":"confidence_updated","key":"problem","from":0.5,"to":0.9,"source":"reevaluation"}"#,
    r#"{"type":"status_changed","key":"problem","from":"in_progress","to":"deferred","reason":"later"}"#,
    r#"{"type":"status_changed","key":"problem","from":"pending","to":"in_progress"}"#,
    r#"{"type":"dependency_resolved","key":"problem","dependency":"user","all":false}"#,
    r#"{"type":"dependency_unresolved","key":"problem","dependency":"user"}"#,
    r#"{"type":"negotiated","key":"problem","negotiation":{"status":"active","rounds":[{"turnNumber":2,"agentProposal":"a",
        "userResponse":"modify","userValue":"b","agentReasoning":"said so"}]}}"#,
    r#"{"type":"conflict_detected","conflict":{"keys":["a","b"],"explanation":"both"}}"#,
    r#"{"type":"phase_changed","from":"opening","to":"exploration","reason":"begun"}"#,
    r#"{"type":"completeness_updated","completeness":{"score":0.5,"required":{"satisfied":0,"total":1,"missing":["problem"]},
        "by_category":[{"category":"core","satisfied":0,"total":1,"score":0.0}],"blockers":["one"],
        "next_best":[{"key":"problem","label":"Problem","gain":0.4}]}}"#,
    r#"{"type":"memory_updated","memory":{"recentTopics":["a"],"pendingFollowUps":[{"obligationKey":"a","reason":"b","priority":1}],
        "inferredRelationships":[{"from":"a","to":"b","type":"c","confidence":0.3}],"userPreferences":{"a":1},
        "conversationStyle":"casual"}}"#,
    r#"{"type":"retitled","title":"New"}"#,
    r#"{"type":"fell_back","message_id":"019a0000-0000-7000-8000-000000000003",
        "fell_back":{"task":"understand","reason":"budget_spent"}}"#,
    r#"{"type":"message_added","message":{"id":"019a0000-0000-7000-8000-000000000003","role":"agent","content":"Hello",
        "turn":0,"created_at":1770000000123456,"engine":"built_in","fell_back":{"task":"reply","reason":"timed_out"}}}"#,
    r#"{"type":"reply_stopped","message_id":"019a0000-0000-7000-8000-000000000003"}"#,
    r#"{"type":"summarised","summary":{"text":"All","turn_start":1,"turn_end":4}}"#,
    r#"{"type":"summarised","summary":{"text":"All","turn_start":1,"turn_end":4,"engine":{"model":"a/b"},"dropped":1}}"#,
    r#"{"type":"summarised","summary":{"text":"All","turn_start":1,"turn_end":4,"engine":"built_in","fell_back":"malformed"}}"#,
    r#"{"type":"reevaluated","reevaluation":{"engine":{"model":"a/b"},"doubted":["problem"],"dropped":2}}"#,
    r#"{"type":"reevaluated","reevaluation":{"engine":"built_in","fell_back":"budget_spent"}}"#,
    r#"{"type":"reply_started","message_id":"019a0000-0000-7000-8000-000000000003",
        "rewords":"019a0000-0000-7000-8000-000000000004"}"#,
    r#"{"type":"wording_restored","message_id":"019a0000-0000-7000-8000-000000000003",
        "wording":"019a0000-0000-7000-8000-000000000004"}"#,
    r#"{"type":"branched","from":"019a0000-0000-7000-8000-000000000003","standing":{"phase":"opening","turn_count":1,
        "obligations":[],"completeness":{"score":0.0,"required":{"satisfied":0,"total":0,"missing":[]},"by_category":[],
        "blockers":[],"next_best":[]},"memory":{"recentTopics":[],"pendingFollowUps":[],"inferredRelationships":[],
        "userPreferences":{},"conversationStyle":"formal"}},"taking":"019a0000-0000-7000-8000-000000000004"}"#,
    r#"{"type":"feedback_given","message_id":"019a0000-0000-7000-8000-000000000003",
        "feedback":{"rating":"dislike","comment":"too long"}}"#,
    r#"{"type":"feedback_given","message_id":"019a0000-0000-7000-8000-000000000003"}"#,
    r#"{"type":"merged","key":"a","merged":["b"],"definition":{"displayName":"Idea","description":"","obligations":[],
        "phases":{"opening":{"goal":"","message":""},"exploration":{"goal":"","message":""},"validation":{"goal":"","message":""},
        "closing":{"goal":"","message":""}},"completion":{"minObligationsSatisfied":1,"minConfidenceScore":0.7,
        "requiredObligations":[]}}}"#,
    r#"{"type":"split","key":"a","into":["b","c"],"definition":{"displayName":"Idea","description":"","obligations":[],
        "phases":{"opening":{"goal":"","message":""},"exploration":{"goal":"","message":""},"validation":{"goal":"","message":""},
        "closing":{"goal":"","message":""}},"completion":{"minObligationsSatisfied":1,"minConfidenceScore":0.7,
        "requiredObligations":[]}}}"#,
    r#"{"type":"extended","template":{"key":"a","fieldPath":"added.a","prompt":"What?","collectionType":"direct_question",
        "widgetType":"text","priority":5,"originLayer":"session","originSourceId":"019a0000-0000-7000-8000-000000000001"},
        "required":true}"#,
    r#"{"type":"migrated","objective_id":"019a0000-0000-7000-8000-000000000002","objective_version":"2.0.0",
        "definition":{"displayName":"Idea","description":"","obligations":[],
        "phases":{"opening":{"goal":"","message":""},"exploration":{"goal":"","message":""},"validation":{"goal":"","message":""},
        "closing":{"goal":"","message":""}},"completion":{"minObligationsSatisfied":1,"minConfidenceScore":0.7,
        "requiredObligations":[]}},"renamed":[{"from":"a","to":"b"}]}"#,
    r#"{"type":"completed"}"#,
    r#"{"type":"resumed","reason":"more to say"}"#,
    r#"{"type":"confidence_updated","key":"problem","from":0.5,"to":0.6,"source":"research",
        "findings":["019a0000-0000-7000-8000-000000000009"]}"#,
    r#"{"type":"conflict_detected","conflict":{"keys":["a"],"explanation":"found otherwise",
        "research":"019a0000-0000-7000-8000-000000000008"}}"#,
    r#"{"type":"research_requested","task":{"id":"019a0000-0000-7000-8000-000000000008","obligation_key":"problem",
        "task_type":"market_research","query":"problem","priority":8,"trigger":"low_confidence"}}"#,
    r#"{"type":"research_started","id":"019a0000-0000-7000-8000-000000000008","node":"019a0000-0000-7000-8000-000000000007"}"#,
    r#"{"type":"research_started","id":"019a0000-0000-7000-8000-000000000008","node":"019a0000-0000-7000-8000-000000000007",
        "lease":180000000}"#,
    r#"{"type":"research_searched","id":"019a0000-0000-7000-8000-000000000008","outcome":{"provider":"local","hits":[
        {"provider":"local","title":"A","snippet":"b","source":"019a0000-0000-7000-8000-000000000006"}]},"found":3}"#,
    r#"{"type":"research_read","id":"019a0000-0000-7000-8000-000000000008","page":{"hit":0,"source":{
        "id":"019a0000-0000-7000-8000-000000000006","title":"A","sha256":"00","accessed_at":1770000000123456}}}"#,
    r#"{"type":"research_read","id":"019a0000-0000-7000-8000-000000000008","page":{"hit":1,"fault":"the site answered 404"}}"#,
    r#"{"type":"research_summarised","id":"019a0000-0000-7000-8000-000000000008","report":{"summary":"So","findings":[{
        "id":"019a0000-0000-7000-8000-000000000009","claim":"c","quote":"q","source":{
        "id":"019a0000-0000-7000-8000-000000000006","title":"A","sha256":"00","accessed_at":1770000000123456},
        "stance":"supports","value":"v"}],"dropped":1,"engine":"built_in"}}"#,
    r#"{"type":"research_stored","id":"019a0000-0000-7000-8000-000000000008"}"#,
    r#"{"type":"research_completed","id":"019a0000-0000-7000-8000-000000000008","effect":{"from":0.5,"to":0.6,"value_seq":7}}"#,
    r#"{"type":"research_completed","id":"019a0000-0000-7000-8000-000000000008"}"#,
    r#"{"type":"research_failed","id":"019a0000-0000-7000-8000-000000000008","error":"cancelled"}"#,
    r#"{"type":"research_released","id":"019a0000-0000-7000-8000-000000000008"}"#,
    r#"{"type":"research_retried","id":"019a0000-0000-7000-8000-000000000008"}"#,
    r#"{"type":"research_undone","id":"019a0000-0000-7000-8000-000000000008"}"#,
];

#[test]
fn every_stored_event_is_read_and_written_back() {
    for stored in STORED {
        let event: InterviewEvent = from_str(stored).unwrap_or_else(|fault| panic!("{fault}: {stored}"));
        let plain: Value = from_str(stored).expect("JSON");
        assert_eq!(to_value(&event).expect("plain data"), plain);
    }
}

#[test]
fn a_recorded_event_keeps_its_place() {
    let stored = r#"{"seq":7,"at":1770000000123456,"turn":2,"event":{"key":"a","type":"value_cleared","later":{}}}"#;
    let recorded: Recorded = from_str(stored).expect("with a field that is not known yet");
    assert_eq!((recorded.seq, recorded.turn), (7, 2));
    assert_eq!(recorded.event, InterviewEvent::ValueCleared { key: "a".into() });
}
