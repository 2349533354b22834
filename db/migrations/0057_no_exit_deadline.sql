-- A part of a stay that gives no exit deadline has none. This release reads null, and writes an instant before `paid_at`,
-- which the release before can read.
alter table paid_segment alter column exit_deadline_at drop not null;
