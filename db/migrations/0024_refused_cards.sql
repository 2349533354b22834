-- A card that its brand does not want to see again before an instant: by the HMAC of its number, never longer than a month.
create table refused_card (
  key_hash text primary key,
  cause text not null,
  until_at timestamptz not null
);
create index refused_card_until on refused_card (until_at);
