-- Projects, their sources with what was found in them, the bytes of uploaded files, and facts.

CREATE TABLE projects (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  domain TEXT,
  category TEXT,
  description TEXT NOT NULL DEFAULT '',
  profile TEXT NOT NULL DEFAULT '{}',
  row_filter TEXT,
  generate_pack INTEGER NOT NULL DEFAULT 0 CHECK (generate_pack IN (0, 1)),
  pack TEXT,
  -- NULL reads as ready.
  state TEXT CHECK (state IN ('pack_generation_pending', 'pack_generation', 'pack_generation_done', 'ready')),
  created_by BLOB REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_projects_tenant ON projects (tenant_id, created_at, id);
CREATE INDEX idx_projects_person ON projects (created_by) WHERE created_by IS NOT NULL;

-- `name_key` is the name in lower case. What was found is one document: it is read whole and written whole.
CREATE TABLE project_sources (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('database', 'api', 'document', 'skill')),
  subtype TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  description TEXT,
  config TEXT NOT NULL DEFAULT '{}',
  secrets TEXT NOT NULL DEFAULT '[]',
  status TEXT NOT NULL,
  summary TEXT NOT NULL,
  warnings TEXT NOT NULL DEFAULT '[]',
  files TEXT NOT NULL DEFAULT '[]',
  found TEXT NOT NULL,
  created_by BLOB REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (project_id, name_key)
) STRICT;
CREATE INDEX idx_project_sources_project ON project_sources (project_id, created_at, id);
CREATE INDEX idx_project_sources_person ON project_sources (created_by) WHERE created_by IS NOT NULL;

-- A file's bytes, in parts that one statement can carry. They come before their source: without one they are removed later.
CREATE TABLE project_file_parts (
  file_id BLOB NOT NULL,
  part INTEGER NOT NULL,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  source_id BLOB REFERENCES project_sources (id) ON DELETE CASCADE,
  bytes BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (file_id, part)
) STRICT;
CREATE INDEX idx_project_file_parts_source ON project_file_parts (source_id);
CREATE INDEX idx_project_file_parts_lost ON project_file_parts (created_at) WHERE source_id IS NULL;

CREATE TABLE project_facts (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  -- NULL while it is a question without an answer.
  value TEXT,
  source TEXT NOT NULL,
  confidence REAL NOT NULL,
  context TEXT,
  created_by BLOB REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (project_id, name_key)
) STRICT;
CREATE INDEX idx_project_facts_person ON project_facts (created_by) WHERE created_by IS NOT NULL;
