-- What a guest typed stands in guest_typed alone, by ticket code. session.data stays empty.
update guest_typed set data = jsonb_build_object('tickets', jsonb_build_object('', data))
  where not data ? 'tickets' and data <> '{}';
insert into guest_typed (session_hash, data, expires_at)
  select id_hash, case when data ? 'tickets' then data else jsonb_build_object('tickets', jsonb_build_object('', data)) end, expires_at
  from session where data <> '{}' and ended_at is null
  on conflict (session_hash) do update set data = jsonb_build_object('tickets',
    coalesce(guest_typed.data -> 'tickets', '{}') || coalesce(excluded.data -> 'tickets', '{}'));
update session set data = '{}' where data <> '{}';
