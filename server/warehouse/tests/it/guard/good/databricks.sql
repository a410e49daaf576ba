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
