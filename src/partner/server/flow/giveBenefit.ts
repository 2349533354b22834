import type { Tx } from '#db/schema.ts'
import { fail } from '#kit/fail.ts'
import { lockCurrentTicket } from '#ticket/server/flow/recordMachinePayment.ts'
import type { StoredTicket } from '#ticket/server/store.ts'
import { recordValidation, type Validated } from '#ticket/server/validation/recordValidation.ts'
import type { PartnerDeps } from '../deps.ts'
import { type BenefitRow, findBenefit, lockPartner, type PartnerRow } from '../store.ts'
import { sumMonth } from '../validations.ts'

type Locked = {
  readonly ticket: StoredTicket
  readonly partner: PartnerRow
  readonly benefit: BenefitRow
}

/** Locks the ticket, of a replaced number its replacement, and then the partner. Throws as `giveBenefit`. */
export async function lockForBenefit(tx: Tx, code: string, benefitId: number): Promise<Locked> {
  const ticket = await lockCurrentTicket(tx, code)
  const partnerId = (await findBenefit(tx, benefitId))?.partner_id
  const partner = partnerId === undefined ? undefined : await lockPartner(tx, partnerId)
  const benefit = await findBenefit(tx, benefitId)
  if (!partner?.active || !benefit?.active) throw fail('not_found')
  if (!partner.lot_ids.includes(ticket.lot_id)) throw fail('ticket_not_found')
  return { ticket, partner, benefit }
}

type Giving = { readonly by: string; readonly reason?: string; readonly now: Date }

export type GivenValidation = Validated & { readonly ticket: StoredTicket; readonly now: Date }

/**
 * Gives the benefit to the ticket; said twice, the same validation. Throws `not_found`, `ticket_not_found`, what
 * `recordValidation` refuses, and `validation_limit`.
 */
export async function giveBenefit(
  tx: Tx,
  { reservedStay }: Pick<PartnerDeps, 'reservedStay'>,
  { ticket, partner, benefit }: Locked,
  giving: Giving,
): Promise<GivenValidation> {
  const given = await recordValidation(tx, { reservedStay }, ticket, {
    ...giving,
    benefit: {
      partnerId: partner.id,
      partnerName: partner.name,
      benefitId: benefit.id,
      text: benefit.name,
      share: partner.share,
      kind: benefit.kind,
      value: benefit.value,
      maxCents: benefit.max_cents,
    },
  })
  if (typeof given === 'string') throw fail(given)
  if (given.isNew) await assertWithinMonth(tx, partner, { ...giving, timeZone: ticket.time_zone })
  return { ...given, ticket, now: giving.now }
}

type Month = { readonly now: Date; readonly timeZone: string }

/** With the new validation, which a refusal takes back. The partner is locked. Throws `validation_limit`. */
async function assertWithinMonth(tx: Tx, partner: PartnerRow, month: Month): Promise<void> {
  const { month_count: maxCount, month_value_cents: maxCents } = partner
  if (maxCount === null && maxCents === null) return
  const { count, cents } = await sumMonth(tx, partner.id, month)
  if (count > (maxCount ?? count) || cents > (maxCents ?? cents)) throw fail('validation_limit')
}

/** Whether the month of a partner has room for another validation. Throws `validation_limit`. */
export async function assertMonthOpen(tx: Tx, partner: PartnerRow, month: Month): Promise<void> {
  const { month_count: maxCount, month_value_cents: maxCents } = partner
  if (maxCount === null && maxCents === null) return
  const { count, cents } = await sumMonth(tx, partner.id, month)
  if (count >= (maxCount ?? Infinity) || cents >= (maxCents ?? Infinity)) throw fail('validation_limit')
}
