-- Which language models a tenant chose, what is kept sealed for it, and what every call to a model came to.

CREATE TABLE model_settings (
  tenant_id UUID PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  settings JSONB NOT NULL,
  updated_by UUID NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);

-- AES-256-GCM: the secret under a key of its own, that key under the server's. The version names the server's key.
CREATE TABLE secrets (
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  key_version BIGINT NOT NULL,
  wrapped_key BYTEA NOT NULL,
  sealed BYTEA NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (tenant_id, id)
);

-- No reference to interviews: what was spent stays spent when one is deleted. While a call runs, its cost is the worst it can be;
-- without one, its price is not known.
CREATE TABLE model_calls (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  session_id UUID,
  task TEXT NOT NULL,
  strength TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  begun_at TIMESTAMPTZ NOT NULL,
  day TEXT NOT NULL,
  outcome TEXT NOT NULL,
  input_tokens BIGINT NOT NULL DEFAULT 0,
  output_tokens BIGINT NOT NULL DEFAULT 0,
  estimated BOOLEAN NOT NULL DEFAULT FALSE,
  cost_nanos BIGINT,
  attempts INTEGER NOT NULL DEFAULT 0,
  took_ms BIGINT NOT NULL DEFAULT 0,
  detail TEXT NOT NULL DEFAULT ''
);
CREATE INDEX idx_model_calls_tenant ON model_calls (tenant_id, begun_at, id);
CREATE INDEX idx_model_calls_day ON model_calls (tenant_id, day, cost_nanos);
CREATE INDEX idx_model_calls_session ON model_calls (tenant_id, session_id, cost_nanos);
