-- The municipality that a lot stands in, where staff named it: the list of cities begins with it for who pays there. A table
-- of its own: the release before reads whole rows of lot by prepared statements, which a further column would refuse.
create table lot_city (
  lot_id integer primary key references lot (id),
  city_id integer not null references city (id)
);
