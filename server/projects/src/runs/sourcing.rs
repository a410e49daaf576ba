//! What a model's claim has to rest on: tables of the steps that its insight follows from, and something in them (seed 002, Phase 6:
//! verification is grounded on source steps).

use super::super::routing::{dialect, read_tables, routed};
use crate::ProjectCatalog;
use domain::runs::Answer;
use warehouse::guard::is_constant;

/// Why a query would bear out nothing; none where it may be asked.
pub(super) fn find_objection(catalog: &ProjectCatalog, sources: &[&Answer], sql: &str) -> Option<String> {
    // What cannot be read or routed is refused where it is asked, with the reason.
    let (held, _) = routed(&catalog.held, sql).ok()?;
    if is_constant(sql, dialect(held)).unwrap_or(false) {
        return Some("its query only says a number and reads none, so it checks nothing".to_owned());
    }
    let cited: Vec<Vec<String>> = sources.iter().flat_map(|source| read_tables(&catalog.held, &source.sql)).collect();
    let is_cited = |parts: &Vec<String>| cited.iter().any(|other| are_same(parts, other));
    let is_grounded = read_tables(&catalog.held, sql).iter().any(is_cited);
    (!is_grounded).then(|| "its query reads no table that the steps it cites have read, so it checks nothing".to_owned())
}

/// Names of one table, with what encloses it or without.
fn are_same(one: &[String], other: &[String]) -> bool {
    let mut pairs = one.iter().rev().zip(other.iter().rev()).peekable();
    pairs.peek().is_some() && pairs.all(|(one, other)| one.eq_ignore_ascii_case(other))
}

#[cfg(test)]
mod tests {
    use super::are_same;

    #[test]
    fn a_table_is_the_same_with_its_source_and_without() {
        for (one, other, expected) in [
            ("orders", "orders", true),
            ("Orders", "sales/orders", true),
            ("sales/public/orders", "public/orders", true),
            ("orders", "staff", false),
            ("sales/orders", "people/orders", false),
            ("orders/staff", "orders", false),
        ] {
            let parts = |name: &str| name.split('/').map(str::to_owned).collect::<Vec<_>>();
            assert_eq!(are_same(&parts(one), &parts(other)), expected, "{one} {other}");
        }
        assert!(!are_same(&[], &["orders".to_owned()]));
    }
}
