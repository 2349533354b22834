-- Every attempt, saved card and notification names the acquirer that it is at. What was there before is Cielo's,
-- its simulator's rows too. The default stays: the release before writes rows without a name while both run.
alter table attempt add column acquirer text not null default 'cielo';
alter table saved_card add column acquirer text not null default 'cielo';
alter table acquirer_event add column acquirer text not null default 'cielo';

-- Each acquirer has a rule of its own for its keys, so that two may come to the same one.
alter table attempt drop constraint attempt_order_key_key;
create unique index attempt_order_key on attempt (order_key, acquirer);

-- What the payer is shown while the acquirer waits for them, where it is no page of a bank (auth_url).
alter table attempt add column shown jsonb;

-- The acquirer has taken this refund on, and has it done or refused by then.
alter table refund add column pending_until_at timestamptz;
