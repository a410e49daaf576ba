//! What calls somebody away for a moment, and what a day is like: none of it answers anything.

use super::{business, check, idea, project};

#[test]
fn who_is_called_away_answers_nothing() {
    check(&[
        business("industry", "Sorry, need to grab a coffee", &[]).doing(&["SmallTalk"]),
        business("industry", "one sec, the door", &[]).doing(&["SmallTalk"]),
        business("industry", "have to run, talk later", &[]).doing(&["Pause"]),
        business("industry", "need to grab a coffee, talk later", &[]),
        business("industry", "gotta get a drink", &[]).doing(&["SmallTalk"]),
        business("industry", "I have to let the dog out", &[]).doing(&["SmallTalk"]),
        business("industry", "I need to answer the door first", &[]).doing(&["SmallTalk"]),
        business("industry", "I've got to head out", &[]),
        business("industry", "need to step out for a minute", &[]).doing(&["SmallTalk"]),
        business("industry", "need to pick up my daughter from school", &[]).doing(&["SmallTalk"]),
        business("industry", "have to take this call, sorry", &[]).doing(&["SmallTalk"]),
        business("industry", "going to make some tea", &[]).doing(&["SmallTalk"]),
        business("industry", "off to lunch", &[]).doing(&["SmallTalk"]),
        business("industry", "someone's at the door", &[]).doing(&["SmallTalk"]),
        business("primary_goal", "need to grab a coffee", &[]).doing(&["SmallTalk"]),
        business("primary_goal", "have to run, talk later", &[]).doing(&["Pause"]),
        business("=industry", "need to grab a coffee", &[]).held(&[("industry", "saddlery")]).doing(&["SmallTalk"]),
        business("team_size", "Twelve of us, need to grab a coffee", &[("team_size", "12")]),
        project("deadline", "Sorry, need to grab a coffee", &[]).doing(&["SmallTalk"]),
    ]);
}

#[test]
fn what_has_to_be_done_for_the_business_answers() {
    check(&[
        business("industry", "we run a coffee cart", &[("industry", "*")]),
        business("industry", "tea and coffee", &[("industry", "tea and coffee")]),
        business("primary_goal", "I need to get a dog", &[("primary_goal", "*")]),
        business("primary_goal", "I need to get more customers", &[("primary_goal", "*")]),
        business("primary_goal", "need to move to a bigger kitchen", &[("primary_goal", "*")]),
        business("primary_goal", "going to open a cafe", &[("primary_goal", "*")]),
        business("primary_goal", "have to answer the phone less while I cut hair", &[("primary_goal", "*")]),
    ]);
}

#[test]
fn an_answer_in_a_chatty_tone_is_an_answer() {
    check(&[
        idea("idea_stage", "I've got a demo running on my laptop", &[("idea_stage", "prototype | ~prototype")]),
        idea("idea_stage", "I've got a demo on my laptop, the dog is asleep", &[("idea_stage", "prototype | ~prototype")]),
        business("main_challenge", "no time for lunch", &[("main_challenge", "*")]),
    ]);
}

#[test]
fn i_mean_fills_a_pause_before_an_answer() {
    let held = &[("risks", "strikes"), ("users", "clerks")];
    check(&[
        project("out_of_scope", "I mean we don't touch the tariffs", &[("out_of_scope", "*")]).held(held),
        project("out_of_scope", "I mean, the invoices", &[("out_of_scope", "*")]).held(held),
        project("platforms", "I mean on the phone", &[("platforms", "phone | ~phone")]).held(held),
    ]);
}

#[test]
fn a_day_that_is_told_of_something_else_is_no_deadline() {
    check(&[
        project("deadline", "my daughter turned 9 today", &[]),
        project("deadline", "it's raining today", &[]),
        project("deadline", "our landlord comes tomorrow", &[]),
        project("deadline", "my son starts school on Monday", &[]),
        project("deadline", "I slept badly tonight", &[]),
        project("deadline", "my father retires on 5 May", &[("deadline", "~2027-05-05")]),
        project("deadline", "my partner wants it on Friday", &[("deadline", "2027-03-05")]),
        project("deadline", "our lease ends on 5 May", &[("deadline", "2027-05-05")]),
        project("deadline", "today, if you can", &[("deadline", "2027-03-03 | ~2027-03-03")]),
        project("deadline", "it has to be live tomorrow", &[("deadline", "2027-03-04")]),
        project("deadline", "it closes tomorrow", &[("deadline", "2027-03-04")]),
        project("deadline", "tomorrow at the latest", &[("deadline", "2027-03-04")]),
        project("project_goal", "my daughter turned 9 today", &[("?project_goal", "~*")]),
        project("project_goal", "it's raining today", &[("?project_goal", "~*")]),
        business("team_size", "my daughter turned 9 today", &[("?team_size", "~9")]),
    ]);
}
