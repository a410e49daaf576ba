-- Domain packs that tenants imported, and the prompts that projects changed.

CREATE TABLE domain_packs (
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  domain TEXT NOT NULL,
  category TEXT NOT NULL,
  version TEXT NOT NULL,
  pack TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, slug)
) STRICT;

CREATE TABLE project_prompts (
  project_id BLOB NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  tenant_id BLOB NOT NULL,
  text TEXT NOT NULL,
  updated_at INTEGER NOT NULL,
  PRIMARY KEY (project_id, name)
) STRICT;
