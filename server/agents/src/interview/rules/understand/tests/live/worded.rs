//! Values in the words of everyday: corrections on the way, sums in any money, days with their year, and options that are only alike.

use super::{business, check, objectives::built_in, row};
use protocol::interview::ContextType;

#[test]
fn the_second_of_two_values_holds() {
    check(
        &business(),
        &[
            row("team_size", "I said 15, it's actually 16", &[("team_size", "16")]),
            row("team_size", "I told you 20, but it is really 25", &[("team_size", "25")]),
            row("team_size", "Sorry, I said 15 people, it's actually 16", &[("team_size", "16")]),
            row("team_size", "12, or actually let's say 14", &[("team_size", "14")]),
            row("team_size", "30. Let's say 35", &[("team_size", "35")]),
            row("team_size", "14, well 15 if you count my sister", &[("team_size", "~14 | ~15 | 14..15")]),
            row("timeline", "By next September ideally, or actually let's say the end of October", &[("timeline", "2027-10-31")]),
            row(
                "annual_revenue",
                "about 1.2 million a year, no wait, that was last year, this year it's more like 1.5 million pounds",
                &[("annual_revenue", "1500000 | ~1500000")],
            ),
            row("annual_revenue", "200k, sorry, that was 2019, now it's 340k", &[("annual_revenue", "340000 | ~340000")]),
        ],
    );
}

#[test]
fn over_is_a_bound_and_turn_over_is_a_verb() {
    check(
        &business(),
        &[
            row("annual_revenue", "We turned over 300k", &[("annual_revenue", "300000")]),
            row("annual_revenue", "we turn over 300k a year", &[("annual_revenue", "300000")]),
            row("annual_revenue", "turning over about 2 million", &[("annual_revenue", "2000000 | ~2000000")]),
            row("annual_revenue", "It's over 300k", &[("annual_revenue", "300000..")]),
            row("team_size", "over 40", &[("team_size", "40..")]),
        ],
    );
}

#[test]
fn sums_of_any_money() {
    check(
        &business(),
        &[
            row("annual_revenue", "900 000 zloty", &[("annual_revenue", "900000")]),
            row("annual_revenue", "it's 900,000 zloty a year", &[("annual_revenue", "900000")]),
            row("annual_revenue", "2 million kroner", &[("annual_revenue", "2000000")]),
            row("annual_revenue", "about 2 million yen", &[("annual_revenue", "2000000 | ~2000000")]),
            row("annual_revenue", "15 lakh rupees", &[("annual_revenue", "1500000")]),
            row("annual_revenue", "3 crore INR", &[("annual_revenue", "30000000")]),
            row("annual_revenue", "R$ 400 000", &[("annual_revenue", "400000")]),
            row("annual_revenue", "₹500,000", &[("annual_revenue", "500000")]),
            row("annual_revenue", "3 milion", &[("annual_revenue", "3000000 | ~3000000")]),
            row("annual_revenue", "12 thousends", &[("annual_revenue", "12000 | ~12000")]),
            row("team_size", "maybe 8 tousand people", &[("team_size", "~8000")]),
            row("team_size", "eight hundrid", &[("team_size", "800 | ~800")]),
            row("annual_revenue", "we baked 40 crowns last year", &[]),
        ],
    );
}

#[test]
fn a_day_has_the_year_that_is_said_with_it() {
    check(
        &business(),
        &[
            row("timeline", "before christmas 2028", &[("timeline", "2028-12-25")]),
            row("timeline", "by Christmas", &[("timeline", "2027-12-25")]),
            row("timeline", "march next year", &[("timeline", "2028-03-01")]),
            row("timeline", "December next year", &[("timeline", "2028-12-01")]),
            row("timeline", "the 5th of May next year", &[("timeline", "2028-05-05")]),
            row("timeline", "October 3rd of this year", &[("timeline", "2027-10-03")]),
            row("timeline", "Q2 next year", &[("timeline", "2028-06-30")]),
            row("timeline", "the end of August next year", &[("timeline", "2028-08-31")]),
            row("timeline", "by xmas", &[("timeline", "2027-12-25")]),
            row("timeline", "end of Febuary 2028", &[("timeline", "2028-02-29 | ~2028-02-29")]),
            row("timeline", "in Septembre", &[("timeline", "2027-09-01 | ~2027-09-01")]),
        ],
    );
}

#[test]
fn a_day_of_something_else_is_no_deadline() {
    check(
        &business(),
        &[
            row("team_size", "Two of us all year, plus six pickers from October to December", &[("?team_size", "*")]),
            row("main_challenge", "every December is busy", &[("main_challenge", "*")]),
            row("competition", "my wife is due in June", &[("?competition", "*")]),
            row("competition", "my daughter's wedding is in May, so not before that", &[("?competition", "*")]),
            row("timeline", "we hired a driver on Monday", &[]),
            row("timeline", "it began yesterday", &[]),
            row(
                "competition",
                "We want to open the second shop by 1 June",
                &[("?competition", "*"), ("?primary_goal", "*"), ("timeline", "2027-06-01")],
            ),
            row("main_challenge", "The deadline is 30 September", &[("timeline", "2027-09-30")]),
        ],
    );
}

#[test]
fn another_word_is_no_option() {
    check(
        &business(),
        &[
            row("sales_channels", "from parents", &[("?sales_channels", "~*")]),
            row("sales_channels", "our parents tell their friends", &[("?sales_channels", "referrals | ~*")]),
            row("sales_channels", "through stories on instagram", &[("?sales_channels", "social_media | ~*")]),
            row("sales_channels", "at the farmers' market", &[("?sales_channels", "~*")]),
            row("sales_channels", "in the market hall", &[("?sales_channels", "~*")]),
            row("sales_channels", "our partnership with the council", &[("?sales_channels", "~*")]),
            row("sales_channels", "marketplases", &[("sales_channels", "marketplaces | ~marketplaces")]),
            row("sales_channels", "our partnres", &[("sales_channels", "partners | ~partners")]),
        ],
    );
}

#[test]
fn all_is_said_of_the_options_or_of_nothing() {
    check(
        &business(),
        &[
            row("sales_channels", "all good", &[]),
            row("sales_channels", "all done", &[]),
            row("sales_channels", "thanks, all fine", &[]),
            row("sales_channels", "thanks, all clear", &[]),
            row("sales_channels", "ok tank you, is all", &[]),
            row("sales_channels", "that all?", &[]),
            row("sales_channels", "that's all", &[]),
            row("sales_channels", "after all, why not", &[]),
            row("sales_channels", "not at all", &[]),
            row("sales_channels", "I work all day", &[]),
        ],
    );
    check(
        &built_in(ContextType::ProjectDiscovery),
        &[
            row("platforms", "all of them", &[("platforms", "*")]),
            row("platforms", "All", &[("platforms", "*")]),
            row("platforms", "all of these, please", &[("platforms", "*")]),
        ],
    );
}
