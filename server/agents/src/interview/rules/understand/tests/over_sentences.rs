//! Lists over more than one sentence: what the last of them says may put its option aside.

use super::stage::{Stage, objective};
use domain::interview::Manner;
use serde_json::json;

#[test]
fn a_list_whose_last_sentence_says_more_is_read_back() {
    let definition = objective(json!([{
        "key": "ways", "fieldPath": "ways", "prompt": "How do people order?", "widgetType": "multiselect",
        "options": [
            {"value": "phone", "label": "Phone"}, {"value": "letter", "label": "Letter"}, {"value": "web", "label": "Web shop"},
        ]
    }]));
    for (said, wanted) in [
        ("Phone and letter.", Manner::Direct),
        ("Phone. Letter.", Manner::Direct),
        ("Phone. And also by letter!", Manner::Direct),
        ("Phone and letter. The web shop our cousin closed in spring.", Manner::Hedged),
    ] {
        let understood = Stage::new(&definition).asked("ways").says(said);
        let [one] = understood.findings.as_slice() else { panic!("{said}: {understood:?}") };
        assert_eq!((one.manner, one.confidence), (wanted, wanted.confidence()), "{said}: {one:?}");
    }
}
