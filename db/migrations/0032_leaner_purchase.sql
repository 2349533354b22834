-- What a purchase writes that nobody reads by: each version of a row stands in every index that does not leave it out.

-- No lot is ever deleted. The two references locked its row for each purchase, together with everybody else who was paying
-- there, which is written down each time.
alter table payment drop constraint payment_lot_id_fkey;
alter table equipment_event drop constraint equipment_event_lot_id_fkey;

-- A mark is found by its key or its attempt, never by its number.
alter table rate_mark drop constraint rate_mark_pkey;

-- Whose session a payment is matters until it is paid, an attempt's while its cardholder is asked.
drop index payment_session;
create index payment_session on payment (session_hash) where state <> 'captured';
drop index attempt_session_started;
create index attempt_session on attempt (session_hash) where state in ('authenticating', 'challenged');

-- Who pays is searched for by staff, and for the seconds at the acquirer found by ticket or token.
drop index payment_payer_email;
create index payment_payer_email on payment (lower(payer->>'email') text_pattern_ops)
  where payer is not null and state <> 'authorising';
drop index payment_payer_tax_id;
create index payment_payer_tax_id on payment ((payer->>'taxId')) where payer is not null and state <> 'authorising';
drop index payment_payer_words;
create index payment_payer_words on payment using gin (to_tsvector('simple',
  translate(lower(payer->>'name'), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')))
  where payer is not null and state <> 'authorising';
drop index attempt_last_digits;
create index attempt_last_digits on attempt (card_last_digits, payment_id desc) where state <> 'in_flight';
