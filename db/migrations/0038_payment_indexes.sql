-- A payment is written three times, and each of its versions stands in every index: what finds it by its payer, by its session
-- or by its state leaves out the versions that nobody looks for there (docs/performance.md#database-access-of-a-purchase).
-- A large table has them built `concurrently` by hand before the update; they are found here by their names then.
-- Unused since e5dd220: its statements say what the narrower indexes hold, or find their rows by them: who asks for a state by
-- a parameter is planned with its value, for without an index it would cost more.
create index if not exists payment_unpaid_session on payment (session_hash) where state <> 'captured';
drop index payment_session;

create index if not exists payment_email on payment (lower(payer ->> 'email') text_pattern_ops)
  where payer is not null and state <> 'authorising';
drop index payment_payer_email;

create index if not exists payment_tax_id on payment ((payer ->> 'taxId')) where payer is not null and state <> 'authorising';
drop index payment_payer_tax_id;

create index if not exists payment_name_words on payment using gin (to_tsvector('simple', translate(
  lower(payer ->> 'name'), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')))
  where payer is not null and state <> 'authorising';
drop index payment_payer_words;

-- Most are captured, and some are open just now: both are found by their time, among the newest.
create index if not exists payment_in_state on payment (state, created_at desc, id desc)
  where state not in ('created', 'captured');
drop index payment_state;

-- A payment grows when its payer is known: its next version finds room on its page, and what did not change is not written
-- down again.
alter table payment set (fillfactor = 60);
