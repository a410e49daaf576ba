-- Whom an entry of the audit is about, and which object an answer kept for a repeated call is about: when they go, what names
-- them goes too. No references: entries outlive people.
ALTER TABLE audit_log ADD COLUMN about BLOB;
CREATE INDEX idx_audit_log_about ON audit_log (about) WHERE about IS NOT NULL;
CREATE INDEX idx_audit_log_user ON audit_log (user_id) WHERE user_id IS NOT NULL;

ALTER TABLE idempotency_keys ADD COLUMN about BLOB;
CREATE INDEX idx_idempotency_keys_about ON idempotency_keys (about) WHERE about IS NOT NULL;
