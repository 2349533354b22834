-- Unused since a95d448d: searches of names read `payment_name_folded` since 0077.
drop index if exists payment_name_words;
