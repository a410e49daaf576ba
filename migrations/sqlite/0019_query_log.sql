-- Who asked which database of a project what, and what it cost. The texts are short and go after a while; the sums of a day stay.
-- No reference to projects: that somebody asked stays known when one is deleted.
CREATE TABLE query_log (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  project_id BLOB NOT NULL,
  source_id BLOB,
  source TEXT NOT NULL,
  user_id BLOB REFERENCES users (id) ON DELETE SET NULL,
  sql_text TEXT NOT NULL,
  sql_sha256 TEXT NOT NULL,
  outcome TEXT NOT NULL,
  row_count INTEGER NOT NULL,
  byte_count INTEGER NOT NULL,
  billed_bytes INTEGER,
  took_ms INTEGER NOT NULL,
  detail TEXT NOT NULL DEFAULT '',
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_query_log_tenant ON query_log (tenant_id, at, id);
CREATE INDEX idx_query_log_person ON query_log (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE query_usage (
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  project_id BLOB NOT NULL,
  queries INTEGER NOT NULL,
  failed INTEGER NOT NULL,
  row_count INTEGER NOT NULL,
  byte_count INTEGER NOT NULL,
  billed_bytes INTEGER NOT NULL,
  took_ms INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, day, project_id)
) STRICT, WITHOUT ROWID;
