-- Since when a source is deleted. Until it is removed for good nobody sees it, and whoever deleted it may take that back.
ALTER TABLE project_sources ADD COLUMN deleted_at TIMESTAMPTZ;
CREATE INDEX idx_project_sources_deleted ON project_sources (deleted_at) WHERE deleted_at IS NOT NULL;
