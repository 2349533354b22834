-- What a statement says of a line's fee, in centavos, and the day of its payout; null where it says nothing.
alter table statement_line add column fee_cents bigint, add column payout_day date;
create index statement_line_fees on statement_line (day) where fee_cents is not null;
