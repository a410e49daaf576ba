SELECT * FROM parquet.`/etc/passwd`
SELECT * FROM csv.`s3://evil/x`
SELECT * FROM json.`/x`
SELECT * FROM text.`/etc/passwd`
SELECT * FROM delta.`/x`
SELECT * FROM binaryFile.`/etc/passwd`
SELECT * FROM `dbfs:/x`
SELECT * FROM read_files('/etc/passwd')
SELECT * FROM read_kafka('x')
SELECT * FROM cloud_files('x')
SELECT * FROM remote_query('x')
SELECT * FROM http_request('x')
SELECT http_request(conn => 'x')
SELECT ai_query('m', 'p')
SELECT ai_generate_text('p')
SELECT secret('a', 'b')
SELECT try_secret('a', 'b')
SELECT * FROM list_secrets()
SELECT try_reflect('a', 'b')
SELECT input_file_name()
SELECT raise_error('x')
SELECT assert_true(false)
SELECT * FROM system.access.audit
SELECT * FROM IDENTIFIER('orders')
SELECT IDENTIFIER('evil')(1)
SELECT main.sales.udf(1)
SELECT vector_search('x')
SELECT event_log('x')
SELECT 'a\' , 'b'
SELECT aes_decrypt('a', 'b')
SELECT current_metastore()
FROM orders |> SELECT id
CREATE CATALOG x
SELECT session_user_lookup()
SELECT * FROM table_changes('orders', 1)
