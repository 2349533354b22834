import { eraseUser, knowsPassword, lockForErasure, lockForGood } from '#account/server/flow/me/eraseUser.ts'
import { forgetAllCards } from '#card/server/flow/forgetCard.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import {
  countFiscalRecords,
  forgetPayers,
  hasPaymentInFlight,
  keepHidden,
  lockPaymentsOf,
} from '#payment/server/retention/owner.ts'
import { forgetReservations, isReserving } from '#reservation/server/flow/me/ownData.ts'
import { type Renewed, signOut } from '#session/server/renew.ts'
import type { LimitedCaller } from '#session/server/limits/admitAttempt.ts'
import { type Session, signedIn } from '#session/session.ts'

type Deps = { db: Db; clock: Clock }

/**
 * Erases the account of somebody who knows its password: address, vehicles, cards, devices, consents and logins go.
 * Payments that moved money stay, without the account. Answers null for a wrong password. Throws `payment_in_flight`
 * while a payment waits for the bank, `reservation_open` while a car is awaited or inside, `last_admin`, and
 * `too_many`.
 */
export async function eraseAccount(
  deps: Deps,
  caller: LimitedCaller & { session: Session },
  password: string,
): Promise<{ renewed: Renewed; fiscalRecords: number } | null> {
  if (!(await knowsPassword(deps, caller, password))) return null
  const userId = signedIn(caller.session)
  const now = deps.clock.now()
  const erased = await transaction(deps.db, async (db) => {
    // Another tab of the same person may be about to pay or to reserve.
    await lockForErasure(db, userId)
    await lockPaymentsOf(db, userId)
    await lockForGood(db, userId)
    if (await isReserving(db, userId, now)) throw fail('reservation_open')
    if (await hasPaymentInFlight(db, userId)) throw fail('payment_in_flight')
    const fiscalRecords = await countFiscalRecords(db, userId)
    await forgetAllCards(db, userId, now)
    await forgetPayers(db, userId)
    await keepHidden(db, userId)
    await forgetReservations(db, userId, now)
    await eraseUser(db, userId, caller.session, now)
    const after = { fiscal_records: fiscalRecords }
    const subjectId = String(userId)
    await audit(db, {
      at: now,
      actor: 'customer',
      subject: 'account',
      subjectId,
      action: 'erased',
      before: null,
      after,
    })
    return { renewed: await signOut(db, caller.session, now), fiscalRecords }
  })
  return erased
}
