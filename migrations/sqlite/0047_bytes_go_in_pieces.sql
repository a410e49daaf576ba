-- The bytes of a deleted source's files do not go in the statement that removes it: whatever else is to be written would wait for all of
-- them. They belong to nobody then, and are removed in pieces. Those of files from before 0046 still go with their source.
DROP TRIGGER project_files_removed;
