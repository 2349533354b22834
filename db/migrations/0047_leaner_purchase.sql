-- What a purchase writes into indexes that nobody finds it by while it is under way. A large table has these built
-- `concurrently` by hand before the update; they are found here by their names then.
-- Unused since d6fb7188: that release finds the same rows by them where its statements or the values that they are planned
-- with say what the narrower ones hold; its list of payments and its search by a code, which staff open, its count of what
-- waits, and the return of a browser from its bank read the whole table until its turn.

-- A payment that is open or at the acquirer just now is found by its deadline: two versions of three stand in none of these.
create index if not exists payment_newest_at_rest on payment (created_at desc, id desc)
  where state not in ('created', 'authorising');
drop index payment_newest;

create index if not exists payment_lot_at_rest on payment (lot_id, created_at desc, id desc)
  where state not in ('created', 'authorising');
drop index payment_lot;

create index if not exists payment_in_state_at_rest on payment (state, created_at desc, id desc)
  where state not in ('created', 'authorising', 'captured');
drop index payment_in_state;

create index if not exists payment_code_at_rest on payment (ticket_code)
  where state not in ('created', 'authorising');
drop index payment_ticket_code;

-- A return address names its attempt.
alter table attempt drop constraint attempt_return_nonce_hash_key;

-- As customers, acquirers do most of what is done: read by its time it is found at once.
create index if not exists audit_staff on audit (actor, at, id) where actor not in ('customer', 'acquirer');
drop index audit_actor;

-- A row of the gates' feed is found by its car park, one that was paid by its ticket, never by its number alone.
alter table equipment_event drop constraint equipment_event_pkey;
alter table paid_segment drop constraint paid_segment_pkey;

-- Entries of the books come in the order of time, and are read by days.
create index if not exists ledger_by_day on ledger using brin (at) with (pages_per_range = 4);
drop index ledger_at;
