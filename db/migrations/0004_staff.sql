-- The operator's people: a second factor, and what they did in the order it was done.

-- The secret that a staff member's authenticator shares with us, sealed as saved cards are.
create table second_factor (
  user_id bigint primary key references user_account on delete cascade,
  sealed_secret text not null,
  key_id text not null,
  -- null until a first code has proved that the authenticator has the secret
  confirmed_at timestamptz,
  -- the 30-second step of the last code that was taken: no code is good twice
  last_step bigint not null default 0,
  created_at timestamptz not null
);
create index second_factor_key on second_factor (key_id);

-- When this login gave its second factor; null before.
alter table session add column second_factor_at timestamptz;

create index user_account_staff on user_account (level, id) where level <= 10;
