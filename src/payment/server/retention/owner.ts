import { sql } from 'kysely'
import { assertLockOrder } from '#kit/server/db/locks.ts'
import type { Db, Tx } from '#db/schema.ts'
import { endedUnpaidStates, inFlightStates } from '../../paymentState.ts'
import { erasePayersOf, movesNoMoney } from './erase.ts'
import { erasedSessionPrefix } from '../bearer.ts'

/**
 * Moves a guest session's unpaid payments to the login's session and user, but not those of another account or
 * payer, because browsers are shared. With `ticketCode`, moves only that ticket's payments (docs/spec.md#r25).
 */
export async function transferGuestPayments(db: Db, login: Adoption): Promise<void> {
  const { from, to, userId, now } = login
  await db
    .updateTable('payment')
    .set({ session_hash: to })
    .where('session_hash', '=', from)
    .where(isUncaptured)
    .where(isUnownedOrOwn(login))
    .execute()
  await db
    .updateTable('attempt')
    .set({ session_hash: to })
    .where('session_hash', '=', from)
    .where(isOpenAttempt)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('payment')
          .select('payment.id')
          .whereRef('payment.id', '=', 'attempt.payment_id')
          .where(isUnownedOrOwn(login)),
      ),
    )
    .execute()
  await db
    .updateTable('payment')
    .set({ user_id: userId, updated_at: now })
    .where('session_hash', '=', to)
    .where(isUncaptured)
    .where('user_id', 'is', null)
    .where('state', 'in', ['created', ...inFlightStates])
    .execute()
}

/** The partial indexes by session; a prepared statement cannot use them with a parameter. */
export const isUncaptured = sql<boolean>`payment.state <> 'captured'`
const isUnownedOrOwn = ({ userId, taxId, ticketCode = null }: Owner) =>
  sql<boolean>`coalesce(payment.user_id, ${userId}) = ${userId}
    and coalesce(payment.payer->>'taxId', ${taxId}) = ${taxId}
    and coalesce(${ticketCode}::text, payment.ticket_code) = payment.ticket_code`
type Owner = { userId: number; taxId: string; ticketCode?: string | null }
type Adoption = Owner & { from: string; to: string; now: Date }
const isOpenAttempt = sql<boolean>`attempt.state in ('authenticating', 'challenged')`

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

export async function hasPaymentInFlight(db: Db, userId: number): Promise<boolean> {
  const own = db.selectFrom('payment').select('id').where('user_id', '=', userId)
  const inFlight = own.where('state', 'in', [...inFlightStates, 'authorised'])
  return (await inFlight.limit(1).executeTakeFirst()) !== undefined
}

/** Payments with money outlive the account as fiscal records. */
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

export async function erasePayersOfUser(db: Db, userId: number): Promise<void> {
  const nothing = await db
    .selectFrom('payment')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', ['created', ...endedUnpaidStates])
    .where(movesNoMoney)
    .execute()
  await erasePayersOf(
    db,
    nothing.map(({ id }) => id),
  )
}

/** Keeps an erased account's payments hidden from other bearers; runs before the account is deleted. */
export async function hideErasedPayments(db: Db, userId: number): Promise<void> {
  await db
    .updateTable('payment')
    .set({ session_hash: sql<string>`${erasedSessionPrefix} || id` })
    .where('user_id', '=', userId)
    .execute()
}
