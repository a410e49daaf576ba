-- What a tenant pays for databases and searches, in place of the listed prices; and what a run took.

CREATE TABLE price_lists (
  tenant_id BLOB NOT NULL PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  prices TEXT NOT NULL,
  updated_by BLOB NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

ALTER TABLE discovery_runs ADD COLUMN cost TEXT;
CREATE INDEX idx_discovery_runs_tenant ON discovery_runs (tenant_id, created_at, id);
