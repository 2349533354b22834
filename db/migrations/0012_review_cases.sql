-- What staff have to look at besides what a payment's own state says: each case once, with its sum.
create table review_case (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment (id),
  kind text not null check (kind in ('paid_twice', 'late_answer', 'late_ending', 'late_give_back', 'late_refund')),
  amount_cents bigint not null check (amount_cents > 0),
  opened_at timestamptz not null,
  closed_at timestamptz
);
create unique index review_case_open on review_case (payment_id, kind) where closed_at is null;
create index review_case_payment on review_case (payment_id);

-- What the janitor compares with its limits.
create index attempt_giving_back on attempt (answered_at) where state = 'giving_back';
create index payment_ending on payment (ending_at)
  where take_cents is not null and state in ('authorised', 'capturing', 'unknown', 'review');

-- Money that was to go back and that staff settled with the driver in another way.
alter table attempt drop constraint attempt_state_check;
alter table attempt add constraint attempt_state_check check (state in ('in_flight', 'challenged', 'unknown', 'refused',
  'unheard', 'abandoned', 'held', 'released', 'captured', 'giving_back', 'given_back', 'kept'));
