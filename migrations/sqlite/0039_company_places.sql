-- Places that a tenant adds to the gazetteer: searches for companies know them beside the built-in ones.

CREATE TABLE company_places (
  id BLOB NOT NULL PRIMARY KEY,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  -- The words of the name as they are compared.
  name_key TEXT NOT NULL,
  aliases TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('emirate', 'city', 'free_zone', 'mainland', 'district')),
  city TEXT,
  region TEXT,
  country TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (tenant_id, name_key)
) STRICT;
