-- Domain packs that tenants imported, and the prompts that projects changed.

CREATE TABLE domain_packs (
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  domain TEXT NOT NULL,
  category TEXT NOT NULL,
  version TEXT NOT NULL,
  pack JSONB NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (tenant_id, slug)
);

CREATE TABLE project_prompts (
  project_id UUID NOT NULL REFERENCES projects (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  tenant_id UUID NOT NULL,
  text TEXT NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (project_id, name)
);
