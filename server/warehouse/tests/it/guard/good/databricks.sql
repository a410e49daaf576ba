SELECT * FROM main.sales.orders
SELECT `Order Id` FROM `orders`
SELECT date_trunc('MONTH', created_at) FROM orders
SELECT explode(tags) FROM orders
SELECT id, tag FROM orders LATERAL VIEW explode(tags) t AS tag
SELECT data:a.b FROM events
SELECT collect_list(name), collect_set(name) FROM customers
SELECT from_json(data, 'a INT') FROM events
SELECT get_json_object(data, '$.a') FROM events
SELECT percentile_approx(total, 0.5) FROM orders
SELECT transform(a, x -> x + 1), filter(a, x -> x > 1) FROM t
SELECT try_divide(a, b), try_cast(a AS INT) FROM t
SELECT date_format(created_at, 'yyyy-MM') FROM orders
SELECT * FROM orders VERSION AS OF 3
SELECT * FROM orders TIMESTAMP AS OF '2024-01-01'
SELECT count_if(status = 'paid') FROM orders
SELECT size(a), element_at(a, 1), sort_array(a) FROM t
SELECT "text" AS t
SELECT id FROM orders QUALIFY row_number() OVER (PARTITION BY customer_id ORDER BY id) = 1
SELECT unix_timestamp(created_at), from_unixtime(0) FROM orders
SELECT * FROM a LEFT SEMI JOIN b ON a.id = b.id
SELECT * FROM a LEFT ANTI JOIN b ON a.id = b.id
SELECT date_trunc('WEEK', created_at) AS week, count(*) FROM orders GROUP BY 1 ORDER BY 1
SELECT datediff(shipped_at, created_at), add_months(created_at, 1), date_add(created_at, 7) FROM orders
SELECT approx_count_distinct(customer_id), percentile_approx(total, 0.9) FROM orders
SELECT count_if(status = 'paid'), sum(total) FILTER (WHERE status = 'paid') FROM orders
SELECT customer_id, collect_set(status), collect_list(total) FROM orders GROUP BY customer_id
SELECT concat_ws(', ', collect_list(name)) FROM customers
SELECT max_by(id, total), min_by(id, total) FROM orders
SELECT id, explode(items) AS item FROM orders
SELECT filter(array(1, 2, 3), x -> x > 1), transform(array(1, 2), x -> x * 2)
SELECT get_json_object(data, '$.a.b') FROM events
SELECT element_at(map('a', 1), 'a'), size(array(1, 2)), array_contains(array(1), 1)
SELECT try_cast(note AS BIGINT), try_divide(total, 0) FROM orders
SELECT id FROM orders EXCEPT SELECT order_id FROM items
SELECT id FROM orders INTERSECT SELECT order_id FROM items
SELECT id FROM orders MINUS SELECT order_id FROM items
SELECT date_format(created_at, 'yyyy-MM'), weekday(created_at) FROM orders
SELECT regexp_extract(name, '([a-z]+)', 1), name RLIKE '^A' FROM customers
SELECT parse_url(url, 'HOST') AS host, count(*) FROM visits GROUP BY 1
SELECT id FROM orders QUALIFY row_number() OVER (PARTITION BY customer_id ORDER BY total DESC) = 1
SELECT o.id FROM orders o LEFT ANTI JOIN items i ON i.order_id = o.id
SELECT o.id FROM orders o LEFT SEMI JOIN items i ON i.order_id = o.id
SELECT * FROM customers WHERE name ILIKE 'a%'
SELECT nvl(note, 'none'), if(total > 1, 'a', 'b'), make_date(2024, 1, 31) FROM orders
SELECT * FROM orders ORDER BY total DESC NULLS LAST LIMIT 10
