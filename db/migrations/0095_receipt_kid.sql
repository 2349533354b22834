-- The key that signs the payment's receipt, fixed at the capture (docs/spec.md#verifiable-receipt).
alter table payment add column receipt_kid text;
create index payment_receipt_kid on payment (receipt_kid, paid_at) where receipt_kid is not null;
