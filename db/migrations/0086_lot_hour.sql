-- Occupancy of a lot by hour (UTC), sampled at each upkeep (docs/back-office.md#ocupação).
create table lot_hour (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot (id),
  hour_at timestamp with time zone not null,
  spaces integer not null,
  taken_start integer not null,
  taken_max integer not null,
  -- At the last sample.
  taken_last integer not null,
  sampled_at timestamp with time zone not null,
  -- Taken spaces times milliseconds from the beginning of the hour to the last sample.
  taken_ms bigint not null,
  -- Null in a lot that only sensors count.
  cars_entered integer,
  cars_left integer,
  unique (hour_at, lot_id)
);
