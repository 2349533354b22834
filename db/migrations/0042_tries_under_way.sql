-- What a card is counted for while it is at its bank: four rows of a purchase, taken back a second later, with twelve entries of
-- indexes. They are not written down; what stands after two minutes is, in rate_mark (docs/decisions/0020-tries-under-way.md).
create unlogged table try_mark (
  kind text not null,
  key_hash text not null,
  at timestamptz not null,
  attempt_id bigint not null
);
create index try_mark_key on try_mark (kind, key_hash, at);
create index try_mark_attempt on try_mark (attempt_id);
