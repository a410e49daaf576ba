-- What calls to models came to, kept as sums: a budget is held against them before every call, however many there were.
CREATE TABLE model_spending (
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  -- A day in UTC, as in model_calls, or an interview: its id in hexadecimal.
  spent_on TEXT NOT NULL,
  cost_nanos INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, spent_on)
);
INSERT INTO model_spending (tenant_id, spent_on, cost_nanos)
  SELECT tenant_id, day, COALESCE(SUM(cost_nanos), 0) FROM model_calls GROUP BY tenant_id, day;
INSERT INTO model_spending (tenant_id, spent_on, cost_nanos)
  SELECT tenant_id, lower(hex(session_id)), COALESCE(SUM(cost_nanos), 0) FROM model_calls
  WHERE session_id IS NOT NULL GROUP BY tenant_id, session_id;
