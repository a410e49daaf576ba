-- A pool of questions may belong to a project: it joins the interviews of that project only.
ALTER TABLE question_pools ADD COLUMN project_id BLOB REFERENCES projects (id) ON DELETE CASCADE;
CREATE INDEX idx_question_pools_project ON question_pools (project_id) WHERE project_id IS NOT NULL;
