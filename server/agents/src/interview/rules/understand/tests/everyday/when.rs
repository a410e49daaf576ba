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
fn parts_of_a_month_a_quarter_and_a_year() {
    check(&[
        project("deadline", "mid-May", &[("deadline", "2027-05-15")]),
        project("deadline", "mid of June", &[("deadline", "2027-06-15")]),
        project("deadline", "halfway through June", &[("deadline", "2027-06-15")]),
        project("deadline", "early in June", &[("deadline", "2027-06-05")]),
        project("deadline", "end April", &[("deadline", "2027-04-30")]),
        project("deadline", "mid next month", &[("deadline", "2027-04-15")]),
        project("deadline", "mid-month", &[("deadline", "2027-03-15")]),
        project("deadline", "month end", &[("deadline", "2027-03-31")]),
        project("deadline", "by year end", &[("deadline", "2027-12-31")]),
        project("deadline", "EOY", &[("deadline", "2027-12-31")]),
        project("deadline", "end of next quarter", &[("deadline", "2027-06-30")]),
        project("deadline", "start of Q3", &[("deadline", "2027-07-01")]),
        project("deadline", "middle of next year", &[("deadline", "2028-06-30")]),
        project("deadline", "Q1 28", &[("deadline", "2028-03-31")]),
        project("deadline", "Q1 '28", &[("deadline", "2028-03-31")]),
        project("deadline", "15 May '28", &[("deadline", "2028-05-15")]),
        project("deadline", "05/2028", &[("deadline", "2028-05-01")]),
        project("deadline", "second week of May", &[("deadline", "~2027-05-14")]),
        project("deadline", "the last week of May", &[("deadline", "~2027-05-31")]),
        project("deadline", "the first Monday in April", &[("deadline", "2027-04-05")]),
        project("deadline", "last Friday of the month", &[("deadline", "2027-03-26")]),
        project("deadline", "the 1st of the month", &[("deadline", "2027-04-01")]),
        project("deadline", "15th next month", &[("deadline", "2027-04-15")]),
        project("deadline", "Christmas Eve", &[("deadline", "2027-12-24")]),
        project("deadline", "New Year's Eve", &[("deadline", "2027-12-31")]),
        // A verb is no part of it.
        project("deadline", "we start April 15", &[("deadline", "2027-04-15")]),
        project("deadline", "we end in May", &[("deadline", "2027-05-01")]),
    ]);
}

#[test]
fn days_told_by_their_distance_from_another() {
    check(&[
        project("deadline", "the week after next", &[("deadline", "2027-03-15")]),
        project("deadline", "the month after next", &[("deadline", "2027-05-01")]),
        project("deadline", "Monday after next", &[("deadline", "2027-03-15")]),
        project("deadline", "Friday week", &[("deadline", "2027-03-12")]),
        project("deadline", "tomorrow week", &[("deadline", "2027-03-11")]),
        project("deadline", "a week on Tuesday", &[("deadline", "2027-03-16")]),
        project("deadline", "a week from Friday", &[("deadline", "2027-03-12")]),
        project("deadline", "two weeks today", &[("deadline", "2027-03-17")]),
        project("deadline", "3 weeks from tomorrow", &[("deadline", "2027-03-25")]),
        project("deadline", "two months before Christmas", &[("deadline", "2027-10-25")]),
        project("deadline", "in a month's time", &[("deadline", "2027-04-03")]),
        project("deadline", "three weeks", &[("deadline", "~2027-03-24")]),
        project("deadline", "about six months or so", &[("deadline", "~2027-09-03")]),
        project("deadline", "in about 3 weeks or so", &[("deadline", "~2027-03-24")]),
        project("deadline", "in roughly two months", &[("deadline", "~2027-05-03")]),
        project("deadline", "within about ten days", &[("deadline", "~2027-03-13")]),
        project("deadline", "within the next three months", &[("deadline", "2027-06-03")]),
        project("deadline", "over the next 2 months", &[("deadline", "2027-05-03")]),
    ]);
}

#[test]
fn times_from_which_no_day_follows_are_kept_in_words() {
    check(&[
        project("deadline", "by Easter", &[("deadline", "~*")]),
        project("deadline", "three weeks after we open", &[("?deadline", "~*")]),
        project("deadline", "before the summer", &[("deadline", "~*")]),
        project("deadline", "as soon as possible", &[("deadline", "~*")]),
        project("deadline", "in a year or two", &[("deadline", "~*")]),
        project("deadline", "sometime in autumn", &[("deadline", "~*")]),
        project("deadline", "early next year", &[("deadline", "~*")]),
        project("deadline", "once the new office is open", &[("deadline", "~*")]),
    ]);
}
