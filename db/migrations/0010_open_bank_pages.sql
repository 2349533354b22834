-- Who only stands before the bank's page keeps nobody else from paying: a payment counts once it was sent for money.
drop index payment_one_per_stay;
create unique index payment_one_per_stay on payment (ticket_id, segment_n)
  where state in ('authorising', 'unknown', 'authorised', 'capturing', 'captured', 'partly_refunded', 'review');
