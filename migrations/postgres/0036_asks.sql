-- Questions to projects: where each is and what it came to, what its steps found, and which answers are kept by name.

CREATE TABLE asks (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  project_id UUID NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  conversation_id UUID NOT NULL,
  user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  question TEXT NOT NULL,
  mode TEXT CHECK (mode IN ('auditable', 'exploratory', 'knowledge')),
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'clarifying', 'completed', 'failed', 'cancelled')),
  verdict TEXT CHECK (verdict IN ('proven', 'refuted', 'undecided')),
  answer TEXT,
  engine TEXT NOT NULL,
  error TEXT,
  redo_of UUID,
  -- Millionths of a US dollar.
  cost_micros BIGINT NOT NULL,
  -- A name, and the value that is expected.
  saved JSONB,
  created_at TIMESTAMPTZ NOT NULL,
  finished_at TIMESTAMPTZ,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_asks_project ON asks (project_id, created_at, id);
CREATE INDEX idx_asks_tenant ON asks (tenant_id, created_at, id);
CREATE INDEX idx_asks_person ON asks (user_id, created_at, id);
CREATE INDEX idx_asks_conversation ON asks (conversation_id, created_at, id);

-- What each step came to: what the next ones, a server that takes the ask up, and a rerun go on from.
CREATE TABLE ask_memory (
  ask_id UUID NOT NULL REFERENCES asks (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  tenant_id UUID NOT NULL,
  value JSONB NOT NULL,
  PRIMARY KEY (ask_id, name)
);
