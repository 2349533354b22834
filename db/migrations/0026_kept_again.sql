-- A code that is paid once more after staff settled its money in another way becomes a case.
alter table review_case drop constraint review_case_kind_check;
alter table review_case add constraint review_case_kind_check
  check (kind in ('paid_twice', 'late_answer', 'late_ending', 'late_give_back', 'late_refund', 'acquirer_setup', 'kept_again'));
