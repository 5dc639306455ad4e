-- Rows of before 33 are found by a part of their names too: the service writes them anew, as its own language folds letters, and
-- marks them. A row that a former version writes meanwhile is not marked.
ALTER TABLE applications ADD COLUMN folded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX applications_by_folded ON applications (folded, created_at, id);
ALTER TABLE locations ADD COLUMN folded INTEGER NOT NULL DEFAULT 0;
CREATE INDEX locations_by_folded ON locations (folded, created_at, id);
