import { consentsOf } from '#account/server/consentRows.ts'
import { forgetAllCards } from '#card/server/flow/forgetCard.ts'
import type { Db } from '#db/schema.ts'
import type { Clock } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { WireConsent } from '../../contract.ts'
import { wireConsent } from '../view.ts'

/** Deletes the consent's saved cards. Throws `not_found`, `consent_needed` for the terms. */
export async function revokeConsent(
  deps: { db: Db; clock: Clock },
  userId: number,
  id: number,
): Promise<WireConsent> {
  const wanted = async (db: Db) => (await consentsOf(db, userId)).find((consent) => consent.id === id)
  await transaction(deps.db, async (tx) => {
    const consent = await wanted(tx)
    if (!consent) throw fail('not_found')
    if (consent.kind === 'terms') throw fail('consent_needed')
    if (consent.revoked_at === null) await forgetAllCards(tx, userId, deps.clock.now())
  })
  const revoked = await wanted(deps.db)
  if (!revoked) throw fail('not_found')
  return wireConsent(revoked)
}
