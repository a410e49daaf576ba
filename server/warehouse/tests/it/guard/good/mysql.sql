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
SELECT QUARTER(created_at) AS q, WEEK(created_at) AS w, DAYNAME(created_at) AS d FROM orders
SELECT DATE(created_at) AS day, HOUR(created_at) AS hour, COUNT(*) FROM orders GROUP BY DATE(created_at), HOUR(created_at)
SELECT customer_id, JSON_ARRAYAGG(total) FROM orders GROUP BY customer_id
SELECT JSON_UNQUOTE(JSON_EXTRACT(data, '$.items[0].name')) FROM events WHERE JSON_CONTAINS(data, '"a"', '$.tags')
SELECT LAST_DAY(created_at), DAYOFWEEK(created_at) FROM orders
SELECT SUM(total) OVER w FROM orders WINDOW w AS (PARTITION BY customer_id ORDER BY id)
SELECT LPAD(id, 8, '0'), REVERSE(name), LOCATE('a', name) FROM customers
SELECT FIND_IN_SET('a', tags) FROM orders
SELECT INET_NTOA(3232235777), HEX(255), CONV('ff', 16, 10)
SELECT DATE_SUB(CURDATE(), INTERVAL 30 DAY)
SELECT id FROM orders WHERE created_at BETWEEN '2024-01-01 00:00:00' AND '2024-01-31 23:59:59'
SELECT STDDEV_POP(total), VAR_SAMP(total) FROM orders
SELECT SEC_TO_TIME(SUM(TIME_TO_SEC(duration))) FROM calls
SELECT CASE WHEN total > 100 THEN 'large' WHEN total > 10 THEN 'middle' ELSE 'small' END AS size, COUNT(*) FROM orders GROUP BY size
SELECT c.name, t.total FROM customers c JOIN (SELECT customer_id, SUM(total) AS total FROM orders GROUP BY customer_id) AS t ON t.customer_id = c.id ORDER BY t.total DESC LIMIT 5
SELECT id FROM a UNION SELECT id FROM b ORDER BY id LIMIT 3
SELECT ELT(2, 'a', 'b'), FIELD('b', 'a', 'b'), STRCMP('a', 'b')
SELECT REGEXP_REPLACE(name, '[^a-z]+', '-') FROM customers
SELECT PERIOD_DIFF(202403, 202401), MAKEDATE(2024, 32)
SELECT BIT_COUNT(flags), flags & 4, flags | 1, flags ^ 2 FROM orders
