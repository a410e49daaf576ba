use super::*;

#[test]
fn texts_that_a_column_is_compared_with_are_found() {
    let sql = "SELECT 'x' AS y FROM t -- a = 'no'\nWHERE t.status = 'clo''sed' AND \"Big City\" IN ('Kos', 'Paros') AND a <> 'b' AND c NOT IN ('d')";
    let found: Vec<(String, String)> = text_filters(sql).into_iter().map(|one| (one.column, one.value)).collect();
    let wanted = [("status", "clo'sed"), ("Big City", "Kos"), ("Big City", "Paros")];
    assert_eq!(found, wanted.map(|(column, value)| (column.to_owned(), value.to_owned())));
    let first = text_filters(sql).remove(0);
    assert!(replace_value(sql, &first.at, "O'Hara").contains("t.status = 'O''Hara' AND"));
    assert!(text_filters("SELECT a FROM t WHERE b = 'open").is_empty(), "it is not closed");
}

#[test]
fn a_value_that_does_not_occur_is_near_to_others() {
    let known: Vec<String> = ["Closed", "Open", "On hold", "Harbor", "Harbour", "A12"].map(str::to_owned).to_vec();
    for (value, wanted) in [
        ("closed", &["Closed"][..]),
        ("on-hold", &["On hold"]),
        ("Closd", &["Closed"]),
        ("Harbou", &["Harbor", "Harbour"]),
        ("Open", &[]),
        ("A13", &[]),
        ("Opm", &[]),
        ("entirely other", &[]),
    ] {
        assert_eq!(close_values(value, &known), wanted, "{value}");
    }
}

#[test]
fn keys_that_have_to_be_unique_are_those_of_the_tables_beside_the_summed_one() {
    for (sql, wanted) in [
        ("SELECT SUM(o.total) FROM orders o JOIN lines l ON l.order_id = o.id", vec![("lines", "order_id")]),
        ("SELECT SUM(l.price) FROM orders AS o INNER JOIN shop.lines AS l ON l.order_id = o.id", vec![("orders", "id")]),
        (
            "SELECT c.name, AVG(o.total) FROM orders o LEFT JOIN lines l ON o.id = l.order_id JOIN customers c ON c.id = o.customer_id GROUP BY c.name",
            vec![("lines", "order_id"), ("customers", "id, name")],
        ),
        (
            "SELECT SUM(e.pay) FROM staff e JOIN skills s ON s.staff = e.id WHERE s.skill = 'sailing'",
            vec![("skills", "staff, skill")],
        ),
        ("SELECT SUM(o.total) FROM orders o JOIN \"Lines\" l ON l.\"Order\" = o.id", vec![("\"Lines\"", "\"Order\"")]),
        ("SELECT SUM(o.total), COUNT(l.id) FROM orders o JOIN lines l ON l.order_id = o.id", vec![("lines", "order_id")]),
        ("SELECT COUNT(*) FROM orders o JOIN lines l ON l.order_id = o.id", vec![]),
        ("SELECT SUM(o.total * l.n) FROM orders o JOIN lines l ON l.order_id = o.id", vec![]),
        ("SELECT SUM(o.total) FROM orders o JOIN lines l ON l.order_id = o.id GROUP BY day", vec![]),
        ("SELECT SUM(o.total) FROM orders o, lines l WHERE l.order_id = o.id", vec![]),
        ("SELECT SUM(o.total) FROM orders o JOIN (SELECT 1 AS id) l ON l.id = o.id", vec![]),
        ("SELECT SUM(total) FROM orders", vec![]),
    ] {
        let found: Vec<(String, String)> = joined_keys(sql).into_iter().map(|key| (key.table, key.columns.join(", "))).collect();
        let wanted: Vec<(String, String)> =
            wanted.into_iter().map(|(table, columns): (&str, &str)| (table.to_owned(), columns.to_owned())).collect();
        assert_eq!(found, wanted, "{sql}");
    }
    let key = joined_keys("SELECT SUM(o.total) FROM orders o JOIN lines l ON l.order_id = o.id").remove(0);
    assert_eq!(
        key.count_repeated(),
        "SELECT COUNT(*) AS repeated FROM (SELECT order_id FROM lines WHERE order_id IS NOT NULL GROUP BY order_id HAVING COUNT(*) > 1) repeated_keys"
    );
}
