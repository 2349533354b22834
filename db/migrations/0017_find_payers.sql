-- Staff find a payment by who paid it: name, e-mail, CPF or CNPJ. The words of a name as `user_account_name_words` has them.
create index payment_payer_words on payment using gin (to_tsvector('simple',
  translate(lower(payer->>'name'), 'áàâãäéèêëíìîïóòôõöúùûüçñ', 'aaaaaeeeeiiiiooooouuuucn')))
  where payer is not null;
create index payment_payer_email on payment (lower(payer->>'email') text_pattern_ops) where payer is not null;
create index payment_payer_tax_id on payment ((payer->>'taxId')) where payer is not null;
