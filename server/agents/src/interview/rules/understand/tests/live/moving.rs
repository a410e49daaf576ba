//! A household moves.

use super::{after, check, objectives::household, row};

#[test]
fn a_move() {
    const HELD: &[(&str, &str)] = &[("budget", "2000"), ("origin", "Leeds"), ("rooms", "3")];
    check(
        &household(),
        &[
            row("origin", "From Leeds", &[("origin", "!Leeds")]),
            row(
                "origin",
                "We're moving from Leeds to York on 20 March",
                &[("origin", "!Leeds"), ("destination", "York"), ("moving_date", "2027-03-20")],
            ),
            row("rooms", "four, plus the cellar", &[("rooms", "!4")]),
            row("elevator", "No, unfortunately not", &[("elevator", "no")]),
            row("elevator", "yes, a small one", &[("elevator", "yes")]),
            row("extras", "both packing and cleaning, but no storage", &[("extras", "packing+cleaning")]),
            row("worries", "That the piano gets scratched", &[("worries", "!the piano gets scratched")]),
            row("worries", "The stairs, honestly. There's no elevator.", &[("worries", "The stairs"), ("elevator", "no")]),
            row("budget", "no more than 2,500 pounds", &[("budget", "..2500")]),
            row("moving_date", "next Friday", &[("moving_date", "!2027-03-05")]),
            after(HELD, "worries", "No wait, make the budget 3000", &[("budget", "!3000")]),
            after(HELD, "worries", "Actually we're moving from Bradford, not Leeds", &[("origin", "!Bradford")]),
        ],
    );
}
