-- The export that a person runs, on any instance; its instance renews the lease until it ends.
create table export_lease (
  user_id bigint primary key references user_account (id) on delete cascade,
  run text not null,
  lease_until_at timestamp with time zone not null
);
