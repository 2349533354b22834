-- A harder human check that this session passed and has not used yet: good for one try from an address that failed often.
alter table session add column hard_proof_until_at timestamptz;
