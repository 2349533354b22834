-- What the operator's days looked like: indexes for the sums of a period, and each day's fullest moment.
create index ledger_at on ledger (at);
create index attempt_refused on attempt (started_at) where state = 'refused';
create index paid_segment_machine on paid_segment (paid_at) where source = 'machine';
create index ticket_entered on ticket (entered_at);

create table lot_day (
  lot_id integer not null references lot,
  -- the day in the lot's own time zone
  day date not null,
  peak_occupied integer not null,
  total_spaces integer not null,
  primary key (lot_id, day)
);
