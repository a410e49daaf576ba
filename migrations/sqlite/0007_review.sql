-- What people think of messages, who reviews which transcript and what came of it, and a tenant's own pools of questions.

CREATE TABLE message_feedback (
  session_id BLOB NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  message_id BLOB NOT NULL,
  tenant_id BLOB NOT NULL,
  user_id BLOB NOT NULL,
  rating TEXT CHECK (rating IN ('like', 'dislike')),
  comment TEXT,
  excerpt TEXT NOT NULL,
  engine TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (session_id, message_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_message_feedback_tenant ON message_feedback (tenant_id, at, message_id);

CREATE TABLE transcript_reviews (
  session_id BLOB NOT NULL PRIMARY KEY REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  tenant_id BLOB NOT NULL,
  reserved_by BLOB REFERENCES users (id) ON DELETE SET NULL,
  reserved_until INTEGER,
  reviewed_by BLOB REFERENCES users (id) ON DELETE SET NULL,
  reviewed_at INTEGER,
  verdict TEXT CHECK (verdict IN ('good', 'mixed', 'bad')),
  rubric TEXT NOT NULL DEFAULT '{}',
  comment TEXT NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_transcript_reviews_tenant ON transcript_reviews (tenant_id);
CREATE INDEX idx_transcript_reviews_reserved_by ON transcript_reviews (reserved_by);
CREATE INDEX idx_transcript_reviews_reviewed_by ON transcript_reviews (reviewed_by);

CREATE TABLE question_pools (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  pool_id TEXT NOT NULL,
  display_name TEXT NOT NULL,
  context_type TEXT CHECK (context_type IN ('business_profile', 'idea_discovery', 'project_discovery')),
  obligations TEXT NOT NULL,
  active INTEGER NOT NULL DEFAULT 1 CHECK (active IN (0, 1)),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (tenant_id, pool_id)
) STRICT, WITHOUT ROWID;
