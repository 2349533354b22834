-- Unused since bb6faa0f: a ticket has one printed number at most there, and a stay that is told again may get another.
alter table printed_code drop constraint printed_code_ticket_code_key;
create index printed_code_ticket on printed_code (ticket_code);

-- A case for a reserved stay during which another ticket of its plate was inside the same lot.
alter table review_case drop constraint review_case_kind_check;
alter table review_case add constraint review_case_kind_check check (kind = any ('{paid_twice,came_in_time,late_answer,late_ending,late_give_back,late_refund,acquirer_setup,kept_again,chargeback,fraud_alert,void_denied,return_unseen,auto_cancelled,returned_outside,amount_differs,plate_twice}'::text[])) not valid;
