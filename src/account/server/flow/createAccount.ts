import type { SessionUser } from '#session/contract.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { ticketEntry } from '#session/guestData.ts'
import { readGuestEntries } from '#session/server/guestData.ts'
import type { RenewedSession } from '#session/server/renewSession.ts'
import { recordHits } from '#session/server/limits/hits.ts'
import { checkRateLimit, type LimitedCaller } from '#session/server/limits/admit.ts'
import type { Session } from '#session/session.ts'
import { insertConsent } from '../consents.ts'
import type { AccountDeps } from '../deps.ts'
import { findDuplicates, insertUser, isDuplicateUserError, findSessionUser } from '../store.ts'
import { duplicateAccountFailure } from '../view.ts'
import { signInUser } from './access/signIn.ts'
import { sessionUserOf } from './describeUser.ts'

/**
 * Creates it from the data typed for a ticket. A signed-in person keeps the session: `renewed` is null. Throws
 * `account_incomplete`, `duplicate_account`, and as `checkRateLimit`.
 */
export async function createAccount(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'onSignIn' | 'termsHash'>,
  caller: LimitedCaller & { session: Session },
  ticketCode: string | null,
): Promise<{ user: SessionUser; renewed: RenewedSession | null }> {
  const { session } = caller
  const now = deps.clock.now()
  const signedInUser = await findSessionUser(deps.db, session)
  if (signedInUser) return { user: sessionUserOf(signedInUser), renewed: null }
  const { account, address, passwordHash } = ticketEntry(
    await readGuestEntries(deps.db, session, now),
    ticketCode,
  )
  if (!account || account.email === '' || !address || passwordHash === undefined)
    throw fail('account_incomplete')
  await checkRateLimit(deps.db, 'account_address', caller, now)
  try {
    return await transaction(deps.db, async (tx) => {
      await recordHits(tx, [{ limit: 'account_address', key: caller.ip }], now)
      const user = await insertUser(tx, { ...account, passwordHash, level: 100, address, now })
      const termsHash = await deps.termsHash(tx)
      await insertConsent(tx, { userId: user.id, kind: 'terms', termsHash, now })
      const renewed = await signInUser(tx, deps, session, { user, deviceId: null, ticketCode, now })
      return { user: sessionUserOf(user), renewed }
    })
  } catch (error) {
    if (!isDuplicateUserError(error)) throw error
    throw duplicateAccountFailure(await findDuplicates(deps.db, account), account)
  }
}
