-- The back office's daily work: finding a ticket or a payment among very many, giving money back, lost tickets.

-- A replacement for a lost ticket: the same stay under a new code, with the tariff's fee of that day.
alter table ticket add column fee_cents bigint not null default 0 check (fee_cents >= 0);
alter table ticket add column replaces_id bigint unique references ticket;

create index ticket_lot on ticket (lot_id, id desc);
create index ticket_inside_newest on ticket (lot_id, id desc) where exited_at is null and blocked_at is null;
create index ticket_blocked on ticket (id desc) where blocked_at is not null;
create index equipment_event_code on equipment_event (ticket_code);

-- Which car park a payment is for, so that nobody has to ask its ticket or its reservation.
alter table payment add column lot_id integer references lot;
update payment set lot_id = ticket.lot_id from ticket where ticket.id = payment.ticket_id;
update payment set lot_id = reservation.lot_id from reservation
  where reservation.payment_id = payment.id and payment.lot_id is null;
create index payment_newest on payment (created_at desc, id desc);
create index payment_lot on payment (lot_id, created_at desc, id desc);
create index payment_state on payment (state, created_at desc, id desc);
create index attempt_nsu on attempt (nsu) where nsu is not null;
create index attempt_last_digits on attempt (card_last_digits, payment_id desc);
create index ledger_payment on ledger (payment_id);
create index paid_segment_payment on paid_segment (payment_id) where payment_id is not null;
create index reservation_plate on reservation (plate, id desc);

-- Money that staff give back, wholly or in part. The ledger says what the acquirer has confirmed.
create table refund (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  attempt_id bigint not null references attempt,
  amount_cents bigint not null check (amount_cents > 0),
  -- what the acquirer has given back of the sale in all, once this one is done
  target_cents bigint not null,
  reason text not null,
  state text not null check (state in ('asked', 'confirmed', 'refused')),
  return_code text,
  actor text not null,
  asked_at timestamptz not null,
  -- until then one caller has the acquirer to itself
  claimed_until_at timestamptz,
  ended_at timestamptz,
  check (target_cents >= amount_cents)
);
create index refund_payment on refund (payment_id);
create unique index refund_one_at_a_time on refund (payment_id) where state = 'asked';
