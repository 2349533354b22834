import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { admitOrChallenge, checkRateLimit } from '#session/server/limits/admit.ts'
import { findTicketWithinLimit, type TicketCaller } from '#ticket/server/flow/lookUpTicket.ts'
import { findRetryAfterSeconds, recordHits } from '#session/server/limits/hits.ts'
import { findCode, isUsedByTicket, markCodeUsed } from '../codes.ts'
import type { PartnerDeps } from '../deps.ts'
import { giveBenefit, lockForBenefit } from './giveBenefit.ts'

/**
 * Gives a ticket the benefit of a shop's code; the same code again for the same ticket changes nothing. Throws
 * `not_found` for a wrong code, `code_used`, as `giveBenefit`, and after many wrong codes as `checkRateLimit`.
 */
export async function redeemCode(
  deps: PartnerDeps,
  { ticket: number, code }: { readonly ticket: string; readonly code: string },
  by: TicketCaller,
): Promise<void> {
  const { db, clock, shopCodeKey } = deps
  const { id, benefit_id: benefitId } = await findCodeWithinLimit(deps, code, by)
  await findTicketWithinLimit(deps, number, by)
  await transaction(db, async (tx) => {
    const locked = await lockForBenefit(tx, number, benefitId)
    // The lock of the partner lets one caller at a time use a code.
    const now = clock.now()
    const known = await findCode(tx, shopCodeKey, code)
    if (!known) throw fail('not_found')
    if (await isUsedByTicket(tx, known, locked.ticket.id)) return
    if (known.used_at !== null || known.valid_until_at <= now) throw fail('code_used')
    const given = await giveBenefit(tx, deps, locked, { by: 'customer', now })
    await markCodeUsed(tx, id, { ticketId: locked.ticket.id, validationId: given.id, now })
  })
}

const wrongCodes = 'shop_code'
const wrongCodesOfAddress = 'shop_code_address'

/** Wrong codes count by session and by address. */
async function findCodeWithinLimit({ db, clock, shopCodeKey }: PartnerDeps, code: string, by: TicketCaller) {
  const now = clock.now()
  const counted = { limit: wrongCodes, key: by.sessionHash } as const
  const waitSeconds = await findRetryAfterSeconds(db, counted, now)
  if (waitSeconds === null) await checkRateLimit(db, wrongCodesOfAddress, by, now)
  else await admitOrChallenge(waitSeconds, by)
  const found = await findCode(db, shopCodeKey, code)
  if (found) return found
  await recordHits(db, [counted, { limit: wrongCodesOfAddress, key: by.ip }], now)
  throw fail('not_found')
}
