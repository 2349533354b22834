-- A harder human check that this session passed and has not used yet: good for one try from an address that failed often.
alter table session add column hard_proof_until_at timestamptz;

-- What a try was counted for as if it were refused, to be taken back when it turns out that it was not.
alter table attempt add column rate_marks jsonb;
