-- The database of 0.2.0, the first release. An applied migration is never edited (CONTRIBUTING.md).

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is insert-only', tg_table_name;
end $$;

create table acquirer_event (
  id bigint generated always as identity primary key,
  reference text not null,
  received_at timestamptz not null,
  acquirer text not null
);
create index acquirer_event_received on acquirer_event (received_at);

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
create index audit_at on audit (at, id);
create index audit_exits on audit (at) where subject = 'ticket' and action = 'exited';
create index audit_other_kinds on audit (subject, at, id) where subject <> 'payment';
create index audit_staff on audit (actor, at, id) where actor not in ('customer', 'acquirer');
create index audit_thing on audit (subject_id);

create table city (
  id integer primary key,
  name text not null,
  state char(2) not null,
  search text not null
);
create index city_search on city (search text_pattern_ops, state);

create table device (
  id bigint generated always as identity primary key,
  name text not null,
  key_hash text not null unique,
  lot_ids integer[] not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  updated_at timestamptz,
  -- Since when the present key is good.
  key_at timestamptz,
  -- When a device called last, to the minute.
  called_at timestamptz,
  -- When a device's clock was refused last; null after an accepted instant (docs/spec.md#r44).
  clock_refused_at timestamptz,
  clock_refused_day text,
  heartbeat_at timestamptz,
  events_at timestamptz,
  silent_minutes integer check ((silent_minutes >= 0) and (silent_minutes <= 1440))
);

create table device_answer (
  device_id bigint not null references device (id),
  idempotency_key text not null,
  request_hash text not null,
  body jsonb not null,
  created_at timestamptz not null,
  primary key (device_id, idempotency_key)
);
create index device_answer_created on device_answer (created_at);

-- Up to which attempt the acquirers were asked for duplicate sales (docs/payment.md#duplicate-sales); null before the first round.
create table duplicate_scan (
  id smallint primary key default 1 check (id = 1),
  attempt_id bigint
);

-- What offline gates fetch: paid tickets and opened exits.
create table equipment_event (
  id bigint generated always as identity primary key,
  lot_id integer not null,
  kind text not null,
  ticket_code text not null,
  deadline_at timestamptz,
  at timestamptz not null
);
create index equipment_event_at on equipment_event using brin (at) with (pages_per_range='4');
create index equipment_event_code on equipment_event (ticket_code);
create index equipment_event_lot on equipment_event (lot_id, id);

-- What a guest types before paying, for a day (docs/decisions/0021-what-guests-type.md).
create unlogged table guest_data (
  session_hash text primary key,
  data jsonb not null,
  expires_at timestamptz not null
);
create index guest_data_expires on guest_data (expires_at);

-- Sums of ledger, machine payments, takes of tills and entries by hour (docs/decisions/0022-sums-by-the-hour.md).
create table hour_sum (
  kind text not null check (kind in ('pix', 'card', 'refund', 'machine', 'till', 'entry')),
  -- 0 where a payment names none.
  lot_id integer not null,
  -- The payments' own; empty where the lot's counts, which may change.
  time_zone text not null,
  hour_at timestamptz not null,
  amount_cents bigint not null,
  n bigint not null,
  primary key (hour_at, kind, lot_id, time_zone)
);

-- Up to which number the rows of a table are in those sums.
create table hour_sum_upto (
  source text primary key check (source in ('ledger', 'paid_segment', 'till_take', 'ticket')),
  number bigint not null
);

create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  -- A job with the same key is written once.
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
create index job_dead on job (dead_at) where dead_at is not null;
create index job_done on job (kind, done_at) where done_at is not null;
create index job_due on job (run_at) where done_at is null and dead_at is null;

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
  occupancy_at timestamptz,
  -- Spaces that the law reserves for people of 60 and older.
  total_elderly integer not null default 0,
  occupied_elderly integer not null default 0,
  -- When a car last entered or left; occupancy_at is when the sensors last counted.
  moved_at timestamptz,
  created_at timestamptz,
  updated_at timestamptz,
  closing_delay_minutes integer not null default 60,
  closing_emails jsonb not null default '[]',
  reserve_hint text not null default 'As vagas reservadas ficam no 2º andar, com sensores de cor branca.',
  -- Whether a till shows the expected cash only once it is closed, and above which difference it needs a reason.
  till_blind boolean not null default true,
  till_difference_cents integer not null default 500 check (till_difference_cents between 0 and 100000),
  -- Whether a partner validates or has validated here: only then the look-up of a ticket reads validations.
  has_partners boolean not null default false
);

