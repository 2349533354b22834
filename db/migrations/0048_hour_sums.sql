-- What the books keep of what happened, by the hour (docs/decisions/0022-sums-by-the-hour.md).
create table hour_sum (
  -- what is summed: captures by Pix and others, refunds, payments at machines, entries
  kind text not null check (kind in ('pix', 'card', 'refund', 'machine', 'entry')),
  -- 0 where a payment names none
  lot_id integer not null,
  -- the payments' own, which their days are cut by; empty where the car park's decides, which may change
  time_zone text not null,
  -- its beginning
  hour_at timestamptz not null,
  amount_cents bigint not null,
  n bigint not null,
  primary key (hour_at, kind, lot_id, time_zone)
);

-- Up to which number the rows of a table are in those sums.
create table hour_sum_upto (
  source text primary key check (source in ('ledger', 'paid_segment', 'ticket')),
  number bigint not null
);
insert into hour_sum_upto (source, number) values ('ledger', 0), ('paid_segment', 0), ('ticket', 0);

-- What has come since: read by its number. Who pays at the portal writes into neither, but for the ranges of the first.
-- Unused since fecec227: that release reads the same days by the first column of the new one.
create index if not exists ledger_by_day_and_number on ledger using brin (at, id) with (pages_per_range = 4);
drop index ledger_by_day;
create index if not exists paid_segment_machine_number on paid_segment (id) where source = 'machine';
