-- What was found in a source may be many megabytes: it lies beside the source's row.
CREATE TABLE project_found (
  source_id UUID PRIMARY KEY REFERENCES project_sources (id) ON DELETE CASCADE,
  found TEXT NOT NULL
);
INSERT INTO project_found (source_id, found) SELECT id, found FROM project_sources;
ALTER TABLE project_sources DROP COLUMN found;

-- Whose a file is. Said of each of its parts (`source_id` there, which only older files have), all parts would be written a second time.
CREATE TABLE project_files (
  file_id UUID PRIMARY KEY,
  source_id UUID NOT NULL REFERENCES project_sources (id) ON DELETE CASCADE
);
CREATE INDEX idx_project_files_source ON project_files (source_id);
INSERT INTO project_files (file_id, source_id) SELECT file_id, source_id FROM project_file_parts WHERE part = 0 AND source_id IS NOT NULL;
CREATE FUNCTION project_files_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM project_file_parts WHERE file_id = OLD.file_id;
  RETURN NULL;
END;
$$;
CREATE TRIGGER project_files_removed AFTER DELETE ON project_files FOR EACH ROW EXECUTE FUNCTION project_files_forget();
DROP INDEX idx_project_file_parts_lost;

-- How much a tenant's files take is added up for each part that comes.
CREATE INDEX idx_project_file_parts_tenant ON project_file_parts (tenant_id);
