SELECT * FROM mysql.user
SELECT * FROM `mysql`.`user`
SELECT * FROM performance_schema.threads
SELECT * FROM sys.session
SELECT * FROM information_schema.processlist
SELECT * FROM information_schema.user_privileges
SELECT * FROM information_schema.innodb_trx
SELECT * FROM information_schema.files
SELECT 'a\' OR 1=1 -- '
SELECT 'a\\' 'b\' ; DROP TABLE orders
SELECT 'x\'; DELETE FROM orders; -- '
SELECT "a\" , 'b'
SELECT _utf8'abc'
SELECT _gbk'abc'
SELECT @a
SELECT @a := @a + 1
SELECT @@version
SELECT @@session.sql_mode
SELECT user_lock('x')
SELECT is_free_lock('x')
SELECT is_used_lock('x')
SELECT release_all_locks()
SELECT last_insert_id(5)
SELECT found_rows()
SELECT SQL_CALC_FOUND_ROWS * FROM orders
SELECT HIGH_PRIORITY * FROM orders
SELECT SQL_NO_CACHE * FROM orders
SELECT uncompress(compress('x'))
SELECT random_bytes(1000000)
SELECT encrypt('x')
SELECT des_decrypt('x')
SELECT aes_decrypt('x', 'y')
SELECT NEXT VALUE FOR s
SELECT PREVIOUS VALUE FOR s
SELECT nextval(s)
SELECT name_const('a', 1)
SELECT gtid_subset('a', 'b')
SELECT wait_for_executed_gtid_set('a')
SELECT * FROM orders LOCK IN SHARE MODE
SELECT * FROM orders FOR UPDATE OF orders
SELECT * FROM orders PROCEDURE ANALYSE()
SELECT 1 INTO @x
DELETE # x
SELECT lib_mysqludf_sys_info()
SELECT xmltype('x')
SELECT sys.format_bytes(1)
SELECT statement_digest('x')
SELECT master_gtid_wait('x')
DO SLEEP(1)
XA START 'x'
CHANGE MASTER TO MASTER_HOST = 'evil'
SELECT 1 FROM dual PROCEDURE ANALYSE(extractvalue(1, 2))
SELECT @@datadir
SELECT @@global.version
