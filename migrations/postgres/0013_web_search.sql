-- Whether a project's questions may also be searched for on the web.
ALTER TABLE projects ADD COLUMN web_search BOOLEAN NOT NULL DEFAULT FALSE;
