-- The bytes of a deleted source's files do not go in the statement that removes it, which may be too many for its time limit. They belong
-- to nobody then, and are removed in pieces. Those of files from before 0046 still go with their source.
DROP TRIGGER project_files_removed ON project_files;
DROP FUNCTION project_files_forget();
