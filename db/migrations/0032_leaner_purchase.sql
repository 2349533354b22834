-- What a purchase writes that nobody of this release or the one before reads by. Indexes that only the one before reads by
-- wait for the next (docs/performance.md#database-access-of-a-purchase).

-- No lot is ever deleted. The two references locked its row for each purchase, together with everybody else who was paying
-- there, which is written down each time.
alter table payment drop constraint payment_lot_id_fkey;
alter table equipment_event drop constraint equipment_event_lot_id_fkey;

-- A mark is found by its key or its attempt, never by its number.
alter table rate_mark drop constraint rate_mark_pkey;
