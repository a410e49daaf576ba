-- What a tenant pays for databases and searches, in place of the listed prices; and what a run took.

CREATE TABLE price_lists (
  tenant_id UUID PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  prices JSONB NOT NULL,
  updated_by UUID NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);

ALTER TABLE discovery_runs ADD COLUMN cost JSONB;
CREATE INDEX idx_discovery_runs_tenant ON discovery_runs (tenant_id, created_at, id);
