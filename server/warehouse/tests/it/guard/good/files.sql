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
