-- Which language models a tenant chose, what is kept sealed for it, and what every call to a model came to.

CREATE TABLE model_settings (
  tenant_id BLOB NOT NULL PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  settings TEXT NOT NULL,
  updated_by BLOB NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- AES-256-GCM: the secret under a key of its own, that key under the server's. The version names the server's key.
CREATE TABLE secrets (
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  key_version INTEGER NOT NULL,
  wrapped_key BLOB NOT NULL,
  sealed BLOB NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, id)
) STRICT, WITHOUT ROWID;

-- No reference to interviews: what was spent stays spent when one is deleted. While a call runs, its cost is the worst it can be;
-- without one, its price is not known.
CREATE TABLE model_calls (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  session_id BLOB,
  task TEXT NOT NULL,
  strength TEXT NOT NULL,
  provider TEXT NOT NULL,
  model TEXT NOT NULL,
  begun_at INTEGER NOT NULL,
  day TEXT NOT NULL,
  outcome TEXT NOT NULL,
  input_tokens INTEGER NOT NULL DEFAULT 0,
  output_tokens INTEGER NOT NULL DEFAULT 0,
  estimated INTEGER NOT NULL DEFAULT 0,
  cost_nanos INTEGER,
  attempts INTEGER NOT NULL DEFAULT 0,
  took_ms INTEGER NOT NULL DEFAULT 0,
  detail TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX idx_model_calls_tenant ON model_calls (tenant_id, begun_at, id);
CREATE INDEX idx_model_calls_day ON model_calls (tenant_id, day, cost_nanos);
CREATE INDEX idx_model_calls_session ON model_calls (tenant_id, session_id, cost_nanos);
