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
