SELECT strftime('%Y-%m', created_at) AS m, sum(total) FROM orders GROUP BY m
SELECT date('now'), datetime('now', '-1 day'), julianday('now')
SELECT name || ' ' || country FROM customers
SELECT ifnull(note, ''), iif(total > 1, 'a', 'b') FROM orders
SELECT group_concat(name, ', ') FROM customers
SELECT json_extract(data, '$.a.b') FROM events
SELECT data ->> '$.a' FROM events
SELECT value FROM events, json_each(events.data)
SELECT key, value FROM json_each('[1,2]')
SELECT typeof(total), total(total) FROM orders
SELECT printf('%.2f', total) FROM orders
SELECT * FROM sqlite_master WHERE type = 'table'
SELECT * FROM sqlite_schema
SELECT name FROM pragma_table_info('orders')
SELECT [Order Id], `name`, "x" FROM orders
SELECT * FROM customers WHERE name LIKE '10\%' ESCAPE '\'
SELECT rowid, * FROM orders LIMIT 5
SELECT * FROM orders LIMIT 5, 10
SELECT id FROM orders EXCEPT SELECT id FROM items
SELECT x'ff00'
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10) SELECT i FROM n
SELECT count(*) FILTER (WHERE status = 'paid') FROM orders
SELECT instr(name, 'a'), hex(name), quote(name), unicode('a'), char(97) FROM customers
SELECT main.orders.id FROM main.orders
WITH RECURSIVE tree AS (SELECT id, parent_id, 0 AS depth FROM nodes WHERE parent_id IS NULL UNION ALL SELECT n.id, n.parent_id, t.depth + 1 FROM nodes n JOIN tree t ON n.parent_id = t.id) SELECT max(depth) FROM tree
SELECT strftime('%Y', created_at) AS year, strftime('%m', created_at) AS month, sum(total) FROM orders GROUP BY year, month
SELECT date(created_at, 'start of month', '+1 month', '-1 day') FROM orders
SELECT julianday(shipped_at) - julianday(created_at) AS days FROM orders
SELECT json_extract(data, '$.items[0].name') FROM events
SELECT e.id, i.value FROM events AS e, json_each(e.data, '$.items') AS i
SELECT json_group_object(name, id) FROM customers
SELECT json_array_length(data, '$.items') FROM events WHERE json_valid(data)
SELECT group_concat(DISTINCT country) FROM customers
SELECT id, total, sum(total) FILTER (WHERE status = 'paid') OVER (ORDER BY id) FROM orders
SELECT id FROM orders INTERSECT SELECT order_id FROM items
SELECT id FROM customers EXCEPT SELECT customer_id FROM orders
SELECT printf('%.2f', total), printf('%05d', id) FROM orders
SELECT hex(name), quote(name), unicode(name) FROM customers
SELECT iif(total > 100, 'large', 'small') FROM orders
SELECT typeof(total), total(total) FROM orders GROUP BY typeof(total)
SELECT * FROM orders WHERE rowid = 5
SELECT name COLLATE NOCASE FROM customers ORDER BY name COLLATE NOCASE
SELECT max(id, customer_id), min(id, customer_id) FROM orders
SELECT datetime(created_at, 'unixepoch') FROM orders
SELECT * FROM (VALUES (1, 'a'), (2, 'b'))
SELECT id, total FROM orders ORDER BY total DESC NULLS LAST
SELECT a.name FROM customers a WHERE instr(a.name, 'x') > 0 AND substr(a.name, -1) = 'z'
