SELECT date_trunc('month', created_at) AS m, sum(total) FROM orders GROUP BY 1
SELECT approx_distinct(customer_id), approx_percentile_cont(total, 0.5) FROM orders
SELECT "Order Id", "größe" FROM "Orders 2024"
SELECT total::DOUBLE FROM orders
SELECT id FROM orders EXCEPT SELECT id FROM returns
SELECT id FROM orders INTERSECT SELECT id FROM returns
SELECT array_length(tags), tags[1] FROM orders
SELECT a['b'] FROM events
SELECT unnest(tags) FROM orders
SELECT * FROM generate_series(1, 10)
SELECT regexp_replace(name, '\d+', '') FROM customers
SELECT name FROM customers WHERE name ~ '^A'
SELECT name FROM customers WHERE name ILIKE 'a%'
SELECT sum(total) FILTER (WHERE status = 'paid') FROM orders
SELECT median(total) FROM orders
SELECT to_timestamp('2024-01-01T00:00:00')
SELECT created_at + INTERVAL '1 day' FROM orders
SELECT string_agg(name, ', ') FROM customers
WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT * FROM n
SELECT repeat('ab', 3), lpad(name, 10, ' ') FROM customers
SELECT date_part('dow', created_at) AS weekday, avg(total) FROM orders GROUP BY 1 ORDER BY 1
SELECT date_bin(INTERVAL '15 minutes', created_at, TIMESTAMP '2024-01-01') AS slot, count(*) FROM orders GROUP BY 1
SELECT created_at + INTERVAL '7 days' FROM orders WHERE created_at < now() - INTERVAL '1 year'
SELECT status, approx_percentile_cont(total, 0.9) FROM orders GROUP BY status
SELECT approx_median(total), approx_distinct(customer_id) FROM orders
SELECT sum(total) FILTER (WHERE status = 'paid') AS paid FROM orders
SELECT array_agg(name ORDER BY name) FROM customers
SELECT string_agg(name, ', ') FROM customers
SELECT split_part(email, '@', 2) AS host, count(*) FROM customers GROUP BY 1
SELECT regexp_replace(name, '\s+', ' ', 'g') FROM customers
SELECT arrow_typeof(total) FROM orders
SELECT id FROM orders INTERSECT SELECT order_id FROM items
SELECT id FROM customers EXCEPT SELECT customer_id FROM orders
SELECT * FROM orders ORDER BY total DESC NULLS LAST LIMIT 5
SELECT * FROM customers WHERE name ILIKE 'a%'
SELECT * FROM (VALUES (1, 'a'), (2, 'b')) AS v (n, s)
SELECT corr(total, quantity), covar_pop(total, quantity) FROM orders
SELECT to_timestamp(1704067200), to_char(created_at, '%Y-%m') FROM orders
SELECT o.id FROM orders o LEFT SEMI JOIN customers c ON c.id = o.customer_id
SELECT o.id FROM orders o LEFT ANTI JOIN customers c ON c.id = o.customer_id
SELECT try_cast(note AS INT), total::BIGINT FROM orders
SELECT sum(total) OVER w FROM orders WINDOW w AS (PARTITION BY customer_id ORDER BY id)
