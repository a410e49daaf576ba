//! Cells are measured by the server before it sends them, so that none is larger on the wire than what may be kept of it.

/// What no cell of which is large.
const SMALL: &[&str] = &[
    "BOOL", "CHAR", "INT2", "INT4", "INT8", "OID", "FLOAT4", "FLOAT8", "MONEY", "DATE", "TIME", "TIMETZ", "TIMESTAMP",
    "TIMESTAMPTZ", "INTERVAL", "UUID", "INET", "CIDR", "MACADDR", "MACADDR8", "NAME",
];
const MOST_COLUMNS: usize = 1_600;

/// The query with one more column: whether what the rows so far weigh is more than may be sent. From there on they come empty.
/// Nothing where every cell is small.
pub(super) fn answer(sql: &str, kinds: &[String], bytes: usize) -> Option<String> {
    let weights = |weights: &str| format!("pg_catalog.sum({weights}) OVER (ROWS UNBOUNDED PRECEDING)");
    wrap_query(sql, kinds, bytes, weights, &format!(", weight > {bytes}"))
}

/// The query with rows that are larger than this empty where they are large.
pub(super) fn sample(sql: &str, kinds: &[String], bytes: usize) -> Option<String> {
    wrap_query(sql, kinds, bytes, str::to_owned, "")
}

fn wrap_query(sql: &str, kinds: &[String], bytes: usize, weighed: impl Fn(&str) -> String, told: &str) -> Option<String> {
    let large: Vec<usize> = (0..kinds.len()).filter(|at| !SMALL.contains(&kinds[*at].as_str())).collect();
    if large.is_empty() || kinds.len() > MOST_COLUMNS {
        return None;
    }
    let names: Vec<String> = (0..kinds.len()).map(|at| format!("c{at}")).collect();
    let weight = |at: &usize| match kinds[*at].as_str() {
        "BYTEA" => format!("coalesce(2 * pg_catalog.octet_length(c{at}), 0)::int8"),
        _ => format!("coalesce(pg_catalog.octet_length(c{at}::pg_catalog.text), 0)::int8"),
    };
    let weights: Vec<String> = large.iter().map(weight).collect();
    let shown = names.iter().enumerate().map(|(at, name)| {
        if large.contains(&at) { format!("CASE WHEN weight <= {bytes} THEN {name} END") } else { name.clone() }
    });
    Some(format!(
        "SELECT {}{told} FROM (SELECT {}, {} AS weight FROM ({sql}) AS q({})) AS q",
        shown.collect::<Vec<_>>().join(", "),
        names.join(", "),
        weighed(&weights.join(" + ")),
        names.join(", "),
    ))
}
