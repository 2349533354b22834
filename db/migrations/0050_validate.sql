-- The checks of 0049, read over while everybody goes on: they say what those before them said.
alter table payment validate constraint payment_state_check;
alter table attempt validate constraint attempt_state_check;
