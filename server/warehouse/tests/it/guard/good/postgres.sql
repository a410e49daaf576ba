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
WITH RECURSIVE chain AS (SELECT id, manager_id, 1 AS depth FROM employees WHERE manager_id IS NULL UNION ALL SELECT e.id, e.manager_id, c.depth + 1 FROM employees e JOIN chain c ON e.manager_id = c.id) SELECT depth, count(*) FROM chain GROUP BY depth
SELECT extract(epoch FROM (shipped_at - created_at)) / 3600 AS hours FROM orders
SELECT date_trunc('week', created_at) AS week, count(*) FILTER (WHERE status = 'paid') AS paid FROM orders GROUP BY 1 ORDER BY 1
SELECT customer_id, array_agg(DISTINCT status ORDER BY status) FROM orders GROUP BY customer_id
SELECT jsonb_build_object('id', id, 'total', total) FROM orders
SELECT data #> '{items,0}' ->> 'name' AS first FROM events WHERE data ? 'items'
SELECT key, count(*) FROM events, jsonb_each_text(events.data) GROUP BY key
SELECT status, customer_id, sum(total) FROM orders GROUP BY CUBE (status, customer_id)
SELECT id FROM orders WHERE created_at::date BETWEEN DATE '2024-01-01' AND DATE '2024-01-31'
SELECT percentile_disc(0.9) WITHIN GROUP (ORDER BY total) AS p90, mode() WITHIN GROUP (ORDER BY status) FROM orders
SELECT corr(total, quantity), regr_slope(total, quantity) FROM orders
SELECT sum(total) OVER w, avg(total) OVER w FROM orders WINDOW w AS (PARTITION BY customer_id ORDER BY created_at)
SELECT id FROM customers WHERE name SIMILAR TO '(A|B)%'
SELECT coalesce(nullif(trim(note), ''), 'none') COLLATE "C" FROM orders
SELECT id FROM orders INTERSECT SELECT order_id FROM items
SELECT v.code, v.label FROM (VALUES ('AT', 'Austria'), ('DE', 'Germany')) AS v (code, label)
SELECT string_to_array(tags, ','), cardinality(string_to_array(tags, ',')) FROM orders
SELECT id, total FROM orders ORDER BY total DESC NULLS LAST LIMIT 10
SELECT "lower"(status), LOWER(status), PG_CATALOG.Lower(status) FROM orders
