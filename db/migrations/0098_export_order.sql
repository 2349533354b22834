-- Refunds and reservations are exported by instant, 1,000 rows at a time: without these each batch sorts every row.
create index refund_asked on refund (asked_at, id);
create index reservation_created on reservation (created_at, id);
