-- Closings are insert-only for `truncate`, too, which fires no row trigger.
create trigger no_truncate before truncate on closing for each statement execute function refuse_change();
create trigger no_truncate before truncate on closing_line for each statement execute function refuse_change();
create trigger no_truncate before truncate on closing_adjustment for each statement execute function refuse_change();
