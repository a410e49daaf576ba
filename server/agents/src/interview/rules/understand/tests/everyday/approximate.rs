//! Ranges and round numbers.

use super::{business, check, project};

#[test]
fn ranges() {
    check(&[
        business("team_size", "between 10 and 15", &[("team_size", "10..15")]),
        business("team_size", "10-15", &[("team_size", "10..15")]),
        business("team_size", "10 to 15 depending on the season", &[("team_size", "10..15")]),
        business("team_size", "5 or 6 people", &[("team_size", "5..6")]),
        business("team_size", "anything from 5 to 8", &[("team_size", "5..8")]),
        business("team_size", "at least five, at most ten", &[("team_size", "5..10")]),
        business("team_size", "not more than 20", &[("team_size", "..20")]),
        business("team_size", "no less than 5", &[("team_size", "5..")]),
        business("team_size", "just under 20", &[("team_size", "..20 | 20 | ~20")]),
        business("team_size", "10+", &[("team_size", "10..")]),
        business("team_size", "ten plus", &[("team_size", "10..")]),
        business("team_size", "up to 12 in summer", &[("team_size", "..12")]),
        business("annual_revenue", "2 to 3 million", &[("annual_revenue", "2000000..3000000")]),
        business("annual_revenue", "€300k–€350k", &[("annual_revenue", "300000..350000")]),
        business("annual_revenue", "£80 to £90k", &[("annual_revenue", "80000..90000")]),
        business("annual_revenue", "north of 300k", &[("annual_revenue", "300000.. | ~300000..")]),
        business("annual_revenue", "upwards of 50,000", &[("annual_revenue", "50000..")]),
        business("annual_revenue", "somewhere between 1.2 and 1.4 million", &[("annual_revenue", "1200000..1400000")]),
        project("budget", "15k, 20k max", &[("budget", "15000..20000 | ..20000 | ~15000 | ~20000")]),
        project("budget", "max 20k", &[("budget", "..20000")]),
        project("budget", "I'd like to stay below 40k", &[("budget", "..40000")]),
    ]);
}

#[test]
fn numbers_as_they_are_spoken() {
    check(&[
        business("annual_revenue", "one point five million", &[("annual_revenue", "1500000")]),
        business("annual_revenue", "two point four million euros", &[("annual_revenue", "2400000")]),
        business("annual_revenue", "two and a half thousand", &[("annual_revenue", "2500")]),
        business("annual_revenue", "a million and a half", &[("annual_revenue", "1500000")]),
        business("annual_revenue", "a couple of hundred", &[("annual_revenue", "~200")]),
        business("annual_revenue", "between 3 and 4 k", &[("annual_revenue", "3000..4000")]),
        business("annual_revenue", "300 to 400,000", &[("annual_revenue", "300000..400000 | ~300000..400000")]),
        business("annual_revenue", "a thousand or two", &[("annual_revenue", "1000..2000")]),
        business("annual_revenue", "fifty-odd thousand", &[("annual_revenue", "~50000")]),
        business("annual_revenue", "forty something thousand", &[("annual_revenue", "~40000")]),
        business("annual_revenue", "a hundred or so thousand", &[("annual_revenue", "~100000")]),
        business("annual_revenue", "a hundred k", &[("annual_revenue", "100000")]),
        business("annual_revenue", "2.5 M", &[("annual_revenue", "2500000")]),
        business("annual_revenue", "300k plus", &[("annual_revenue", "300000..")]),
        business("annual_revenue", "around nine hundred fifty", &[("annual_revenue", "~950")]),
        business("annual_revenue", "two fifty k", &[("annual_revenue", "~250000")]),
        business("annual_revenue", "five twenty thousand", &[("annual_revenue", "~520000")]),
        business("team_size", "one eighty", &[("team_size", "~180")]),
        business("team_size", "forty, I think", &[("team_size", "~40")]),
        business("team_size", "thirty something", &[("team_size", "~30")]),
        business("team_size", "a dozen or so", &[("team_size", "~12")]),
        business("team_size", "15-20", &[("team_size", "15..20")]),
        business("team_size", "Anna, Tom and I", &[("team_size", "3")]),
    ]);
}

#[test]
fn round_numbers() {
    check(&[
        business("team_size", "around a dozen", &[("team_size", "12 | ~12")]),
        business("team_size", "half a dozen", &[("team_size", "6")]),
        business("team_size", "40ish", &[("team_size", "40 | ~40")]),
        business("team_size", "40-ish", &[("team_size", "40 | ~40")]),
        business("team_size", "twenty-five", &[("team_size", "25")]),
        business("team_size", "a hundred and twenty", &[("team_size", "120")]),
        business("team_size", "close to 100", &[("team_size", "100 | ~100")]),
        business("team_size", "a couple of people", &[("?team_size", "2 | ~2")]),
        business("team_size", "a handful", &[("?team_size", "~*")]),
        business("annual_revenue", "200k give or take", &[("annual_revenue", "200000 | ~200000")]),
        business("annual_revenue", "Around 350k I think", &[("annual_revenue", "~350000")]),
        business("annual_revenue", "1.5 million", &[("annual_revenue", "1500000")]),
        business("annual_revenue", "a quarter of a million", &[("annual_revenue", "250000")]),
        business("annual_revenue", "half a million", &[("annual_revenue", "500000")]),
        business("annual_revenue", "one and a half million", &[("annual_revenue", "1500000")]),
        business("annual_revenue", "three hundred and fifty thousand", &[("annual_revenue", "350000")]),
        business("annual_revenue", "two hundred thousand or so", &[("annual_revenue", "200000 | ~200000")]),
        business("annual_revenue", "1.2m", &[("annual_revenue", "1200000")]),
        business("annual_revenue", "EUR 1.250.000", &[("annual_revenue", "1250000")]),
        business("target_market_size", "a few thousand", &[("?target_market_size", "~*")]),
        business("target_market_size", "in the hundreds", &[("?target_market_size", "~*")]),
        business("target_market_size", "roughly 3,000 practices", &[("target_market_size", "3000")]),
    ]);
}
