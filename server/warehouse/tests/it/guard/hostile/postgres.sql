SELECT * FROM pg_shadow
SELECT * FROM pg_authid
SELECT * FROM pg_catalog.pg_authid
SELECT * FROM "pg_authid"
SELECT * FROM pg_user_mapping
SELECT * FROM pg_user_mappings
SELECT * FROM pg_stat_activity
SELECT * FROM pg_settings
SELECT * FROM pg_file_settings
SELECT * FROM pg_hba_file_rules
SELECT * FROM pg_stats
SELECT * FROM pg_statistic
SELECT * FROM pg_largeobject
SELECT * FROM pg_proc
SELECT * FROM pg_foreign_server
SELECT * FROM information_schema.user_mapping_options
SELECT * FROM information_schema.role_table_grants
SELECT has_table_privilege('x', 'y')
SELECT pg_export_snapshot()
SELECT pg_current_wal_lsn()
SELECT pg_relation_filepath('orders')
SELECT pg_size_pretty(pg_database_size('shop'))
SELECT lo_put(1, 0, 'x')
SELECT loread(1, 2)
SELECT lowrite(1, 'x')
SELECT lo_unlink(1)
SELECT xpath('/a', xmlparse(document pg_read_file('/etc/passwd')))
SELECT xmlparse(document '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')
SELECT plpgsql_call_handler()
SELECT setseed(0.5)
SELECT pg_stat_reset()
SELECT pg_promote()
SELECT pg_backup_start('x')
SELECT inet_server_addr()
SELECT ts_stat('SELECT 1')
SELECT * FROM ts_stat('DELETE FROM orders')
SELECT * FROM crosstab('SELECT 1')
SELECT * FROM connectby('a', 'b', 'c', 'd', 1)
SELECT brin_summarize_new_values('i')
SELECT gin_clean_pending_list('i')
SELECT 1 OPERATOR(evil.+) 2
SELECT 1 OPERATOR(pg_catalog.+) 2
SELECT E'it\'s'
SELECT U&"d\0061t" FROM x
SELECT pg_ls_waldir()
SELECT * FROM pg_ls_dir('/') AS f
SELECT current_query()
SELECT row_security_active('orders')
SELECT binary_upgrade_set_record_init_privs(true)
SELECT amvalidate(1)
SELECT http_get('http://evil')
SELECT net.http_get('http://evil')
SELECT aws_s3.query_export_to_s3('SELECT 1', 'x')
SELECT U&'\0027'
SELECT "LOWER"(status) FROM orders
SELECT "Lower"(status) FROM orders
SELECT "PG_CATALOG".lower(status) FROM orders
SELECT date_trunc('week', created_at).week FROM orders
