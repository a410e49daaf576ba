SELECT date_trunc('month', created_at) FROM orders
SELECT approx_distinct(customer_id), approx_percentile(total, 0.5) FROM orders
SELECT hive.sales.orders.id FROM hive.sales.orders
SELECT json_extract_scalar(data, '$.a') FROM events
SELECT x FROM UNNEST(ARRAY[1, 2]) AS t(x)
SELECT try_cast(a AS INTEGER), try(a / b) FROM t
SELECT date_diff('day', a, b), date_add('day', 1, a) FROM t
SELECT from_unixtime(0), to_unixtime(now())
SELECT array_agg(name), map_agg(a, b) FROM t
SELECT transform(a, x -> x + 1) FROM t
SELECT count_if(status = 'paid') FROM orders
SELECT date_format(created_at, '%Y-%m') FROM orders
SELECT max_by(id, total) FROM orders
SELECT element_at(a, 1), cardinality(a) FROM t
SELECT regexp_extract(name, '(\d+)', 1) FROM customers
SELECT format('%s', name) FROM customers
SELECT * FROM orders FETCH FIRST 5 ROWS ONLY
SELECT "Order Id" FROM "orders"
SELECT id FROM a EXCEPT SELECT id FROM b
SELECT DATE '2024-01-01', INTERVAL '1' DAY
SELECT listagg(name, ', ') WITHIN GROUP (ORDER BY name) FROM customers
