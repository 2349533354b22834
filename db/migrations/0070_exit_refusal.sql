-- What a gate answered to a car that may not leave, for the history of its ticket. Centavos that were due; null for nothing.
create table exit_refusal (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references ticket (id) on delete cascade,
  gate text not null,
  at timestamptz not null,
  reason text not null,
  due bigint
);
create index exit_refusal_ticket on exit_refusal (ticket_id);
create index exit_refusal_at on exit_refusal (at);

-- A stay that ended by staff's word with money due: what it cost in all, in centavos. Due is that less what was paid.
create table unpaid_exit (
  ticket_id bigint primary key references ticket (id) on delete cascade,
  cost_cents bigint not null,
  at timestamptz not null
);
