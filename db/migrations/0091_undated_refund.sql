-- A cancelled sale whose file does not say when it was cancelled: the refund has the sale's day.
alter table statement_line add column undated boolean not null default false;
