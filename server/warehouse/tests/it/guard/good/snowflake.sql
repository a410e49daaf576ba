SELECT * FROM shop.public.orders
SELECT DATE_TRUNC('MONTH', created_at) FROM orders
SELECT data:a.b::string FROM events
SELECT data:items[0]:name FROM events
SELECT f.value FROM events, LATERAL FLATTEN(input => data:items) f
SELECT f.value FROM events, TABLE(FLATTEN(data)) f
SELECT IFF(total > 1, 'a', 'b') FROM orders
SELECT id FROM orders QUALIFY ROW_NUMBER() OVER (PARTITION BY customer_id ORDER BY id) = 1
SELECT DATEADD(day, 1, created_at), DATEDIFF('day', a, b) FROM orders
SELECT LISTAGG(name, ', ') WITHIN GROUP (ORDER BY name) FROM customers
SELECT TRY_TO_NUMBER(a), TO_VARCHAR(b) FROM t
SELECT * FROM customers WHERE name ILIKE 'a%'
SELECT ARRAY_AGG(name), OBJECT_CONSTRUCT('a', 1) FROM customers
SELECT TOP 10 * FROM orders
SELECT ZEROIFNULL(total), NVL(note, '') FROM orders
SELECT * FROM orders SAMPLE (10)
SELECT MEDIAN(total) FROM orders
SELECT * FROM INFORMATION_SCHEMA.TABLES
SELECT DIV0(a, b) FROM t
SELECT id FROM a MINUS SELECT id FROM b
SELECT "Order Id" FROM "Orders"
SELECT COUNT_IF(status = 'paid') FROM orders
SELECT MAX_BY(id, total) FROM orders
SELECT DATE_TRUNC('week', created_at) AS week, COUNT(*) FROM orders GROUP BY 1 ORDER BY 1
SELECT DATEDIFF('day', created_at, shipped_at), DATEADD('month', 1, created_at) FROM orders
SELECT customer_id, LISTAGG(DISTINCT status, ', ') WITHIN GROUP (ORDER BY status) FROM orders GROUP BY customer_id
SELECT ARRAY_AGG(name) WITHIN GROUP (ORDER BY name) FROM customers
SELECT MEDIAN(total), MODE(status), APPROX_PERCENTILE(total, 0.9) FROM orders
SELECT data:items[0].name::STRING AS first FROM events
SELECT OBJECT_CONSTRUCT('id', id, 'total', total) FROM orders
SELECT ZEROIFNULL(total), NVL(note, 'none'), IFF(total > 1, 'a', 'b') FROM orders
SELECT id FROM orders MINUS SELECT order_id FROM items
SELECT id FROM orders INTERSECT SELECT order_id FROM items
SELECT total::NUMBER(12, 2), created_at::DATE FROM orders
SELECT SPLIT_PART(email, '@', 2) AS host, COUNT(*) FROM customers GROUP BY host
SELECT TRY_TO_NUMBER(note), TRY_CAST(note AS INT) FROM orders
SELECT RATIO_TO_REPORT(total) OVER (PARTITION BY status) FROM orders
SELECT YEAR(created_at), DAYNAME(created_at), WEEKISO(created_at) FROM orders
SELECT * FROM customers WHERE name ILIKE 'a%'
SELECT TO_VARCHAR(created_at, 'YYYY-MM'), TO_DATE('2024-01-31') FROM orders
SELECT COUNT_IF(status = 'paid'), BOOLOR_AGG(total > 1) FROM orders
SELECT * FROM orders ORDER BY total DESC NULLS LAST LIMIT 10
SELECT REGEXP_SUBSTR(name, '[a-z]+'), REGEXP_COUNT(name, 'a'), EDITDISTANCE(name, 'x') FROM customers
SELECT CONVERT_TIMEZONE('UTC', 'Europe/Vienna', created_at) FROM orders
SELECT "LOWER"(status), Lower(status), lower(status) FROM orders
