-- Interviews by the names and columns of seed 000, and the events that all of it is made from.

CREATE TABLE discovery_objectives (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  context_type TEXT NOT NULL CHECK (context_type IN ('business_profile', 'idea_discovery', 'project_discovery')),
  version TEXT NOT NULL DEFAULT '1.0.0',
  display_name TEXT NOT NULL,
  config JSONB NOT NULL,
  active BOOLEAN NOT NULL DEFAULT true,
  built_in BOOLEAN NOT NULL DEFAULT false,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE UNIQUE INDEX idx_discovery_objectives_active_context ON discovery_objectives (tenant_id, context_type) WHERE active;
CREATE INDEX idx_discovery_objectives_tenant ON discovery_objectives (tenant_id, created_at, id);

CREATE TABLE elicitation_sessions (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  context_type TEXT NOT NULL CHECK (context_type IN ('business_profile', 'idea_discovery', 'project_discovery')),
  objective_id UUID NOT NULL REFERENCES discovery_objectives (id),
  title TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('active', 'completed')),
  session_phase VARCHAR NOT NULL DEFAULT 'opening' CHECK (session_phase IN ('opening', 'exploration', 'validation', 'closing')),
  working_memory_snapshot JSONB,
  completeness_score NUMERIC(3,2) NOT NULL DEFAULT 0,
  required_satisfied INTEGER NOT NULL DEFAULT 0,
  required_total INTEGER NOT NULL DEFAULT 0,
  turn_count INTEGER NOT NULL DEFAULT 0,
  seq BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_elicitation_sessions_tenant ON elicitation_sessions (tenant_id, updated_at, id);
CREATE INDEX idx_elicitation_sessions_user ON elicitation_sessions (user_id, context_type, status);
CREATE INDEX idx_elicitation_sessions_objective ON elicitation_sessions (objective_id);

CREATE TABLE elicitation_obligations (
  session_id UUID NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  tenant_id UUID NOT NULL,
  obligation_key TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'partial', 'satisfied', 'deferred', 'skipped')),
  collection_type TEXT NOT NULL CHECK (collection_type IN ('direct_question', 'inferred', 'research')),
  widget_type TEXT NOT NULL CHECK (widget_type IN ('text', 'choice', 'multiselect', 'date', 'number')),
  dependencies JSONB NOT NULL DEFAULT '[]',
  source TEXT,
  origin_layer TEXT NOT NULL,
  origin_source_id UUID,
  pool_id TEXT,
  task_priority INTEGER NOT NULL,
  negotiation_state JSONB,
  confidence NUMERIC(3,2) NOT NULL DEFAULT 0,
  extracted_value JSONB,
  attempts INTEGER NOT NULL DEFAULT 0,
  max_attempts INTEGER NOT NULL,
  last_attempt_turn INTEGER,
  satisfied_at_turn INTEGER,
  category TEXT,
  field_path VARCHAR(500) NOT NULL,
  agent_notes TEXT,
  follow_up_strategy TEXT,
  satisfied_when TEXT,
  expertise_required TEXT,
  embedding BYTEA,
  PRIMARY KEY (session_id, obligation_key)
);

CREATE TABLE obligation_events (
  id UUID PRIMARY KEY,
  session_id UUID NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  tenant_id UUID NOT NULL,
  seq BIGINT NOT NULL,
  obligation_key TEXT NOT NULL,
  event_type TEXT NOT NULL CHECK (event_type IN (
    'created', 'status_changed', 'confidence_updated', 'value_extracted', 'negotiation', 'dependency_resolved', 'merged', 'split'
  )),
  old_status TEXT,
  new_status TEXT,
  old_confidence NUMERIC(3,2),
  new_confidence NUMERIC(3,2),
  source TEXT,
  metadata JSONB NOT NULL DEFAULT '{}',
  turn_number INTEGER NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_obligation_events_session ON obligation_events (session_id, seq);

CREATE TABLE discovery_session_summaries (
  id UUID PRIMARY KEY,
  session_id UUID NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  tenant_id UUID NOT NULL,
  summary_text TEXT NOT NULL,
  obligation_snapshot JSONB NOT NULL,
  research_summary JSONB NOT NULL,
  turn_range_start INTEGER NOT NULL,
  turn_range_end INTEGER NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_discovery_session_summaries_session ON discovery_session_summaries (session_id, turn_range_start);

CREATE TABLE discovery_research_tasks (
  id UUID PRIMARY KEY,
  session_id UUID NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  tenant_id UUID NOT NULL,
  obligation_key TEXT,
  task_type TEXT NOT NULL CHECK (task_type IN (
    'competitive_analysis', 'tech_feasibility', 'market_research', 'domain_research', 'integration_research'
  )),
  query TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed')),
  result JSONB,
  error_message TEXT,
  priority INTEGER NOT NULL DEFAULT 5,
  created_at TIMESTAMPTZ NOT NULL,
  started_at TIMESTAMPTZ,
  completed_at TIMESTAMPTZ
);
CREATE INDEX idx_discovery_research_tasks_session ON discovery_research_tasks (session_id, created_at);

-- No references, they would cost an index on every event: whoever deletes an interview deletes its events by hand.
-- The key is the fence: of two writers that saw the same last event, one fails here.
-- The event is JSON as it was written, as TEXT: JSONB would refuse a NUL character and reorder keys.
CREATE TABLE events (
  stream UUID NOT NULL,
  seq BIGINT NOT NULL,
  tenant_id UUID NOT NULL,
  at TIMESTAMPTZ NOT NULL,
  turn INTEGER NOT NULL,
  event TEXT NOT NULL,
  PRIMARY KEY (stream, seq)
);
