-- What a capture is booked by, once: one index of the ledger does the work of two.
-- Unused since e5dd220: the same captures are refused, and it leads to the entries of an attempt, refunds among them, too.
create unique index if not exists ledger_of_attempt on ledger (attempt_id, (case when kind = 'capture' then taken_before_cents end));
drop index ledger_one_capture_per_attempt;
drop index ledger_attempt;
alter index ledger_of_attempt rename to ledger_one_capture_per_attempt;
