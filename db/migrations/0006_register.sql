-- What the operator registers: car parks, devices, people; and the audit trail, which everybody's changes make long.

alter table lot add column created_at timestamptz;
alter table lot add column updated_at timestamptz;
alter table device add column updated_at timestamptz;
-- Since when the present key is good.
alter table device add column key_at timestamptz;

create index user_account_level on user_account (level, id desc);
create index user_account_email_prefix on user_account (email text_pattern_ops);
-- Words of a name without accents, for searching by their beginnings.
create index user_account_name_words on user_account using gin (to_tsvector('simple',
  translate(lower(name), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')));

create index audit_at on audit (at, id);
create index audit_actor on audit (actor, at, id);
create index audit_kind on audit (subject, at, id);
