-- Since when a project is deleted. Until it is removed for good nobody sees it, and whoever deleted it may take that back.
ALTER TABLE projects ADD COLUMN deleted_at INTEGER;
CREATE INDEX idx_projects_deleted ON projects (deleted_at) WHERE deleted_at IS NOT NULL;
