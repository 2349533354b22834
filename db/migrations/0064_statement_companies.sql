-- The companies whose rows a statement is compared with, such as 'bacen,cielo'. Null in those of the release before: all.
alter table statement add column companies text;

-- A cancelled sale is one row of the file: its capture and its refund.
alter table statement_line drop constraint statement_line_pkey;
alter table statement_line add primary key (statement_id, n, kind);
