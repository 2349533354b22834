-- When the password was changed last: a restore ends those that are older (docs/operating.md#backup-and-restore).
alter table user_account add column password_at timestamptz;
