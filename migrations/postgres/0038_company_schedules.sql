-- When a person's searches for companies are made by themselves, and what is sent to webhooks when such a search is over.

CREATE TABLE company_schedules (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  cron TEXT NOT NULL,
  timezone TEXT NOT NULL,
  enabled BOOLEAN NOT NULL,
  request JSONB NOT NULL,
  webhook_url TEXT,
  secret_id TEXT,
  next_run_at TIMESTAMPTZ,
  -- The search that is being started, and when it was due: it is named by that.
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
CREATE INDEX idx_company_schedules_tenant ON company_schedules (tenant_id, created_at, id);
CREATE INDEX idx_company_schedules_person ON company_schedules (user_id, created_at, id);
CREATE INDEX idx_company_schedules_due ON company_schedules (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX idx_company_schedules_starting ON company_schedules (starting_since) WHERE starting_since IS NOT NULL;

CREATE TABLE company_webhook_deliveries (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  schedule_id UUID NOT NULL REFERENCES company_schedules (id) ON DELETE CASCADE,
  -- A search; it may be kept for a shorter time than this.
  run_id UUID NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed', 'nothing_new')),
  attempts INTEGER NOT NULL,
  next_at TIMESTAMPTZ NOT NULL,
  error TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  UNIQUE (schedule_id, run_id)
);
CREATE INDEX idx_company_webhook_deliveries_pending ON company_webhook_deliveries (next_at) WHERE state = 'pending';
