-- Queries that people keep under a name for everybody in their project.

CREATE TABLE saved_queries (
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  -- The name in small letters.
  name_key TEXT NOT NULL,
  tenant_id BLOB NOT NULL,
  name TEXT NOT NULL,
  sql_text TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, name_key)
) STRICT;
