import { addMs, minuteMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { recordHitOrThrow } from '#session/server/limits/admit.ts'
import { undoValidation } from '#ticket/server/validation/undoValidation.ts'
import { stateOfValidation } from '#ticket/server/backoffice/ticketValidations.ts'
import { undoTimeMs } from '../../undoTime.ts'
import { insertCodes } from '../codes.ts'
import type { PartnerDeps } from '../deps.ts'
import { findBenefit, findShop, lockPartner, type PartnerRow } from '../store.ts'
import { requireOwnValidation } from '../validations.ts'
import { assertMonthOpen, type GivenValidation, giveBenefit, lockForBenefit } from './giveBenefit.ts'

/** A person of an active partner. */
export type ShopPerson = { readonly userId: number; readonly partner: PartnerRow }

/** Throws `forbidden` for anybody who is not tied to an active partner. */
export async function requireShop(
  { db }: Pick<PartnerDeps, 'db'>,
  { userId }: { readonly userId: number | null },
): Promise<ShopPerson> {
  const partner = userId === null ? undefined : await findShop(db, userId)
  if (userId === null || !partner) throw fail('forbidden')
  return { userId, partner }
}

/** For the audit trail: 'shop 7'. */
function actorOf({ userId }: ShopPerson): string {
  return `shop ${userId}`
}

/** Throws `not_found` for another shop's benefit, `too_many`, and as `giveBenefit`. */
export async function validateTicket(
  deps: PartnerDeps,
  asked: { readonly code: string; readonly benefitId: number },
  by: ShopPerson,
): Promise<GivenValidation> {
  const { db, clock } = deps
  await countCall(deps, by)
  return transaction(db, async (tx) => {
    const ownerId = (await findBenefit(tx, asked.benefitId))?.partner_id
    if (ownerId !== by.partner.id) throw fail('not_found')
    const locked = await lockForBenefit(tx, asked.code, asked.benefitId)
    return giveBenefit(tx, deps, locked, { by: actorOf(by), now: clock.now() })
  })
}

/** Throws `too_many`. */
async function countCall({ db, clock }: PartnerDeps, { userId }: ShopPerson): Promise<void> {
  const counted = { limit: 'validation', key: String(userId) } as const
  await transaction(db, (tx) => recordHitOrThrow(tx, counted, clock.now()))
}

/** Throws `not_found`, also for one that was undone, `validation_fixed`, and `forbidden` after ten minutes. */
export async function undoOwnValidation(
  { db, clock }: PartnerDeps,
  { id, reason }: { readonly id: number; readonly reason: string },
  by: ShopPerson,
): Promise<void> {
  const row = await requireOwnValidation(db, id, by.partner.id)
  const now = clock.now()
  if (stateOfValidation(row) === 'standing' && addMs(row.at, undoTimeMs) < now) throw fail('forbidden')
  await transaction(db, async (tx) => {
    const undone = await undoValidation(tx, { id, by: actorOf(by), reason, now })
    if (typeof undone === 'string') throw fail(undone)
  })
}

const screenCodeMs = 10 * minuteMs

/** A code for one ticket, good for ten minutes. Throws `not_found`, `validation_limit`, `too_many`. */
export async function createScreenCode(deps: PartnerDeps, benefitId: number, by: ShopPerson) {
  const { db, clock, shopCodeKey, operatorTimeZone } = deps
  await countCall(deps, by)
  const timeZone = await operatorTimeZone()
  return transaction(db, async (tx) => {
    const partner = await lockPartner(tx, by.partner.id)
    const benefit = await findBenefit(tx, benefitId)
    if (!partner?.active || !benefit?.active || benefit.partner_id !== partner.id) throw fail('not_found')
    const now = clock.now()
    await assertMonthOpen(tx, partner, { now, timeZone })
    const validUntil = addMs(now, screenCodeMs)
    const [code = ''] = await insertCodes(tx, shopCodeKey, { benefitId, count: 1, validUntil, now })
    return { code, validUntil, timeZone }
  })
}
