//! What later steps need to know of a query that was planned: its dialect, and the names of its columns.

use domain::{
    ask::{Draft, Material},
    tools::warehouse::Dialect,
};

/// Of the database that the plan reads.
pub(super) fn dialect_of(draft: &Draft, material: &Material<'_>) -> Dialect {
    let named = draft.plan.discovered_context.tables.first().map(String::as_str).unwrap_or_default();
    let is_it = |place: &&domain::tools::planner::Place<'_>| {
        named.split_once('.').is_some_and(|(database, _)| database == place.database)
    };
    let place = material.places.iter().find(is_it).or(material.places.first());
    place.map_or(Dialect::Files, |place| place.dialect)
}

/// The names that the columns of a query have; none where one of them has no name of its own.
pub(super) fn select_columns(sql: &str) -> Option<Vec<String>> {
    select_items(sql)?.into_iter().map(column_name).collect()
}

/// What a query selects, as it is written.
pub(super) fn select_items(sql: &str) -> Option<Vec<&str>> {
    let rest = sql.trim_start().strip_prefix("SELECT ")?;
    let rest = rest.strip_prefix("DISTINCT ").unwrap_or(rest);
    let (mut items, mut depth, mut start, mut quote) = (Vec::new(), 0_i32, 0, None);
    let mut end = None;
    for (at, sign) in rest.char_indices() {
        match (quote, sign) {
            (Some(open), _) if sign == open => quote = None,
            (None, '"' | '\'' | '`') => quote = Some(sign),
            (None, '(') => depth += 1,
            (None, ')') => depth -= 1,
            (None, ',') if depth == 0 => {
                items.push(&rest[start..at]);
                start = at + 1;
            }
            (None, ' ') if depth == 0 && rest[at..].starts_with(" FROM ") => {
                end = Some(at);
                break;
            }
            _ => {}
        }
    }
    items.push(&rest[start..end?]);
    Some(items.into_iter().map(str::trim).collect())
}

fn column_name(item: &str) -> Option<String> {
    let last = match item.rsplit_once(" AS ") {
        Some((_, alias)) => alias,
        None if item.contains(['(', ' ', '+', '*']) && !item.ends_with(['"', '`']) => return None,
        None => item,
    };
    // `b."name"` is `name`; a quoted name may hold dots.
    let quoted = ['"', '`'].into_iter().find(|quote| last.ends_with(*quote));
    let name = match quoted {
        Some(quote) => last.trim_end_matches(quote).rsplit(quote).next()?,
        None => last.rsplit('.').next()?,
    };
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::select_columns;

    #[test]
    fn columns_have_their_names() {
        for (sql, wanted) in [
            ("SELECT name, phone FROM growers", Some(vec!["name", "phone"])),
            ("SELECT b.\"name\" AS g1, SUM(a.\"total\") AS figure FROM x AS a", Some(vec!["g1", "figure"])),
            ("SELECT b.\"first.name\" FROM x AS b", Some(vec!["first.name"])),
            ("SELECT 100.0 * SUM(CASE WHEN a = ' FROM ' THEN 1 ELSE 0 END) AS figure FROM t", Some(vec!["figure"])),
            ("SELECT COUNT(*) FROM t", None),
            ("WITH x AS (SELECT 1) SELECT * FROM x", None),
        ] {
            let found = select_columns(sql);
            assert_eq!(found.as_ref().map(|names| names.iter().map(String::as_str).collect::<Vec<_>>()), wanted, "{sql}");
        }
    }
}
