-- Pix: a third method, a payment that waits for its payer's bank app, and the id that the banks know a payment by.
alter table payment drop constraint payment_payment_type_check;
alter table payment add constraint payment_payment_type_check check (payment_type in (1, 2, 3));
alter table payment drop constraint payment_state_check;
alter table payment add constraint payment_state_check check (state in ('created', 'authorising', 'awaiting_cardholder',
  'awaiting_payment', 'unknown', 'authorised', 'capturing', 'captured', 'refunding', 'partly_refunded', 'refunded',
  'cancelled', 'expired', 'voided', 'review'));
drop index payment_watched;
create index payment_watched on payment (state)
  where state in ('authorising', 'awaiting_cardholder', 'awaiting_payment', 'unknown', 'refunding', 'review');

-- When the page's looking last had the bank asked.
alter table attempt add column looked_at timestamptz;
alter table attempt add column end_to_end_id text;
create index attempt_end_to_end on attempt (end_to_end_id) where end_to_end_id is not null;
alter table statement_line add column end_to_end_id text;

-- One code can be paid twice: each capture says what had been taken before it, so that none is booked twice.
alter table ledger add column taken_before_cents bigint not null default 0;
drop index ledger_one_capture_per_attempt;
create unique index ledger_one_capture_per_attempt on ledger (attempt_id, taken_before_cents) where kind = 'capture';
