SELECT date_trunc('month', created_at)::date AS m, sum(total) FROM orders GROUP BY 1
SELECT data ->> 'a', data -> 'b' -> 'c', data #>> '{a,b}' FROM events
SELECT * FROM events WHERE data @> '{"a": 1}'
SELECT * FROM events WHERE data ? 'a'
SELECT jsonb_array_elements(data -> 'items') FROM events
SELECT e.value FROM events, jsonb_array_elements(events.data) AS e
SELECT * FROM generate_series(1, 10) AS n
SELECT d::date FROM generate_series('2024-01-01'::date, '2024-02-01'::date, '1 day'::interval) AS d
SELECT array_agg(name ORDER BY name), string_agg(name, ', ' ORDER BY name) FROM customers
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders
SELECT sum(total) FILTER (WHERE status = 'paid') FROM orders
SELECT DISTINCT ON (customer_id) * FROM orders ORDER BY customer_id, created_at DESC
SELECT * FROM customers WHERE name ILIKE 'a%'
SELECT * FROM customers WHERE name ~* '^a.*\d$'
SELECT * FROM orders WHERE status = ANY(ARRAY['paid', 'open'])
SELECT now() - INTERVAL '7 days'
SELECT age(created_at) FROM orders
SELECT o.id, i.n FROM orders o LEFT JOIN LATERAL (SELECT count(*) AS n FROM items i WHERE i.order_id = o.id) i ON true
SELECT created_at AT TIME ZONE 'UTC' FROM orders
SELECT to_char(created_at, 'YYYY-MM') FROM orders
SELECT status, grouping(status), count(*) FROM orders GROUP BY ROLLUP (status)
SELECT status, count(*) FROM orders GROUP BY GROUPING SETS ((status), ())
SELECT relname, reltuples FROM pg_class
SELECT * FROM pg_catalog.pg_tables
SELECT * FROM "Weird ""Name"""
SELECT 'C:\temp\'
SELECT unnest(ARRAY[1, 2, 3])
SELECT regexp_replace(name, '\s+', ' ', 'g') FROM customers
SELECT to_tsvector('english', name) @@ plainto_tsquery('x') FROM customers
SELECT (SELECT 1) AS one, ROW(1, 2)
SELECT pg_catalog.lower('A')
SELECT id FROM orders EXCEPT ALL SELECT id FROM items
SELECT * FROM orders FETCH FIRST 5 ROWS ONLY
