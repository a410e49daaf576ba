SELECT * FROM url('http://evil')
SELECT * FROM urlCluster('c', 'http://evil')
SELECT * FROM s3Cluster('c', 'http://evil')
SELECT * FROM hdfs('hdfs://evil')
SELECT * FROM odbc('DSN=x', 'y', 'z')
SELECT * FROM sqlite('/x', 'y')
SELECT * FROM mongodb('x')
SELECT * FROM redis('x')
SELECT * FROM cluster('c', system.one)
SELECT * FROM clusterAllReplicas('c', system.one)
SELECT * FROM remoteSecure('x')
SELECT * FROM merge('db', 'x')
SELECT * FROM dictionary('d')
SELECT * FROM generateRandom('a String')
SELECT * FROM executable('x', 'y', 'z')
SELECT * FROM format('CSV', 'x')
SELECT * FROM deltaLake('x')
SELECT * FROM iceberg('x')
SELECT * FROM azureBlobStorage('x')
SELECT * FROM gcs('x')
SELECT * FROM loop(orders)
SELECT * FROM mergeTreeIndex('a', 'b')
SELECT * FROM system.users
SELECT * FROM system.query_log
SELECT * FROM system.processes
SELECT * FROM system.settings
SELECT * FROM system.named_collections
SELECT file('/etc/passwd')
SELECT sleepEachRow(3)
SELECT dictGet('d', 'a', 1)
SELECT joinGet('j', 'a', 1)
SELECT getSetting('x')
SELECT getMacro('x')
SELECT hostName()
SELECT catboostEvaluate('x', 1)
SELECT throwIf(1)
SELECT addressToLine(1)
SELECT demangle('x')
SELECT currentUser()
SELECT 'a\' , 'b'
SELECT * FROM orders INTO OUTFILE 'x' FORMAT CSV
SYSTEM SHUTDOWN
SYSTEM RELOAD CONFIG
KILL QUERY WHERE 1
OPTIMIZE TABLE orders FINAL
SELECT * FROM orders FORMAT JSON
SELECT * FROM orders SETTINGS readonly = 0
EXCHANGE TABLES a AND b
