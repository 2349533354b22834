-- The acquirer knows no such sale so far: no refusal, and asked about all the same for a day.
alter table attempt drop constraint attempt_state_check;
alter table attempt add constraint attempt_state_check check (state in ('in_flight', 'challenged', 'unknown', 'refused',
  'unheard', 'abandoned', 'held', 'released', 'captured', 'giving_back', 'given_back'));
update attempt set state = 'unheard', cause = null, ask_at = statement_timestamp()
  where state = 'refused' and cause = 'not_found' and started_at > statement_timestamp() - interval '24 hours';
