-- Up to which attempt the acquirers were asked how many sales they made under its order key
-- (docs/payment.md#duplicate-sales); empty until the first round.
create table sales_asked (
  id smallint primary key default 1 check (id = 1),
  attempt_id bigint
);
insert into sales_asked (attempt_id) values (null);
