-- When projects are explored by themselves, and what is sent to webhooks when such a run is over.

CREATE TABLE discovery_schedules (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  project_id UUID NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  created_by UUID REFERENCES users (id) ON DELETE SET NULL,
  cron TEXT NOT NULL,
  timezone TEXT NOT NULL,
  enabled BOOLEAN NOT NULL,
  discover JSONB NOT NULL,
  webhook_url TEXT,
  secret_id TEXT,
  next_run_at TIMESTAMPTZ,
  starting_run_id UUID,
  starting_since TIMESTAMPTZ,
  last_run_id UUID,
  last_run_at TIMESTAMPTZ,
  skipped_at TIMESTAMPTZ,
  skipped_why TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_discovery_schedules_project ON discovery_schedules (project_id, created_at, id);
CREATE INDEX idx_discovery_schedules_person ON discovery_schedules (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX idx_discovery_schedules_due ON discovery_schedules (next_run_at) WHERE next_run_at IS NOT NULL;
CREATE INDEX idx_discovery_schedules_starting ON discovery_schedules (starting_since) WHERE starting_since IS NOT NULL;

CREATE TABLE webhook_deliveries (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  schedule_id UUID NOT NULL REFERENCES discovery_schedules (id) ON DELETE CASCADE,
  run_id UUID NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('pending', 'delivered', 'failed')),
  attempts INTEGER NOT NULL,
  next_at TIMESTAMPTZ NOT NULL,
  error TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  UNIQUE (schedule_id, run_id)
);
CREATE INDEX idx_webhook_deliveries_pending ON webhook_deliveries (next_at) WHERE state = 'pending';
