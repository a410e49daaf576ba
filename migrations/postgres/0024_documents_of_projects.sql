-- The documents of a project are searched by research too, and go with the source that they stand in.
ALTER TABLE research_sources ADD COLUMN project_source_id UUID REFERENCES project_sources (id) ON DELETE CASCADE;
CREATE INDEX idx_research_sources_project ON research_sources (project_source_id) WHERE project_source_id IS NOT NULL;
