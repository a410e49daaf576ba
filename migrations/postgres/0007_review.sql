-- What people think of messages, who reviews which transcript and what came of it, and a tenant's own pools of questions.

CREATE TABLE message_feedback (
  session_id UUID NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  message_id UUID NOT NULL,
  tenant_id UUID NOT NULL,
  user_id UUID NOT NULL,
  rating TEXT CHECK (rating IN ('like', 'dislike')),
  comment TEXT,
  excerpt TEXT NOT NULL,
  engine TEXT,
  at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (session_id, message_id)
);
CREATE INDEX idx_message_feedback_tenant ON message_feedback (tenant_id, at, message_id);

CREATE TABLE transcript_reviews (
  session_id UUID PRIMARY KEY REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  tenant_id UUID NOT NULL,
  reserved_by UUID REFERENCES users (id) ON DELETE SET NULL,
  reserved_until TIMESTAMPTZ,
  reviewed_by UUID REFERENCES users (id) ON DELETE SET NULL,
  reviewed_at TIMESTAMPTZ,
  verdict TEXT CHECK (verdict IN ('good', 'mixed', 'bad')),
  rubric JSONB NOT NULL DEFAULT '{}',
  comment TEXT NOT NULL DEFAULT ''
);
CREATE INDEX idx_transcript_reviews_tenant ON transcript_reviews (tenant_id);
CREATE INDEX idx_transcript_reviews_reserved_by ON transcript_reviews (reserved_by);
CREATE INDEX idx_transcript_reviews_reviewed_by ON transcript_reviews (reviewed_by);

CREATE TABLE question_pools (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  pool_id TEXT NOT NULL,
  display_name TEXT NOT NULL,
  context_type TEXT CHECK (context_type IN ('business_profile', 'idea_discovery', 'project_discovery')),
  obligations JSONB NOT NULL,
  active BOOLEAN NOT NULL DEFAULT TRUE,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  UNIQUE (tenant_id, pool_id)
);
