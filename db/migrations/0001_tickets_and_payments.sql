-- Money is integer centavos (bigint), time is timestamptz. The same file runs on PostgreSQL and on PGlite.

create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

create table session (
  id_hash text primary key,
  user_id bigint,
  data jsonb not null default '{}',
  human_until_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_expires on session (expires_at);

-- A solved human check may be used once; kept until the challenge would have expired anyway.
create table used_challenge (
  hash text primary key,
  expires_at timestamptz not null
);

create table city (
  id integer primary key,
  name text not null,
  state char(2) not null,
  search text not null
);
create index city_search on city (search text_pattern_ops, state);

create table lot (
  id integer primary key,
  name text not null,
  time_zone text not null,
  total_normal integer not null default 0,
  total_pregnant integer not null default 0,
  total_disabilities integer not null default 0,
  total_reserves integer not null default 0,
  occupied_normal integer not null default 0,
  occupied_pregnant integer not null default 0,
  occupied_disabilities integer not null default 0,
  occupied_reserves integer not null default 0,
  occupancy_at timestamptz
);

-- A change of tariff is a new version; a ticket keeps the version of its entry.
create table tariff (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot,
  version integer not null,
  name text not null,
  rules jsonb not null,
  created_at timestamptz not null,
  unique (lot_id, version)
);

create table device (
  id bigint generated always as identity primary key,
  name text not null,
  key_hash text not null unique,
  lot_ids integer[] not null,
  created_at timestamptz not null,
  revoked_at timestamptz
);

create table device_answer (
  device_id bigint not null references device,
  idempotency_key text not null,
  request_hash text not null,
  body jsonb not null,
  created_at timestamptz not null,
  primary key (device_id, idempotency_key)
);

create table ticket (
  id bigint generated always as identity primary key,
  code char(13) not null unique,
  lot_id integer not null references lot,
  tariff_id bigint not null references tariff,
  gate text not null,
  plate text,
  entered_at timestamptz not null,
  exited_at timestamptz,
  blocked_at timestamptz,
  created_at timestamptz not null
);
create index ticket_plate on ticket (plate) where plate is not null;

create table payment (
  id bigint generated always as identity primary key,
  token text not null unique,
  session_hash text not null,
  user_id bigint,
  destination smallint not null check (destination in (1, 2)),
  payment_type smallint not null check (payment_type in (1, 2)),
  ticket_id bigint references ticket,
  -- facts of the ticket that never change, so that a payment can be shown by itself
  ticket_code char(13) not null,
  time_zone text not null,
  -- which stay of the ticket this pays: 1, then 2 for the surplus after the first deadline, and so on
  segment_n integer not null,
  amount_cents bigint not null check (amount_cents > 0),
  breakdown jsonb not null,
  price_expires_at timestamptz not null,
  state text not null check (state in ('created', 'authorising', 'awaiting_cardholder', 'unknown', 'authorised',
    'capturing', 'captured', 'refunding', 'partly_refunded', 'refunded', 'cancelled', 'expired', 'voided', 'review')),
  -- every state that waits for somebody says until when
  deadline_at timestamptz,
  reason text,
  payer jsonb,
  paid_at timestamptz,
  exit_deadline_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
-- One payment in flight or kept for each stay of a ticket: the second of two payers is told so.
create unique index payment_one_per_stay on payment (ticket_id, segment_n)
  where state in ('authorising', 'awaiting_cardholder', 'unknown', 'authorised', 'capturing', 'captured',
    'partly_refunded', 'review');
create unique index payment_one_open_per_session on payment (ticket_id, session_hash) where state = 'created';
-- What the metrics count.
create index payment_watched on payment (state)
  where state in ('authorising', 'awaiting_cardholder', 'unknown', 'refunding', 'review');
create index payment_waiting on payment (deadline_at) where deadline_at is not null;
create index payment_ticket on payment (ticket_id);
create index payment_session on payment (session_hash);

create table attempt (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  n integer not null,
  order_key text not null unique,
  amount_cents bigint not null,
  payment_type smallint not null,
  state text not null check (state in ('in_flight', 'challenged', 'unknown', 'refused', 'abandoned', 'captured',
    'giving_back', 'given_back')),
  cause text,
  return_code text,
  reference text,
  nsu text,
  authorisation_code text,
  card_brand text,
  card_last_digits text,
  auth_url text,
  return_nonce_hash text not null unique,
  not_found_at timestamptz,
  -- when the janitor asks about this attempt whatever became of its payment; null once nothing can come of it
  ask_at timestamptz,
  session_hash text not null,
  started_at timestamptz not null,
  answered_at timestamptz,
  unique (payment_id, n)
);
create index attempt_reference on attempt (reference) where reference is not null;
create index attempt_to_ask on attempt (ask_at) where ask_at is not null;
create index attempt_session_started on attempt (session_hash, started_at);

-- What the acquirer confirmed, in its own words: captured - refunded is what the customer was shown.
create table ledger (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment,
  attempt_id bigint not null references attempt,
  kind text not null check (kind in ('capture', 'refund')),
  amount_cents bigint not null check (amount_cents > 0),
  at timestamptz not null
);
create unique index ledger_one_capture_per_attempt on ledger (attempt_id) where kind = 'capture';

create table paid_segment (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references ticket,
  n integer not null,
  amount_cents bigint not null,
  source text not null check (source in ('portal', 'machine', 'waiver')),
  payment_id bigint references payment,
  paid_at timestamptz not null,
  exit_deadline_at timestamptz not null,
  unique (ticket_id, n)
);

create table quote (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references ticket,
  segment_n integer not null,
  amount_cents bigint not null,
  breakdown jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index quote_ticket on quote (ticket_id, expires_at);
create index quote_expiry on quote (expires_at);

-- What gates that work offline fetch: paid tickets and opened exits.
create table equipment_event (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot,
  kind text not null,
  ticket_code text not null,
  deadline_at timestamptz,
  at timestamptz not null
);
create index equipment_event_lot on equipment_event (lot_id, id);

create table acquirer_event (
  id bigint generated always as identity primary key,
  reference text not null,
  received_at timestamptz not null
);

create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  -- a job with the same key is written once
  unique_key text not null unique,
  payload jsonb not null,
  run_at timestamptz not null,
  tries integer not null default 0,
  lease_until_at timestamptz,
  done_at timestamptz,
  dead_at timestamptz,
  last_error text,
  created_at timestamptz not null
);
create index job_due on job (run_at) where done_at is null and dead_at is null;

-- Mails kept when no SMTP server is set (never in production).
create table mail (
  id bigint generated always as identity primary key,
  unique_key text not null unique,
  recipient text not null,
  subject text not null,
  html text not null,
  text text not null,
  at timestamptz not null
);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor text not null,
  subject text not null,
  subject_id text not null,
  action text not null,
  before jsonb,
  after jsonb
);
create index audit_subject on audit (subject, subject_id, id);
