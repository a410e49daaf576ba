//! What every family of questions speaks with.

pub(super) use super::super::{
    candidate::{Candidate, Statement, bars, count_of_rows, later_half, line},
    figures::{Figure, FigureKind, is_measure, is_year, moment_label},
    nouns::{ROWS, singular, verb},
    scope::{Group, Scope, Subject, days_between, group_question, is_value},
    season::{compare_years, place_effects, season_chance},
    split::Split,
    stats::{
        Effect, Line, Sums, compare_counts, compare_means, compare_with_even, correlation_effect, count_tail, fit_line, is_even,
        totals_tail,
    },
    wording::{
        capitalised, decimal, is_listed, label, listed, many, number, one as one_value, percent, portion, predicate, rows_of,
        shown, slug, span,
    },
};
pub(super) use domain::runs::{ClaimKind, ColumnSurvey, Holds, Question, Role, TableSurvey, sql::count_if};
pub(super) use serde_json::Value;
pub(super) use std::collections::{BTreeMap, HashMap, HashSet};
