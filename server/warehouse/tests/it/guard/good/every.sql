SELECT 1
SELECT 1 + 2 * 3 - 4 / 5 AS n
SELECT 'it''s' AS text
SELECT NULL AS nothing
SELECT TRUE AS yes, FALSE AS no
SELECT * FROM orders
SELECT id, total FROM orders
SELECT o.id, o.total FROM orders AS o
SELECT o.id FROM orders o
SELECT o.* FROM orders o
SELECT DISTINCT country FROM customers
SELECT id AS order_id, total AS amount FROM orders
SELECT * FROM orders WHERE total > 100
SELECT * FROM orders WHERE total >= 100 AND status = 'paid'
SELECT * FROM orders WHERE total < 10 OR status <> 'open'
SELECT * FROM orders WHERE NOT (status = 'paid')
SELECT * FROM orders WHERE status != 'paid'
SELECT * FROM orders WHERE total BETWEEN 10 AND 20
SELECT * FROM orders WHERE total NOT BETWEEN 10 AND 20
SELECT * FROM orders WHERE status IN ('paid', 'open')
SELECT * FROM orders WHERE status NOT IN ('paid', 'open')
SELECT * FROM orders WHERE note IS NULL
SELECT * FROM orders WHERE note IS NOT NULL
SELECT * FROM customers WHERE name LIKE 'A%'
SELECT * FROM customers WHERE name NOT LIKE '%b'
SELECT * FROM customers WHERE name LIKE '_c%'
SELECT * FROM orders ORDER BY total
SELECT * FROM orders ORDER BY total DESC
SELECT * FROM orders ORDER BY status ASC, total DESC
SELECT * FROM orders ORDER BY 1
SELECT * FROM orders LIMIT 10
SELECT * FROM orders ORDER BY id LIMIT 10 OFFSET 20
SELECT count(*) FROM orders
SELECT count(*) AS n FROM orders WHERE status = 'paid'
SELECT COUNT(DISTINCT customer_id) FROM orders
SELECT sum(total), avg(total), min(total), max(total) FROM orders
SELECT status, count(*) FROM orders GROUP BY status
SELECT status, count(*) AS n FROM orders GROUP BY status ORDER BY n DESC
SELECT status, sum(total) FROM orders GROUP BY status HAVING sum(total) > 100
SELECT status, count(*) FROM orders GROUP BY 1 ORDER BY 2 DESC
SELECT customer_id, status, sum(total) FROM orders GROUP BY customer_id, status
SELECT o.id, c.name FROM orders o JOIN customers c ON o.customer_id = c.id
SELECT o.id, c.name FROM orders o INNER JOIN customers c ON o.customer_id = c.id
SELECT o.id, c.name FROM orders o LEFT JOIN customers c ON o.customer_id = c.id
SELECT o.id, c.name FROM orders o LEFT OUTER JOIN customers c ON o.customer_id = c.id WHERE c.id IS NULL
SELECT o.id, c.name FROM orders o RIGHT JOIN customers c ON o.customer_id = c.id
SELECT o.id, c.name FROM orders o CROSS JOIN customers c
SELECT o.id, c.name FROM orders o, customers c WHERE o.customer_id = c.id
SELECT * FROM orders JOIN customers USING (customer_id)
SELECT a.id, b.id FROM orders a JOIN orders b ON a.customer_id = b.customer_id AND a.id < b.id
SELECT c.name, i.quantity FROM customers c JOIN orders o ON o.customer_id = c.id JOIN items i ON i.order_id = o.id
SELECT * FROM (SELECT id, total FROM orders) AS x
SELECT x.n FROM (SELECT count(*) AS n FROM orders) x
SELECT * FROM orders WHERE customer_id IN (SELECT id FROM customers WHERE country = 'DE')
SELECT * FROM orders WHERE customer_id NOT IN (SELECT id FROM customers)
SELECT * FROM orders o WHERE EXISTS (SELECT 1 FROM customers c WHERE c.id = o.customer_id)
SELECT * FROM orders o WHERE NOT EXISTS (SELECT 1 FROM items i WHERE i.order_id = o.id)
SELECT id, (SELECT count(*) FROM items i WHERE i.order_id = o.id) AS n FROM orders o
SELECT * FROM orders WHERE total > (SELECT avg(total) FROM orders)
SELECT * FROM orders WHERE total = (SELECT max(total) FROM orders)
WITH paid AS (SELECT * FROM orders WHERE status = 'paid') SELECT count(*) FROM paid
WITH a AS (SELECT 1 AS n), b AS (SELECT n + 1 AS n FROM a) SELECT * FROM a, b
WITH a AS (SELECT id FROM orders), b AS (SELECT id FROM customers) SELECT * FROM a JOIN b ON a.id = b.id
WITH monthly AS (SELECT status, sum(total) AS total FROM orders GROUP BY status) SELECT * FROM monthly ORDER BY total DESC LIMIT 5
SELECT id FROM orders UNION ALL SELECT id FROM customers
SELECT CASE WHEN total > 100 THEN 'large' ELSE 'small' END AS size FROM orders
SELECT CASE status WHEN 'paid' THEN 1 WHEN 'open' THEN 2 END FROM orders
SELECT sum(CASE WHEN status = 'paid' THEN total ELSE 0 END) AS paid FROM orders
SELECT CASE WHEN a > 1 THEN CASE WHEN b > 1 THEN 'x' ELSE 'y' END ELSE 'z' END FROM t
SELECT coalesce(note, 'none') FROM orders
SELECT nullif(total, 0) FROM orders
SELECT 100.0 * count(*) / nullif(sum(total), 0) FROM orders
SELECT upper(name), lower(name), length(name) FROM customers
SELECT trim(name) FROM customers
SELECT concat(name, ' ', country) FROM customers
SELECT replace(name, 'a', 'b') FROM customers
SELECT abs(total), round(total), round(total, 2) FROM orders
SELECT floor(total), ceil(total) FROM orders
SELECT sqrt(total), ln(total), exp(1) FROM orders
SELECT power(total, 2) FROM orders
SELECT mod(id, 2) FROM orders
SELECT id % 2 FROM orders
SELECT CAST(total AS INT) FROM orders
SELECT CAST(id AS VARCHAR(20)) FROM orders
SELECT CAST('2024-01-01' AS DATE)
SELECT CAST(total AS DECIMAL(10, 2)) FROM orders
SELECT current_date
SELECT CURRENT_TIMESTAMP
SELECT EXTRACT(YEAR FROM created_at) FROM orders
SELECT EXTRACT(MONTH FROM created_at) AS m, count(*) FROM orders GROUP BY EXTRACT(MONTH FROM created_at)
SELECT * FROM orders WHERE created_at >= '2024-01-01' AND created_at < '2024-02-01'
SELECT * FROM orders WHERE created_at > CAST('2024-01-01' AS DATE)
SELECT row_number() OVER (ORDER BY total DESC) AS place, id FROM orders
SELECT rank() OVER (PARTITION BY status ORDER BY total) FROM orders
SELECT dense_rank() OVER (PARTITION BY status ORDER BY total DESC) AS r FROM orders
SELECT sum(total) OVER (PARTITION BY customer_id) FROM orders
SELECT sum(total) OVER (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM orders
SELECT avg(total) OVER (ORDER BY id ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) FROM orders
SELECT lag(total, 1) OVER (ORDER BY id), lead(total) OVER (ORDER BY id) FROM orders
SELECT first_value(total) OVER (PARTITION BY status ORDER BY id) FROM orders
SELECT ntile(4) OVER (ORDER BY total) FROM orders
SELECT percent_rank() OVER (ORDER BY total), cume_dist() OVER (ORDER BY total) FROM orders
SELECT * FROM (SELECT id, row_number() OVER (PARTITION BY customer_id ORDER BY total DESC) AS n FROM orders) AS x WHERE n = 1
SELECT stddev(total), variance(total) FROM orders
SELECT var_pop(total), stddev_samp(total) FROM orders
SELECT count(*), count(note), count(*) - count(note) FROM orders
SELECT min(created_at), max(created_at) FROM orders
SELECT a.x FROM a WHERE (a.x > 1 AND a.y < 2) OR (a.z = 3 AND NOT a.w = 4)
SELECT ((1 + 2) * (3 + 4))
SELECT -total, +total FROM orders
SELECT total * -1 FROM orders
SELECT 1.5e3, 0.1, 10000000000
SELECT 'ä€売上😀' AS text
SELECT * FROM customers WHERE name = 'Müller' AND city = '東京'
SELECT 'a -- no comment' AS a, 'b /* nor here */' AS b
SELECT 'DROP TABLE orders; --' AS text
SELECT 'insert into' AS a, 'delete' AS b
SELECT updated_at, deleted, created_by FROM orders
SELECT o.update_count FROM orders o WHERE o.delete_flag = 0
SELECT id -- the key
SELECT id /* the key */ FROM orders
SELECT id FROM orders -- all of them
SELECT greatest(1, 2), least(1, 2)
SELECT sin(1), cos(1), tan(1), pi()
SELECT sign(total) FROM orders
SELECT t.a, t.b FROM (SELECT 1 AS a, 2 AS b) AS t
SELECT x.a FROM (SELECT a FROM (SELECT a FROM (SELECT 1 AS a) AS i) AS j) AS x
SELECT count(*) FROM orders WHERE status = 'paid' AND total > 10 AND total < 1000 AND customer_id > 0
SELECT substr(name, 1, 3) FROM customers
SELECT SUBSTRING(name FROM 1 FOR 3) FROM customers
SELECT POSITION('a' IN name) FROM customers
SELECT customers.name, sum(orders.total) AS revenue FROM customers LEFT JOIN orders ON orders.customer_id = customers.id GROUP BY customers.name ORDER BY revenue DESC
SELECT DISTINCT o.status, c.country FROM orders o JOIN customers c ON c.id = o.customer_id ORDER BY 1, 2
SELECT count(*) FROM information_schema.tables
SELECT table_name, column_name FROM information_schema.columns
WITH per_customer AS (SELECT customer_id, sum(total) AS spent FROM orders GROUP BY customer_id) SELECT c.name, p.spent FROM per_customer p JOIN customers c ON c.id = p.customer_id WHERE p.spent > (SELECT avg(spent) FROM per_customer) ORDER BY p.spent DESC
WITH ranked AS (SELECT id, customer_id, total, rank() OVER (PARTITION BY customer_id ORDER BY total DESC) AS place FROM orders) SELECT id, total FROM ranked WHERE place <= 3
SELECT id, total, total - lag(total) OVER (PARTITION BY customer_id ORDER BY created_at) AS change FROM orders
SELECT id, sum(total) OVER (PARTITION BY customer_id ORDER BY created_at, id ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS running FROM orders
SELECT id, last_value(total) OVER (PARTITION BY status ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING) FROM orders
SELECT id, 100.0 * total / sum(total) OVER () AS share FROM orders
SELECT id, count(*) OVER (ORDER BY total RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) FROM orders
SELECT id, nth_value(total, 2) OVER (PARTITION BY status ORDER BY total DESC) FROM orders
SELECT customer_id FROM orders WHERE status = 'paid' GROUP BY customer_id HAVING count(*) >= 2 AND min(total) > 5
SELECT status, count(DISTINCT customer_id) AS buyers, count(*) AS n, avg(total) AS mean FROM orders WHERE created_at >= '2024-01-01' GROUP BY status ORDER BY buyers DESC, status
SELECT c.country, sum(CASE WHEN o.status = 'paid' THEN 1 ELSE 0 END) AS paid, sum(CASE WHEN o.status = 'open' THEN 1 ELSE 0 END) AS still_open FROM customers c LEFT JOIN orders o ON o.customer_id = c.id GROUP BY c.country
SELECT id, total FROM orders WHERE total = (SELECT max(o2.total) FROM orders o2 WHERE o2.customer_id = orders.customer_id)
SELECT 'customers' AS what, count(*) AS n FROM customers UNION ALL SELECT 'orders', count(*) FROM orders ORDER BY 1
SELECT a.id FROM orders a LEFT JOIN items b ON b.order_id = a.id WHERE b.order_id IS NULL AND a.status <> 'cancelled'
SELECT e.name AS employee, m.name AS manager FROM employees e LEFT JOIN employees m ON m.id = e.manager_id
SELECT p.category, avg(i.quantity * i.price) AS revenue FROM items i JOIN products p ON p.id = i.product_id GROUP BY p.category HAVING avg(i.quantity * i.price) > 10 ORDER BY revenue DESC LIMIT 10
SELECT coalesce(c.country, 'unknown') AS country, count(*) AS n FROM customers c GROUP BY coalesce(c.country, 'unknown')
SELECT max(total) - min(total) AS spread, sum(total * total) / count(*) AS square FROM orders
SELECT name FROM customers WHERE upper(trim(name)) LIKE 'A%' AND length(name) BETWEEN 3 AND 20 ORDER BY lower(name)
SELECT round(avg(total), 2) AS mean, round(100.0 * sum(CASE WHEN total > 50 THEN 1 ELSE 0 END) / count(*), 1) AS share_of_large FROM orders
WITH a AS (SELECT status, count(*) AS n FROM orders GROUP BY status), b AS (SELECT sum(n) AS whole FROM a) SELECT a.status, a.n, 1.0 * a.n / b.whole FROM a CROSS JOIN b
SELECT x.status, x.n FROM (SELECT status, count(*) AS n FROM orders GROUP BY status HAVING count(*) > 1) AS x ORDER BY x.n DESC, x.status LIMIT 3 OFFSET 1
SELECT c.id, c.name FROM customers c WHERE (SELECT count(*) FROM orders o WHERE o.customer_id = c.id AND o.status = 'paid') >= 3
SELECT o.customer_id, o.total, a.mean FROM orders o JOIN (SELECT customer_id, avg(total) AS mean FROM orders GROUP BY customer_id) AS a ON a.customer_id = o.customer_id WHERE o.total > 2 * a.mean
SELECT status, sum(total) AS revenue, rank() OVER (ORDER BY sum(total) DESC) AS place FROM orders GROUP BY status
SELECT id, CASE WHEN total >= 100 THEN 'A' WHEN total >= 50 THEN 'B' ELSE 'C' END AS class FROM orders WHERE note IS NOT NULL ORDER BY class, id
