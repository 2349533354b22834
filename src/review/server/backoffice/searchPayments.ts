import { type NarrowedPayments, type SearchHits, type PaymentQuery, selectPage } from './paymentPaging.ts'
import { type Expression, type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { normaliseTaxId, withoutSeparators } from '#kit/brazil.ts'
import { extractTicketCode } from '#checkout/ticketCode.ts'
import type { StateFilters } from '#staff/server/list/answerList.ts'
import { isWithin } from '#staff/server/localPeriod.ts'
import type { PageRequest } from '#kit/paging.ts'
import { matchesName } from '#kit/server/db/textSearch.ts'
import { type Method, methods } from '#payment/method/method.ts'
import type { PaymentState } from '#payment/paymentState.ts'
import { isAtRest, isInIndexedState, isUnderWay } from '#payment/server/views/stateSql.ts'
import { decisiveAttemptJoin } from '#payment/server/views/paymentWithAttempt.ts'
import { readProtocol } from '#payment/texts.ts'

const waitingStates = ['unknown', 'review', 'refunding'] as const satisfies readonly PaymentState[]

type PaymentFilters = StateFilters<PaymentState | 'waiting'> & { readonly method: Method | null }

export type FoundPayment = Awaited<ReturnType<typeof searchPayments>>['rows'][number]

export async function searchPayments(db: Db, search: PaymentFilters & PageRequest) {
  const list = narrowPayments(db, search)
  if (list === null) return { rows: [], total: 0, more: false, keptCents: 0 }
  const order = search.state === 'waiting' ? 'asc' : 'desc'
  const { total, shown } = await selectPage(db, list, { ...search, order })
  const rows = await db
    .selectFrom('payment')
    .innerJoin(shown.as('shown'), 'shown.id', 'payment.id')
    .leftJoin('lot', 'lot.id', 'payment.lot_id')
    .leftJoinLateral(decisiveAttemptJoin, (join) => join.onTrue())
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('review_case')
          .select(['kind as case_kind', 'amount_cents as case_cents'])
          .whereRef('review_case.payment_id', '=', 'payment.id')
          .where('review_case.closed_at', 'is', null)
          .orderBy('review_case.id')
          .limit(1)
          .as('open_case'),
      (join) => join.onTrue(),
    )
    .selectAll('payment')
    .select(['lot.name as lot_name', 'sale.card_brand as brand', 'sale.card_last_digits as last_digits'])
    .select(['open_case.case_kind', 'open_case.case_cents'])
    .orderBy('payment.created_at', order)
    .orderBy('payment.id', order)
    .execute()
  return { rows, ...total }
}

/** Null when the text can match no payment. */
export function narrowPayments(db: Db, search: PaymentFilters): NarrowedPayments | null {
  const hits = search.q === '' ? null : parseSearch(search.q)
  if (search.q !== '' && hits === null) return null
  let list: PaymentQuery = db.selectFrom('payment').select(['payment.id', 'payment.created_at'])
  if (search.method !== null) list = list.where('payment.payment_type', '=', methods[search.method].wire)
  const row = { at: 'payment.created_at', zone: 'payment.time_zone', lot: 'payment.lot_id' }
  list = list.where(isWithin(search, row))
  if (search.state === null) return { query: list, hits, parts: [isAtRest, isUnderWay] }
  if (search.state === 'waiting' || search.state === 'review') {
    const ids = idsInReview(db, search.state === 'waiting' ? waitingStates : ['review'])
    return { query: list.where('payment.id', 'in', ids), hits, parts: [sql`true`] }
  }
  return {
    query: list.where('payment.state', '=', search.state),
    hits,
    parts: [indexCondition(search.state)],
  }
}

function parseSearch(text: string): SearchHits | null {
  const ids = idsByText(text)
  return ids === null ? payersByText(text) : { ids }
}

function indexCondition(state: PaymentState): RawBuilder<boolean> {
  if (state === 'created' || state === 'authorising') return isUnderWay
  return state === 'captured' ? isAtRest : isInIndexedState
}

function idsInReview(db: Db, states: readonly PaymentState[]) {
  const byCase = db.selectFrom('review_case').select('payment_id as id').where('closed_at', 'is', null)
  const byState = db.selectFrom('payment').select('id').where('state', 'in', states)
  return byState.where(isInIndexedState).union(byCase)
}

/** The Central Bank's format: E, the bank, the minute, and 11 characters with case. */
const endToEndId = /^E\d{8}\d{12}[0-9A-Za-z]{11}$/

const isInPayerIndex = sql`payer is not null and state <> 'authorising'`

/** Each kind of text has its own index; null where the text is of no kind. */
function idsByText(text: string): Expression<number> | null {
  const typed = withoutSeparators(text)
  if (endToEndId.test(typed)) return sql`(select payment_id from attempt where end_to_end_id = ${typed})`
  if (/^[0-9a-f]{32}$/i.test(typed)) return sql`(select id from payment where token = ${typed.toLowerCase()})`
  const numbered = readProtocol(typed)
  if (numbered !== null) return sql`(select ${numbered}::bigint)`
  const plain = text.includes('@') ? typed : extractTicketCode(text)
  if (/^\d{4}$/.test(plain)) {
    return sql`(select payment_id from attempt where card_last_digits = ${plain} and state <> 'in_flight'
      union select payment_id from attempt where nsu = ${plain})`
  }
  if (/^\d{5,13}$/.test(plain)) {
    const isOfTicket = sql`ticket_code between ${plain.padEnd(13, '0')} and ${plain.padEnd(13, '9')}`
    return sql`(select id from payment where ${isOfTicket} and ${isAtRest}
      union select id from payment where ${isOfTicket} and ${isUnderWay}
      union select payment_id from attempt where nsu = ${plain}
      union select id from payment where payer->>'taxId' = ${plain} and ${isInPayerIndex})`
  }
  const taxId = normaliseTaxId(text)
  if (/^\d{14,20}$|^[0-9A-Z]{12}\d{2}$/.test(taxId)) {
    return sql`(select payment_id from attempt where nsu = ${taxId}
      union select id from payment where payer->>'taxId' = ${taxId} and ${isInPayerIndex})`
  }
  const plate = plain.toUpperCase()
  if (!/^[A-Z]{3}\d[A-Z0-9]\d{2}$/.test(plate)) return null
  return sql`(select payment.id from payment join ticket on ticket.id = payment.ticket_id where ticket.plate = ${plate}
    union select payment_id from reservation where plate = ${plate})`
}

function payersByText(text: string): SearchHits | null {
  if (text.includes('@')) {
    const beginning = `${text
      .trim()
      .toLowerCase()
      .replace(/[\\%_]/g, '\\$&')}%`
    return { payer: sql<boolean>`lower(payer->>'email') like ${beginning} and ${isInPayerIndex}` }
  }
  const isNamed = /\p{L}/u.test(text) ? matchesName(sql`payer->>'name'`, text) : null
  return isNamed && { payer: sql<boolean>`${isNamed} and ${isInPayerIndex}` }
}
