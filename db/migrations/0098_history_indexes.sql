-- What a long history would have read whole. A large table has these built `concurrently` by hand before the update.

-- Refunds and reservations are exported by instant, 1,000 rows at a time.
create index if not exists refund_asked on refund (asked_at, id);
create index if not exists reservation_created on reservation (created_at, id);
-- A closing counts the waivers of its day, and the cars that were inside on it.
create index if not exists paid_segment_waiver on paid_segment (paid_at) where source = 'waiver';
create index if not exists ticket_exited on ticket (exited_at);
-- The alerts count the attempts of the last minutes.
create index if not exists attempt_started on attempt using brin (started_at) with (autosummarize = on);
