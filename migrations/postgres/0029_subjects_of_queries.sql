-- What a query belongs to, where it is more than a person's own question: a run, an ask. Each kind has a quota of lines of its own.
ALTER TABLE query_log ADD COLUMN subject_kind TEXT;
ALTER TABLE query_log ADD COLUMN subject_id UUID;
CREATE INDEX idx_query_log_subject ON query_log (subject_id, at) WHERE subject_id IS NOT NULL;
