SELECT DATE_FORMAT(created_at, '%Y-%m') AS m, SUM(total) FROM orders GROUP BY m
SELECT YEAR(created_at), MONTH(created_at) FROM orders
SELECT `name`, `Order Id` FROM `orders`
SELECT shop.orders.id FROM shop.orders
SELECT IFNULL(note, ''), IF(total > 1, 'a', 'b') FROM orders
SELECT GROUP_CONCAT(name ORDER BY name SEPARATOR ', ') FROM customers
SELECT CONCAT_WS('-', name, country) FROM customers
SELECT JSON_EXTRACT(data, '$.a') FROM events
SELECT data->>'$.a' FROM events
SELECT * FROM orders LIMIT 5, 10
SELECT DATEDIFF(NOW(), created_at) FROM orders
SELECT DATE_ADD(created_at, INTERVAL 1 DAY) FROM orders
SELECT created_at - INTERVAL 1 MONTH FROM orders
SELECT * FROM customers WHERE name REGEXP '^A'
SELECT * FROM customers WHERE name RLIKE '^A[0-9]+'
SELECT "double quoted" AS text
SELECT SUBSTRING_INDEX(email, '@', -1) FROM customers
SELECT STR_TO_DATE('2024-01-01', '%Y-%m-%d')
SELECT UNIX_TIMESTAMP(created_at), FROM_UNIXTIME(0) FROM orders
SELECT TIMESTAMPDIFF(DAY, created_at, NOW()) FROM orders
SELECT name FROM customers WHERE name LIKE 'a\%b'
SELECT CONVERT(name USING utf8mb4) FROM customers
SELECT id DIV 2, id % 2 FROM orders
SELECT * FROM orders USE INDEX (i)
SELECT * FROM orders WHERE id <=> NULL
SELECT COUNT(*) FROM information_schema.COLUMNS
SELECT CAST(total AS SIGNED), CAST(id AS CHAR) FROM orders
WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT * FROM n
