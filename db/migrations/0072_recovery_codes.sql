-- Hashes of the codes that pass for the authenticator once each, given when it is enrolled.
create table recovery_code (
  user_id bigint not null references second_factor (user_id) on delete cascade,
  code_hash text not null,
  primary key (user_id, code_hash)
);

-- When a device called last, to the minute.
alter table device add column called_at timestamptz;
