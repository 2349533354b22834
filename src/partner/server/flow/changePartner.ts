import type { Tx } from '#db/schema.ts'
import type { ActionOf } from '#kit/auditTerms.ts'
import { fail, invalid } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { readLotNamesById } from '#parking/server/flow/readLotNames.ts'
import { markLotsWithPartners } from '#parking/server/store.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { assertLot } from '#staff/server/member.ts'
import { describeBenefit } from '../../benefit.ts'
import type { WireBenefitEntry } from '../../benefitEntry.ts'
import type { PartnerEntry } from '../../backoffice.ts'
import { hasValidations } from '../validations.ts'
import {
  type BenefitRow,
  deletePartner,
  insertPartner,
  listBenefits,
  lockVisiblePartner,
  updatePartner,
} from '../store.ts'

export type Editor = Pick<StaffMember, 'actor' | 'lots'> & { readonly now: Date }

/** Answers its id. Throws `not_found` for a lot that is not the editor's, and 422. */
export async function addPartner(tx: Tx, entry: PartnerEntry, by: Editor): Promise<number> {
  const lotIds = await requireLots(tx, entry, by)
  const columns = partnerColumns(entry, lotIds)
  const id = await insertPartner(tx, { ...columns, created_at: by.now })
  await saveBenefits(tx, id, entry.benefits ?? [])
  await markLotsWithPartners(tx, lotIds)
  await auditPartner(tx, id, by, { action: 'created', after: await auditedPartner(tx, id, columns) })
  return id
}

/** A benefit that is left out becomes inactive. Throws as `addPartner`. */
export async function changePartner(tx: Tx, id: number, entry: PartnerEntry, by: Editor): Promise<void> {
  const lotIds = await requireLots(tx, entry, by)
  const partner = await lockVisiblePartner(tx, id, by)
  const { active = partner.active, share = partner.share } = entry
  const columns = partnerColumns({ ...entry, active, share }, lotIds)
  const before = await auditedPartner(tx, id, partner)
  await updatePartner(tx, id, columns)
  if (entry.benefits !== undefined) await saveBenefits(tx, id, entry.benefits)
  if (active) await markLotsWithPartners(tx, lotIds)
  const after = await auditedPartner(tx, id, columns)
  if (JSON.stringify(before) === JSON.stringify(after)) return
  await auditPartner(tx, id, by, { action: 'changed', before, after })
}

/** Throws `not_found`, `partner_used`. */
export async function removePartner(tx: Tx, id: number, by: Editor): Promise<void> {
  const partner = await lockVisiblePartner(tx, id, by)
  if (await hasValidations(tx, id)) throw fail('partner_used')
  const before = await auditedPartner(tx, id, partner)
  await deletePartner(tx, id)
  await auditPartner(tx, id, by, { action: 'deleted', before })
}

async function requireLots(tx: Tx, { lot_ids: asked }: PartnerEntry, by: Editor): Promise<number[]> {
  assertLot(by, ...asked)
  const known = await readLotNamesById(tx)
  if (!asked.every((id) => known.has(id)))
    throw invalid({ lot_ids: ['Escolha os estacionamentos da lista.'] })
  return [...new Set(asked)].sort((a, b) => a - b)
}

const toCents = (reais: number) => Math.round(reais * 100)

function partnerColumns(entry: PartnerEntry, lotIds: number[]) {
  const { name, cnpj, email, active = true, share = 100 } = entry
  const { month_count = null, month_value: value = null } = entry
  return {
    name,
    cnpj,
    email: email === '' ? null : email,
    lot_ids: lotIds,
    active,
    month_count,
    month_value_cents: value === null ? null : toCents(value),
    share,
  }
}

async function saveBenefits(tx: Tx, partnerId: number, entries: readonly WireBenefitEntry[]): Promise<void> {
  const known = await listBenefits(tx, partnerId)
  const isKnown = ({ id }: WireBenefitEntry) => known.some((one) => one.id === id)
  if (!entries.every((entry) => typeof entry.id !== 'number' || isKnown(entry))) throw fail('not_found')
  for (const entry of entries) {
    const columns = benefitColumns(entry)
    if (typeof entry.id === 'number')
      await tx.updateTable('benefit').set(columns).where('id', '=', entry.id).execute()
    else
      await tx
        .insertInto('benefit')
        .values({ ...columns, partner_id: partnerId })
        .execute()
  }
  const ended = known.filter(({ id, active }) => active && !entries.some((entry) => entry.id === id))
  for (const { id } of ended)
    await tx.updateTable('benefit').set({ active: false }).where('id', '=', id).execute()
}

function benefitColumns({ name, kind, value = null, max = null, active }: WireBenefitEntry) {
  const amount = kind === 'amount' && value !== null ? toCents(value) : value
  return {
    name,
    kind,
    value: kind === 'all' ? null : amount,
    max_cents: max === null ? null : toCents(max),
    active,
  }
}

type Columns = ReturnType<typeof partnerColumns>

async function auditedPartner(tx: Tx, id: number, partner: Columns) {
  const lots = await readLotNamesById(tx)
  const { name, cnpj, email, active, month_count, month_value_cents, share } = partner
  const benefits = (await listBenefits(tx, id)).map(auditedBenefit)
  const limits = { month_count, month_value_cents }
  const lotNames = partner.lot_ids.map((lot) => lots.get(lot) ?? `nº ${lot}`)
  return { name, cnpj, email, lots: lotNames, active, ...limits, share, benefits }
}

/** '2 h: 120 min', for the trail. */
function auditedBenefit({ max_cents: maxCents, active, ...benefit }: BenefitRow): string {
  return `${benefit.name}: ${describeBenefit({ ...benefit, maxCents })}${active ? '' : ' (inativo)'}`
}

type Entry = { readonly action: ActionOf<'partner'>; readonly before?: object; readonly after?: object }

/** A row of the trail about a partner. */
export async function auditPartner(tx: Tx, id: number, by: Omit<Editor, 'lots'>, entry: Entry) {
  await audit(tx, { at: by.now, actor: by.actor, subject: 'partner', subjectId: String(id), ...entry })
}
