-- More of what a purchase writes that nobody reads by: five entries of indexes. Each statement takes milliseconds, whatever the
-- table's size: only the two last build something, and read a table that holds a month at most.

-- Unused since 2bf857f2: a row of the trail, of the ledger, or of what a guest agreed to is found by its thing or its time,
-- never by its number, which an identity gives out once.
alter table audit drop constraint audit_pkey;
alter table ledger drop constraint ledger_pkey;
alter table consent drop constraint consent_pkey;

-- Every row that comes widens what the index says of its range, once that range has been looked over: of fewer pages, fewer.
drop index equipment_event_at;
create index equipment_event_at on equipment_event using brin (at) with (pages_per_range = 4);
drop index rate_mark_at;
create index rate_mark_at on rate_mark using brin (at) with (pages_per_range = 4);
