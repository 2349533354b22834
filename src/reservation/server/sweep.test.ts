import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { reserved, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

// It copies a reservation a thousand times.
const portal = portalOfFile({ invariants: false })
beforeAll(async () => {
  await setReserve(portal, {})
})

/** A hundred copies of the reservation of `token`, past their deadline. */
async function hundredLike(token: string, state: 'preauthorised' | 'entered'): Promise<void> {
  const payments = sql`select id, row_number() over (order by id) as n from payment where token like ${`${state} %`}`
  await sql`insert into payment overriding system value
    select (jsonb_populate_record(payment, jsonb_build_object('id', nextval(pg_get_serial_sequence('payment', 'id')),
      'token', ${state}::text || ' ' || n, 'state', 'capturing', 'deadline_at', null))).*
    from payment, generate_series(1, 100) as n where token = ${token}`.execute(portal.db)
  await sql`insert into reservation overriding system value
    select (jsonb_populate_record(reservation, jsonb_build_object('id', nextval(pg_get_serial_sequence('reservation', 'id')),
      'payment_id', copy.id, 'plate', upper(left(${state}, 3)) || n, 'ticket_code', left(${state}, 3) || n,
      'gate_token', ${state}::text || n, 'state', ${state}::text, 'deadline_at', reservation.created_at))).*
    from payment join reservation on payment_id = payment.id, (${payments}) as copy where token = ${token}`.execute(
    portal.db,
  )
}

const stored = async (token: string) =>
  portal.db
    .selectFrom('reservation')
    .innerJoin('payment', 'payment.id', 'payment_id')
    .select('reservation.state')
    .where('token', '=', token)
    .executeTakeFirstOrThrow()

it('reservations that fail at each sweep, or wait for their acquirer, do not prevent others from expiring', async () => {
  const first = await reserved(portal)
  await hundredLike(first.token, 'preauthorised')
  await hundredLike(first.token, 'entered')
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$`.execute(
    portal.db,
  )
  await sql`create trigger refuse before update on reservation for each row when (old.plate like 'PRE%')
    execute function refuse()`.execute(portal.db)
  const car = await reserved(portal)
  portal.clock.forward(13 * 60 + 1)
  await portal.sweep()
  expect(await stored(car.token)).toEqual({ state: 'no_show' })
  expect(portal.logs.join('').match(/sweep could not close a reservation/g)).toHaveLength(100)
})
