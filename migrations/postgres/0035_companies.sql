-- Searches for companies: where each is, what it went through, what it answered; whom a person was shown; what others may be answered
-- from; who thinks what of a company; and how strictly a tenant filters.

CREATE TABLE company_searches (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The client's own name of it: the same name is the same search.
  request_id TEXT NOT NULL,
  request JSONB NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled')),
  error TEXT,
  queries INTEGER NOT NULL,
  candidates INTEGER NOT NULL,
  companies INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  cached BOOLEAN NOT NULL,
  warming BOOLEAN NOT NULL,
  -- Millionths of a US dollar.
  cost_micros BIGINT NOT NULL,
  response JSONB,
  created_at TIMESTAMPTZ NOT NULL,
  finished_at TIMESTAMPTZ,
  updated_at TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, user_id, request_id)
);
CREATE INDEX idx_company_searches_tenant ON company_searches (tenant_id, created_at, id);
CREATE INDEX idx_company_searches_person ON company_searches (user_id, created_at, id);

-- What each step came to: what the next ones, a server that takes the search up, and a replay go on from.
CREATE TABLE company_search_trace (
  search_id UUID NOT NULL REFERENCES company_searches (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  tenant_id UUID NOT NULL,
  value JSONB NOT NULL,
  PRIMARY KEY (search_id, name)
);

CREATE TABLE discovery_entity_history (
  tenant_id UUID NOT NULL,
  user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  entity_id TEXT NOT NULL,
  name TEXT NOT NULL,
  place TEXT NOT NULL,
  first_seen_at TIMESTAMPTZ NOT NULL,
  last_seen_at TIMESTAMPTZ NOT NULL,
  -- A day, `YYYY-MM-DD`.
  last_evidence_date TEXT,
  last_evidence_url TEXT,
  UNIQUE (tenant_id, user_id, entity_id)
);
CREATE INDEX idx_discovery_entity_history_person ON discovery_entity_history (user_id, last_seen_at, entity_id);

CREATE TABLE company_search_cache (
  tenant_id UUID NOT NULL,
  key TEXT NOT NULL,
  -- Whose trace has what was found.
  search_id UUID NOT NULL REFERENCES company_searches (id) ON DELETE CASCADE,
  warmed BOOLEAN NOT NULL,
  uses INTEGER NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (tenant_id, key)
);
CREATE INDEX idx_company_search_cache_search ON company_search_cache (search_id);
CREATE INDEX idx_company_search_cache_expiry ON company_search_cache (expires_at);

CREATE TABLE company_feedback (
  tenant_id UUID NOT NULL,
  user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  entity_id TEXT NOT NULL,
  name TEXT NOT NULL,
  rating TEXT NOT NULL CHECK (rating IN ('like', 'dislike')),
  comment TEXT,
  at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (user_id, entity_id)
);

CREATE TABLE company_flags (
  tenant_id UUID NOT NULL PRIMARY KEY REFERENCES tenants (id) ON DELETE CASCADE,
  flags JSONB NOT NULL,
  updated_by UUID NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
