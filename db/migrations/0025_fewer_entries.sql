-- What a purchase writes into indexes that hardly anybody reads by.

-- What customers did is most of the trail: read by its time it is found at once.
drop index audit_actor;
create index audit_actor on audit (actor, at, id) where actor <> 'customer';

-- Only what is too old is looked for by these, and rows come in the order of time.
drop index rate_mark_at;
create index rate_mark_at on rate_mark using brin (at);
drop index equipment_event_at;
create index equipment_event_at on equipment_event using brin (at);
