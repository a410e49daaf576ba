SELECT toStartOfMonth(created_at) AS m, sum(total) FROM orders GROUP BY m
SELECT uniq(customer_id), quantile(0.5)(total), topK(5)(status) FROM orders
SELECT countIf(status = 'paid'), sumIf(total, status = 'paid') FROM orders
SELECT arrayJoin([1, 2, 3])
SELECT arrayMap(x -> x * 2, [1, 2]) AS a
SELECT groupArray(name) FROM customers
SELECT if(total > 1, 'a', 'b'), multiIf(a = 1, 'x', 'y') FROM t
SELECT * FROM orders FINAL
SELECT * FROM orders PREWHERE id > 1 WHERE total > 1
SELECT * FROM orders LIMIT 1 BY customer_id
SELECT toDate('2024-01-01'), toString(id) FROM orders
SELECT JSONExtractString(data, 'a') FROM events
SELECT * FROM numbers(10)
SELECT name FROM system.tables
SELECT `Order Id` FROM `orders`
SELECT formatDateTime(created_at, '%Y-%m') FROM orders
SELECT argMax(id, total) FROM orders
SELECT now(), today(), yesterday()
SELECT positionCaseInsensitive(name, 'a') FROM customers
SELECT splitByChar(',', name) FROM customers
SELECT shop.orders.id FROM shop.orders
