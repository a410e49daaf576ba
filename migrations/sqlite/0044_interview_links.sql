-- Interviews that are put away, or deleted until they are removed for good; links by which others read an interview or are asked its
-- questions; and who came by such a link.
ALTER TABLE streams ADD COLUMN deleted_at INTEGER;
CREATE INDEX idx_streams_deleted ON streams (deleted_at) WHERE deleted_at IS NOT NULL;
ALTER TABLE elicitation_sessions ADD COLUMN archived_at INTEGER;
ALTER TABLE elicitation_sessions ADD COLUMN deleted_at INTEGER;

CREATE TABLE interview_links (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The interview that is read, or whose questions are asked.
  session_id BLOB NOT NULL REFERENCES elicitation_sessions (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind IN ('read', 'invite')),
  -- SHA-256 of what the address says.
  hash BLOB NOT NULL UNIQUE,
  transcript INTEGER NOT NULL,
  uses INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  revoked_at INTEGER
) STRICT;
CREATE INDEX idx_interview_links_session ON interview_links (session_id, created_at, id);
CREATE INDEX idx_interview_links_user ON interview_links (user_id);

-- Interviews of people without an account, each in the list of whoever invited them.
CREATE TABLE interview_guests (
  session_id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL,
  user_id BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  link_id BLOB NOT NULL,
  -- SHA-256 of what the guest's browser keeps.
  hash BLOB NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX idx_interview_guests_user ON interview_guests (user_id);
