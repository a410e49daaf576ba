//! People who think while they type.

use super::{business, check, idea, project};

#[test]
fn what_is_only_supposed_is_not_sure() {
    check(&[
        business("team_size", "hmm, maybe around ten", &[("team_size", "~10")]),
        business("team_size", "uh... 12?", &[("team_size", "~12")]),
        business("team_size", "I'm not totally sure but I'd say 8", &[("team_size", "~8")]),
        business("team_size", "off the top of my head, 40", &[("team_size", "~40")]),
        business("team_size", "it might be 15, it might be 20", &[("team_size", "~*")]),
        business("team_size", "well... it depends, usually 5", &[("team_size", "5")]),
        business("team_size", "say 50", &[("team_size", "50")]),
        business("team_size", "I want to say 35", &[("team_size", "35")]),
        business("target_market", "I guess students", &[("target_market", "~students")]),
        business("target_market", "dentists I think", &[("target_market", "~dentists")]),
        business("target_market", "possibly schools?", &[("target_market", "~schools")]),
        business("target_market", "Hm, families, probably", &[("target_market", "~families")]),
        business("industry", "er, plumbing I suppose", &[("industry", "~plumbing")]),
        business("industry", "I'd call it event catering, more or less", &[("industry", "event catering | ~event catering")]),
        business("annual_revenue", "don't quote me, but 200k", &[("annual_revenue", "~200000")]),
        business("annual_revenue", "let me see... probably 30k", &[("annual_revenue", "~30000")]),
        business("annual_revenue", "no idea, maybe 100k", &[("annual_revenue", "~100000")]),
        business("annual_revenue", "hard to say, something like 80k", &[("annual_revenue", "80000 | ~80000")]),
        business("pricing_strategy", "could be premium, could be cost plus", &[("pricing_strategy", "~*")]),
        business("sales_channels", "probably word of mouth I'd imagine", &[("sales_channels", "~referrals")]),
        business("business_model", "if I had to pick, services", &[("business_model", "services | ~services")]),
        project("deadline", "perhaps the end of May", &[("deadline", "~2027-05-31")]),
        project("budget", "thirty thousand? forty?", &[("?budget", "~*")]),
        idea("biggest_risk", "Good question... I'd say that nobody pays for it", &[("biggest_risk", "*")]),
        idea("audience", "umm, runners? hikers maybe", &[("audience", "~*")]),
    ]);
}

#[test]
fn thinking_aloud_is_no_answer() {
    for said in [
        "hmm good question", "hm, let me think", "that's a tough one", "not sure yet", "gosh, I'd have to look that up",
        "umm I don't really know, sorry", "hmm", "let me think about that for a second", "ooh, tricky",
        "I'd need to ask my accountant", "never thought about it", "no clue, honestly", "haven't decided yet", "depends",
        "it depends",
    ] {
        for asked in ["team_size", "annual_revenue", "business_model", "target_market", "main_challenge", "timeline"] {
            let one = business(asked, said, &[]);
            let sure: Vec<String> = one
                .understood()
                .findings
                .iter()
                .filter(|finding| finding.confidence > protocol::Confidence::hundredths(70))
                .map(|finding| format!("{} = {}", finding.key, finding.value))
                .collect();
            assert!(sure.is_empty(), "[{asked}] {said:?}: {sure:?}");
        }
    }
}
