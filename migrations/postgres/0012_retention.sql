-- For how many days a tenant keeps interviews that are finished; NULL for ever.
ALTER TABLE tenants ADD COLUMN retention_days INTEGER CHECK (retention_days BETWEEN 1 AND 36500);
