-- One row while a cause lasts (docs/back-office.md#avisos). `raised_at` is null until the cause has lasted as long as its kind asks.
create table alert (
  id bigint generated always as identity primary key,
  kind text not null,
  lot_id integer references lot (id),
  ref text not null,
  text text not null,
  since timestamp with time zone not null,
  raised_at timestamp with time zone,
  cleared_at timestamp with time zone,
  -- User ids that have hidden the banner.
  seen_by integer[] not null default '{}'
);
create unique index alert_standing on alert (kind, coalesce(lot_id, 0), ref) where cleared_at is null;
create index alert_since on alert (since);
create index alert_cleared on alert (cleared_at) where cleared_at is not null;
