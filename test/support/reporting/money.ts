import { sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { Method } from '#payment/method/method.ts'
import { methods } from '#payment/method/method.ts'

type Booking = {
  readonly lot: number
  readonly zone: string
  readonly at: Date
  readonly cents: number
  readonly kind?: 'capture' | 'refund'
  readonly method?: Method
  readonly brand?: string | null
  readonly acquirer?: string
}

let number = 0

/** Inserts a ledger row with a payment and an attempt of its own; answers its number. */
export async function bookMoney(db: Db, booking: Booking): Promise<number> {
  const {
    lot,
    zone,
    at,
    cents,
    kind = 'capture',
    method = 'credit',
    brand = null,
    acquirer = 'cielo',
  } = booking
  number += 1
  const type = methods[method].wire
  const { rows } = await sql<{ id: number }>`
    with paid as (
      insert into payment (token, session_hash, destination, payment_type, ticket_code, lot_id, time_zone, segment_n,
        amount_cents, breakdown, price_expires_at, state, created_at, updated_at)
      values (${`booked${number}`}, '', 1, ${type}, '0000000000000', ${lot}, ${zone}, 1, 700, '[]', ${at}, 'captured', ${at}, ${at})
      returning id
    ), tried as (
      insert into attempt (payment_id, n, order_key, amount_cents, payment_type, state, return_nonce_hash, session_hash,
        started_at, card_brand, acquirer)
      select id, 1, ${`booked${number}`}, 700, ${type}, 'captured', '', '', ${at}, ${brand}, ${acquirer} from paid
      returning id, payment_id
    )
    insert into ledger (payment_id, attempt_id, kind, amount_cents, at)
    select payment_id, id, ${kind}, ${cents}, ${at} from tried returning id`.execute(db)
  return rows[0]?.id ?? 0
}

/** Inserts a machine's payment of a car of its own; answers its number. */
export async function bookMachine(
  db: Db,
  { lot, at, cents, method = null }: { lot: number; at: Date; cents: number; method?: string | null },
): Promise<number> {
  number += 1
  const { rows } = await sql<{ id: number }>`
    with car as (
      insert into ticket (code, lot_id, tariff_id, gate, entered_at, exited_at, created_at)
      select ${String(5_000_000_000_000 + number)}, ${lot}, id, 'E1', '2010-01-01Z', '2010-01-02Z', ${at}
      from tariff where lot_id = ${lot} limit 1 returning id
    )
    insert into paid_segment (ticket_id, n, amount_cents, source, paid_at, exit_deadline_at, method)
    select id, 1, ${cents}, 'machine', ${at}, ${at}, ${method} from car returning id`.execute(db)
  return rows[0]?.id ?? 0
}
