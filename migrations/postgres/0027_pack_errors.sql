-- Why the last pack of a project could not be drafted.
ALTER TABLE projects ADD COLUMN pack_error TEXT;
