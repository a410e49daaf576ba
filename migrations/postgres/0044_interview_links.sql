-- Interviews that are put away, or deleted until they are removed for good; links by which others read an interview or are asked its
-- questions; and who came by such a link.
ALTER TABLE streams ADD COLUMN deleted_at TIMESTAMPTZ;
CREATE INDEX idx_streams_deleted ON streams (deleted_at) WHERE deleted_at IS NOT NULL;
ALTER TABLE elicitation_sessions ADD COLUMN archived_at TIMESTAMPTZ;
ALTER TABLE elicitation_sessions ADD COLUMN deleted_at TIMESTAMPTZ;

CREATE TABLE interview_links (
  id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The interview that is read, or whose questions are asked.
  session_id UUID NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('read', 'invite')),
  -- SHA-256 of what the address says.
  hash BYTEA NOT NULL UNIQUE,
  transcript BOOLEAN NOT NULL,
  uses INTEGER NOT NULL,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  revoked_at TIMESTAMPTZ
);
CREATE INDEX idx_interview_links_session ON interview_links (session_id, created_at, id);
CREATE INDEX idx_interview_links_user ON interview_links (user_id);

-- Interviews of people without an account, each in the list of whoever invited them.
CREATE TABLE interview_guests (
  session_id UUID NOT NULL PRIMARY KEY,
  tenant_id UUID NOT NULL,
  user_id UUID NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  link_id UUID NOT NULL,
  -- SHA-256 of what the guest's browser keeps.
  hash BYTEA NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_interview_guests_user ON interview_guests (user_id);
