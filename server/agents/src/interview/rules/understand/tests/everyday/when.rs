//! Days told by their distance, as people tell them. It is Wednesday, 3 March 2027.

use super::{check, project};

#[test]
fn days_told_by_their_distance() {
    check(&[
        project("deadline", "in six weeks", &[("deadline", "2027-04-14")]),
        project("deadline", "in a fortnight", &[("deadline", "2027-03-17")]),
        project("deadline", "in two years' time", &[("deadline", "2029-03-03")]),
        project("deadline", "three months from now", &[("deadline", "2027-06-03")]),
        project("deadline", "a year from now", &[("deadline", "2028-03-03")]),
        project("deadline", "within half a year", &[("deadline", "2027-09-03")]),
        project("deadline", "in 18 months", &[("deadline", "2028-09-03")]),
        project("deadline", "in a year and a half", &[("deadline", "2028-09-03")]),
        project("deadline", "tomorrow", &[("deadline", "2027-03-04")]),
        project("deadline", "this Friday", &[("deadline", "2027-03-05")]),
        project("deadline", "by the end of next month", &[("deadline", "2027-04-30")]),
        project("deadline", "at the end of the month", &[("deadline", "2027-03-31")]),
        project("deadline", "end of the year", &[("deadline", "2027-12-31")]),
        // It is the third of March.
        project("deadline", "by the end of March", &[("deadline", "2027-03-31")]),
        project("deadline", "middle of March", &[("deadline", "2027-03-15")]),
        project("deadline", "end of February", &[("deadline", "2028-02-29")]),
        project("deadline", "by the end of this quarter", &[("deadline", "2027-03-31")]),
        project("deadline", "next quarter", &[("deadline", "2027-06-30")]),
        project("deadline", "Q1 next year", &[("deadline", "2028-03-31")]),
        project("deadline", "end of H1", &[("deadline", "2027-06-30")]),
        project("deadline", "the last day of May", &[("deadline", "2027-05-31")]),
        project("deadline", "no later than 15 June", &[("deadline", "2027-06-15")]),
        project("deadline", "June 15th at the latest", &[("deadline", "2027-06-15")]),
        project("deadline", "15.6.2027", &[("deadline", "2027-06-15")]),
        project("deadline", "by my birthday, 12 September", &[("deadline", "2027-09-12")]),
        project("deadline", "when we move, in August", &[("deadline", "2027-08-01 | ~2027-08-01")]),
        project("deadline", "six weeks from today", &[("deadline", "2027-04-14")]),
        project("deadline", "this time next year", &[("deadline", "2028-03-03 | ~2028-03-03")]),
    ]);
}

#[test]
fn times_from_which_no_day_follows_are_kept_in_words() {
    check(&[
        project("deadline", "before the summer", &[("deadline", "~*")]),
        project("deadline", "as soon as possible", &[("deadline", "~*")]),
        project("deadline", "in a year or two", &[("deadline", "~*")]),
        project("deadline", "sometime in autumn", &[("deadline", "~*")]),
        project("deadline", "early next year", &[("deadline", "~*")]),
        project("deadline", "once the new office is open", &[("deadline", "~*")]),
    ]);
}
