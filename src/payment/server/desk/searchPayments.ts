import { type Expression, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import type { PageRequest } from '#kit/paging.ts'
import { counted } from '#kit/server/db/counted.ts'
import type { PaymentState } from '../../paymentState.ts'
import type { Payment } from '../store.ts'
import { readProtocol } from '../../protocol.ts'

/** `waiting`: what staff have to look at, the oldest first. */
export const waitingStates = ['unknown', 'review', 'refunding'] as const satisfies readonly PaymentState[]

export type PaymentSearch = PageRequest & {
  readonly q: string
  readonly state: PaymentState | 'waiting' | null
  readonly lotId: number | null
  /** Opened from this instant on, and before that one. */
  readonly from: Date | null
  readonly until: Date | null
}

export type FoundPayment = Payment & {
  lot_name: string | null
  brand: string | null
  last_digits: string | null
}

/** Payments by ticket code, plate, token, protocol, NSU or the card's last digits, the newest first. */
export async function searchPayments(
  db: Db,
  search: PaymentSearch,
): Promise<{ rows: FoundPayment[]; total: number; more: boolean }> {
  let list = db.selectFrom('payment').select('payment.id')
  if (search.q !== '') {
    const ids = idsOf(search.q)
    if (ids === null) return { rows: [], total: 0, more: false }
    list = list.where('payment.id', 'in', ids)
  }
  if (search.lotId !== null) list = list.where('payment.lot_id', '=', search.lotId)
  if (search.from) list = list.where('payment.created_at', '>=', search.from)
  if (search.until) list = list.where('payment.created_at', '<', search.until)
  const waiting = search.state === 'waiting'
  if (waiting) list = list.where('payment.state', 'in', waitingStates)
  else if (search.state !== null) list = list.where('payment.state', '=', search.state)
  const order = waiting ? 'asc' : 'desc'
  const ids = list.orderBy('payment.created_at', order).orderBy('payment.id', order)
  const total = await counted(db, ids)
  const shown = ids.limit(search.perPage).offset((search.page - 1) * search.perPage)
  const rows = await db
    .selectFrom('payment')
    .innerJoin(shown.as('shown'), 'shown.id', 'payment.id')
    .leftJoin('lot', 'lot.id', 'payment.lot_id')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('attempt')
          .select(['card_brand as brand', 'card_last_digits as last_digits'])
          .whereRef('attempt.payment_id', '=', 'payment.id')
          .orderBy('attempt.n', 'desc')
          .limit(1)
          .as('card'),
      (join) => join.onTrue(),
    )
    .selectAll('payment')
    .select(['lot.name as lot_name', 'card.brand', 'card.last_digits'])
    .orderBy('payment.created_at', order)
    .orderBy('payment.id', order)
    .execute()
  return { rows, ...total }
}

/** The payments that a text may mean, each kind of it from its own index; null when it can mean none. */
function idsOf(text: string): Expression<number> | null {
  const plain = text.replace(/[\s.-]/g, '')
  if (/^[0-9a-f]{32}$/i.test(plain)) return sql`(select id from payment where token = ${plain.toLowerCase()})`
  const numbered = readProtocol(plain)
  if (numbered !== null) return sql`(select ${numbered}::bigint)`
  if (/^\d{4}$/.test(plain)) {
    return sql`(select payment_id from attempt where card_last_digits = ${plain}
      union select payment_id from attempt where nsu = ${plain})`
  }
  if (/^\d{5,13}$/.test(plain)) {
    return sql`(select id from payment
        where ticket_code between ${plain.padEnd(13, '0')} and ${plain.padEnd(13, '9')}
      union select payment_id from attempt where nsu = ${plain})`
  }
  if (/^\d{14,20}$/.test(plain)) return sql`(select payment_id from attempt where nsu = ${plain})`
  const plate = plain.toUpperCase()
  if (!/^[A-Z]{3}\d[A-Z0-9]\d{2}$/.test(plate)) return null
  return sql`(select payment.id from payment join ticket on ticket.id = payment.ticket_id where ticket.plate = ${plate}
    union select payment_id from reservation where plate = ${plate})`
}
