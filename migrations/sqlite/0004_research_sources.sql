-- Pages that research read and documents that somebody of the tenant brought in, with their full text.

CREATE TABLE research_sources (
  -- What the full-text index counts by.
  place INTEGER PRIMARY KEY,
  id BLOB NOT NULL UNIQUE,
  tenant_id BLOB NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  -- Empty for a document that was imported as text.
  url TEXT NOT NULL DEFAULT '',
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  accessed_at INTEGER NOT NULL,
  published_at INTEGER,
  imported_at INTEGER,
  imported_by BLOB REFERENCES users (id) ON DELETE SET NULL,
  -- The tenant as a word of the index, so that one tenant's search never walks through another's matches.
  owner TEXT NOT NULL GENERATED ALWAYS AS ('t' || lower(hex(tenant_id))) STORED,
  UNIQUE (tenant_id, url, sha256)
) STRICT;
CREATE INDEX idx_research_sources_url ON research_sources (tenant_id, url, accessed_at);
CREATE INDEX idx_research_sources_documents ON research_sources (tenant_id, imported_at, id) WHERE imported_at IS NOT NULL;
CREATE INDEX idx_research_sources_person ON research_sources (imported_by) WHERE imported_by IS NOT NULL;

CREATE VIRTUAL TABLE research_words USING fts5 (
  title, text, owner, content = 'research_sources', content_rowid = 'place', tokenize = 'porter unicode61 remove_diacritics 2'
);
CREATE TRIGGER research_sources_added AFTER INSERT ON research_sources BEGIN
  INSERT INTO research_words (rowid, title, text, owner) VALUES (new.place, new.title, new.text, new.owner);
END;
CREATE TRIGGER research_sources_removed AFTER DELETE ON research_sources BEGIN
  INSERT INTO research_words (research_words, rowid, title, text, owner)
  VALUES ('delete', old.place, old.title, old.text, old.owner);
END;
-- Title and text never change: a changed page is another source.
CREATE TRIGGER research_sources_kept BEFORE UPDATE OF title, text, tenant_id ON research_sources BEGIN
  SELECT raise(ABORT, 'the text of a source does not change');
END;
