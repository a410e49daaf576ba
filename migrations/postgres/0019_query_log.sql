-- Who asked which database of a project what, and what it cost. The texts are short and go after a while; the sums of a day stay.
-- No reference to projects: that somebody asked stays known when one is deleted.
CREATE TABLE query_log (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  project_id UUID NOT NULL,
  source_id UUID,
  source TEXT NOT NULL,
  user_id UUID REFERENCES users (id) ON DELETE SET NULL,
  sql_text TEXT NOT NULL,
  sql_sha256 TEXT NOT NULL,
  outcome TEXT NOT NULL,
  row_count BIGINT NOT NULL,
  byte_count BIGINT NOT NULL,
  billed_bytes BIGINT,
  took_ms BIGINT NOT NULL,
  detail TEXT NOT NULL DEFAULT '',
  at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_query_log_tenant ON query_log (tenant_id, at, id);
CREATE INDEX idx_query_log_person ON query_log (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE query_usage (
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  project_id UUID NOT NULL,
  queries BIGINT NOT NULL,
  failed BIGINT NOT NULL,
  row_count BIGINT NOT NULL,
  byte_count BIGINT NOT NULL,
  billed_bytes BIGINT NOT NULL,
  took_ms BIGINT NOT NULL,
  PRIMARY KEY (tenant_id, day, project_id)
);
