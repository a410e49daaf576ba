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
