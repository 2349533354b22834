import { anyOf } from '#kit/server/db/query/anyOf.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#db/schema.ts'
import { deleteAuditRows } from '#kit/server/auditRows.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { endedUnpaidStates } from '../../paymentState.ts'
import { isInStates } from '../views/stateSql.ts'

/** The payer after erasure; `null` means that no payer was given. */
const erasedPayer = '{}'

/** SQL: no money moved, and none may still move. */
export const movesNoMoney = sql<boolean>`not exists (select 1 from ledger where ledger.payment_id = payment.id)
  and not exists (select 1 from attempt where attempt.payment_id = payment.id
    and (attempt.next_query_at is not null
      or attempt.state in ('in_flight', 'challenged', 'unknown', 'held', 'captured', 'giving_back', 'kept')))`

const isEndedWithoutMoney = sql`${isInStates(sql.ref('state'), endedUnpaidStates)} and ${movesNoMoney}`

const isUnreferenced = sql`not exists (select 1 from reservation where reservation.payment_id = payment.id)
  and not exists (select 1 from paid_segment where paid_segment.payment_id = payment.id)`

const isEnded = sql`state in ('captured', 'partly_refunded', 'refunded', 'cancelled', 'expired', 'voided')`

/** Erases payers of payments without money, unchanged since `before` (LGPD art. 15). Answers how many. */
export function erasePayersBefore(db: Db, before: Date, limit: number): Promise<number> {
  return transaction(db, async (tx) => {
    const ids = await lockOldest(tx, 'updated_at', sql`payer <> '{}' and ${isEndedWithoutMoney}`, {
      before,
      limit,
    })
    await erasePayersOf(tx, ids)
    return ids.length
  })
}

export async function erasePayersOf(db: Db, ids: readonly number[]): Promise<void> {
  const those = (column: 'id' | 'payment_id') => sql<boolean>`${sql.ref(column)} = ${anyOf(ids)}`
  await db
    .updateTable('payment')
    .set({ payer: erasedPayer, agreed_terms: null, agreed_hash: null, agreed_at: null })
    .where('payer', 'is not', null)
    .where(those('id'))
    .execute()
  await db
    .updateTable('attempt')
    .set({ card_brand: null, card_last_digits: null })
    .where(those('payment_id'))
    .execute()
}

export function dropUnsentPayments(db: Db, before: Date, limit: number): Promise<number> {
  const isUnsent = sql`payer is null and ${isEndedWithoutMoney} and ${isUnreferenced}
    and not exists (select 1 from attempt where attempt.payment_id = payment.id)`
  return transaction(db, async (tx) => {
    const ids = await lockOldest(tx, 'updated_at', isUnsent, { before, limit })
    await deleteAuditRows(tx, 'payment', ids)
    return dropPayments(tx, ids)
  })
}

export function dropEndedPayments(db: Db, before: Date, limit: number): Promise<number> {
  return transaction(db, async (tx) =>
    dropPayments(
      tx,
      await lockOldest(tx, 'created_at', sql`${isEnded} and ${isUnreferenced}`, { before, limit }),
    ),
  )
}

type AgeColumn = 'created_at' | 'updated_at'
type Batch = { before: Date; limit: number }

/** Skips locked rows, which the next run takes. */
async function lockOldest(db: Db, column: AgeColumn, which: RawBuilder<unknown>, { before, limit }: Batch) {
  const found = await sql<{
    id: number
  }>`select id from payment where ${sql.ref(column)} < ${before} and ${which}
    order by ${sql.ref(column)} limit ${limit} for no key update skip locked`.execute(db)
  return found.rows.map(({ id }) => id)
}

async function dropPayments(db: Db, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const those = sql<boolean>`payment_id = ${anyOf(ids)}`
  for (const table of ['sale_event', 'review_case', 'refund', 'ledger', 'attempt'] as const)
    await db.deleteFrom(table).where(those).execute()
  await db.deleteFrom('payment').where('id', '=', anyOf(ids)).execute()
  return ids.length
}
