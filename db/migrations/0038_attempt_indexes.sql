-- As 0038_payment_indexes.sql, for the two versions of an attempt.
-- Unused since e5dd220: its statements say what the narrower indexes hold.
create index if not exists attempt_asked_session on attempt (session_hash) where state in ('authenticating', 'challenged');
drop index attempt_session_started;

create index if not exists attempt_sent_digits on attempt (card_last_digits, payment_id desc) where state <> 'in_flight';
drop index attempt_last_digits;

alter table attempt set (fillfactor = 70);
