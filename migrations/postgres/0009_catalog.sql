-- Projects, their sources with what was found in them, the bytes of uploaded files, and facts.

CREATE TABLE projects (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  domain TEXT,
  category TEXT,
  description TEXT NOT NULL DEFAULT '',
  profile JSONB NOT NULL DEFAULT '{}',
  row_filter JSONB,
  generate_pack BOOLEAN NOT NULL DEFAULT FALSE,
  pack JSONB,
  -- NULL reads as ready.
  state TEXT CHECK (state IN ('pack_generation_pending', 'pack_generation', 'pack_generation_done', 'ready')),
  created_by UUID REFERENCES users (id) ON DELETE SET NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_projects_tenant ON projects (tenant_id, created_at, id);
CREATE INDEX idx_projects_person ON projects (created_by) WHERE created_by IS NOT NULL;

-- `name_key` is the name in lower case. What was found is one document: it is read whole and written whole.
CREATE TABLE project_sources (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL,
  project_id UUID NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('database', 'api', 'document', 'skill')),
  subtype TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  description TEXT,
  config JSONB NOT NULL DEFAULT '{}',
  secrets JSONB NOT NULL DEFAULT '[]',
  status TEXT NOT NULL,
  summary JSONB NOT NULL,
  warnings JSONB NOT NULL DEFAULT '[]',
  files JSONB NOT NULL DEFAULT '[]',
  found TEXT NOT NULL,
  created_by UUID REFERENCES users (id) ON DELETE SET NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  UNIQUE (project_id, name_key)
);
CREATE INDEX idx_project_sources_project ON project_sources (project_id, created_at, id);
CREATE INDEX idx_project_sources_person ON project_sources (created_by) WHERE created_by IS NOT NULL;

-- A file's bytes, in parts that one statement can carry. They come before their source: without one they are removed later.
CREATE TABLE project_file_parts (
  file_id UUID NOT NULL,
  part INTEGER NOT NULL,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  source_id UUID REFERENCES project_sources (id) ON DELETE CASCADE,
  bytes BYTEA NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (file_id, part)
);
CREATE INDEX idx_project_file_parts_source ON project_file_parts (source_id);
CREATE INDEX idx_project_file_parts_lost ON project_file_parts (created_at) WHERE source_id IS NULL;

CREATE TABLE project_facts (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL,
  project_id UUID NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  -- NULL while it is a question without an answer.
  value JSONB,
  source TEXT NOT NULL,
  confidence DOUBLE PRECISION NOT NULL,
  context TEXT,
  created_by UUID REFERENCES users (id) ON DELETE SET NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  UNIQUE (project_id, name_key)
);
CREATE INDEX idx_project_facts_person ON project_facts (created_by) WHERE created_by IS NOT NULL;
