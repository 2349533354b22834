-- A guest agrees to the terms by paying: the row names the payment, as there is no account. The release before writes
-- rows of accounts only.
alter table consent alter column user_id drop not null;
alter table consent add column payment_id bigint references payment (id);
alter table consent add constraint consent_of_one check (num_nonnulls(user_id, payment_id) = 1);
create unique index consent_payment on consent (payment_id, kind, terms_version) where payment_id is not null;

-- What a payment leaves may go before the statement that it was found on.
alter table statement_line drop constraint statement_line_attempt_id_fkey;
alter table statement_line add constraint statement_line_attempt_id_fkey
  foreign key (attempt_id) references attempt (id) on delete set null;

-- What has reached the end of its keeping time is found by an index, oldest first (docs/retention.md#keeping-times).
create index acquirer_event_received on acquirer_event (received_at);
create index audit_exits on audit (at) where subject = 'ticket' and action = 'exited';
create index car_movement_at on car_movement (at);
create index device_answer_created on device_answer (created_at);
create index device_token_revoked on device_token (revoked_at) where revoked_at is not null;
create index device_token_used on device_token (used_at);
create index device_token_spent_at on device_token_spent (spent_at);
create index equipment_event_at on equipment_event (at);
create index job_dead on job (dead_at) where dead_at is not null;
create index job_done on job (kind, done_at) where done_at is not null;
create index lot_day_day on lot_day (day);
create index mail_at on mail (at);
create index payment_created on payment (created_at);
create index payment_nothing_sent on payment (updated_at)
  where payer is null and state in ('cancelled', 'expired', 'voided');
create index payment_nothing_taken on payment (updated_at)
  where payer <> '{}' and state in ('cancelled', 'expired', 'voided');
create index recovery_token_expires on recovery_token (expires_at);
create index reservation_ended on reservation (updated_at)
  where state in ('cancelled', 'no_show', 'released', 'exited');
create index statement_uploaded on statement (uploaded_at);
create index ticket_plates on ticket (exited_at) where plate is not null and exited_at is not null;
create index used_challenge_expires on used_challenge (expires_at);

-- Who deletes a row is asked for those that refer to it.
create index ledger_attempt on ledger (attempt_id);
create index refund_attempt on refund (attempt_id);
