import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { type RawBuilder, sql } from 'kysely'
import { dropConsentsOf } from '#account/server/consents.ts'
import type { Db } from '#db/schema.ts'
import { dropAuditOf } from '#kit/server/auditRows.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { endedUnpaidStates } from '../../paymentState.ts'
import { isOneOf } from '../views/stateSql.ts'

/** Null means that no payer was given. */
const forgotten = '{}'

/** SQL: no money moved or may still move. */
export const movesNoMoney = sql<boolean>`not exists (select 1 from ledger where ledger.payment_id = payment.id)
  and not exists (select 1 from attempt where attempt.payment_id = payment.id
    and (attempt.ask_at is not null
      or attempt.state in ('in_flight', 'challenged', 'unknown', 'held', 'captured', 'giving_back', 'kept')))`

const isNothing = sql`${isOneOf(sql.ref('state'), endedUnpaidStates)} and ${movesNoMoney}`

const isFree = sql`not exists (select 1 from reservation where reservation.payment_id = payment.id)
  and not exists (select 1 from paid_segment where paid_segment.payment_id = payment.id)`

const isEnded = sql`state in ('captured', 'partly_refunded', 'refunded', 'cancelled', 'expired', 'voided')`

/** Erases payers of payments without money, unchanged since `before` (LGPD art. 15). Answers how many. */
export function forgetPayersBefore(db: Db, before: Date, limit: number): Promise<number> {
  return transaction(db, async (tx) => {
    const ids = await lockOldest(tx, 'updated_at', sql`payer <> '{}' and ${isNothing}`, { before, limit })
    await forgetPayersOf(tx, ids)
    return ids.length
  })
}

export async function forgetPayersOf(db: Db, ids: readonly number[]): Promise<void> {
  const those = (column: 'id' | 'payment_id') => sql<boolean>`${sql.ref(column)} = ${anyOf(ids)}`
  await db
    .updateTable('payment')
    .set({ payer: forgotten, agreed_terms: null, agreed_hash: null, agreed_at: null })
    .where('payer', 'is not', null)
    .where(those('id'))
    .execute()
  await db
    .updateTable('attempt')
    .set({ card_brand: null, card_last_digits: null })
    .where(those('payment_id'))
    .execute()
  await dropConsentsOf(db, ids)
}

export function dropUnsent(db: Db, before: Date, limit: number): Promise<number> {
  const isUnsent = sql`payer is null and ${isNothing} and ${isFree}
    and not exists (select 1 from attempt where attempt.payment_id = payment.id)`
  return transaction(db, async (tx) => {
    const ids = await lockOldest(tx, 'updated_at', isUnsent, { before, limit })
    await dropAuditOf(tx, 'payment', ids)
    return drop(tx, ids)
  })
}

export function dropWhole(db: Db, before: Date, limit: number): Promise<number> {
  return transaction(db, async (tx) =>
    drop(tx, await lockOldest(tx, 'created_at', sql`${isEnded} and ${isFree}`, { before, limit })),
  )
}

type AgeColumn = 'created_at' | 'updated_at'
type Batch = { before: Date; limit: number }

/** Locked rows are left to the next run. */
async function lockOldest(db: Db, column: AgeColumn, which: RawBuilder<unknown>, { before, limit }: Batch) {
  const found = await sql<{
    id: number
  }>`select id from payment where ${sql.ref(column)} < ${before} and ${which}
    order by ${sql.ref(column)} limit ${limit} for no key update skip locked`.execute(db)
  return found.rows.map(({ id }) => id)
}

async function drop(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const those = sql<boolean>`payment_id = ${anyOf(ids)}`
  await dropConsentsOf(db, ids)
  for (const table of ['sale_event', 'review_case', 'refund', 'ledger', 'attempt'] as const)
    await db.deleteFrom(table).where(those).execute()
  await db.deleteFrom('payment').where('id', '=', anyOf(ids)).execute()
  return ids.length
}
