-- Accounts, how people sign in, what they agreed to, their vehicles and saved cards. Secrets are kept as hashes or sealed.

create table user_account (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null check (email = lower(email)),
  tax_id text not null,
  phone text not null,
  password_hash text not null,
  -- 1 admin, 2 manager, 10 supervisor, 100 customer: lower means more power
  level integer not null default 100 check (level in (1, 2, 10, 100)),
  postal_code text,
  street text,
  street_number text,
  complement text,
  neighborhood text,
  city_id integer references city,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index user_account_email on user_account (email);
create unique index user_account_tax_id on user_account (tax_id);

-- A phone that signs in by itself. The token changes at each use; the hashes of used ones stay, to notice a replay.
create table device_token (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  used_at timestamptz not null,
  revoked_at timestamptz
);
create index device_token_user on device_token (user_id);
create table device_token_spent (
  token_hash text primary key,
  device_token_id bigint not null references device_token on delete cascade,
  spent_at timestamptz not null
);
create index device_token_spent_device on device_token_spent (device_token_id);

create table recovery_token (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account on delete cascade,
  token_hash text not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- set when it was used, or made void by a later one
  ended_at timestamptz
);
create index recovery_token_user on recovery_token (user_id) where ended_at is null;

create table consent (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account on delete cascade,
  kind text not null check (kind in ('terms', 'saved_cards')),
  terms_version text not null,
  at timestamptz not null,
  revoked_at timestamptz
);
create index consent_user on consent (user_id, id);

create table saved_card (
  id bigint generated always as identity primary key,
  token text not null unique,
  user_id bigint not null references user_account on delete cascade,
  payment_type smallint not null check (payment_type in (1, 2)),
  brand text not null,
  last_digits text not null,
  -- the acquirer's token: AES-256-GCM under the key that key_id names
  sealed_token text not null,
  key_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, brand, last_digits, payment_type)
);
create index saved_card_key on saved_card (key_id);

-- What is counted to slow guessing down: failed logins, recovery requests, questions for taken e-mails.
create table rate_mark (
  id bigint generated always as identity primary key,
  kind text not null,
  key_hash text not null,
  at timestamptz not null
);
create index rate_mark_key on rate_mark (kind, key_hash, at);
create index rate_mark_at on rate_mark (at);

create table vehicle (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_account on delete cascade,
  name text not null,
  plate text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (user_id, plate)
);

-- An ended login outlives the account for a while, so that its cookie can be told so.
alter table session add column device_token_id bigint references device_token on delete set null;
alter table session add constraint session_user_id_fkey foreign key (user_id) references user_account on delete set null;
create index session_of_user on session (user_id) where user_id is not null;
create index session_of_device on session (device_token_id) where device_token_id is not null;

-- A payment outlives the account: fiscal records are kept.
alter table payment add constraint payment_user_id_fkey foreign key (user_id) references user_account on delete set null;
create index payment_user on payment (user_id, id desc) where user_id is not null;
create index payment_ticket_code on payment (ticket_code);

-- Whose saved card the acquirer's token becomes when this attempt succeeds.
alter table attempt add column save_card_for bigint references user_account on delete set null;
create index attempt_save_card_for on attempt (save_card_for) where save_card_for is not null;
