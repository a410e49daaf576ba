-- Which tables are told to a model ahead: seed patterns, how near to them, how many.
ALTER TABLE projects ADD COLUMN context_preload JSONB;
