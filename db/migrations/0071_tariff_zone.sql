-- The time zone in which a version prices and shows stays. The release before writes none: such a version reads as its lot's.
alter table tariff add column time_zone text;
update tariff set time_zone = lot.time_zone from lot where lot.id = tariff.lot_id;
-- Entrances and payments at machines are counted by it, too.
update hour_sum set time_zone = lot.time_zone from lot where lot.id = hour_sum.lot_id and hour_sum.time_zone = '';
