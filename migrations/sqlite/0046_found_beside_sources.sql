-- What was found in a source may be many megabytes. In a table of its own, whoever lists sources does not read through it, and whoever
-- changes a source's state does not write it anew.
CREATE TABLE project_found (
  source_id BLOB NOT NULL PRIMARY KEY REFERENCES project_sources (id) ON DELETE CASCADE,
  found TEXT NOT NULL
) STRICT;
INSERT INTO project_found (source_id, found) SELECT id, found FROM project_sources;
ALTER TABLE project_sources DROP COLUMN found;

-- Whose a file is. Said of each of its parts (`source_id` there, which only older files have), a source that takes its files would write
-- all their bytes a second time.
CREATE TABLE project_files (
  file_id BLOB NOT NULL PRIMARY KEY,
  source_id BLOB NOT NULL REFERENCES project_sources (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX idx_project_files_source ON project_files (source_id);
INSERT INTO project_files (file_id, source_id) SELECT file_id, source_id FROM project_file_parts WHERE part = 0 AND source_id IS NOT NULL;
CREATE TRIGGER project_files_removed AFTER DELETE ON project_files BEGIN
  DELETE FROM project_file_parts WHERE file_id = old.file_id;
END;
DROP INDEX idx_project_file_parts_lost;

-- How much a tenant's files take is added up for each part that comes: from the index alone.
CREATE INDEX idx_project_file_parts_tenant ON project_file_parts (tenant_id, LENGTH(bytes));
