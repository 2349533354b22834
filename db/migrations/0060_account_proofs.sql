-- Whether a mailed link of the present e-mail was used, and whether a staff member's password is shorter than today's rule.
alter table user_account add column email_proved boolean not null default false;
alter table user_account add column short_password boolean not null default false;
