-- A case for a capture, void or refund that the acquirer shows with another amount than was asked for.
alter table review_case drop constraint review_case_kind_check;
alter table review_case add constraint review_case_kind_check check (kind = any ('{paid_twice,came_in_time,late_answer,late_ending,late_give_back,late_refund,acquirer_setup,kept_again,chargeback,fraud_alert,void_denied,return_unseen,auto_cancelled,returned_outside,amount_differs}'::text[])) not valid;

alter table sale_event drop constraint sale_event_kind_check;
alter table sale_event add constraint sale_event_kind_check check (kind = any ('{chargeback,fraud_alert,void_denied,return_unseen,auto_cancelled,returned_outside,amount_differs}'::text[])) not valid;

-- Centavos that were asked for, that the acquirer's answer named, and that its query shows. Empty of other events, and
-- of those that the release before wrote.
alter table sale_event add column asked_cents bigint, add column acknowledged_cents bigint, add column shown_cents bigint;
