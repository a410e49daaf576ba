-- Why a task was asked for, and until when a node has it to itself: what nobody has is taken up.
ALTER TABLE discovery_research_tasks ADD COLUMN reason TEXT NOT NULL DEFAULT 'by_hand';
ALTER TABLE discovery_research_tasks ADD COLUMN lease_until TIMESTAMPTZ;
CREATE INDEX idx_discovery_research_tasks_open ON discovery_research_tasks (lease_until) WHERE status IN ('pending', 'running');
