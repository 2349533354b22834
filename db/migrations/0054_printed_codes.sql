-- The number that a gate printed for a car whose ticket has another: that of its reservation. A table of its own: the release
-- before reads whole rows of ticket by prepared statements, which a further column would refuse.
create table printed_code (
  code character(13) primary key,
  ticket_code character(13) not null unique references ticket (code) on delete cascade
);
