-- Searches for companies: where each is, what it went through, what it answered; whom a person was shown; what others may be answered
-- from; who thinks what of a company; and how strictly a tenant filters.

CREATE TABLE company_searches (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The client's own name of it: the same name is the same search.
  request_id TEXT NOT NULL,
  request TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled')),
  error TEXT,
  queries INTEGER NOT NULL,
  candidates INTEGER NOT NULL,
  companies INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  cached INTEGER NOT NULL,
  warming INTEGER NOT NULL,
  -- Millionths of a US dollar.
  cost_micros INTEGER NOT NULL,
  response TEXT,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  updated_at INTEGER NOT NULL,
  UNIQUE (tenant_id, user_id, request_id)
) STRICT;
CREATE INDEX idx_company_searches_tenant ON company_searches (tenant_id, created_at, id);
CREATE INDEX idx_company_searches_person ON company_searches (user_id, created_at, id);

-- What each step came to: what the next ones, a server that takes the search up, and a replay go on from.
CREATE TABLE company_search_trace (
  search_id BLOB NOT NULL REFERENCES company_searches (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  tenant_id BLOB NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (search_id, name)
) STRICT;

CREATE TABLE discovery_entity_history (
  tenant_id BLOB NOT NULL,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  entity_id TEXT NOT NULL,
  name TEXT NOT NULL,
  place TEXT NOT NULL,
  first_seen_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL,
  -- A day, `YYYY-MM-DD`.
  last_evidence_date TEXT,
  last_evidence_url TEXT,
  UNIQUE (tenant_id, user_id, entity_id)
) STRICT;
CREATE INDEX idx_discovery_entity_history_person ON discovery_entity_history (user_id, last_seen_at, entity_id);

CREATE TABLE company_search_cache (
  tenant_id BLOB NOT NULL,
  key TEXT NOT NULL,
  -- Whose trace has what was found.
  search_id BLOB NOT NULL REFERENCES company_searches (id) ON DELETE CASCADE,
  warmed INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, key)
) STRICT;
CREATE INDEX idx_company_search_cache_search ON company_search_cache (search_id);
CREATE INDEX idx_company_search_cache_expiry ON company_search_cache (expires_at);

CREATE TABLE company_feedback (
  tenant_id BLOB NOT NULL,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  entity_id TEXT NOT NULL,
  name TEXT NOT NULL,
  rating TEXT NOT NULL CHECK (rating IN ('like', 'dislike')),
  comment TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (user_id, entity_id)
) STRICT;

CREATE TABLE company_flags (
  tenant_id BLOB NOT NULL PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  flags TEXT NOT NULL,
  updated_by BLOB NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
