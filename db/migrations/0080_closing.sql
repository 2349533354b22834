-- Daily closings of a lot (docs/back-office.md#fechamentos): numbered and insert-only, each with a digest over the one before.
alter table lot add column closing_delay_minutes integer not null default 60,
  add column closing_emails jsonb not null default '[]'::jsonb;

-- The day in which closings of a lot begin, and the numbers that were settled at that moment.
create table closing_start (
  lot_id integer primary key references lot (id),
  day date not null,
  ledger_id bigint not null,
  segment_id bigint not null
);

create table closing (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot (id),
  number integer not null check (number > 0),
  day date not null,
  time_zone text not null,
  -- Rows up to these numbers are counted.
  ledger_id bigint not null,
  segment_id bigint not null,
  take_id bigint not null default 0,
  adjustment_id bigint not null,
  cars_entered integer not null,
  cars_left integer not null,
  cars_inside integer not null,
  open_unknown integer not null,
  open_review integer not null,
  open_cents bigint not null,
  fee_estimate_cents bigint,
  digest text not null,
  made_at timestamp with time zone not null,
  unique (lot_id, number),
  unique (lot_id, day)
);

create table closing_line (
  id bigint generated always as identity primary key,
  closing_id bigint not null references closing (id),
  section text not null,
  method text,
  brand text,
  acquirer text,
  of_day date,
  count integer not null,
  amount_cents bigint not null
);
create index closing_line_closing on closing_line (closing_id);

create table closing_adjustment (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot (id),
  of_day date not null,
  amount_cents bigint not null check (amount_cents <> 0),
  reason text not null,
  actor text not null,
  at timestamp with time zone not null
);
create index closing_adjustment_lot on closing_adjustment (lot_id, id);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only', tg_table_name;
end $$;
create trigger insert_only before update or delete on closing for each row execute function refuse_change();
create trigger insert_only before update or delete on closing_line for each row execute function refuse_change();
create trigger insert_only before update or delete on closing_adjustment for each row execute function refuse_change();
