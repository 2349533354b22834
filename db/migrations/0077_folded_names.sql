-- Names without case and accents, the same under every locale of the database, as `kit/server/db/folded.ts` has them.
create index user_account_name_folded on user_account using gin (to_tsvector('simple',
  lower(translate(name, 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑáàâãäéèêëíìîïóòôõöúùûüçñ', 'AAAAAEEEEIIIIOOOOOUUUUCNaaaaaeeeeiiiiooooouuuucn') collate "C")));
create index payment_name_folded on payment using gin (to_tsvector('simple',
  lower(translate(payer->>'name', 'ÁÀÂÃÄÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑáàâãäéèêëíìîïóòôõöúùûüçñ', 'AAAAAEEEEIIIIOOOOOUUUUCNaaaaaeeeeiiiiooooouuuucn') collate "C")))
  where payer is not null and state <> 'authorising';
