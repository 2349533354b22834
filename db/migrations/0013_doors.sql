-- A harder human check that this session passed and has not used yet: good for one try from an address that failed often.
alter table session add column hard_proof_until_at timestamptz;

-- Which try a mark counts as if it were refused: taken back when it turns out that it was not. Nothing is said of the
-- attempt itself, of which the release before reads whole rows (docs/operating.md#upgrades).
alter table rate_mark add column attempt_id bigint;
create index rate_mark_attempt on rate_mark (attempt_id) where attempt_id is not null;
