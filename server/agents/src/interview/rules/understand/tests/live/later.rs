//! Two trades more, written after the rules were: a wedding and a claim after an accident.

use super::{
    after, check,
    objectives::{claim, wedding},
    row,
};

#[test]
fn a_wedding() {
    const HELD: &[(&str, &str)] = &[("guests", "80"), ("style", "garden party"), ("venue_type", "barn")];
    check(
        &wedding(),
        &[
            row(
                "style",
                "We'd like something relaxed, more of a garden party",
                &[("style", "!something relaxed, more of a garden party")],
            ),
            row("style", "Rustic, with lots of flowers and candles", &[("style", "!Rustic, with lots of flowers and candles")]),
            row("wedding_day", "the 12th of June 2027", &[("wedding_day", "!2027-06-12")]),
            row("guests", "somewhere between 80 and 100", &[("guests", "80..100")]),
            row("guests", "at most 60 people", &[("guests", "..60")]),
            row("venue_type", "a barn would be lovely", &[("venue_type", "!barn")]),
            row("venue_type", "either a barn or a hotel", &[("venue_type", "~barn")]),
            row("catering", "vegetarian and halal", &[("catering", "!Vegetarian+Halal")]),
            row("catering", "all of them except kosher", &[("catering", "Vegetarian+Vegan+Halal")]),
            row("music", "My cousin's band plays jazz", &[("music", "!My cousin's band plays jazz")]),
            row("music", "We have about 80 guests and the budget is 25k", &[("guests", "~80"), ("budget", "25000")]),
            row("budget", "£20,000 tops", &[("budget", "..20000")]),
            row("budget", "We'd rather not say", &[]),
            row("speeches", "no, please not", &[("speeches", "no")]),
            row("speeches", "Absolutely", &[("speeches", "yes")]),
            row(
                "must_not",
                "Balloons, chicken dance and long speeches",
                &[("must_not", "!Balloons, chicken dance and long speeches"), ("?speeches", "no")],
            ),
            after(HELD, "music", "Actually we expect 95 guests", &[("guests", "!95")]),
            after(HELD, "music", "Make the venue a hotel instead of a barn", &[("venue_type", "!hotel")]),
            after(HELD, "music", "It's not a garden party any more, it's a black tie dinner", &[("style", "!black tie dinner")]),
            row("style", "What styles are there?", &[]),
        ],
    );
}

#[test]
fn a_claim() {
    const HELD: &[(&str, &str)] = &[("place", "Oak Street"), ("damage", "a dent")];
    check(
        &claim(),
        &[
            row(
                "event",
                "A van hit my car while I was waiting at the lights",
                &[("event", "!A van hit my car while I was waiting at the lights")],
            ),
            row(
                "event",
                "I slipped on the ice in front of the library",
                &[("event", "!I slipped on the ice in front of the library")],
            ),
            row("event_date", "yesterday", &[("event_date", "!2027-03-02")]),
            row("event_date", "on February 27th", &[("event_date", "2027-02-27")]),
            row(
                "damage",
                "The left door is dented and the mirror is gone",
                &[("damage", "!The left door is dented and the mirror is gone")],
            ),
            row("damage", "About 1,500 dollars", &[("damage_amount", "~1500")]),
            row("damage_amount", "I'd guess two thousand dollars", &[("damage_amount", "~2000")]),
            row(
                "other_party",
                "His name is Paul Adams, he drives for a bakery",
                &[("other_party", "!Paul Adams, he drives for a bakery")],
            ),
            row("event", "The damage is a broken window", &[("damage", "!broken window")]),
            row("injured", "nobody was hurt, thank God", &[("injured", "no")]),
            row("injured", "yes, my neck hurts", &[("injured", "yes")]),
            row("police", "The police came and took notes", &[("police", "yes")]),
            row("cover", "It's the full cover, I believe", &[("cover", "~full")]),
            row("cover", "third party only", &[("cover", "third_party")]),
            row("place", "Corner of Oak Street and 5th Avenue", &[("place", "!Corner of Oak Street and 5th Avenue")]),
            after(HELD, "event", "Sorry, the place was Elm Street, not Oak Street", &[("place", "!Elm Street")]),
            after(HELD, "event", "I meant a scratch, not a dent", &[("damage", "!scratch")]),
            row("event", "Are you a robot?", &[]),
            row("damage", "let me check and come back to you", &[]),
            row("other_party", "no clue", &[]),
        ],
    );
}
