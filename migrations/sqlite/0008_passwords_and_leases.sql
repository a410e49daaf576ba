-- Links under which a person gives themselves a new password, once; only their hashes. One for each person: a newer one replaces it.
CREATE TABLE password_links (
  user_id BLOB NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  hash BLOB NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;

-- While a call under an idempotency key is carried out, its row says until when nobody else may begin it; NULL once it is answered.
ALTER TABLE idempotency_keys ADD COLUMN leased_until INTEGER;
