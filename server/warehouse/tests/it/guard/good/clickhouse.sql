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
SELECT toStartOfWeek(created_at) AS week, count() FROM orders GROUP BY week ORDER BY week
SELECT toYYYYMM(created_at) AS month, uniqExact(customer_id) FROM orders GROUP BY month
SELECT dateDiff('day', created_at, shipped_at) FROM orders
SELECT addMonths(created_at, 1), subtractDays(created_at, 7) FROM orders
SELECT created_at + INTERVAL 7 DAY FROM orders
SELECT quantiles(0.5, 0.9, 0.99)(total), quantileExact(0.5)(total) FROM orders
SELECT avgIf(total, status = 'paid'), maxIf(total, status = 'open') FROM orders
SELECT customer_id, groupUniqArray(status) FROM orders GROUP BY customer_id
SELECT arrayFilter(x -> x > 1, [1, 2, 3]), arraySum([1, 2]), has([1, 2], 1)
SELECT JSONExtractInt(data, 'a'), JSONHas(data, 'b'), JSONLength(data) FROM events
SELECT domain(url) AS host, count() FROM visits GROUP BY host
SELECT status, sum(total) FROM orders GROUP BY status WITH TOTALS
SELECT toDecimal64(total, 2), toFloat64(id), toInt64OrZero(note) FROM orders
SELECT lowerUTF8(name), lengthUTF8(name), startsWith(name, 'A') FROM customers
SELECT replaceRegexpAll(name, '[^a-z]+', '-'), match(name, '^A') FROM customers
SELECT anyLast(status), argMin(total, created_at) FROM orders
SELECT id FROM orders EXCEPT SELECT order_id FROM items
SELECT id FROM orders INTERSECT SELECT order_id FROM items
SELECT sum(total) OVER (PARTITION BY customer_id ORDER BY created_at ROWS BETWEEN 6 PRECEDING AND CURRENT ROW) FROM orders
SELECT formatReadableSize(1000000), toTypeName(1), toDayOfWeek(today())
SELECT mapKeys(map('a', 1)), mapValues(map('a', 1))
