-- Pipelines from findings to specifications: where each is, every attempt at its stages, what became of each opportunity, what its
-- agents were called for, and how often a receiver rejected what a producer made. People also rate opportunities.

CREATE TABLE opportunity_pipelines (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- It belongs to the project, also after who began it is gone.
  created_by BLOB REFERENCES users (id) ON DELETE SET NULL,
  -- The opportunity of another pipeline whose experiment it goes on from.
  experiment_of BLOB,
  -- What its findings are from: `insight`, `interview`, `company`, `ask`, `pasted`, `experiment`, with a comma between several.
  source TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed', 'stopped')),
  stage TEXT NOT NULL CHECK (stage IN ('exploration', 'opportunity_framing', 'solution_validation', 'feasibility_risk',
    'prioritization', 'human_review')),
  engine TEXT NOT NULL,
  error TEXT,
  findings INTEGER NOT NULL,
  opportunities INTEGER NOT NULL,
  undecided INTEGER NOT NULL,
  warned INTEGER NOT NULL,
  -- Millionths of a US dollar.
  cost_micros INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  finished_at INTEGER,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_opportunity_pipelines_project ON opportunity_pipelines (project_id, created_at, id);
CREATE INDEX idx_opportunity_pipelines_tenant ON opportunity_pipelines (tenant_id, created_at, id);
CREATE INDEX idx_opportunity_pipelines_person ON opportunity_pipelines (created_by) WHERE created_by IS NOT NULL;

CREATE TABLE opportunity_stages (
  pipeline_id BLOB NOT NULL REFERENCES opportunity_pipelines (id) ON DELETE CASCADE,
  stage TEXT NOT NULL CHECK (stage IN ('exploration', 'opportunity_framing', 'solution_validation', 'feasibility_risk',
    'prioritization', 'human_review')),
  -- From 1; 0 where the pipeline before it did the stage.
  attempt INTEGER NOT NULL,
  tenant_id BLOB NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'checkpoint_reached', 'completed', 'failed', 'sent_back')),
  -- The quality flags of its checkpoint.
  briefs_produced INTEGER NOT NULL,
  validation_rejections INTEGER NOT NULL,
  validation_retries INTEGER NOT NULL,
  -- In and out, of all its calls.
  tokens INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  PRIMARY KEY (pipeline_id, stage, attempt)
) STRICT;
-- A pipeline works on one stage at a time.
CREATE UNIQUE INDEX idx_opportunity_stages_active ON opportunity_stages (pipeline_id) WHERE status = 'in_progress';

CREATE TABLE opportunities (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  pipeline_id BLOB NOT NULL REFERENCES opportunity_pipelines (id) ON DELETE CASCADE,
  affected_area TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('in_progress', 'in_review', 'accepted', 'rejected', 'deferred', 'split')),
  rank INTEGER,
  -- A reviewer's, before the rank.
  priority INTEGER,
  is_warned INTEGER NOT NULL,
  -- The last one, with its reasoning.
  decision TEXT CHECK (decision IN ('accepted', 'rejected', 'deferred', 'sent_back', 'priority_adjusted')),
  reasoning TEXT,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_opportunities_pipeline ON opportunities (pipeline_id);
CREATE INDEX idx_opportunities_project ON opportunities (project_id, updated_at, id);

CREATE TABLE opportunity_calls (
  pipeline_id BLOB NOT NULL REFERENCES opportunity_pipelines (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  tenant_id BLOB NOT NULL,
  stage TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  cycle INTEGER,
  agent TEXT NOT NULL CHECK (agent IN ('OpportunityPM', 'SolutionDesigner', 'FeasibilityDesigner', 'TPMAgent')),
  purpose TEXT NOT NULL CHECK (purpose IN ('produce', 'validate', 'revise')),
  engine TEXT NOT NULL,
  prompt_version TEXT NOT NULL,
  items INTEGER NOT NULL,
  -- The opportunity, where the call was about one.
  item BLOB,
  outcome TEXT NOT NULL CHECK (outcome IN ('used', 'malformed', 'failed')),
  error TEXT,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cost_micros INTEGER NOT NULL,
  elapsed_ms INTEGER NOT NULL,
  at INTEGER NOT NULL,
  PRIMARY KEY (pipeline_id, number)
) STRICT;

CREATE TABLE opportunity_validations (
  pipeline_id BLOB NOT NULL REFERENCES opportunity_pipelines (id) ON DELETE CASCADE,
  stage TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  cycle INTEGER NOT NULL,
  tenant_id BLOB NOT NULL,
  boundary TEXT NOT NULL CHECK (boundary IN ('1-2', '2-3', '3-4')),
  producer_engine TEXT NOT NULL,
  producer_version TEXT NOT NULL,
  items INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  PRIMARY KEY (pipeline_id, stage, attempt, cycle)
) STRICT;
CREATE INDEX idx_opportunity_validations_first ON opportunity_validations (tenant_id) WHERE cycle = 1;

-- SQLite changes no CHECK: the table is written anew.
CREATE TABLE project_feedback_new (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  target_type TEXT NOT NULL CHECK (target_type IN ('insight', 'recommendation', 'opportunity')),
  target TEXT NOT NULL,
  name TEXT NOT NULL,
  rating TEXT NOT NULL CHECK (rating IN ('like', 'dislike')),
  comment TEXT,
  at INTEGER NOT NULL,
  UNIQUE (project_id, user_id, target_type, target)
) STRICT;
INSERT INTO project_feedback_new (id, tenant_id, project_id, user_id, target_type, target, name, rating, comment, at)
  SELECT id, tenant_id, project_id, user_id, target_type, target, name, rating, comment, at FROM project_feedback;
DROP TABLE project_feedback;
ALTER TABLE project_feedback_new RENAME TO project_feedback;
CREATE INDEX idx_project_feedback_project ON project_feedback (project_id, at, id);
CREATE INDEX idx_project_feedback_person ON project_feedback (user_id);
