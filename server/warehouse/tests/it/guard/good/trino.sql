SELECT date_trunc('month', created_at) FROM orders
SELECT approx_distinct(customer_id), approx_percentile(total, 0.5) FROM orders
SELECT hive.sales.orders.id FROM hive.sales.orders
SELECT json_extract_scalar(data, '$.a') FROM events
SELECT x FROM UNNEST(ARRAY[1, 2]) AS t(x)
SELECT try_cast(a AS INTEGER), try(a / b) FROM t
SELECT date_diff('day', a, b), date_add('day', 1, a) FROM t
SELECT from_unixtime(0), to_unixtime(now())
SELECT array_agg(name), map_agg(a, b) FROM t
SELECT transform(a, x -> x + 1) FROM t
SELECT count_if(status = 'paid') FROM orders
SELECT date_format(created_at, '%Y-%m') FROM orders
SELECT max_by(id, total) FROM orders
SELECT element_at(a, 1), cardinality(a) FROM t
SELECT regexp_extract(name, '(\d+)', 1) FROM customers
SELECT format('%s', name) FROM customers
SELECT * FROM orders FETCH FIRST 5 ROWS ONLY
SELECT "Order Id" FROM "orders"
SELECT id FROM a EXCEPT SELECT id FROM b
SELECT DATE '2024-01-01', INTERVAL '1' DAY
SELECT listagg(name, ', ') WITHIN GROUP (ORDER BY name) FROM customers
SELECT date_trunc('week', created_at) AS week, count(*) FROM orders GROUP BY 1 ORDER BY 1
SELECT date_diff('day', created_at, shipped_at), date_add('month', 1, created_at) FROM orders
SELECT created_at - INTERVAL '7' DAY FROM orders
SELECT approx_distinct(customer_id), approx_percentile(total, 0.9) FROM orders
SELECT count_if(status = 'paid'), sum(total) FILTER (WHERE status = 'paid') FROM orders
SELECT customer_id, array_agg(DISTINCT status) FROM orders GROUP BY customer_id
SELECT listagg(name, ', ') WITHIN GROUP (ORDER BY name) FROM customers
SELECT max_by(id, total), min_by(id, total) FROM orders
SELECT o.id, i.name FROM orders o CROSS JOIN UNNEST(o.items) AS i (name)
SELECT d FROM UNNEST(sequence(DATE '2024-01-01', DATE '2024-01-31')) AS t (d)
SELECT json_extract_scalar(data, '$.a.b') FROM events
SELECT element_at(map(ARRAY['a'], ARRAY[1]), 'a'), cardinality(ARRAY[1, 2])
SELECT split_part(email, '@', 2) AS host, count(*) FROM customers GROUP BY 1
SELECT try_cast(note AS bigint), coalesce(try(total / 0), 0) FROM orders
SELECT id FROM orders EXCEPT SELECT order_id FROM items
SELECT id FROM orders INTERSECT SELECT order_id FROM items
SELECT date_format(created_at, '%Y-%m'), day_of_week(created_at) FROM orders
SELECT regexp_extract(name, '([a-z]+)', 1), regexp_like(name, '^A') FROM customers
SELECT url_extract_host(url) AS host, count(*) FROM visits GROUP BY 1
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v (n, s)
SELECT id FROM orders ORDER BY total DESC NULLS LAST FETCH FIRST 5 ROWS ONLY
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n
SELECT format('%s-%s', name, country), from_unixtime(0) FROM customers
