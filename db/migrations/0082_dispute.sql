-- What a cardholder or a bank takes back of a sale, from the acquirer's word to its end (docs/back-office.md#contestações).
create table dispute (
  id bigint generated always as identity primary key,
  sale_event_id bigint not null unique references sale_event (id) on delete cascade,
  payment_id bigint not null references payment (id) on delete cascade,
  kind text not null check (kind in ('chargeback', 'fraud_alert', 'med')),
  amount_cents bigint not null,
  state text not null default 'open' check (state in ('open', 'sent', 'accepted', 'won', 'lost')),
  told_at timestamp with time zone not null,
  -- Null where none is known.
  deadline_at timestamp with time zone,
  changed_at timestamp with time zone not null,
  reason text
);
create index dispute_payment on dispute (payment_id);
create index dispute_told on dispute (told_at);
create index dispute_open on dispute (deadline_at) where state = 'open';
