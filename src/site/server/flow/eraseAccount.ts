import {
  hideErasedPayments,
  countFiscalRecords,
  erasePayersOfUser,
  hasPaymentInFlight,
  lockPaymentsOf,
} from '#payment/server/retention/owner.ts'
import { requireCurrentPassword, requireSecondFactor } from '#account/server/flow/access/verifyPassword.ts'
import { eraseUser, lockForErasure } from '#account/server/flow/me/eraseUser.ts'
import { readMe } from '#account/server/flow/me/readMe.ts'
import { isStaff } from '#account/user.ts'
import { deleteUser, lockUserForDeletion, findUser } from '#account/server/store.ts'
import { forgetAllCards } from '#card/server/flow/forgetCard.ts'
import type { Db, Tx } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { eraseReservationData, hasActiveReservation } from '#reservation/server/flow/me/personalData.ts'
import { type RenewedSession, signOut } from '#session/server/renewSession.ts'
import type { LimitedCaller } from '#session/server/limits/admit.ts'
import { actorOf } from '#staff/server/member.ts'
import type { Session } from '#session/session.ts'

/**
 * Keeps payments that moved money. Throws `payment_in_flight`, `reservation_open`, `last_admin`,
 * `second_factor`, `too_many`, and 422 for a wrong password.
 */
export async function eraseAccount(
  deps: { db: Db; clock: Clock },
  caller: LimitedCaller & { session: Session },
  password: string,
): Promise<{ renewed: RenewedSession; fiscalRecords: number }> {
  const { user } = await readMe(deps, caller.session)
  const { id: userId } = user
  requireSecondFactor(user, caller.session)
  await requireCurrentPassword(deps, caller, user, password)
  const now = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    // Another tab may be about to pay or reserve.
    await lockForErasure(tx, userId)
    await lockPaymentsOf(tx, userId)
    await lockUserForDeletion(tx, userId)
    if (await hasActiveReservation(tx, userId, now)) throw fail('reservation_open')
    if (await hasPaymentInFlight(tx, userId)) throw fail('payment_in_flight')
    const fiscalRecords = await countFiscalRecords(tx, userId)
    await erasePersonalData(tx, userId, now)
    const erasedUser = await eraseUser(tx, userId, caller.session, now)
    const staff = erasedUser !== null && isStaff(erasedUser.level)
    const after = { fiscal_records: fiscalRecords, ...(staff ? { address: caller.ip } : {}) }
    const actor = staff ? actorOf(userId) : 'customer'
    await audit(tx, { ...erasureEntry(userId), at: now, actor, after })
    return { renewed: await signOut(tx, caller.session, now), fiscalRecords }
  })
}

const erasureEntry = (userId: number) =>
  ({ subject: 'account', subjectId: String(userId), action: 'erased' }) as const

async function erasePersonalData(tx: Tx, userId: number, now: Date): Promise<void> {
  await forgetAllCards(tx, userId, now)
  await erasePayersOfUser(tx, userId)
  await hideErasedPayments(tx, userId)
  await eraseReservationData(tx, userId, now)
}

/** Erases an account that a restore brought back. It was erased at `at`. */
export async function eraseRestoredAccount(tx: Tx, userId: number, at: Date): Promise<boolean> {
  await lockForErasure(tx, userId)
  await lockPaymentsOf(tx, userId)
  if ((await findUser(tx, userId)) === undefined) return false
  const fiscalRecords = await countFiscalRecords(tx, userId)
  await erasePersonalData(tx, userId, at)
  await deleteUser(tx, userId)
  await audit(tx, { ...erasureEntry(userId), at, actor: 'setup', after: { fiscal_records: fiscalRecords } })
  return true
}
