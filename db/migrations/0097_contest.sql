-- A driver's objection to a payment, from the call to its end (docs/back-office.md#reclamações).
create table contest (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment (id) on delete cascade,
  reason text not null check (reason in ('charged_twice', 'wrong_price', 'gate_closed', 'not_mine', 'other')),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'done', 'withdrawn')),
  text text,
  -- Where the payment has none.
  email text,
  opened_at timestamp with time zone not null,
  answer_by_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  answer text,
  reopened_at timestamp with time zone,
  reopened_text text,
  -- The rule that decided; null where staff did.
  rule text check (rule in ('paid_twice', 'same_segment', 'lower_price')),
  refund_id bigint references refund (id) on delete set null,
  refund_cents bigint not null default 0,
  -- Paid to the driver beside the refund, as staff recorded it.
  extra_paid_cents bigint not null default 0
);
create index contest_payment on contest (payment_id);
create index contest_opened on contest (opened_at);
create unique index contest_standing on contest (payment_id) where state in ('open', 'accepted', 'declined');
