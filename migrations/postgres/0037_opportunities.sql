-- Pipelines from findings to specifications: where each is, every attempt at its stages, what became of each opportunity, what its
-- agents were called for, and how often a receiver rejected what a producer made. People also rate opportunities.

CREATE TABLE opportunity_pipelines (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  project_id UUID NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- It belongs to the project, also after who began it is gone.
  created_by UUID REFERENCES users (id) ON DELETE SET NULL,
  -- The opportunity of another pipeline whose experiment it goes on from.
  experiment_of UUID,
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
  cost_micros BIGINT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  finished_at TIMESTAMPTZ,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_opportunity_pipelines_project ON opportunity_pipelines (project_id, created_at, id);
CREATE INDEX idx_opportunity_pipelines_tenant ON opportunity_pipelines (tenant_id, created_at, id);
CREATE INDEX idx_opportunity_pipelines_person ON opportunity_pipelines (created_by) WHERE created_by IS NOT NULL;

CREATE TABLE opportunity_stages (
  pipeline_id UUID NOT NULL REFERENCES opportunity_pipelines (id) ON DELETE CASCADE,
  stage TEXT NOT NULL CHECK (stage IN ('exploration', 'opportunity_framing', 'solution_validation', 'feasibility_risk',
    'prioritization', 'human_review')),
  -- From 1; 0 where the pipeline before it did the stage.
  attempt INTEGER NOT NULL,
  tenant_id UUID NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'in_progress', 'checkpoint_reached', 'completed', 'failed', 'sent_back')),
  -- The quality flags of its checkpoint.
  briefs_produced INTEGER NOT NULL,
  validation_rejections INTEGER NOT NULL,
  validation_retries INTEGER NOT NULL,
  -- In and out, of all its calls.
  tokens BIGINT NOT NULL,
  started_at TIMESTAMPTZ,
  finished_at TIMESTAMPTZ,
  PRIMARY KEY (pipeline_id, stage, attempt)
);
-- A pipeline works on one stage at a time.
CREATE UNIQUE INDEX idx_opportunity_stages_active ON opportunity_stages (pipeline_id) WHERE status = 'in_progress';

CREATE TABLE opportunities (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  project_id UUID NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  pipeline_id UUID NOT NULL REFERENCES opportunity_pipelines (id) ON DELETE CASCADE,
  affected_area TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('in_progress', 'in_review', 'accepted', 'rejected', 'deferred', 'split')),
  rank INTEGER,
  -- A reviewer's, before the rank.
  priority INTEGER,
  is_warned BOOLEAN NOT NULL,
  -- The last one, with its reasoning.
  decision TEXT CHECK (decision IN ('accepted', 'rejected', 'deferred', 'sent_back', 'priority_adjusted')),
  reasoning TEXT,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_opportunities_pipeline ON opportunities (pipeline_id);
CREATE INDEX idx_opportunities_project ON opportunities (project_id, updated_at, id);

CREATE TABLE opportunity_calls (
  pipeline_id UUID NOT NULL REFERENCES opportunity_pipelines (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  tenant_id UUID NOT NULL,
  stage TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  cycle INTEGER,
  agent TEXT NOT NULL CHECK (agent IN ('OpportunityPM', 'SolutionDesigner', 'FeasibilityDesigner', 'TPMAgent')),
  purpose TEXT NOT NULL CHECK (purpose IN ('produce', 'validate', 'revise')),
  engine TEXT NOT NULL,
  prompt_version TEXT NOT NULL,
  items INTEGER NOT NULL,
  -- The opportunity, where the call was about one.
  item UUID,
  outcome TEXT NOT NULL CHECK (outcome IN ('used', 'malformed', 'failed')),
  error TEXT,
  input_tokens BIGINT NOT NULL,
  output_tokens BIGINT NOT NULL,
  cost_micros BIGINT NOT NULL,
  elapsed_ms BIGINT NOT NULL,
  at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (pipeline_id, number)
);

CREATE TABLE opportunity_validations (
  pipeline_id UUID NOT NULL REFERENCES opportunity_pipelines (id) ON DELETE CASCADE,
  stage TEXT NOT NULL,
  attempt INTEGER NOT NULL,
  cycle INTEGER NOT NULL,
  tenant_id UUID NOT NULL,
  boundary TEXT NOT NULL CHECK (boundary IN ('1-2', '2-3', '3-4')),
  producer_engine TEXT NOT NULL,
  producer_version TEXT NOT NULL,
  items INTEGER NOT NULL,
  rejected INTEGER NOT NULL,
  PRIMARY KEY (pipeline_id, stage, attempt, cycle)
);
CREATE INDEX idx_opportunity_validations_first ON opportunity_validations (tenant_id) WHERE cycle = 1;

ALTER TABLE project_feedback DROP CONSTRAINT project_feedback_target_type_check;
ALTER TABLE project_feedback ADD CONSTRAINT project_feedback_target_type_check
  CHECK (target_type IN ('insight', 'recommendation', 'opportunity'));
