-- Whether a project's questions may also be searched for on the web.
ALTER TABLE projects ADD COLUMN web_search INTEGER NOT NULL DEFAULT 0 CHECK (web_search IN (0, 1));
