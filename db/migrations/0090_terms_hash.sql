-- The SHA-256 of the terms as they were shown (docs/spec.md#r33); null where it was agreed to before this release.
alter table consent add column terms_hash text;
alter table payment add column agreed_hash text;
