SELECT repeat('x', 1000000000)
SELECT repeat('x', id) FROM orders
SELECT repeat(repeat(repeat('x', 9000), 9000), 9000)
SELECT lpad('x', 2000000000)
SELECT array_repeat(1, 1000000000)
SELECT range(0, 10000000000)
SELECT generate_series(1, 10000000000)
SELECT array_resize(make_array(1), 1000000000)
CREATE EXTERNAL TABLE x STORED AS PARQUET LOCATION 's3://evil'
COPY orders TO 'x.parquet' STORED AS PARQUET
SHOW ALL
SET datafusion.execution.batch_size = 1
SELECT * FROM parquet_metadata('x')
SELECT * FROM metadata_cache()
SELECT * FROM `a\`
SELECT E'\x27'
FROM orders |> WHERE evil(1)
SELECT * FROM 's3://evil/x.parquet'
