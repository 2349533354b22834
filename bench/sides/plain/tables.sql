-- The tables of the plain side, with columns and indexes like the portal's.
create table lot (id integer primary key, name text not null, time_zone text not null);
create table tariff (id bigint generated always as identity primary key, lot_id integer not null references lot(id),
  name text not null, rules jsonb not null);
create table city (id integer primary key, name text not null, state char(2) not null);
create table ticket (id bigint generated always as identity primary key, code char(13) not null unique,
  lot_id integer not null references lot(id), tariff_id bigint not null references tariff(id), gate text not null,
  entered_at timestamptz not null, exited_at timestamptz, blocked_at timestamptz, created_at timestamptz not null);
create table session (id_hash text primary key, data jsonb not null default '{}', created_at timestamptz not null,
  expires_at timestamptz not null);
create table payment (id bigint generated always as identity primary key, token text not null unique,
  session_hash text not null, destination smallint not null, payment_type smallint not null,
  ticket_id bigint not null references ticket(id), ticket_code char(13) not null, time_zone text not null,
  segment_n integer not null, amount_cents bigint not null check (amount_cents > 0), breakdown jsonb not null,
  price_expires_at timestamptz not null, state text not null, reason text, payer jsonb, paid_at timestamptz,
  exit_deadline_at timestamptz, created_at timestamptz not null, updated_at timestamptz not null);
create index payment_ticket on payment (ticket_id);
create index payment_created on payment (created_at);
create table attempt (id bigint generated always as identity primary key,
  payment_id bigint not null references payment(id), n integer not null, order_key text not null unique,
  amount_cents bigint not null, payment_type smallint not null, state text not null, cause text, return_code text,
  reference text, nsu text, authorisation_code text, card_brand text, card_last_digits text,
  session_hash text not null, started_at timestamptz not null, answered_at timestamptz, unique (payment_id, n));
create index attempt_reference on attempt (reference);
create table ledger (id bigint generated always as identity primary key,
  payment_id bigint not null references payment(id), attempt_id bigint not null references attempt(id),
  kind text not null, amount_cents bigint not null, at timestamptz not null);
create index ledger_at on ledger (at);
create table paid_segment (id bigint generated always as identity primary key,
  ticket_id bigint not null references ticket(id), n integer not null, amount_cents bigint not null,
  source text not null, payment_id bigint references payment(id), paid_at timestamptz not null,
  exit_deadline_at timestamptz not null, unique (ticket_id, n));
create table equipment_event (id bigint generated always as identity primary key, lot_id integer not null,
  kind text not null, ticket_code text not null, deadline_at timestamptz, at timestamptz not null);
create table audit (id bigint generated always as identity primary key, at timestamptz not null, actor text not null,
  subject text not null, subject_id text not null, action text not null, before jsonb, after jsonb);
create index audit_subject on audit (subject, subject_id);
create table job (id bigint generated always as identity primary key, kind text not null,
  unique_key text not null unique, payload jsonb not null, run_at timestamptz not null, tries integer not null default 0,
  lease_until_at timestamptz, done_at timestamptz, dead_at timestamptz, created_at timestamptz not null);
create index job_due on job (run_at) where done_at is null and dead_at is null;
create table mail (id bigint generated always as identity primary key, unique_key text not null unique,
  recipient text not null, subject text not null, html text not null, text text not null, at timestamptz not null);
insert into lot values (1, 'Centro', 'America/Sao_Paulo');
insert into city values (4106902, 'Curitiba', 'PR');
insert into tariff (lot_id, name, rules) values (1, 'Padrão',
  '{"tolerance_min": 15, "first_hour_cents": 500, "step_min": 60, "step_cents": 200, "exit_tolerance_min": 15}');
