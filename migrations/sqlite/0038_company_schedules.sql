-- When a person's searches for companies are made by themselves, and what is sent to webhooks when such a search is over.

CREATE TABLE company_schedules (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  cron TEXT NOT NULL,
  timezone TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  request TEXT NOT NULL,
  webhook_url TEXT,
  secret_id TEXT,
  next_run_at INTEGER,
  -- The search that is being started, and when it was due: it is named by that.
  starting_run_id BLOB,
  starting_since INTEGER,
  starting_due_at INTEGER,
  last_run_id BLOB,
  last_run_at INTEGER,
  skipped_at INTEGER,
  skipped_why TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_company_schedules_tenant ON company_schedules (tenant_id, created_at, id);
CREATE INDEX idx_company_schedules_person ON company_schedules (user_id, created_at, id);
CREATE INDEX idx_company_schedules_due ON company_schedules (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX idx_company_schedules_starting ON company_schedules (starting_since) WHERE starting_since IS NOT NULL;

CREATE TABLE company_webhook_deliveries (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  schedule_id BLOB NOT NULL REFERENCES company_schedules (id) ON DELETE CASCADE,
  -- A search; it may be kept for a shorter time than this.
  run_id BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'nothing_new')),
  attempts INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (schedule_id, run_id)
) STRICT;
CREATE INDEX idx_company_webhook_deliveries_pending ON company_webhook_deliveries (next_at) WHERE state = 'pending';
