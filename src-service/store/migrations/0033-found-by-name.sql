-- Locations and applications are found by a part of their names, in lower case. No index finds a part: the names are carried
-- in that of the list, so that nothing but them is looked through. Applications of before have it with their next change.
UPDATE locations SET name = lower(name);
DROP INDEX locations_by_age;
CREATE INDEX locations_by_age ON locations (account_id, created_at, id, name);
DROP INDEX locations_by_business;
CREATE INDEX locations_by_business ON locations (account_id, business_id, created_at, id, name);
ALTER TABLE applications ADD COLUMN names TEXT NOT NULL DEFAULT '';
DROP INDEX applications_by_age;
CREATE INDEX applications_by_age ON applications (account_id, created_at, id, names);
-- By status of a business or of a partner: neither index alone narrows both.
CREATE INDEX applications_by_business_status ON applications (account_id, business_id, status, created_at, id);
CREATE INDEX applications_by_partner_status ON applications (account_id, partner_id, status, created_at, id);
