import { setImmediate as nextTurn } from 'node:timers/promises'
import { startOfDay } from '#kit/localInstant.ts'
import { nextDay } from '#kit/calendar.ts'
import { fail, invalid } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { requireTicket } from '#ticket/server/backoffice/ticketDetail.ts'
import { undoValidation } from '#ticket/server/validation/undoValidation.ts'
import { drawShopCode, insertCodes } from '../codes.ts'
import type { PartnerDeps } from '../deps.ts'
import { findBenefit, lockVisiblePartner, requirePartner } from '../store.ts'
import { requireValidation } from '../validations.ts'
import { auditPartner } from './changePartner.ts'
import { giveBenefit, lockForBenefit } from './giveBenefit.ts'

type Giving = { readonly code: string; readonly benefitId: number; readonly reason: string }

/** Throws `not_found` for a ticket or a partner of another lot, and as `giveBenefit`. */
export async function validateAtDesk(
  deps: PartnerDeps,
  { code, benefitId, reason }: Giving,
  member: StaffMember,
): Promise<void> {
  const { db, clock } = deps
  await requireTicket(db, code, member)
  const benefit = await findBenefit(db, benefitId)
  if (!benefit) throw fail('not_found')
  await requirePartner(db, benefit.partner_id, member)
  await transaction(db, async (tx) => {
    const locked = await lockForBenefit(tx, code, benefitId)
    await giveBenefit(tx, deps, locked, { by: member.actor, reason, now: clock.now() })
  })
}

/** Answers the ticket's code. Throws `not_found`, also for one that was undone, `validation_fixed`. */
export async function undoAtDesk(
  { db, clock }: PartnerDeps,
  { id, reason }: { readonly id: number; readonly reason: string },
  member: StaffMember,
): Promise<string> {
  const { ticket_code: code } = await requireValidation(db, id, member)
  await transaction(db, async (tx) => {
    const undone = await undoValidation(tx, { id, by: member.actor, reason, now: clock.now() })
    if (typeof undone === 'string') throw fail(undone)
  })
  return code
}

type Batch = {
  readonly partnerId: number
  readonly benefitId: number
  readonly count: number
  /** A day, to its end, or an instant. */
  readonly validUntil: string
}

/** Codes to be printed, one use each. Throws `not_found`, and 422 for another partner's benefit or an instant that is over. */
export async function createCodes(deps: PartnerDeps, batch: Batch, member: StaffMember) {
  const { db, clock, shopCodeKey, publicUrl } = deps
  const timeZone = await deps.operatorTimeZone()
  const { partnerId, benefitId, count } = batch
  const validUntil = endOf(batch.validUntil, timeZone)
  const made = await transaction(db, async (tx) => {
    const partner = await lockVisiblePartner(tx, partnerId, member)
    const benefit = await findBenefit(tx, benefitId)
    if (!benefit?.active || benefit.partner_id !== partnerId)
      throw invalid({ benefit_id: ['Escolha um benefício ativo deste parceiro.'] })
    const now = clock.now()
    if (validUntil <= now) throw invalid({ valid_until: ['Escolha uma data que ainda não passou.'] })
    const codes = await insertCodes(tx, shopCodeKey, { benefitId, count, validUntil, now })
    const after = { benefit: benefit.name, count, valid_until: validUntil }
    await auditPartner(tx, partnerId, { actor: member.actor, now }, { action: 'codes_made', after })
    return { partner: partner.name, benefit: benefit.name, codes }
  })
  const drawn: { code: string; qr: string }[] = []
  for (const code of made.codes) {
    drawn.push({ code, qr: await drawShopCode(publicUrl, code) })
    // Other callers take turns with a long batch.
    await nextTurn()
  }
  return { ...made, codes: drawn, validUntil, timeZone }
}

function endOf(text: string, timeZone: string): Date {
  return text.length === 10 ? startOfDay(nextDay(text), timeZone) : new Date(text)
}
