-- Tenants, people, tokens, sign-ins, answers already given, and what administrators can look up later.

CREATE TABLE tenants (
  id UUID PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);

CREATE TABLE users (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'member', 'admin')),
  password_hash TEXT,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_users_tenant ON users (tenant_id, email);

CREATE TABLE api_tokens (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  hash BYTEA NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'member', 'admin')),
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ,
  revoked_at TIMESTAMPTZ,
  last_used_at TIMESTAMPTZ
);
CREATE INDEX idx_api_tokens_tenant ON api_tokens (tenant_id, created_at);
CREATE INDEX idx_api_tokens_user ON api_tokens (user_id);

CREATE TABLE web_sessions (
  id TEXT PRIMARY KEY,
  data TEXT NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_web_sessions_expiry ON web_sessions (expires_at);

CREATE TABLE idempotency_keys (
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  request_hash BYTEA NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (tenant_id, key)
);
CREATE INDEX idx_idempotency_keys_age ON idempotency_keys (created_at);

-- No reference to users: what somebody did stays known after that person is gone.
CREATE TABLE audit_log (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id UUID,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  detail JSONB NOT NULL DEFAULT '{}',
  at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_audit_log_tenant ON audit_log (tenant_id, at, id);
