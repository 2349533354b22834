-- The garage: where cars are, what machines took, reserved spaces and the holds behind them.

-- Spaces that the law keeps for people of 60 and older, where a lot has them.
alter table lot add column total_elderly integer not null default 0;
alter table lot add column occupied_elderly integer not null default 0;
-- When a car last came or went; occupancy_at is when the sensors last counted.
alter table lot add column moved_at timestamptz;

-- Every car that came (1) or went (-1): a late report of the sensors is corrected by what moved after it.
create table car_movement (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot,
  space text not null check (space in ('normal', 'reserves')),
  change smallint not null check (abs(change) = 1),
  at timestamptz not null
);
create index car_movement_lot on car_movement (lot_id, at);

alter table ticket add column exit_gate text;
create index ticket_inside on ticket (lot_id, plate) where exited_at is null and plate is not null;
-- How a machine or cashier was paid, in its own word.
alter table paid_segment add column method text;

-- A hold that is being ended: how much of it to take (0 releases it all), and since when.
alter table payment add column take_cents bigint check (take_cents >= 0);
alter table payment add column ending_at timestamptz;

-- held: authorised, not taken; released: the hold ended without a capture.
alter table attempt drop constraint attempt_state_check;
alter table attempt add constraint attempt_state_check check (state in ('in_flight', 'challenged', 'unknown', 'refused',
  'abandoned', 'held', 'released', 'captured', 'giving_back', 'given_back'));

create table reservation (
  id bigint generated always as identity primary key,
  payment_id bigint not null unique references payment,
  user_id bigint references user_account on delete set null,
  vehicle_id bigint references vehicle on delete set null,
  vehicle_name text not null,
  plate text not null,
  lot_id integer not null references lot,
  -- the ticket's code from the start; the ticket itself comes into being at the entrance
  ticket_code char(13) not null unique,
  ticket_id bigint unique references ticket,
  -- what the QR code says, signed; random, so that it tells nothing
  gate_token text not null unique,
  state text not null check (state in ('held', 'preauthorised', 'entered', 'surplus_due', 'exit_confirmed', 'exited',
    'cancelled', 'no_show', 'released')),
  hold_cents bigint not null check (hold_cents > 0),
  -- kept on cancel and on no-show; never above the hold
  retained_cents bigint not null check (retained_cents >= 0 and retained_cents <= hold_cents),
  -- until when the present state may last
  deadline_at timestamptz,
  arrive_until_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- A car has one reservation at a time.
create unique index reservation_one_per_plate on reservation (plate)
  where state in ('held', 'preauthorised', 'entered', 'surplus_due', 'exit_confirmed');
create index reservation_lot on reservation (lot_id)
  where state in ('held', 'preauthorised', 'entered', 'surplus_due', 'exit_confirmed');
create index reservation_waiting on reservation (deadline_at) where deadline_at is not null;
create index reservation_user on reservation (user_id, id desc) where user_id is not null;