-- One row while a cause lasts (docs/back-office.md#avisos). raised_at is null until it has lasted as long as its kind asks.
create table alert (
  id bigint generated always as identity primary key,
  kind text not null,
  lot_id integer references lot (id),
  ref text not null,
  text text not null,
  since timestamptz not null,
  raised_at timestamptz,
  cleared_at timestamptz,
  -- User ids that have hidden the banner.
  seen_by integer[] not null default '{}',
  mailed_at timestamptz,
  -- Of a device with several lots, which has no lot_id.
  lot_ids integer[]
);
create index alert_cleared on alert (cleared_at) where cleared_at is not null;
create index alert_since on alert (since);
create unique index alert_standing on alert (kind, coalesce(lot_id, 0), ref) where cleared_at is null;

-- Every car that entered (1) or left (-1): a late report of the sensors is corrected by later movements.
create table car_movement (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot (id),
  space text not null check (space in ('normal', 'reserves')),
  change smallint not null check (abs(change) = 1),
  at timestamptz not null
);
create index car_movement_at on car_movement (at);
create index car_movement_lot on car_movement (lot_id, at);

-- Daily closings of a lot (docs/back-office.md#fechamentos): numbered and insert-only, each with a digest over the one before.
create table closing (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot (id),
  number integer not null check (number > 0),
  day date not null,
  time_zone text not null,
  -- Rows up to these numbers are counted.
  ledger_id bigint not null,
  segment_id bigint not null,
  take_id bigint not null default 0,
  adjustment_id bigint not null,
  cars_entered integer not null,
  cars_left integer not null,
  cars_inside integer not null,
  open_unknown integer not null,
  open_review integer not null,
  open_cents bigint not null,
  fee_estimate_cents bigint,
  digest text not null,
  made_at timestamptz not null,
  unique (lot_id, day),
  unique (lot_id, number)
);
create trigger insert_only before delete or update on closing for each row execute function refuse_change();
create trigger no_truncate before truncate on closing for each statement execute function refuse_change();

create table closing_adjustment (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot (id),
  of_day date not null,
  amount_cents bigint not null check (amount_cents <> 0),
  reason text not null,
  actor text not null,
  at timestamptz not null
);
create index closing_adjustment_lot on closing_adjustment (lot_id, id);
create trigger insert_only before delete or update on closing_adjustment for each row execute function refuse_change();
create trigger no_truncate before truncate on closing_adjustment for each statement execute function refuse_change();

create table closing_line (
  id bigint generated always as identity primary key,
  closing_id bigint not null references closing (id),
  section text not null,
  method text,
  brand text,
  acquirer text,
  of_day date,
  count integer not null,
  amount_cents bigint not null
);
create index closing_line_closing on closing_line (closing_id);
create trigger insert_only before delete or update on closing_line for each row execute function refuse_change();
create trigger no_truncate before truncate on closing_line for each statement execute function refuse_change();

-- To whom a closing was mailed, and when the mail server took it.
create table closing_mail (
  closing_id bigint not null references closing (id),
  request text not null,
  recipient text not null,
  mailed_at timestamptz not null,
  primary key (closing_id, request, recipient)
);
create trigger insert_only before delete or update on closing_mail for each row execute function refuse_change();
create trigger no_truncate before truncate on closing_mail for each statement execute function refuse_change();

-- The day in which closings of a lot begin, and the numbers that were settled then.
create table closing_start (
  lot_id integer primary key references lot (id),
  day date not null,
  ledger_id bigint not null,
  segment_id bigint not null,
  take_id bigint not null default 0
);

-- The municipality of a lot, where staff named it.
create table lot_city (
  lot_id integer primary key references lot (id),
  city_id integer not null references city (id)
);

create table lot_day (
  lot_id integer not null references lot (id),
  -- In the lot's time zone.
  day date not null,
  peak_occupied integer not null,
  total_spaces integer not null,
  primary key (lot_id, day)
);
create index lot_day_day on lot_day (day);

-- Occupancy of a lot by hour (UTC), sampled at each upkeep (docs/back-office.md#ocupação).
create table lot_hour (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot (id),
  hour_at timestamptz not null,
  spaces integer not null,
  taken_start integer not null,
  taken_max integer not null,
  -- At the last sample.
  taken_last integer not null,
  sampled_at timestamptz not null,
  -- Taken spaces times milliseconds from the beginning of the hour to the last sample.
  taken_ms bigint not null,
  -- Null in a lot that only sensors count.
  cars_entered integer,
  cars_left integer,
  unique (hour_at, lot_id)
);

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
create index mail_at on mail (at);

-- What rate limits count: failed logins, recovery requests, questions for taken e-mails.
create table rate_mark (
  id bigint generated always as identity primary key,
  kind text not null,
  key_hash text not null,
  at timestamptz not null,
  -- The attempt that counts as refused until its outcome is known.
  attempt_id bigint
);
create index rate_mark_at on rate_mark using brin (at) with (pages_per_range='4');
create index rate_mark_attempt on rate_mark (attempt_id) where attempt_id is not null;
create index rate_mark_key on rate_mark (kind, key_hash, at);

-- A card that its brand refuses until an instant: by the HMAC of its number, a month at most.
create table refused_card (
  key_hash text primary key,
  cause text not null,
  until_at timestamptz not null
);
create index refused_card_until on refused_card (until_at);

create table setting (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null
);

-- A change of tariff is a new version; a ticket keeps the version of its entry.
create table tariff (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot (id),
  version integer not null,
  name text not null,
  rules jsonb not null,
  created_at timestamptz not null,
  -- The zone in which the version prices and shows stays.
  time_zone text not null,
  -- Null: when it was saved.
  starts_at timestamptz,
  -- Of a version that was taken back before it began.
  withdrawn_at timestamptz,
  unique (lot_id, version)
);

create table ticket (
  id bigint generated always as identity primary key,
  code char(13) not null unique,
  lot_id integer not null references lot (id),
  tariff_id bigint not null references tariff (id),
  gate text not null,
  plate text,
  entered_at timestamptz not null,
  exited_at timestamptz,
  blocked_at timestamptz,
  created_at timestamptz not null,
  exit_gate text,
  -- Of a replacement for a lost ticket: the tariff's fee of that day.
  fee_cents bigint not null default 0 check (fee_cents >= 0),
  replaces_id bigint unique references ticket (id)
);
create index ticket_blocked on ticket (id desc) where blocked_at is not null;
create index ticket_entered on ticket (entered_at);
create index ticket_exited on ticket (exited_at);
create index ticket_inside on ticket (lot_id, plate) where exited_at is null and plate is not null;
create index ticket_inside_newest on ticket (lot_id, id desc) where exited_at is null and blocked_at is null;
create index ticket_lot on ticket (lot_id, id desc);
create index ticket_plate on ticket (plate) where plate is not null;
create index ticket_plates on ticket (exited_at) where plate is not null and exited_at is not null;

-- What a gate answered to a car that may not leave.
create table exit_refusal (
  id bigint generated always as identity primary key,
  ticket_id bigint references ticket (id) on delete cascade,
  gate text not null,
  at timestamptz not null,
  reason text not null,
  -- Null for nothing.
  due_cents bigint,
  -- A question that names no ticket has the text that was read in its place (docs/spec.md#r51). No references: their locks would come before the ticket's.
  device_id bigint,
  lot_id integer,
  read text
);
create index exit_refusal_at on exit_refusal (at);
create unique index exit_refusal_question on exit_refusal (device_id, read, date_trunc('minute', (at at time zone 'UTC'))) where ticket_id is null;
create index exit_refusal_questions on exit_refusal (at) where ticket_id is null;
create index exit_refusal_read on exit_refusal (read) where ticket_id is null;
create index exit_refusal_ticket on exit_refusal (ticket_id);

-- The number that a gate printed for a car whose ticket has another: that of its reservation.
create table printed_code (
  code char(13) primary key,
  ticket_code char(13) not null references ticket (code) on delete cascade
);
create index printed_code_ticket on printed_code (ticket_code);

-- Cards that are at their bank; moved to rate_mark after two minutes (docs/decisions/0020-tries-under-way.md).
-- No sequence: one of an unlogged table is lost when a standby is promoted.
create unlogged table try_mark (
  kind text not null,
  key_hash text not null,
  at timestamptz not null,
  attempt_id bigint not null,
  id uuid primary key default gen_random_uuid()
);
create index try_mark_attempt on try_mark (attempt_id);
create index try_mark_key on try_mark (kind, key_hash, at);

-- A stay that staff ended with money due: what it cost in all.
create table unpaid_exit (
  ticket_id bigint primary key references ticket (id) on delete cascade,
  cost_cents bigint not null,
  at timestamptz not null,
  -- What each segment counted when the car left, in the order of n.
  counted_cents integer[] not null,
  counted_at timestamptz not null
);

-- A solved human check may be used once; kept until the challenge would have expired.
create table used_challenge (
  hash text primary key,
  expires_at timestamptz not null
);
create index used_challenge_expires on used_challenge (expires_at);

create table user_account (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null check (email = lower(email)),
  tax_id text not null,
  phone text not null,
  password_hash text not null,
  -- 1 admin, 2 manager, 10 supervisor, 100 customer: lower means more power.
  level integer not null default 100 check (level in (1, 2, 10, 100)),
  postal_code text,
  street text,
  street_number text,
  complement text,
  neighborhood text,
  city_id integer references city (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Whether a mailed link of the present e-mail was used.
  email_proved boolean not null default false,
  -- Whether a staff member's password is shorter than the rule for staff.
  short_password boolean not null default false,
  -- When the password was changed last: a restore ends those that are older (docs/operating.md#backup-and-restore).
  password_at timestamptz,
  -- The lots that a staff member sees; null means all.
  lot_ids integer[]
);
create unique index user_account_email on user_account (email);
create index user_account_email_prefix on user_account (email text_pattern_ops);
create index user_account_level on user_account (level, id desc);
-- The expression of kit/server/db/textSearch.ts.
create index user_account_name_search on user_account using gin (to_tsvector('simple'::regconfig, ((translate(lower((translate(normalize(name), 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ.-‐‑–—/_', 'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy        ') collate "C")), '''’‘ʼ′´`', '') || ' ') || translate(lower((translate(normalize(name), 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ.-‐‑–—/_', 'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy        ') collate "C")), '''’‘ʼ′´`', '       '))));
create index user_account_staff on user_account (level, id) where level <= 10;
create unique index user_account_tax_id on user_account (tax_id);

create table consent (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account (id) on delete cascade,
  kind text not null check (kind in ('terms', 'saved_cards')),
  terms_version text not null,
  at timestamptz not null,
  revoked_at timestamptz,
  -- The SHA-256 of the terms as they were shown (docs/spec.md#r33).
  terms_hash text not null
);
create index consent_user on consent (user_id, id) where user_id is not null;

-- A phone that signs in by itself. The token changes at each use; hashes of used ones show a replay.
create table device_token (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  used_at timestamptz not null,
  revoked_at timestamptz
);
create index device_token_revoked on device_token (revoked_at) where revoked_at is not null;
create index device_token_used on device_token (used_at);
create index device_token_user on device_token (user_id);

create table device_token_spent (
  token_hash text primary key,
  device_token_id bigint not null references device_token (id) on delete cascade,
  spent_at timestamptz not null
);
create index device_token_spent_at on device_token_spent (spent_at);
create index device_token_spent_device on device_token_spent (device_token_id);

-- The export that a person runs, on any instance; its instance renews the lease until it ends.
create table export_lease (
  user_id bigint primary key references user_account (id) on delete cascade,
  run text not null,
  lease_until_at timestamptz not null
);

create table payment (
  id bigint generated by default as identity primary key,
  token text not null unique,
  session_hash text not null,
  user_id bigint references user_account (id) on delete set null,
  destination smallint not null check (destination in (1, 2)),
  payment_type smallint not null check (payment_type in (1, 2, 3)),
  ticket_id bigint references ticket (id),
  -- Facts of the ticket that never change, so that a payment can be shown without it.
  ticket_code char(13) not null,
  time_zone text not null,
  -- Which stay of the ticket this pays: 1, then 2 for the time after the first exit deadline, and so on.
  segment_n integer not null,
  amount_cents bigint not null check (amount_cents > 0),
  breakdown jsonb not null,
  price_expires_at timestamptz not null,
  state text not null check (state = any ('{created,authorising,awaiting_cardholder,awaiting_payment,unknown,authorised,capturing,captured,refunding,partly_refunded,refunded,cancelled,expired,voided,review}')),
  -- When the present state ends by itself.
  deadline_at timestamptz,
  reason text,
  payer jsonb,
  paid_at timestamptz,
  exit_deadline_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Of a hold that is being ended: how much to capture; 0 releases all of it.
  requested_cents bigint check (requested_cents >= 0),
  ending_at timestamptz,
  lot_id integer not null,
  -- What a guest agreed to by paying.
  agreed_terms text,
  agreed_at timestamptz,
  agreed_hash text,
  -- The key that signs the receipt, fixed at the capture (docs/spec.md#verifiable-receipt).
  receipt_kid text
) with (fillfactor = 60);
create index payment_code_at_rest on payment (ticket_code) where state not in ('created', 'authorising');
create index payment_email on payment (lower((payer ->> 'email')) text_pattern_ops) where payer is not null and state <> 'authorising';
create index payment_ending on payment (ending_at) where requested_cents is not null and state in ('authorised', 'capturing', 'unknown', 'review');
create index payment_in_state_at_rest on payment (state, created_at desc, id desc) where state not in ('created', 'authorising', 'captured');
create index payment_lot_at_rest on payment (lot_id, created_at desc, id desc) where state not in ('created', 'authorising');
create index payment_name_search on payment using gin (to_tsvector('simple'::regconfig, ((translate(lower((translate(normalize((payer ->> 'name')), 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ.-‐‑–—/_', 'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy        ') collate "C")), '''’‘ʼ′´`', '') || ' ') || translate(lower((translate(normalize((payer ->> 'name')), 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ.-‐‑–—/_', 'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy        ') collate "C")), '''’‘ʼ′´`', '       ')))) where payer is not null and state <> 'authorising';
create index payment_newest_at_rest on payment (created_at desc, id desc) where state not in ('created', 'authorising');
create index payment_nothing_sent on payment (updated_at) where payer is null and state in ('cancelled', 'expired', 'voided');
create index payment_nothing_taken on payment (updated_at) where ((payer <> '{}'::jsonb) and state in ('cancelled', 'expired', 'voided'));
create unique index payment_one_open_per_session on payment (ticket_id, session_hash) where state = 'created';
-- One payment in flight or captured for each stay of a ticket.
create unique index payment_one_per_stay on payment (ticket_id, segment_n) where state in ('authorising', 'unknown', 'authorised', 'capturing', 'captured', 'partly_refunded', 'review');
create index payment_receipt_kid on payment (receipt_kid, paid_at) where receipt_kid is not null;
create index payment_tax_id on payment (((payer ->> 'taxId'))) where payer is not null and state <> 'authorising';
create index payment_ticket on payment (ticket_id);
-- The partial indexes leave out states in which nobody searches, which spares two of three writes (docs/performance.md#database-access-of-a-purchase).
create index payment_unpaid_session on payment (session_hash) where state <> 'captured';
create index payment_user on payment (user_id, id desc) where user_id is not null;
create index payment_waiting on payment (deadline_at) where deadline_at is not null;

create table attempt (
  id bigint generated by default as identity primary key,
  payment_id bigint not null references payment (id),
  n integer not null,
  order_key text not null,
  amount_cents bigint not null,
  payment_type smallint not null,
  state text not null check (state = any ('{authenticating,in_flight,challenged,unknown,refused,unheard,abandoned,held,released,captured,giving_back,given_back,kept}')),
  cause text,
  return_code text,
  reference text,
  nsu text,
  authorisation_code text,
  card_brand text,
  card_last_digits text,
  auth_url text,
  return_nonce_hash text not null,
  not_found_at timestamptz,
  -- When the acquirer is asked about this attempt next; null once its outcome is final.
  next_query_at timestamptz,
  session_hash text not null,
  started_at timestamptz not null,
  answered_at timestamptz,
  -- Whose saved card the acquirer's token becomes when this attempt succeeds.
  save_card_for bigint references user_account (id) on delete set null,
  acquirer text not null,
  -- What the payer is shown while the acquirer waits for them, where it is no page of a bank (auth_url).
  shown jsonb,
  authentication text,
  authentication_id text,
  eci text,
  -- When the page last had the bank asked.
  queried_at timestamptz,
  end_to_end_id text,
  -- Since when a paid Pix code waits for the outcome of another payer's card.
  superseded_at timestamptz,
  unique (payment_id, n)
) with (fillfactor = 70);
create index attempt_asked_session on attempt (session_hash) where state in ('authenticating', 'challenged');
create unique index attempt_authentication_id on attempt (authentication_id) where authentication_id is not null;
create index attempt_end_to_end on attempt (end_to_end_id) where end_to_end_id is not null;
create index attempt_giving_back on attempt (answered_at) where state = 'giving_back';
create index attempt_next_query on attempt (next_query_at) where next_query_at is not null;
create index attempt_nsu on attempt (nsu) where nsu is not null;
create unique index attempt_order_key on attempt (order_key, acquirer);
create index attempt_reference on attempt (reference) where reference is not null;
create index attempt_refused on attempt (started_at) where state = 'refused';
create index attempt_save_card_for on attempt (save_card_for) where save_card_for is not null;
create index attempt_sent_digits on attempt (card_last_digits, payment_id desc) where state <> 'in_flight';
create index attempt_started on attempt using brin (started_at) with (autosummarize='on');

-- Money that the acquirer confirmed: captured minus refunded is what the customer was shown.
create table ledger (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment (id),
  attempt_id bigint not null references attempt (id),
  kind text not null check (kind in ('capture', 'refund')),
  amount_cents bigint not null,
  at timestamptz not null,
  -- One Pix code can be paid twice: what had been captured before, so that no capture is recorded twice.
  captured_before_cents bigint not null default 0,
  constraint ledger_amount_cents_check check ((amount_cents > 0) or ((kind = 'refund') and (amount_cents < 0)))
);
create index ledger_at on ledger (at, id);
create index ledger_by_day_and_number on ledger using brin (at, id) with (pages_per_range='4');
create unique index ledger_one_capture_per_attempt on ledger (attempt_id, ( case when (kind = 'capture') then captured_before_cents else null::bigint end));
create index ledger_payment on ledger (payment_id);

create table paid_segment (
  id bigint generated always as identity primary key,
  ticket_id bigint not null references ticket (id),
  n integer not null,
  amount_cents bigint not null,
  source text not null check (source in ('portal', 'machine', 'till', 'waiver', 'partner')),
  payment_id bigint references payment (id),
  paid_at timestamptz not null,
  exit_deadline_at timestamptz,
  -- How a machine or cashier was paid, in its own word; of a till cash or card_machine.
  method text,
  -- When staff undid it.
  undone_at timestamptz,
  -- What staff gave back in cash of money that the stay did not owe.
  handed_back_cents bigint not null default 0 check (handed_back_cents between 0 and amount_cents),
  unique (ticket_id, n)
);
create index paid_segment_machine on paid_segment (paid_at) where source = 'machine';
create index paid_segment_machine_number on paid_segment (id) where source = 'machine';
create index paid_segment_payment on paid_segment (payment_id) where payment_id is not null;
create index paid_segment_waiver on paid_segment (paid_at) where source = 'waiver';

-- A shop that pays stays of its customers.
create table partner (
  id bigint generated always as identity primary key,
  name text not null,
  cnpj text not null,
  -- Where its monthly statement is mailed.
  email text,
  lot_ids integer[] not null,
  active boolean not null default true,
  -- Limits of a month; null means none.
  month_count integer check (month_count >= 0),
  month_value_cents bigint check (month_value_cents >= 0),
  -- The per cent of what is granted that the shop owes.
  share integer not null default 100 check (share between 0 and 100),
  created_at timestamptz not null,
  -- The month, as '2026-11', of the last statement that was mailed or had nothing to be mailed to.
  statement_month text check (statement_month ~ '^20\d\d-\d\d$')
);

-- What a shop may give: minutes, centavos or per cent in value; all has none.
create table benefit (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partner (id) on delete cascade,
  name text not null,
  kind text not null check (kind in ('minutes', 'amount', 'percent', 'all')),
  value integer check (value > 0),
  max_cents integer check (max_cents > 0),
  active boolean not null default true,
  check ((kind = 'all') = (value is null))
);
create index benefit_partner on benefit (partner_id);

-- The accounts of a shop's people; an account has one shop.
create table partner_person (
  user_id bigint primary key references user_account (id) on delete cascade,
  partner_id bigint not null references partner (id) on delete cascade,
  created_at timestamptz not null
);
create index partner_person_partner on partner_person (partner_id);

-- An e-mail without an account that was invited to a shop by a mailed link.
create table partner_invitation (
  id bigint generated always as identity primary key,
  partner_id bigint not null references partner (id) on delete cascade,
  email text not null check (email = lower(email)),
  -- Of the link's token; null until the mail is sent.
  token_hash text unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  unique (partner_id, email)
);
create index partner_invitation_expires on partner_invitation (expires_at);

-- What a shop gives a ticket, copied from its benefit when it is given.
create table validation (
  id bigint generated always as identity primary key,
  -- Null once the ticket is gone.
  ticket_id bigint references ticket (id) on delete set null,
  ticket_code text not null,
  lot_id integer not null references lot (id),
  -- Of the ticket's tariff version.
  time_zone text not null,
  partner_id bigint not null references partner (id),
  partner_name text not null,
  benefit_id bigint not null references benefit (id),
  kind text not null check (kind in ('minutes', 'amount', 'percent', 'all')),
  value integer check (value > 0),
  max_cents integer check (max_cents > 0),
  text text not null,
  share integer not null check (share between 0 and 100),
  at timestamptz not null,
  by text not null,
  -- Of one that staff gave at the desk.
  given_reason text,
  -- Of kind all: what it paid.
  segment_id bigint unique references paid_segment (id) on delete set null,
  -- What it took off when it was fixed, and what the shop owes of that; neither changes again.
  granted_cents bigint check (granted_cents >= 0),
  owed_cents bigint check (owed_cents >= 0),
  fixed_at timestamptz,
  undone_at timestamptz,
  undone_by text,
  reason text,
  -- Until when an undone one still lowers the price.
  counts_until_at timestamptz,
  check ((kind = 'all') = (value is null)),
  check ((fixed_at is null) = (granted_cents is null) and (fixed_at is null) = (owed_cents is null)),
  check (fixed_at is null or undone_at is null),
  check ((undone_at is null) = (counts_until_at is null) and (undone_at is null) = (undone_by is null))
);
create index validation_at on validation (at, id);
create index validation_benefit on validation (benefit_id);
create index validation_fixed on validation (lot_id, fixed_at) where fixed_at is not null;
create index validation_fixed_partner on validation (partner_id, fixed_at) where fixed_at is not null;
create unique index validation_one_per_partner on validation (ticket_id, partner_id) where undone_at is null;
create index validation_partner on validation (partner_id, at, id);
create index validation_ticket on validation (ticket_id) where ticket_id is not null;

-- A code that gives one ticket a benefit once: of a shop's screen, or of a printed batch.
create table partner_code (
  id bigint generated always as identity primary key,
  benefit_id bigint not null references benefit (id) on delete cascade,
  code_hash text not null unique,
  created_at timestamptz not null,
  valid_until_at timestamptz not null,
  used_at timestamptz,
  used_ticket_id bigint references ticket (id) on delete set null,
  used_validation_id bigint references validation (id) on delete set null
);
create index partner_code_benefit on partner_code (benefit_id);
create index partner_code_ticket on partner_code (used_ticket_id) where used_ticket_id is not null;
create index partner_code_valid on partner_code (valid_until_at);
create index partner_code_validation on partner_code (used_validation_id) where used_validation_id is not null;

-- A person's till in a lot (docs/back-office.md#caixa): numbered from 1 by lot, and counted once, when it is closed.
create table till (
  id bigint generated always as identity primary key,
  lot_id integer not null references lot (id),
  number integer not null check (number > 0),
  -- The account that opened it, which may have been deleted since.
  user_id bigint not null,
  float_cents bigint not null check (float_cents >= 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by bigint,
  -- Cash in centavos.
  expected_cents bigint,
  counted_cents bigint check (counted_cents >= 0),
  -- Whether the difference was above the limit of the lot.
  needs_reason boolean not null default false,
  difference_reason text,
  -- Of another person than the one who opened it.
  close_reason text,
  unique (lot_id, number),
  check ((closed_at is null) = (counted_cents is null))
);
create index till_closed on till (lot_id, closed_at) where closed_at is not null;
create unique index till_open on till (user_id, lot_id) where closed_at is null;
create index till_opened on till (opened_at);
create index till_unexplained on till (lot_id) where needs_reason and difference_reason is null;

-- Cash that was taken out of a till or put into it.
create table till_movement (
  id bigint generated always as identity primary key,
  till_id bigint not null references till (id),
  kind text not null check (kind in ('withdrawal', 'deposit')),
  amount_cents bigint not null check (amount_cents > 0),
  reason text not null,
  at timestamptz not null,
  idempotency_key text not null,
  request_hash text not null,
  unique (till_id, idempotency_key)
);
create trigger insert_only before delete or update on till_movement for each row execute function refuse_change();
create trigger no_truncate before truncate on till_movement for each statement execute function refuse_change();

-- The last receipt number of a lot and year.
create table till_receipt (
  lot_id integer not null references lot (id),
  year integer not null,
  number integer not null check (number > 0),
  primary key (lot_id, year)
);

-- Money taken at a till. Undoing adds a row with the amount below zero.
create table till_take (
  id bigint generated always as identity primary key,
  till_id bigint not null references till (id),
  lot_id integer not null references lot (id),
  -- Of the ticket's tariff version.
  time_zone text not null,
  ticket_code text not null,
  -- Null once the ticket is gone, and in the row of an undoing.
  segment_id bigint references paid_segment (id) on delete set null,
  user_id bigint not null,
  at timestamptz not null,
  method text not null check (method in ('cash', 'card_machine')),
  amount_cents bigint not null check (amount_cents <> 0),
  received_cents bigint,
  exit_deadline_at timestamptz,
  -- Whether it paid what a car that left still owed.
  after_exit boolean not null,
  receipt_year integer not null,
  receipt_number integer not null,
  undoes_id bigint unique references till_take (id),
  reason text,
  idempotency_key text,
  request_hash text,
  unique (till_id, idempotency_key),
  check ((undoes_id is null) = (amount_cents > 0)),
  check ((undoes_id is null) = (idempotency_key is not null))
);
create index till_take_at on till_take (at);
create index till_take_lot on till_take (lot_id, id);
create unique index till_take_receipt on till_take (lot_id, receipt_year, receipt_number) where undoes_id is null;
create index till_take_segment on till_take (segment_id) where segment_id is not null;

create table recovery_token (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account (id) on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- When it was used, or replaced by a later one.
  ended_at timestamptz
);
create index recovery_token_expires on recovery_token (expires_at);
create index recovery_token_user on recovery_token (user_id) where ended_at is null;

-- Money that staff return, wholly or in part. The ledger has what the acquirer confirmed.
create table refund (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment (id),
  attempt_id bigint not null references attempt (id),
  amount_cents bigint not null check (amount_cents > 0),
  -- What the acquirer has returned of the sale in all, once this refund is done.
  target_cents bigint not null,
  reason text not null,
  state text not null check (state in ('asked', 'confirmed', 'refused')),
  return_code text,
  actor text not null,
  asked_at timestamptz not null,
  -- Until then one caller has the acquirer to itself.
  claimed_until_at timestamptz,
  ended_at timestamptz,
  -- The acquirer accepted this refund, and has done or refused it by then.
  pending_until_at timestamptz,
  -- What of the refund the stay did not owe.
  over_cents bigint not null,
  -- What staff gave by choice.
  choice_cents bigint not null,
  check (target_cents >= amount_cents)
);
create index refund_asked on refund (asked_at, id);
create index refund_attempt on refund (attempt_id);
create unique index refund_one_at_a_time on refund (payment_id) where state = 'asked';
create index refund_payment on refund (payment_id);

-- A driver's objection to a payment (docs/back-office.md#reclamações).
create table contest (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment (id) on delete cascade,
  reason text not null check (reason in ('charged_twice', 'wrong_price', 'gate_closed', 'not_mine', 'other')),
  state text not null default 'open' check (state in ('open', 'accepted', 'declined', 'done', 'withdrawn')),
  text text,
  -- Where the payment has none.
  email text,
  opened_at timestamptz not null,
  answer_by_at timestamptz not null,
  answered_at timestamptz,
  answer text,
  reopened_at timestamptz,
  reopened_text text,
  -- The rule that decided; null where staff did.
  rule text check (rule in ('paid_twice', 'same_segment', 'lower_price')),
  refund_id bigint references refund (id) on delete set null,
  refund_cents bigint not null default 0,
  -- Paid to the driver beside the refund, as staff recorded it.
  extra_paid_cents bigint not null default 0
);
create index contest_opened on contest (opened_at);
create index contest_payment on contest (payment_id);
create unique index contest_standing on contest (payment_id) where state in ('open', 'accepted', 'declined');

-- A browser that is reminded of a payment's deadline (docs/spec.md#reminder).
create table reminder (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment (id) on delete cascade,
  -- SHA-256 of its address at the push service.
  endpoint_hash text not null,
  -- Address and keys, sealed by the key of key_id.
  sealed text not null,
  key_id text not null,
  -- The deadline of the last reminder.
  reminded_until_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create unique index reminder_device on reminder (payment_id, endpoint_hash);
create index reminder_expires on reminder (expires_at);

-- What staff must decide besides a payment's own state: each case once, with its amount.
create table review_case (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment (id),
  kind text not null check (kind = any ('{paid_twice,came_in_time,late_answer,late_ending,late_give_back,late_refund,acquirer_setup,kept_again,chargeback,fraud_alert,void_denied,return_unseen,auto_cancelled,returned_outside,amount_differs,plate_twice}')),
  amount_cents bigint not null check (amount_cents > 0),
  opened_at timestamptz not null,
  closed_at timestamptz,
  -- What staff let the operator keep.
  accepted_cents bigint
);
create unique index review_case_open on review_case (payment_id, kind) where closed_at is null;
create index review_case_payment on review_case (payment_id);

-- What an acquirer tells of a sale after it was paid or refunded, each once.
create table sale_event (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payment (id),
  attempt_id bigint not null references attempt (id),
  kind text not null check (kind = any ('{chargeback,fraud_alert,void_denied,return_unseen,auto_cancelled,returned_outside,amount_differs}')),
  -- The acquirer's number of it, else ours; empty where there is only one.
  number text not null,
  amount_cents bigint not null check (amount_cents > 0),
  text text,
  at timestamptz not null,
  -- Centavos that were requested, that the acquirer's answer named, and that its query shows.
  asked_cents bigint,
  acknowledged_cents bigint,
  shown_cents bigint
);
create unique index sale_event_once on sale_event (attempt_id, kind, number);
create index sale_event_payment on sale_event (payment_id);

-- A chargeback or fraud alert, from the acquirer's notification to its end (docs/back-office.md#contestações).
create table dispute (
  id bigint generated always as identity primary key,
  sale_event_id bigint not null unique references sale_event (id) on delete cascade,
  payment_id bigint not null references payment (id) on delete cascade,
  kind text not null check (kind in ('chargeback', 'fraud_alert', 'med')),
  amount_cents bigint not null,
  state text not null default 'open' check (state in ('open', 'sent', 'accepted', 'won', 'lost')),
  notified_at timestamptz not null,
  deadline_at timestamptz,
  changed_at timestamptz not null,
  reason text
);
create index dispute_notified on dispute (notified_at);
create index dispute_open on dispute (deadline_at) where state = 'open';
create index dispute_payment on dispute (payment_id);

create table saved_card (
  id bigint generated always as identity primary key,
  token text not null unique,
  user_id bigint not null references user_account (id) on delete cascade,
  payment_type smallint not null check (payment_type in (1, 2)),
  brand text not null,
  last_digits text not null,
  -- The acquirer's token: AES-256-GCM under the key that key_id names.
  sealed_token text not null,
  key_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  acquirer text not null,
  unique (user_id, brand, last_digits, payment_type)
);
create index saved_card_key on saved_card (key_id);

-- The secret that a staff member's authenticator shares with the portal.
create table second_factor (
  user_id bigint primary key references user_account (id) on delete cascade,
  sealed_secret text not null,
  key_id text not null,
  -- Null until a first code proved that the authenticator has the secret.
  confirmed_at timestamptz,
  -- The 30-second step of the last accepted code: no code is good twice.
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create index second_factor_key on second_factor (key_id);

-- Hashes of the codes that replace the authenticator once each.
create table recovery_code (
  user_id bigint not null references second_factor (user_id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

create table session (
  id_hash text primary key,
  user_id bigint references user_account (id) on delete set null,
  human_until_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  ended_at timestamptz,
  -- An ended login outlives the account for a while, so that its cookie gets the right answer.
  device_token_id bigint references device_token (id) on delete set null,
  -- When this login gave its second factor.
  second_factor_at timestamptz,
  -- A harder human check that was passed and not used: good for one try from an address with many failures.
  hard_proof_until_at timestamptz
);
create index session_expires on session (expires_at);
create index session_of_device on session (device_token_id) where device_token_id is not null;
create index session_of_user on session (user_id) where user_id is not null;

-- Statements of acquirers as they were uploaded, compared with the ledger.
create table statement (
  id bigint generated always as identity primary key,
  name text not null,
  -- Of the file: the same one twice is one statement.
  sha256 text not null unique,
  from_day date not null,
  to_day date not null,
  line_count integer not null,
  uploaded_by bigint references user_account (id) on delete set null,
  uploaded_at timestamptz not null,
  -- The companies whose rows it is compared with, such as 'bacen,cielo'; null means all.
  companies text,
  row_count integer not null,
  other_out_count integer not null default 0,
  other_out_cents bigint not null default 0,
  unread jsonb not null default '[]'
);
create index statement_uploaded on statement (uploaded_at);

create table statement_line (
  statement_id bigint not null references statement (id) on delete cascade,
  -- The line of the file, counted from 1 with its heading.
  n integer not null,
  day date not null,
  kind text not null check (kind in ('capture', 'refund')),
  amount_cents bigint not null check (amount_cents > 0),
  reference text,
  order_key text,
  nsu text,
  authorisation_code text,
  -- The attempt that it names, where it is known.
  attempt_id bigint references attempt (id) on delete set null,
  end_to_end_id text,
  -- A cancelled sale whose file does not say when: the refund has the sale's day.
  undated boolean not null default false,
  fee_cents bigint,
  payout_day date,
  primary key (statement_id, n, kind)
);
create index statement_line_attempt on statement_line (attempt_id) where attempt_id is not null;
create index statement_line_fees on statement_line (day) where fee_cents is not null;

create table vehicle (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account (id) on delete cascade,
  name text not null,
  plate text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, plate)
);

create table reservation (
  id bigint generated always as identity primary key,
  payment_id bigint not null unique references payment (id),
  user_id bigint references user_account (id) on delete set null,
  vehicle_id bigint references vehicle (id) on delete set null,
  vehicle_name text not null,
  plate text not null,
  lot_id integer not null references lot (id),
  -- The ticket's code from the start; the ticket itself is made at the entrance.
  ticket_code char(13) not null unique,
  ticket_id bigint unique references ticket (id),
  -- What the QR code carries, signed and random.
  gate_token text not null unique,
  state text not null check (state in ('held', 'preauthorised', 'entered', 'surplus_due', 'exit_confirmed', 'exited', 'cancelled', 'no_show', 'released')),
  hold_cents bigint not null check (hold_cents > 0),
  -- Kept on cancellation and on no-show; never above the hold.
  retained_cents bigint not null,
  -- Until when the present state may last.
  deadline_at timestamptz,
  arrive_until_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The newest ticket when the space was reserved: decides by the database's order whether a car's ticket came later, because the clocks of two instances differ.
  after_ticket_id bigint not null,
  check ((retained_cents >= 0) and (retained_cents <= hold_cents))
);
create index reservation_created on reservation (created_at, id);
create index reservation_ended on reservation (updated_at) where state in ('cancelled', 'no_show', 'released', 'exited');
create index reservation_lot on reservation (lot_id) where state in ('held', 'preauthorised', 'entered', 'surplus_due', 'exit_confirmed');
-- A car has one reservation at a time.
create unique index reservation_one_per_plate on reservation (plate) where state in ('held', 'preauthorised', 'entered', 'surplus_due', 'exit_confirmed');
create index reservation_plate on reservation (plate, id desc);
create index reservation_user on reservation (user_id, id desc) where user_id is not null;
create index reservation_waiting on reservation (deadline_at) where deadline_at is not null;

insert into hour_sum_upto (source, number) values ('ledger', 0), ('paid_segment', 0), ('till_take', 0), ('ticket', 0);
insert into duplicate_scan (attempt_id) values (null);
