-- What an acquirer tells of a sale after it was paid or given back, each once however often it is told.
create table sale_event (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment (id),
  attempt_id bigint not null references attempt (id),
  kind text not null check (kind in ('chargeback', 'fraud_alert', 'void_denied', 'return_unseen', 'auto_cancelled', 'returned_outside')),
  -- The acquirer's number of it, else ours; empty where there is only one.
  number text not null,
  amount_cents bigint not null check (amount_cents > 0),
  text text,
  at timestamptz not null
);
create unique index sale_event_once on sale_event (attempt_id, kind, number);
create index sale_event_payment on sale_event (payment_id);

-- Each becomes a case.
alter table review_case drop constraint review_case_kind_check;
alter table review_case add constraint review_case_kind_check
  check (kind in ('paid_twice', 'late_answer', 'late_ending', 'late_give_back', 'late_refund', 'acquirer_setup', 'kept_again',
    'chargeback', 'fraud_alert', 'void_denied', 'return_unseen', 'auto_cancelled', 'returned_outside')) not valid;

-- A return that the acquirer denies after it was in the books is taken back there: a refund below zero.
alter table ledger drop constraint ledger_amount_cents_check;
alter table ledger add constraint ledger_amount_cents_check check (amount_cents > 0 or (kind = 'refund' and amount_cents < 0)) not valid;
