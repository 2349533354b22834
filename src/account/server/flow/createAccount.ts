import type { SessionUser } from '#session/contract.ts'
import type { Db } from '#db/schema.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { ownEntry } from '#session/guestData.ts'
import { readGuest } from '#session/server/guest.ts'
import { type Renewed, signIn } from '#session/server/renew.ts'
import { recordHits } from '#session/server/limits/hits.ts'
import { admitAttempt, type LimitedCaller } from '#session/server/limits/admitAttempt.ts'
import type { Session } from '#session/session.ts'
import { fail } from '#kit/fail.ts'
import { insertConsent } from '../consents.ts'
import type { AccountDeps } from '../deps.ts'
import { insertUser, type NewUser, userById, findDuplicates, isTakenError } from '../store.ts'
import { sessionUserOf } from './describeUser.ts'

type Created =
  | { outcome: 'signed_in'; user: SessionUser; renewed: Renewed | null }
  | { outcome: 'taken'; email: boolean; taxId: boolean }

/**
 * From the data typed for a ticket; a signed-in person stays so. Throws `account_incomplete`, and as
 * `admitAttempt`.
 */
export async function createAccount(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'onSignIn' | 'termsHash'>,
  caller: LimitedCaller & { session: Session },
  ticketCode: string | null,
): Promise<Created> {
  const { session } = caller
  const present = session.userId === null ? undefined : await userById(deps.db, session.userId)
  if (present) return { outcome: 'signed_in', user: sessionUserOf(present), renewed: null }
  const { account, address, passwordHash } = ownEntry(
    await readGuest(deps.db, session, deps.clock.now()),
    ticketCode,
  )
  if (!account || account.email === '' || !address || passwordHash === undefined)
    throw fail('account_incomplete')
  const now = deps.clock.now()
  await admitAttempt(deps.db, 'account_address', caller, now)
  const user = { ...account, passwordHash, level: 100, address, now, ticketCode } as const
  try {
    return await transaction(deps.db, async (tx) => {
      await recordHits(tx, [{ limit: 'account_address', key: caller.ip }], now)
      return create(tx, deps, session, user)
    })
  } catch (error) {
    if (!isTakenError(error)) throw error
    return { outcome: 'taken', ...(await findDuplicates(deps.db, account)) }
  }
}

async function create(
  db: Db,
  deps: Pick<AccountDeps, 'onSignIn' | 'termsHash'>,
  session: Session,
  { ticketCode, ...wanted }: NewUser & { ticketCode: string | null },
): Promise<Created> {
  const user = await insertUser(db, wanted)
  const termsHash = await deps.termsHash(db)
  await insertConsent(db, { userId: user.id, kind: 'terms', termsHash, now: wanted.now })
  const who = { userId: user.id, taxId: user.tax_id, ticketCode }
  const renewed = await signIn(db, session, { ...who, deviceId: null, now: wanted.now })
  await deps.onSignIn(db, { from: session.hash, to: renewed.hash, ...who, now: wanted.now })
  return { outcome: 'signed_in', user: sessionUserOf(user), renewed }
}
