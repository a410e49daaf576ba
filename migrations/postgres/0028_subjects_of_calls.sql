-- Which kind of stream a call to a model belongs to: interviews until now, whatever lives long from now on.
ALTER TABLE model_calls RENAME COLUMN session_id TO subject_id;
ALTER TABLE model_calls ADD COLUMN subject_kind TEXT;
UPDATE model_calls SET subject_kind = 'interview' WHERE subject_id IS NOT NULL;
