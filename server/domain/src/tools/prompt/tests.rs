use super::*;
use crate::tools::catalog::Column;

fn music() -> (Vec<Source>, Vec<Table>) {
    let database = Source { name: "chinook".into(), kind: "sql".into(), description: "A music store".into() };
    let column = Column { name: "UnitPrice".into(), data_type: "DECIMAL(10,2)".into(), ..Column::default() };
    (vec![database], vec![Table { database: "chinook".into(), name: "tracks".into(), columns: vec![column], ..Table::default() }])
}

#[test]
fn a_model_with_tools_gets_a_short_prompt_and_one_without_everything() {
    let (databases, tables) = music();
    let holdings = Holdings { databases: &databases, tables: &tables, ..Holdings::default() };
    let short = build("claude-sonnet-4-20250514", &holdings);
    assert!(
        short.with_tools && short.text.contains("chinook (sql, 1 tables): A music store") && !short.text.contains("UnitPrice")
    );
    let long = build("claude-2", &holdings);
    assert!(!long.with_tools && long.text.contains("UnitPrice DECIMAL(10,2)") && !long.text.contains("resolve_fact"));
}

#[test]
fn tables_that_were_chosen_are_told_ahead() {
    let (databases, tables) = music();
    let holdings = Holdings { databases: &databases, tables: &tables, preloaded: &tables, ..Holdings::default() };
    let prompt = build("gpt-4", &holdings);
    assert!(prompt.with_tools && prompt.text.contains("### chinook.tracks: \n- UnitPrice DECIMAL(10,2)"), "{}", prompt.text);
    assert_eq!(build("claude-2", &holdings).text.matches("UnitPrice").count(), 1, "everything is there once");
    let many = vec![tables[0].clone(); 3_000];
    let bounded = build("gpt-4", &Holdings { preloaded: &many, ..holdings });
    assert!(bounded.tokens < 14_000 && bounded.text.contains("more are as near"), "{}", bounded.tokens);
}

#[test]
fn the_short_prompt_does_not_grow_with_the_project() {
    let many: Vec<Source> = (0..5_000).map(|number| Source { name: format!("db{number}"), ..Source::default() }).collect();
    let prompt = build("gpt-4", &Holdings { databases: &many, ..Holdings::default() });
    assert!(prompt.tokens < 700, "{}", prompt.tokens);
    assert!(prompt.text.contains("and 4970 more"), "{}", prompt.text);
    assert!(build("gpt-4", &Holdings::default()).text.contains("Nothing is connected yet."));
}

#[test]
fn each_scenario_saves_what_the_seed_asks() {
    let wanted = [0.84, 0.91, 0.94, 0.94];
    for (scenario, wanted) in scenarios().into_iter().zip(wanted) {
        let (listed, bytes) = (tokens(&scenario.level_0), scenario.level_0.len());
        println!("{}: {listed} tokens, {bytes} bytes", scenario.name);
        assert!(listed > 0 && listed * 5 < scenario.embedded, "{}: {listed} of {}", scenario.name, scenario.embedded);
        assert!(scenario.prompt < 700, "{scenario:?}");
        assert!(scenario.saving() >= wanted, "{scenario:?} saves {:.3}", scenario.saving());
    }
}
