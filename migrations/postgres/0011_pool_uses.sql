-- In which interviews a pool's questions stand. Interviews without pools pay nothing for it.
CREATE INDEX idx_elicitation_obligations_pool ON elicitation_obligations (tenant_id, origin_source_id, session_id)
  WHERE pool_id IS NOT NULL;
