-- One row for every stream of events, of whatever kind: the fence between nodes, who works on it, when somebody should look after
-- it, whether it is finished. Nothing else has to be read to know that.
CREATE TABLE streams (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  kind TEXT NOT NULL,
  -- Whose it is alone; NULL where everybody of the tenant may see it.
  owner_id BLOB REFERENCES users (id) ON DELETE CASCADE,
  project_id BLOB REFERENCES projects (id) ON DELETE CASCADE,
  -- The last event.
  seq INTEGER NOT NULL,
  open INTEGER NOT NULL,
  -- The node that works on it, and until when it has it to itself. Research in interviews keeps its leases in its events.
  lease_node BLOB,
  lease_until INTEGER,
  wake_at INTEGER,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idx_streams_owner ON streams (owner_id, kind) WHERE owner_id IS NOT NULL;
CREATE INDEX idx_streams_project ON streams (project_id, kind) WHERE project_id IS NOT NULL;
CREATE INDEX idx_streams_finished ON streams (tenant_id, kind, updated_at) WHERE NOT open;
CREATE INDEX idx_streams_wake ON streams (kind, wake_at) WHERE wake_at IS NOT NULL;

INSERT INTO streams (id, tenant_id, kind, owner_id, seq, open, wake_at, updated_at)
  SELECT s.id, s.tenant_id, 'interview', s.user_id, s.seq, s.status = 'active',
    (SELECT MAX(COALESCE(t.lease_until, t.created_at)) FROM discovery_research_tasks t
     WHERE t.session_id = s.id AND t.status IN ('pending', 'running')),
    s.updated_at
  FROM elicitation_sessions s;
DROP INDEX idx_discovery_research_tasks_open;
