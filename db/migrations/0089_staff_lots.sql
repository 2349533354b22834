-- The lots that a staff member sees; null means all.
alter table user_account add column lot_ids integer[];
