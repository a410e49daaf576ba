-- Why a source could not be read. Sources are read beside the call that adds them, each as a stream of its own.
ALTER TABLE project_sources ADD COLUMN error TEXT;
