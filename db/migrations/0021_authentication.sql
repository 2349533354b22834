-- The cardholder is authenticated in the page before the sale: nothing was sent to the acquirer yet.
alter table attempt drop constraint attempt_state_check;
alter table attempt add constraint attempt_state_check check (state in ('authenticating', 'in_flight', 'challenged',
  'unknown', 'refused', 'unheard', 'abandoned', 'held', 'released', 'captured', 'giving_back', 'given_back', 'kept'));

-- How the authentication went, whose it was (once only), and by which ECI the acquirer says who answers for a dispute.
alter table attempt add column authentication text;
alter table attempt add column authentication_id text;
alter table attempt add column eci text;
create unique index attempt_authentication_id on attempt (authentication_id) where authentication_id is not null;
