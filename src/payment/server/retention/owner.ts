import { sql } from 'kysely'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import type { Db, Tx } from '#db/schema.ts'
import { endedUnpaidStates, inFlightStates } from '../../paymentState.ts'
import { forgetPayersOf, movesNoMoney } from './forget.ts'
import { erasedSession } from '../flow/bearer.ts'

/**
 * A guest's session became a login: its payments that are not paid follow to the new session, and the unfinished ones
 * become the person's. Another account's, and those that somebody of another tax number has begun to pay, stay where they are:
 * the browser is shared, and whoever bears their token sees them as before. In the transaction that signs in.
 */
export async function adoptPayments(
  db: Db,
  login: { from: string; to: string; userId: number; taxId: string; now: Date },
): Promise<void> {
  const { from, to, userId, now } = login
  await db
    .updateTable('payment')
    .set({ session_hash: to })
    .where('session_hash', '=', from)
    .where(isUnpaid)
    .where(isNobodyElses(login))
    .execute()
  await db
    .updateTable('attempt')
    .set({ session_hash: to })
    .where('session_hash', '=', from)
    .where(isAsked)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment')
          .select('payment.id')
          .whereRef('payment.id', '=', 'attempt.payment_id')
          .where(isNobodyElses(login)),
      ),
    )
    .execute()
  await db
    .updateTable('payment')
    .set({ user_id: userId, updated_at: now })
    .where('session_hash', '=', to)
    .where(isUnpaid)
    .where('user_id', 'is', null)
    .where('state', 'in', ['created', ...inFlightStates])
    .execute()
}

/** As the indexes by session say it: a prepared statement cannot know its parameters. */
export const isUnpaid = sql<boolean>`payment.state <> 'captured'`
/** No other account has it, and nobody has said who pays it, or somebody of this tax number has. */
const isNobodyElses = ({ userId, taxId }: { userId: number; taxId: string }) =>
  sql<boolean>`coalesce(payment.user_id, ${userId}) = ${userId}
    and coalesce(payment.payer->>'taxId', ${taxId}) = ${taxId}`
const isAsked = sql<boolean>`attempt.state in ('authenticating', 'challenged')`

/** Keeps this person's payments as they are until the caller's transaction ends. */
export async function lockPaymentsOf(tx: Tx, userId: number): Promise<void> {
  const locked = await tx
    .selectFrom('payment')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  for (const { id } of locked) assertLockOrder(tx, 'payment', id)
}

/** Whether somebody still owes an answer to a payment of this person, or holds money for a reservation. */
export async function hasPaymentInFlight(db: Db, userId: number): Promise<boolean> {
  const payment = await db
    .selectFrom('payment')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', [...inFlightStates, 'authorised'])
    .limit(1)
    .executeTakeFirst()
  return payment !== undefined
}

/** How many payments of a person moved money: fiscal records, which outlive the account. */
export async function countFiscalRecords(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.exists(eb.selectFrom('ledger').select('ledger.id').whereRef('payment_id', '=', 'payment.id')),
    )
    .executeTakeFirstOrThrow()
  return count
}

/**
 * Forgets who was about to pay where no money moved, nor may yet: a sale that comes late needs a name on its receipt, and the
 * rule that keeps payers for a time forgets them after it. In the transaction that erases the account.
 */
export async function forgetPayers(db: Db, userId: number): Promise<void> {
  const nothing = await db
    .selectFrom('payment')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['created', ...endedUnpaidStates])
    .where(movesNoMoney)
    .execute()
  await forgetPayersOf(
    db,
    nothing.map(({ id }) => id),
  )
}

/**
 * What was an account's stays hidden from whoever else has its token once the account is gone. In the transaction that erases
 * it, before it does.
 */
export async function keepHidden(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('payment')
    .set({ session_hash: sql<string>`${erasedSession} || id` })
    .where('user_id', '=', userId)
    .execute()
}
