-- When kept answers are asked for again by themselves, what came of it each time, and what is sent to webhooks.

CREATE TABLE ask_schedules (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  ask_id BLOB NOT NULL UNIQUE REFERENCES asks (id) ON DELETE CASCADE,
  cron TEXT NOT NULL,
  timezone TEXT NOT NULL,
  enabled INTEGER NOT NULL,
  webhook_url TEXT,
  secret_id TEXT,
  next_run_at INTEGER,
  -- The result that is being worked out, and when it was due.
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
CREATE INDEX idx_ask_schedules_tenant ON ask_schedules (tenant_id, created_at, id);
CREATE INDEX idx_ask_schedules_person ON ask_schedules (user_id, created_at, id);
CREATE INDEX idx_ask_schedules_due ON ask_schedules (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX idx_ask_schedules_starting ON ask_schedules (starting_since) WHERE starting_since IS NOT NULL;

CREATE TABLE ask_results (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  schedule_id BLOB NOT NULL REFERENCES ask_schedules (id) ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('completed', 'failed')),
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('same', 'changed', 'gone')),
  value TEXT NOT NULL,
  answer_text TEXT NOT NULL,
  verdict TEXT CHECK (verdict IN ('proven', 'refuted', 'undecided')),
  expected TEXT,
  holds INTEGER,
  notice TEXT CHECK (notice IN ('changed', 'gone', 'check_failed', 'check_holds')),
  premises TEXT NOT NULL,
  error TEXT,
  -- The whole of the last one that could be given: the next one is compared with it.
  answer TEXT
) STRICT;
CREATE INDEX idx_ask_results_schedule ON ask_results (schedule_id, created_at, id);

CREATE TABLE ask_webhook_deliveries (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  schedule_id BLOB NOT NULL REFERENCES ask_schedules (id) ON DELETE CASCADE,
  -- A result.
  run_id BLOB NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'nothing_new')),
  attempts INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  error TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (schedule_id, run_id)
) STRICT;
CREATE INDEX idx_ask_webhook_deliveries_pending ON ask_webhook_deliveries (next_at) WHERE state = 'pending';
