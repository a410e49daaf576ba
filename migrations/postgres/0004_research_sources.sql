-- Pages that research read and documents that somebody of the tenant brought in, with their full text.

CREATE TABLE research_sources (
  id UUID PRIMARY KEY,
  tenant_id UUID NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  -- Empty for a document that was imported as text.
  url TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  accessed_at TIMESTAMPTZ NOT NULL,
  published_at TIMESTAMPTZ,
  imported_at TIMESTAMPTZ,
  imported_by UUID REFERENCES users (id) ON DELETE SET NULL,
  words TSVECTOR NOT NULL DEFAULT ''
);
-- An address may be longer than an index takes.
CREATE UNIQUE INDEX idx_research_sources_text ON research_sources (tenant_id, md5(url), sha256);
CREATE INDEX idx_research_sources_url ON research_sources (tenant_id, md5(url), accessed_at);
CREATE INDEX idx_research_sources_documents ON research_sources (tenant_id, imported_at, id) WHERE imported_at IS NOT NULL;
CREATE INDEX idx_research_sources_person ON research_sources (imported_by) WHERE imported_by IS NOT NULL;
CREATE INDEX idx_research_sources_words ON research_sources USING gin (words);

-- The index of one row holds at most 1 MB: of a text with more different words than that the beginning is found.
CREATE FUNCTION research_sources_index() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.words := setweight(to_tsvector('english', NEW.title), 'A') || setweight(to_tsvector('english', NEW.text), 'B');
  RETURN NEW;
EXCEPTION WHEN program_limit_exceeded THEN
  NEW.words := setweight(to_tsvector('english', NEW.title), 'A') || setweight(to_tsvector('english', left(NEW.text, 60000)), 'B');
  RETURN NEW;
END $$;
CREATE TRIGGER research_sources_added BEFORE INSERT ON research_sources FOR EACH ROW EXECUTE FUNCTION research_sources_index();

-- Title and text never change: a changed page is another source.
CREATE FUNCTION research_sources_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the text of a source does not change';
END $$;
CREATE TRIGGER research_sources_kept BEFORE UPDATE OF title, text, tenant_id ON research_sources
  FOR EACH ROW EXECUTE FUNCTION research_sources_refuse();
