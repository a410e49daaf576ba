-- When kept answers are asked for again by themselves, what came of it each time, and what is sent to webhooks.

CREATE TABLE ask_schedules (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  ask_id UUID NOT NULL UNIQUE REFERENCES asks (id) ON DELETE CASCADE,
  cron TEXT NOT NULL,
  timezone TEXT NOT NULL,
  enabled BOOLEAN NOT NULL,
  webhook_url TEXT,
  secret_id TEXT,
  next_run_at TIMESTAMPTZ,
  -- The result that is being worked out, and when it was due.
  starting_run_id UUID,
  starting_since TIMESTAMPTZ,
  starting_due_at TIMESTAMPTZ,
  last_run_id UUID,
  last_run_at TIMESTAMPTZ,
  skipped_at TIMESTAMPTZ,
  skipped_why TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_ask_schedules_tenant ON ask_schedules (tenant_id, created_at, id);
CREATE INDEX idx_ask_schedules_person ON ask_schedules (user_id, created_at, id);
CREATE INDEX idx_ask_schedules_due ON ask_schedules (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX idx_ask_schedules_starting ON ask_schedules (starting_since) WHERE starting_since IS NOT NULL;

CREATE TABLE ask_results (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  schedule_id UUID NOT NULL REFERENCES ask_schedules (id) ON DELETE CASCADE,
  status TEXT NOT NULL CHECK (status IN ('completed', 'failed')),
  due_at TIMESTAMPTZ NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('same', 'changed', 'gone')),
  value JSONB NOT NULL,
  answer_text TEXT NOT NULL,
  verdict TEXT CHECK (verdict IN ('proven', 'refuted', 'undecided')),
  expected JSONB,
  holds BOOLEAN,
  notice TEXT CHECK (notice IN ('changed', 'gone', 'check_failed', 'check_holds')),
  premises JSONB NOT NULL,
  error TEXT,
  -- The whole of the last one that could be given: the next one is compared with it.
  answer JSONB
);
CREATE INDEX idx_ask_results_schedule ON ask_results (schedule_id, created_at, id);

CREATE TABLE ask_webhook_deliveries (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  schedule_id UUID NOT NULL REFERENCES ask_schedules (id) ON DELETE CASCADE,
  -- A result.
  run_id UUID NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'nothing_new')),
  attempts INTEGER NOT NULL,
  next_at TIMESTAMPTZ NOT NULL,
  error TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  UNIQUE (schedule_id, run_id)
);
CREATE INDEX idx_ask_webhook_deliveries_pending ON ask_webhook_deliveries (next_at) WHERE state = 'pending';
