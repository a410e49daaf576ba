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
SELECT DATE_TRUNC('week', created_at) AS week, COUNT(*) FROM orders GROUP BY 1 ORDER BY 1
SELECT DATEADD(month, -3, GETDATE())
SELECT DATEDIFF(hour, created_at, shipped_at) FROM orders
SELECT customer_id, LISTAGG(DISTINCT status, ', ') FROM orders GROUP BY customer_id
SELECT MEDIAN(total), PERCENTILE_DISC(0.9) WITHIN GROUP (ORDER BY total) FROM orders
SELECT RATIO_TO_REPORT(total) OVER (PARTITION BY status) FROM orders
SELECT JSON_EXTRACT_PATH_TEXT(data, 'a', 'b') FROM events
SELECT JSON_ARRAY_LENGTH(data), JSON_EXTRACT_ARRAY_ELEMENT_TEXT(data, 0) FROM events
SELECT id FROM orders EXCEPT SELECT order_id FROM items
SELECT id FROM orders INTERSECT SELECT order_id FROM items
SELECT total::DECIMAL(12, 2), created_at::DATE FROM orders
SELECT * FROM customers WHERE name SIMILAR TO '%(a|b)%'
SELECT LEN(name), CHARINDEX('a', name), LEFT(name, 3) FROM customers
SELECT SPLIT_PART(email, '@', 2) AS host, COUNT(*) FROM customers GROUP BY 1
SELECT NVL(note, 'none'), NVL2(note, 1, 0) FROM orders
SELECT MONTHS_BETWEEN(a, b), ADD_MONTHS(a, 1), LAST_DAY(a) FROM t
SELECT TO_CHAR(created_at, 'YYYY-MM'), TO_DATE('2024-01-31', 'YYYY-MM-DD') FROM orders
SELECT CONVERT_TIMEZONE('UTC', 'Europe/Vienna', created_at) FROM orders
SELECT STRTOL('ff', 16), CRC32(name) FROM customers
SELECT * FROM orders ORDER BY total DESC NULLS LAST
SELECT id FROM orders WHERE created_at >= CURRENT_DATE - INTERVAL '30 days'
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT i FROM n
SELECT REGEXP_SUBSTR(name, '[a-z]+'), REGEXP_COUNT(name, 'a') FROM customers
SELECT "lower"(status), LOWER(status), PG_CATALOG.Lower(status) FROM orders
