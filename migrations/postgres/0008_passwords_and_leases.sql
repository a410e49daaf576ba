-- Links under which a person gives themselves a new password, once; only their hashes. One for each person: a newer one replaces it.
CREATE TABLE password_links (
  user_id UUID NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  hash BYTEA NOT NULL UNIQUE,
  created_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL
);

-- While a call under an idempotency key is carried out, its row says until when nobody else may begin it; NULL once it is answered.
ALTER TABLE idempotency_keys ADD COLUMN leased_until TIMESTAMPTZ;
