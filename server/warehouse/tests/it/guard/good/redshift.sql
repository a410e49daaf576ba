SELECT date_trunc('month', created_at)::date AS m, sum(total) FROM orders GROUP BY 1
SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY total) FROM orders
SELECT * FROM customers WHERE name ILIKE 'a%'
SELECT * FROM orders WHERE status = ANY(ARRAY['paid', 'open'])
SELECT now() - INTERVAL '7 days'
SELECT age(created_at) FROM orders
SELECT created_at AT TIME ZONE 'UTC' FROM orders
SELECT to_char(created_at, 'YYYY-MM') FROM orders
SELECT * FROM pg_catalog.pg_tables
SELECT pg_catalog.lower('A')
SELECT getdate(), sysdate
SELECT datediff(day, created_at, getdate()) FROM orders
SELECT dateadd(month, 1, created_at) FROM orders
SELECT listagg(name, ', ') WITHIN GROUP (ORDER BY name) FROM customers
SELECT TOP 10 * FROM orders
SELECT nvl(note, '') FROM orders
SELECT json_extract_path_text(data, 'a', 'b') FROM events
SELECT approximate_n FROM (SELECT 1 AS approximate_n) AS x
SELECT * FROM svv_tables
SELECT len(name), charindex('a', name) FROM customers
SELECT id FROM orders QUALIFY row_number() OVER (PARTITION BY customer_id ORDER BY id) = 1
