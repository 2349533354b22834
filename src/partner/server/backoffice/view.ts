import { isoIn } from '#kit/clock.ts'
import { toReais, wireMoney } from '#kit/money.ts'
import { readLotNames } from '#parking/server/flow/readLotNames.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { isAllowed } from '#staff/level.ts'
import type { WireBenefit, WirePartner, WirePartnerRow } from '../../backoffice.ts'
import type { PartnerDeps } from '../deps.ts'
import { listInvitations, listPeople } from '../people.ts'
import { type BenefitRow, listBenefits, type PartnerRow, requirePartner } from '../store.ts'
import { hasValidations, sumMonth } from '../validations.ts'

type LotNames = readonly { readonly id: number; readonly name: string }[]

export function wirePartnerRow(
  { id, name, cnpj, active, lot_ids }: PartnerRow,
  lots: LotNames,
): WirePartnerRow {
  return { id, name, cnpj, active, lots: lots.filter((lot) => lot_ids.includes(lot.id)) }
}

function wireBenefit(row: BenefitRow): WireBenefit {
  const { id, name, kind, value, max_cents: max, active } = row
  const shown = kind === 'amount' && value !== null ? toReais(value) : value
  return { id, name, kind, value: shown, max: max === null ? null : toReais(max), active }
}

/** Throws `not_found`, also for a partner of another lot. */
export async function readPartner(deps: PartnerDeps, id: number, member: StaffMember): Promise<WirePartner> {
  const { db, clock } = deps
  const partner = await requirePartner(db, id, member)
  const [now, timeZone] = [clock.now(), await deps.operatorTimeZone()]
  const { count, cents } = await sumMonth(db, id, { now, timeZone })
  const { month_count, month_value_cents: value, share, email, lot_ids, created_at: madeAt } = partner
  const canEdit = isAllowed(member.level, 'manager')
  const invitations = await listInvitations(db, id, now)
  return {
    ...wirePartnerRow(partner, await readLotNames(db)),
    email: email ?? '',
    lot_ids,
    month_count,
    month_value: value === null ? null : toReais(value),
    share,
    benefits: (await listBenefits(db, id)).map(wireBenefit),
    people: await listPeople(db, id),
    invitations: invitations.map((one) => ({
      id: one.id,
      email: one.email,
      sent_at: isoIn(timeZone, one.created_at),
    })),
    month: { count, value: wireMoney(cents) },
    can: { edit: canEdit, delete: canEdit && !(await hasValidations(db, id)) },
    created_at: isoIn(timeZone, madeAt),
  }
}
