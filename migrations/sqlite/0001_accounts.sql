-- Tenants, people, tokens, sign-ins, answers already given, and what administrators can look up later.

CREATE TABLE tenants (
  id BLOB NOT NULL PRIMARY KEY,
  slug TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;

CREATE TABLE users (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'member', 'admin')),
  password_hash TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_users_tenant ON users (tenant_id, email);

CREATE TABLE api_tokens (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  hash BLOB NOT NULL UNIQUE,
  role TEXT NOT NULL CHECK (role IN ('viewer', 'member', 'admin')),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;
CREATE INDEX idx_api_tokens_tenant ON api_tokens (tenant_id, created_at);
CREATE INDEX idx_api_tokens_user ON api_tokens (user_id);

CREATE TABLE web_sessions (
  id TEXT NOT NULL PRIMARY KEY,
  data TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_web_sessions_expiry ON web_sessions (expires_at);

CREATE TABLE idempotency_keys (
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  key TEXT NOT NULL,
  request_hash BLOB NOT NULL,
  status INTEGER NOT NULL,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_idempotency_keys_age ON idempotency_keys (created_at);

-- No reference to users: what somebody did stays known after that person is gone.
CREATE TABLE audit_log (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id BLOB,
  action TEXT NOT NULL,
  target TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '{}',
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_audit_log_tenant ON audit_log (tenant_id, at, id);
