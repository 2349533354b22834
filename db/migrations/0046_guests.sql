-- What a guest types on the way to paying, for a day: it is not written down, and a crash of PostgreSQL forgets it
-- (docs/decisions/0021-what-guests-type.md). session.data stays: a login brings it along, and the release before has its own there.
create unlogged table guest_typed (
  session_hash text primary key,
  data jsonb not null,
  expires_at timestamptz not null
);
create index guest_typed_expires on guest_typed (expires_at);

-- What a guest agreed to by paying is told by the payment that it is kept with: a row of `consent` less, with its index. Those
-- that are there stay, and so do those that the release before writes.
alter table payment add column agreed_terms text;
alter table payment add column agreed_at timestamptz;
