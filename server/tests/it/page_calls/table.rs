//! Every call that a page makes.

use super::{
    Call,
    Does::{Change, Read},
    Said,
    Whose::{Admins, Anybody, Own, Persons, Tenants},
};
use crate::tenancy::House;
use serde_json::json;

/// Every call of a page, as it would do for whoever may make it.
pub(super) fn calls(house: &House) -> Vec<Call> {
    let id = |list: &str| house.known[list].clone();
    let (session, message, task) = (id("sessions"), id("messages"), id("research"));
    let json = |path, whose, does, body| Call { path, whose, does, said: Said::Json(body) };
    let bare = |path, whose, does| Call { path, whose, does, said: Said::Nothing };
    let form = |path, whose, does, fields: &[(&'static str, &str)]| {
        let fields = fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        Call { path, whose, does, said: Said::Form(fields) }
    };
    let plan = crate::ground::plan().to_string();
    let pool = json!({"obligations": []}).to_string();
    let run = json!({"project": id("projects"), "run": id("runs")});
    // There is no such area: nothing is started, whatever else stands in it.
    let wish = json!({"project": id("projects"), "goal": "Why?", "areas": ["nothing"], "explorer": "built_in", "max_steps": "10",
        "queries": "10", "minutes": "1", "usd": "1", "session": ""});
    let told = id("company-schedules");
    let (search, company) = (id("company-searches"), id("companies"));
    // Nobody asks for anything: nothing is searched.
    let query = json!({"query": "", "country": "", "emirate": "", "city": "", "area": "", "area_type": "", "novelty": "", "since": "",
        "max_results": ""});
    // Nothing is chosen or pasted: nothing is begun.
    let act_on_opportunity = |act: &str| {
        json!({"wish": {"act": act, "project": id("projects"), "source": "", "findings": "", "pipeline": id("pipelines"),
            "opportunity": id("opportunities"), "stage": "opportunity_framing", "guidance": "Narrower", "decision": "deferred", "takes_back": "",
            "reasoning": "Later", "priority": "", "outcome": "met", "results": "", "recommendation": "", "rating": "like",
            "comment": ""}})
    };
    let mut calls = super::asks::calls(house);
    calls.extend([
        json("opportunities", Tenants, Read, json!({"request": {"project": id("projects"), "after": "", "source": ""}})),
        json("opportunities/read", Tenants, Read, json!({"address": {"id": id("pipelines")}})),
        json("opportunities/read", Tenants, Read, json!({"address": {"id": id("opportunities")}})),
        bare("opportunities/quality", Tenants, Read),
        json("opportunities/act", Tenants, Change, act_on_opportunity("begin")),
        json("opportunities/act", Tenants, Change, act_on_opportunity("stop")),
        json("opportunities/act", Tenants, Change, act_on_opportunity("send_back")),
        json("opportunities/act", Tenants, Change, act_on_opportunity("decide")),
        json("opportunities/act", Tenants, Change, act_on_opportunity("report")),
        json("opportunities/act", Tenants, Change, act_on_opportunity("rate")),
        form("form/opportunity", Tenants, Change, &[("wish[act]", "begin"), ("wish[project]", &id("projects"))]),
        form("form/opportunity", Tenants, Change, &[("wish[act]", "stop"), ("wish[pipeline]", &id("pipelines"))]),
        form(
            "form/opportunity",
            Tenants,
            Change,
            &[
                ("wish[act]", "decide"),
                ("wish[opportunity]", &id("opportunities")),
                ("wish[decision]", "accepted"),
                ("wish[reasoning]", "It pays"),
            ],
        ),
        json("companies", Own, Read, json!({"request": {"after": "", "wish": query, "session": ""}})),
        json("companies/start", Own, Change, json!({"wish": query})),
        json("companies/read", Persons, Read, json!({"id": search})),
        json("companies/act", Persons, Change, json!({"id": search, "act": "cancel"})),
        json("companies/rate", Persons, Change, json!({"wish": {"search": search, "company": company, "like": true}})),
        form("form/company-search", Own, Change, &[("query", "")]),
        form("form/company-search-act", Persons, Change, &[("search", &search), ("act", "cancel")]),
        form("form/rate-company", Persons, Change, &[("search", &search), ("company", &company), ("rating", "like")]),
        bare("company-schedules", Own, Read),
        json(
            "company-schedules/make",
            Persons,
            Change,
            json!({"wish": {"search": search, "name": "", "every": "week", "weekday": "1", "hour": "8", "cron": "",
            "timezone": "UTC", "url": "", "secret": ""}}),
        ),
        json(
            "company-schedules/change",
            Persons,
            Change,
            json!({"change": {"schedule": told, "version": "1", "wish": {"search": "", "name": "", "every": "", "weekday": "",
            "hour": "", "cron": "0 0 1 1 *", "timezone": "UTC", "url": "", "secret": ""}}}),
        ),
        json("company-schedules/act", Persons, Change, json!({"schedule": told, "act": "disable"})),
        form(
            "form/company-schedule",
            Persons,
            Change,
            &[
                ("wish[search]", &search),
                ("wish[every]", "week"),
                ("wish[weekday]", "1"),
                ("wish[hour]", "8"),
                ("wish[timezone]", "UTC"),
            ],
        ),
        form(
            "form/company-schedule-change",
            Persons,
            Change,
            &[
                ("change[schedule]", &told),
                ("change[version]", "1"),
                ("change[wish][cron]", "0 0 1 1 *"),
                ("change[wish][timezone]", "UTC"),
            ],
        ),
        form("form/company-schedule-act", Persons, Change, &[("schedule", &told), ("act", "disable")]),
        bare("build", Anybody, Read),
        bare("visit", Anybody, Read),
        json("tokens", Own, Read, json!({"after": null})),
        json("tokens/all", Admins, Read, json!({"after": null})),
        json("tokens/make", Own, Change, json!({"name": "mine", "role": "member", "days": 1})),
        json("tokens/revoke", Persons, Change, json!({"id": id("tokens")})),
        json("people", Admins, Read, json!({"after": null})),
        json(
            "people/add",
            Admins,
            Change,
            json!({"name": "Eve", "email": "eve@example.org", "password": "long enough, eve", "role": "member"}),
        ),
        json("people/role", Admins, Change, json!({"id": id("users"), "role": "viewer"})),
        json("people/remove", Admins, Change, json!({"id": id("users")})),
        json("people/password-link", Admins, Change, json!({"id": id("users")})),
        bare("files", Own, Read),
        bare("retention", Admins, Read),
        json("retention/due", Admins, Read, json!({"days": 30})),
        json("retention/change", Admins, Change, json!({"kept": {"days": 30}})),
        json("admin/runs", Admins, Read, json!({"filter": {"project": "", "status": null, "run_type": null, "disliked": false, "after": null}})),
        bare("admin/prices", Admins, Read),
        json(
            "admin/prices/save",
            Admins,
            Change,
            json!({"wish": {"warehouses": [{"kind": "trino", "per_tb": "5", "per_second": "", "least": ""}],
            "searches": [{"provider": "brave", "per_call": "0,005"}]}}),
        ),
        form(
            "form/prices",
            Admins,
            Change,
            &[
                ("wish[warehouses][0][kind]", "trino"),
                ("wish[warehouses][0][per_tb]", "5"),
                ("wish[searches][0][provider]", "brave"),
            ],
        ),
        form("form/prices-reset", Admins, Change, &[("prices", "listed")]),
        json("admin/findings", Admins, Read, json!({"rating": null, "after": null})),
        bare("objectives", Own, Read),
        json("titles", Own, Read, json!({"words": "orders"})),
        json("interviews", Own, Read, json!({"filter": {"status": null, "title": "", "after": null}})),
        json("transcripts", Admins, Read, json!({"after": null})),
        json("interview", Persons, Read, json!({"id": session})),
        json("interview/research", Persons, Read, json!({"id": session})),
        json("interview/links", Persons, Read, json!({"id": session})),
        json("interview/links/make", Persons, Change, json!({"id": session, "invite": true, "transcript": false})),
        json("interview/links/revoke", Persons, Change, json!({"id": session, "link": message})),
        form("form/interview-place", Persons, Change, &[("id", &session), ("to", "archived")]),
        bare("form/sample-interview", Own, Change),
        form("form/interview-project", Persons, Change, &[("id", &session)]),
        json("interview/reassess", Persons, Change, json!({"id": session})),
        json("interview/import", Persons, Change, json!({"id": session, "turns": [{"speaker": "user", "text": "We sell wax"}]})),
        json("questions", Persons, Read, json!({"id": session})),
        form("form/start", Own, Change, &[("context", "project_discovery")]),
        form("form/answer", Persons, Change, &[("id", &session), ("text", "We sell wax")]),
        form("form/answer", Persons, Change, &[("id", &session), ("key", "goods"), ("value", "wax")]),
        form("form/set", Persons, Change, &[("id", &session), ("key", "goods"), ("value", "wax")]),
        bare("form/sample", Own, Change),
        form("form/project-delete", Tenants, Change, &[("project", &id("projects"))]),
        form("form/project-restore", Tenants, Change, &[("project", &id("projects"))]),
        form("form/project-remove", Tenants, Change, &[("project", &id("projects"))]),
        form("form/source-delete", Tenants, Change, &[("project", &id("projects")), ("source", &id("sources"))]),
        form("form/source-restore", Tenants, Change, &[("project", &id("projects")), ("source", &id("sources"))]),
        form("form/source-remove", Tenants, Change, &[("project", &id("projects")), ("source", &id("sources"))]),
        form("form/act", Persons, Change, &[("id", &session), ("key", "goods"), ("act", "skip")]),
        form("form/act", Persons, Change, &[("id", &session), ("act", "reassess")]),
        form("form/edit", Persons, Change, &[("id", &session), ("message", &message), ("content", "We sell wax")]),
        form("form/retitle", Persons, Change, &[("id", &session), ("title", "Mine now")]),
        form("form/import", Persons, Change, &[("id", &session), ("text", "Q: What do you sell?\nA: Wax")]),
        form("form/research", Persons, Change, &[("id", &session), ("query", "wax")]),
        form("form/research-act", Persons, Change, &[("id", &session), ("task", &task), ("act", "undo")]),
        form("form/merge", Persons, Change, &[("id", &session), ("keys[0]", "worry"), ("into", "goods")]),
        form("form/split", Persons, Change, &[("id", &session), ("key", "goods"), ("parts", "Now?\nLater?")]),
        form("form/add-question", Persons, Change, &[("id", &session), ("prompt", "Who else?"), ("widget", "text")]),
        form("form/migrate", Persons, Change, &[("id", &session)]),
        json(
            "admin/audit",
            Admins,
            Read,
            json!({"filter": {"person": "", "action": "", "target": "", "since": "", "until": "", "after": null}}),
        ),
        json("admin/feedback", Admins, Read, json!({"rating": null, "after": null})),
        json("admin/reviews", Admins, Read, json!({"filter": {"state": null, "disliked": false, "after": null}})),
        json("admin/review", Admins, Read, json!({"id": session})),
        bare("form/review-next", Admins, Change),
        form("form/review-hold", Admins, Change, &[("id", &session), ("act", "reserve")]),
        form("form/review", Admins, Change, &[("id", &session), ("verdict", "good")]),
        bare("admin/objectives", Admins, Read),
        json("admin/objective", Admins, Read, json!({"id": id("objectives")})),
        json("admin/objective/check", Admins, Read, json!({"text": plan})),
        form("form/objective", Admins, Change, &[("like", &id("objectives")), ("version", "7.0.0"), ("text", &plan)]),
        form("form/activate", Admins, Change, &[("id", &id("objectives"))]),
        bare("models", Admins, Read),
        json("admin/usage", Admins, Read, json!({"filter": {"by": "", "since": "", "until": ""}})),
        bare("admin/places", Admins, Read),
        json(
            "admin/places/save",
            Admins,
            Change,
            json!({"wish": {"id": id("company-places"), "name": "Harvest Park", "aliases": "HP", "kind": "district", "city": "Dubai"}}),
        ),
        form(
            "form/place",
            Admins,
            Change,
            &[("wish[name]", "Harvest Hill"), ("wish[kind]", "district"), ("wish[city]", "Dubai")],
        ),
        form("form/place-remove", Admins, Change, &[("place", &id("company-places"))]),
        bare("admin/pools", Admins, Read),
        json("admin/pool", Admins, Read, json!({"id": id("question-pools")})),
        json("admin/pool/check", Admins, Read, json!({"text": pool})),
        form("form/pool", Admins, Change, &[("id", &id("question-pools")), ("name", "harvest"), ("text", &pool)]),
        form("form/pool/remove", Admins, Change, &[("id", &id("question-pools"))]),
        json("projects", Tenants, Read, json!({"after": null})),
        bare("runs/home", Tenants, Read),
        json("runs", Tenants, Read, json!({"asked": {"project": id("projects"), "after": "", "wish": wish, "estimate": false}})),
        json("runs/estimate", Tenants, Read, json!({"wish": wish})),
        json("runs/start", Tenants, Change, json!({"wish": wish, "estimated": false})),
        json("runs/read", Tenants, Read, json!({"asked": run})),
        json("runs/steps", Tenants, Read, json!({"asked": run, "before": 3})),
        json("runs/act", Tenants, Change, json!({"asked": run, "deed": "again"})),
        json("runs/finding", Tenants, Read, json!({"asked": {"of": run, "kind": "insight", "id": "orders-1"}})),
        json(
            "runs/rate",
            Tenants,
            Change,
            json!({"wish": {"of": {"of": run, "kind": "insight", "id": "orders-1"},
            "rating": {"like": true, "comment": "We act on it"}}}),
        ),
        form(
            "form/run",
            Tenants,
            Change,
            &[
                ("project", &id("projects")),
                ("goal", "Why?"),
                ("areas[0]", "nothing"),
                ("explorer", "built_in"),
                ("max_steps", "none"),
                ("estimate", ""),
                ("estimated", ""),
            ],
        ),
        form(
            "form/conversion",
            Tenants,
            Change,
            &[
                ("project", &id("projects")),
                ("source", &id("sources")),
                ("table", "orders"),
                ("column", "total"),
                ("applied", "yes"),
            ],
        ),
        form("form/run-act", Tenants, Change, &[("project", &id("projects")), ("run", &id("runs")), ("act", "again")]),
        form(
            "form/rate",
            Tenants,
            Change,
            &[
                ("project", &id("projects")),
                ("run", &id("runs")),
                ("kind", "insight"),
                ("id", "orders-1"),
                ("rating", "like"),
                ("comment", "We act on it"),
            ],
        ),
        json("schedules", Tenants, Read, json!({"project": id("projects")})),
        json(
            "schedules/make",
            Tenants,
            Change,
            json!({"wish": {"project": id("projects"), "every": "week", "weekday": "1", "hour": "8", "cron": "",
            "timezone": "UTC", "goal": "", "max_steps": "", "url": "", "secret": ""}}),
        ),
        json(
            "schedules/change",
            Tenants,
            Change,
            json!({"change": {"schedule": id("schedules"), "version": "", "enabled": "on", "wish": {"project": id("projects"),
            "cron": "0 0 1 1 *", "timezone": "UTC", "goal": "", "max_steps": "", "url": "", "secret": ""}}}),
        ),
        json(
            "schedules/act",
            Tenants,
            Change,
            json!({"asked": {"project": id("projects"), "schedule": id("schedules")},
            "deed": "delete"}),
        ),
        form(
            "form/schedule",
            Tenants,
            Change,
            &[("wish[project]", &id("projects")), ("wish[cron]", "0 0 1 1 *"), ("wish[timezone]", "UTC")],
        ),
        form(
            "form/schedule-change",
            Tenants,
            Change,
            &[
                ("change[schedule]", &id("schedules")),
                ("change[version]", ""),
                ("change[wish][project]", &id("projects")),
                ("change[wish][cron]", "0 0 1 1 *"),
                ("change[wish][timezone]", "UTC"),
            ],
        ),
        form(
            "form/schedule-act",
            Tenants,
            Change,
            &[("project", &id("projects")), ("schedule", &id("schedules")), ("act", "disable")],
        ),
        json("projects/create", Tenants, Change, json!({"name": "Another", "description": ""})),
    ]);
    let commands = [
        json!({"type": "say", "text": "We sell wax"}),
        json!({"type": "set_value", "key": "goods", "value": "wax"}),
        json!({"type": "retitle", "title": "Mine now"}),
        json!({"type": "edit_message", "message_id": message, "content": "We sell wax"}),
        json!({"type": "stop_reply", "message_id": message}),
        json!({"type": "complete"}),
    ];
    calls.extend(commands.map(|command| json("interview/command", Persons, Change, json!({"id": session, "command": command}))));
    for part in [
        "Overview", "Sparks", "Sources", "Source", "Table", "Document", "Search", "Query", "Tools", "Connect", "Settings",
        "Pack", "Prompts",
    ] {
        let asked = json!({"part": part, "id": id("projects"), "source": id("sources"), "table": "orders", "words": "", "from": 0,
            "sql": ""});
        calls.push(json("projects/read", Tenants, Read, json!({"asked": asked})));
    }
    for (deed, name, entered) in [
        ("Rename", "", json!({"name": "Other"})),
        ("Delete", "", json!({})),
        ("RefreshAll", "", json!({})),
        ("Refresh", "", json!({})),
        ("Test", "", json!({})),
        ("DeleteSource", "", json!({})),
        ("RestoreSource", "", json!({})),
        ("RemoveSource", "", json!({})),
        ("TryConnection", "", json!({"type": "sqlite"})),
        ("Connect", "", json!({"type": "sqlite"})),
        ("RunTool", "list_databases", json!({})),
        ("Profile", "orders", json!({})),
        ("GeneratePack", "", json!({})),
        ("CancelPack", "", json!({})),
        ("SavePack", "", json!({"text": "{}"})),
        ("AcceptPack", "", json!({})),
        ("KeepPack", "", json!({})),
        ("PutPrompt", "", json!({"prompt": "nothing", "text": "Explore."})),
        ("ResetPrompt", "exploration", json!({})),
        ("SetSecret", "llm-api-key", json!({"value": "sk-another"})),
        ("DeleteSecret", "llm-api-key", json!({})),
        ("SaveQuery", "Orders", json!({"sql": "SELECT 1"})),
        ("DeleteQuery", "Orders", json!({})),
    ] {
        let act = json!({"project": id("projects"), "deed": deed, "source": id("sources"), "name": name, "entered": entered});
        // What is only looked at, viewers may look at too.
        let does = if ["RunTool", "Profile"].contains(&deed) { Read } else { Change };
        let admins = ["KeepPack", "PutPrompt", "ResetPrompt", "SetSecret", "DeleteSecret"].contains(&deed);
        calls.push(json("projects/act", if admins { Admins } else { Tenants }, does, json!({"act": act})));
    }
    calls
}
