-- Discovery runs: where each is, its steps, what it goes on with after its server died, what it found, and what people think of that.

CREATE TABLE discovery_runs (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  created_by BLOB REFERENCES users (id) ON DELETE SET NULL,
  request TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('pending', 'running', 'completed', 'failed', 'cancelled')),
  phase TEXT NOT NULL,
  run_type TEXT CHECK (run_type IN ('full', 'partial', 'failed')),
  error TEXT,
  steps INTEGER NOT NULL,
  insights INTEGER NOT NULL,
  discovery_id BLOB,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_discovery_runs_project ON discovery_runs (project_id, created_at, id);
CREATE INDEX idx_discovery_runs_person ON discovery_runs (created_by) WHERE created_by IS NOT NULL;

CREATE TABLE discovery_run_steps (
  run_id BLOB NOT NULL REFERENCES discovery_runs (id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  tenant_id BLOB NOT NULL,
  kind TEXT NOT NULL,
  phase TEXT NOT NULL,
  status TEXT NOT NULL,
  step TEXT NOT NULL,
  PRIMARY KEY (run_id, number)
) STRICT;

CREATE TABLE discovery_run_memory (
  run_id BLOB NOT NULL REFERENCES discovery_runs (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  tenant_id BLOB NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (run_id, name)
) STRICT;

CREATE TABLE discoveries (
  id BLOB NOT NULL PRIMARY KEY,
  run_id BLOB NOT NULL REFERENCES discovery_runs (id) ON DELETE CASCADE,
  tenant_id BLOB NOT NULL,
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  result TEXT NOT NULL,
  logs TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_discoveries_project ON discoveries (project_id, created_at, id);
CREATE INDEX idx_discoveries_run ON discoveries (run_id);

CREATE TABLE project_feedback (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  target_type TEXT NOT NULL CHECK (target_type IN ('insight', 'recommendation')),
  target TEXT NOT NULL,
  name TEXT NOT NULL,
  rating TEXT NOT NULL CHECK (rating IN ('like', 'dislike')),
  comment TEXT,
  at INTEGER NOT NULL,
  UNIQUE (project_id, user_id, target_type, target)
) STRICT;
CREATE INDEX idx_project_feedback_project ON project_feedback (project_id, at, id);
CREATE INDEX idx_project_feedback_person ON project_feedback (user_id);
