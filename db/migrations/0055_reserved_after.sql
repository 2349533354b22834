-- The newest ticket when a space was reserved: whether a car's ticket came after it goes by the order of the database, for two
-- instances' clocks differ. Empty: the release before made it.
alter table reservation add column after_ticket_id bigint;
