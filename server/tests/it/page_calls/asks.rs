//! The calls of the pages of asks.

use super::{
    Call,
    Does::{Change, Read},
    Said,
    Whose::{Own, Persons, Tenants},
};
use crate::tenancy::House;
use serde_json::json;

pub(super) fn calls(house: &House) -> Vec<Call> {
    let id = |list: &str| house.known[list].clone();
    let kept = id("ask-schedules");
    let json = |path, whose, does, body| Call { path, whose, does, said: Said::Json(body) };
    let form = |path, whose, does, fields: &[(&'static str, &str)]| {
        let fields = fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Call { path, whose, does, said: Said::Form(fields) }
    };
    // Nothing is written into the box: nothing is asked.
    let act_on_ask = |act: &str| {
        json!({"wish": {"act": act, "ask": id("asks"), "project": id("projects"), "conversation": "", "question": "", "mode": "", "name": "",
            "value": "", "answers": [{"question_id": "Q1", "value": "", "own": "net", "remember": ""}], "guided": {"table": "nothing",
            "measure": "count", "of": "", "by": "", "filter_column": "", "filter_value": "", "time_column": "", "from": "", "to": ""}}})
    };
    vec![
        json(
            "asks",
            Tenants,
            Read,
            json!({"request": {"project": id("projects"), "conversation": "", "after": "", "question": "",
            "mode": "", "facts": "on"}}),
        ),
        json("asks/read", Persons, Read, json!({"address": {"id": id("asks"), "rerun": "", "table": ""}})),
        json("asks/act", Tenants, Change, act_on_ask("start")),
        json("asks/act", Tenants, Change, act_on_ask("guided")),
        json("asks/act", Persons, Change, act_on_ask("cancel")),
        json("asks/act", Persons, Change, act_on_ask("clarify")),
        json("asks/act", Persons, Change, act_on_ask("redo")),
        json("asks/act", Persons, Change, act_on_ask("save")),
        json("asks/act", Persons, Change, act_on_ask("remember")),
        json("asks/act", Persons, Change, act_on_ask("finding")),
        form("form/ask", Tenants, Change, &[("wish[act]", "start"), ("wish[project]", &id("projects")), ("wish[question]", "")]),
        form(
            "form/ask",
            Persons,
            Change,
            &[
                ("wish[act]", "clarify"),
                ("wish[ask]", &id("asks")),
                ("wish[answers][0][question_id]", "Q1"),
                ("wish[answers][0][own]", "net"),
            ],
        ),
        form("form/ask", Persons, Change, &[("wish[act]", "cancel"), ("wish[ask]", &id("asks"))]),
        form(
            "form/ask",
            Persons,
            Change,
            &[("wish[act]", "finding"), ("wish[ask]", &id("asks")), ("wish[pipeline]", &id("pipelines"))],
        ),
        form(
            "form/ask",
            Persons,
            Change,
            &[
                ("wish[act]", "save"),
                ("wish[ask]", &id("asks")),
                ("wish[name]", "Orders"),
                ("wish[times][cron]", "0 0 1 1 *"),
                ("wish[times][timezone]", "UTC"),
            ],
        ),
        Call { path: "ask-schedules", whose: Own, does: Read, said: Said::Nothing },
        json(
            "ask-schedules/change",
            Persons,
            Change,
            json!({"change": {"schedule": kept, "version": "1", "wish": {"name": "Orders", "expected": "", "every": "", "weekday": "",
            "hour": "", "cron": "0 0 1 1 *", "timezone": "UTC", "url": "", "secret": ""}}}),
        ),
        json("ask-schedules/act", Persons, Change, json!({"schedule": kept, "act": "disable"})),
        form(
            "form/ask-schedule-change",
            Persons,
            Change,
            &[
                ("change[schedule]", &kept),
                ("change[version]", "1"),
                ("change[wish][name]", "Orders"),
                ("change[wish][cron]", "0 0 1 1 *"),
                ("change[wish][timezone]", "UTC"),
            ],
        ),
        form("form/ask-schedule-act", Persons, Change, &[("schedule", &kept), ("act", "disable")]),
    ]
}
