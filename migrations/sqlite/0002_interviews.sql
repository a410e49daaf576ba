-- Interviews by the names and columns of seed 000, and the events that all of it is made from.

CREATE TABLE discovery_objectives (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  context_type TEXT NOT NULL CHECK (context_type IN ('business_profile', 'idea_discovery', 'project_discovery')),
  version TEXT NOT NULL DEFAULT '1.0.0',
  display_name TEXT NOT NULL,
  config TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  built_in INTEGER NOT NULL DEFAULT 0 CHECK (built_in IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX idx_discovery_objectives_active_context ON discovery_objectives (tenant_id, context_type) WHERE active;
CREATE INDEX idx_discovery_objectives_tenant ON discovery_objectives (tenant_id, created_at, id);

CREATE TABLE elicitation_sessions (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  context_type TEXT NOT NULL CHECK (context_type IN ('business_profile', 'idea_discovery', 'project_discovery')),
  objective_id BLOB NOT NULL REFERENCES discovery_objectives (id),
  title TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'completed')),
  session_phase TEXT NOT NULL DEFAULT 'opening' CHECK (session_phase IN ('opening', 'exploration', 'validation', 'closing')),
  working_memory_snapshot TEXT,
  completeness_score REAL NOT NULL DEFAULT 0 CHECK (completeness_score BETWEEN 0 AND 1),
  required_satisfied INTEGER NOT NULL DEFAULT 0,
  required_total INTEGER NOT NULL DEFAULT 0,
  turn_count INTEGER NOT NULL DEFAULT 0,
  seq INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_elicitation_sessions_tenant ON elicitation_sessions (tenant_id, updated_at, id);
CREATE INDEX idx_elicitation_sessions_user ON elicitation_sessions (user_id, context_type, status);
CREATE INDEX idx_elicitation_sessions_objective ON elicitation_sessions (objective_id);

CREATE TABLE elicitation_obligations (
  session_id BLOB NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  tenant_id BLOB NOT NULL,
  obligation_key TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'partial', 'satisfied', 'deferred', 'skipped')),
  collection_type TEXT NOT NULL CHECK (collection_type IN ('direct_question', 'inferred', 'research')),
  widget_type TEXT NOT NULL CHECK (widget_type IN ('text', 'choice', 'multiselect', 'date', 'number')),
  dependencies TEXT NOT NULL DEFAULT '[]',
  source TEXT,
  origin_layer TEXT NOT NULL,
  origin_source_id BLOB,
  pool_id TEXT,
  task_priority INTEGER NOT NULL,
  negotiation_state TEXT,
  confidence REAL NOT NULL DEFAULT 0 CHECK (confidence BETWEEN 0 AND 1),
  extracted_value TEXT,
  attempts INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL,
  last_attempt_turn INTEGER,
  satisfied_at_turn INTEGER,
  category TEXT,
  field_path TEXT NOT NULL CHECK (length(field_path) <= 500),
  agent_notes TEXT,
  follow_up_strategy TEXT,
  satisfied_when TEXT,
  expertise_required TEXT,
  embedding BLOB,
  PRIMARY KEY (session_id, obligation_key)
) STRICT, WITHOUT ROWID;

CREATE TABLE obligation_events (
  id BLOB NOT NULL PRIMARY KEY,
  session_id BLOB NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  tenant_id BLOB NOT NULL,
  seq INTEGER NOT NULL,
  obligation_key TEXT NOT NULL,
  event_type TEXT NOT NULL CHECK (event_type IN (
    'created', 'status_changed', 'confidence_updated', 'value_extracted', 'negotiation', 'dependency_resolved', 'merged', 'split'
  )),
  old_status TEXT,
  new_status TEXT,
  old_confidence REAL CHECK (old_confidence BETWEEN 0 AND 1),
  new_confidence REAL CHECK (new_confidence BETWEEN 0 AND 1),
  source TEXT,
  metadata TEXT NOT NULL DEFAULT '{}',
  turn_number INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_obligation_events_session ON obligation_events (session_id, seq);

CREATE TABLE discovery_session_summaries (
  id BLOB NOT NULL PRIMARY KEY,
  session_id BLOB NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  tenant_id BLOB NOT NULL,
  summary_text TEXT NOT NULL,
  obligation_snapshot TEXT NOT NULL,
  research_summary TEXT NOT NULL,
  turn_range_start INTEGER NOT NULL,
  turn_range_end INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_discovery_session_summaries_session ON discovery_session_summaries (session_id, turn_range_start);

CREATE TABLE discovery_research_tasks (
  id BLOB NOT NULL PRIMARY KEY,
  session_id BLOB NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  tenant_id BLOB NOT NULL,
  obligation_key TEXT,
  task_type TEXT NOT NULL CHECK (task_type IN (
    'competitive_analysis', 'tech_feasibility', 'market_research', 'domain_research', 'integration_research'
  )),
  query TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  result TEXT,
  error_message TEXT,
  priority INTEGER NOT NULL DEFAULT 5,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER
) STRICT;
CREATE INDEX idx_discovery_research_tasks_session ON discovery_research_tasks (session_id, created_at);

-- No references, they would cost an index on every event: whoever deletes an interview deletes its events by hand.
-- The key is the fence: of two writers that saw the same last event, one fails here.
-- The event is JSON as it was written, as TEXT, the same text as in Postgres.
CREATE TABLE events (
  stream BLOB NOT NULL,
  seq INTEGER NOT NULL,
  tenant_id BLOB NOT NULL,
  at INTEGER NOT NULL,
  turn INTEGER NOT NULL,
  event TEXT NOT NULL,
  PRIMARY KEY (stream, seq)
) STRICT, WITHOUT ROWID;
