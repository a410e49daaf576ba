SELECT load_extension('x', 'y')
SELECT zeroblob(1000000000)
SELECT randomblob(1000000000)
SELECT printf('%1000000000d', 1)
SELECT format('%.*c', 1000000000, 'x')
SELECT printf('%*d', 1000000000, 1)
SELECT printf(name, 1) FROM customers
SELECT * FROM pragma_journal_mode
SELECT * FROM pragma_database_list
SELECT * FROM pragma_function_list
SELECT * FROM pragma_writable_schema(1)
SELECT * FROM pragma_wal_checkpoint('TRUNCATE')
SELECT * FROM sqlite_dbpage
SELECT * FROM sqlite_stat1
SELECT * FROM dbstat
SELECT * FROM fsdir('/')
SELECT * FROM bytecode('SELECT 1')
SELECT sqlite_compileoption_get(1)
SELECT sqlite_offset(id) FROM orders
SELECT last_insert_rowid()
SELECT changes()
SELECT eval('DELETE FROM orders')
ATTACH ':memory:' AS x
VACUUM INTO '/tmp/x'
SELECT "a\" FROM orders; DELETE FROM orders
SELECT rtreecheck('x')
SELECT zipfile('x', 'y')
REINDEX
