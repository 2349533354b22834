-- Unused since a95d448d: searches of names read `payment_name_folded` since 0077, ranges of the ledger `ledger_at` since 0094.
drop index if exists payment_name_words;
drop index if exists ledger_by_day_and_number;
