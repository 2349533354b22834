-- Since when a code is paid at its bank and waits for what becomes of somebody's card: a bank may name no endToEndId.
alter table attempt add column paid_behind_at timestamptz;
