-- Names without case, accents, separators and apostrophes, as `kit/server/db/folded.ts` has them.
create index user_account_name_search on user_account using gin (to_tsvector('simple',
  translate(lower(translate(normalize(name), 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ.-‐‑–—/_',
    'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy        ') collate "C"), '''’‘ʼ′´`', '') || ' ' ||
  translate(lower(translate(normalize(name), 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ.-‐‑–—/_',
    'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy        ') collate "C"), '''’‘ʼ′´`', '       ')));
create index payment_name_search on payment using gin (to_tsvector('simple',
  translate(lower(translate(normalize(payer->>'name'), 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ.-‐‑–—/_',
    'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy        ') collate "C"), '''’‘ʼ′´`', '') || ' ' ||
  translate(lower(translate(normalize(payer->>'name'), 'ÁÀÂÃÄÅÉÈÊËÍÌÎÏÓÒÔÕÖÚÙÛÜÇÑÝáàâãäåéèêëíìîïóòôõöúùûüçñýÿ.-‐‑–—/_',
    'AAAAAAEEEEIIIIOOOOOUUUUCNYaaaaaaeeeeiiiiooooouuuucnyy        ') collate "C"), '''’‘ʼ′´`', '       ')))
  where payer is not null and state <> 'authorising';
