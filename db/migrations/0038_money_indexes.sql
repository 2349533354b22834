-- What a capture is booked by, once: one index of the ledger does the work of two.
-- Unused since e5dd220: the same captures are refused, and it leads to the entries of an attempt, refunds among them, too.
create unique index if not exists ledger_of_attempt on ledger (attempt_id, (case when kind = 'capture' then taken_before_cents end));
do $$ begin
  -- One that was prepared by hand and not finished refuses nothing.
  if not exists (select from pg_index where indexrelid = 'ledger_of_attempt'::regclass and indisvalid and indisunique) then
    raise exception 'the index ledger_of_attempt is not valid: drop it, and start again';
  end if;
end $$;
drop index ledger_one_capture_per_attempt;
drop index ledger_attempt;
alter index ledger_of_attempt rename to ledger_one_capture_per_attempt;
