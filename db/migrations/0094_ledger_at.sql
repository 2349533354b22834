-- Movements are exported by instant, 1,000 rows at a time: without it each batch sorts every row of the period.
create index ledger_at on ledger (at, id);
