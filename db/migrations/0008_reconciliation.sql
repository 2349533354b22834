-- The acquirer's statements as they were uploaded, to be compared with the ledger.
create table statement (
  id bigint generated always as identity primary key,
  name text not null,
  -- of the file: the same one twice is one statement
  sha256 text not null unique,
  from_day date not null,
  to_day date not null,
  line_count integer not null,
  uploaded_by bigint references user_account on delete set null,
  uploaded_at timestamptz not null
);

create table statement_line (
  statement_id bigint not null references statement on delete cascade,
  -- the line of the file, counted from 1 with its heading
  n integer not null,
  day date not null,
  kind text not null check (kind in ('capture', 'refund')),
  amount_cents bigint not null check (amount_cents > 0),
  reference text,
  order_key text,
  nsu text,
  authorisation_code text,
  -- the attempt that it speaks of, where we know one
  attempt_id bigint references attempt,
  primary key (statement_id, n)
);
create index statement_line_attempt on statement_line (attempt_id) where attempt_id is not null;
