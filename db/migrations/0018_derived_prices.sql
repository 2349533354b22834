-- A price is honoured because it was due, not because it was written down (docs/spec.md#r21): this release neither reads
-- nor writes quotes. The release before does, while both run, so the table stays until the release after this one
-- (docs/decisions/0018-derived-prices.md). Nothing refers to it, and a stay may go whatever is left in it.
alter table quote drop constraint quote_ticket_id_fkey;
