SELECT * FROM system.runtime.queries
SELECT * FROM system.metadata.catalogs
SELECT * FROM jmx.current."java.lang:type=runtime"
SELECT * FROM "orders$partitions"
SELECT * FROM "orders$files"
SELECT * FROM TABLE(postgresql.system.query(query => 'DELETE FROM x'))
SELECT * FROM TABLE(system.query('x'))
SELECT * FROM TABLE(exclude_columns(input => TABLE(orders), columns => DESCRIPTOR(a)))
CALL system.runtime.kill_query('x')
SELECT fail('x')
SELECT current_groups()
SELECT hive.sales.udf(1)
SELECT ai_gen('x')
SET SESSION x = 1
SET PATH x
DENY SELECT ON orders TO evil
PREPARE p FROM SELECT 1
EXECUTE p
SHOW CREATE TABLE orders
SHOW FUNCTIONS
SELECT U&'\0041'
SELECT X'zz'
SELECT classify('x')
