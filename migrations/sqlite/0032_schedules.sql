-- When projects are explored by themselves, and what is sent to webhooks when such a run is over.

CREATE TABLE discovery_schedules (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  created_by BLOB REFERENCES users (id) ON DELETE SET NULL,
  cron TEXT NOT NULL,
  timezone TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  discover TEXT NOT NULL,
  webhook_url TEXT,
  secret_id TEXT,
  next_run_at INTEGER,
  starting_run_id BLOB,
  starting_since INTEGER,
  last_run_id BLOB,
  last_run_at INTEGER,
  skipped_at INTEGER,
  skipped_why TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_discovery_schedules_project ON discovery_schedules (project_id, created_at, id);
CREATE INDEX idx_discovery_schedules_person ON discovery_schedules (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX idx_discovery_schedules_due ON discovery_schedules (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX idx_discovery_schedules_starting ON discovery_schedules (starting_since) WHERE starting_since IS NOT NULL;

CREATE TABLE webhook_deliveries (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  schedule_id BLOB NOT NULL REFERENCES discovery_schedules (id) ON DELETE CASCADE,
  run_id BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (schedule_id, run_id)
) STRICT;
CREATE INDEX idx_webhook_deliveries_pending ON webhook_deliveries (next_at) WHERE state = 'pending';
