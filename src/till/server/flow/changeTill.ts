import { fail, invalid } from '#kit/fail.ts'
import { type AuditEntry, audit } from '#kit/server/audit.ts'
import { takeKeyedLock } from '#kit/server/db/locks.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { readLotNamesById } from '#parking/server/flow/readLotNames.ts'
import { assertLot } from '#staff/server/member.ts'
import { isReasonNeeded } from '../../expected.ts'
import type { TillDeps } from '../deps.ts'
import { insertTill, lockLastTill, lockTill, readExpectedCents, requireTill } from '../store.ts'

type Opening = { readonly lotId: number; readonly floatCents: number; readonly member: StaffMember }

/** Opens the person's only till in the lot; answers its id. Throws `not_found`, `till_already_open`. */
export async function openTill({ db, clock }: TillDeps, opening: Opening): Promise<number> {
  const { lotId, floatCents, member } = opening
  assertLot(member, lotId)
  if (!(await readLotNamesById(db)).has(lotId)) throw fail('not_found')
  return transaction(db, async (tx) => {
    await takeKeyedLock(tx, 'tillNumber', String(lotId))
    const last = await lockLastTill(tx, member.id, lotId)
    if (last?.closed_at === null) throw fail('till_already_open')
    const now = clock.now()
    const id = await insertTill(tx, {
      lot_id: lotId,
      user_id: member.id,
      float_cents: floatCents,
      opened_at: now,
    })
    await audit(tx, {
      ...tillEntry(id, member, now),
      action: 'till_opened',
      after: { float_cents: floatCents },
    })
    return id
  })
}

type Closing = {
  readonly tillId: number
  readonly countedCents: number
  readonly reason: string | null
  readonly member: StaffMember
}

/**
 * The first count is fixed; said twice by one person, nothing more happens. Throws `not_found`, `till_closed`, and
 * 422 without a reason for another person's till.
 */
export async function closeTill({ db, clock }: TillDeps, closing: Closing): Promise<void> {
  const { tillId, countedCents, reason, member } = closing
  const { user_id: ownerId, till_difference_cents: limitCents } = await requireTill(db, tillId, member)
  const isOwn = ownerId === member.id
  if (!isOwn && reason === null) throw invalid({ reason: ['Diga por que fecha o caixa de outra pessoa.'] })
  await transaction(db, async (tx) => {
    const till = await lockTill(tx, tillId)
    if (till.closed_at !== null && till.closed_by === member.id) return
    if (till.closed_at !== null) throw fail('till_closed')
    const expectedCents = await readExpectedCents(tx, till)
    const differenceCents = countedCents - expectedCents
    const now = clock.now()
    const closed = {
      closed_at: now,
      closed_by: member.id,
      expected_cents: expectedCents,
      counted_cents: countedCents,
      needs_reason: isReasonNeeded(differenceCents, limitCents),
      close_reason: isOwn ? null : reason,
    }
    await tx.updateTable('till').set(closed).where('id', '=', tillId).execute()
    const counted = { expected_cents: expectedCents, counted_cents: countedCents }
    await audit(tx, {
      ...tillEntry(tillId, member, now),
      action: 'till_closed',
      after: { ...counted, difference_cents: differenceCents, ...(!isOwn && { reason }) },
    })
  })
}

type Explanation = { readonly tillId: number; readonly reason: string; readonly member: StaffMember }

/** The last reason stands. Throws `not_found`, 422 for a till without a difference. */
export async function explainTill({ db, clock }: TillDeps, explanation: Explanation): Promise<void> {
  const { tillId, reason, member } = explanation
  await requireTill(db, tillId, member)
  await transaction(db, async (tx) => {
    const till = await lockTill(tx, tillId)
    if (till.counted_cents === till.expected_cents)
      throw invalid({ reason: ['Este caixa não tem diferença.'] })
    const before = till.difference_reason
    if (before === reason) return
    await tx.updateTable('till').set({ difference_reason: reason }).where('id', '=', tillId).execute()
    await audit(tx, {
      ...tillEntry(tillId, member, clock.now()),
      action: 'till_explained',
      before: { reason: before },
      after: { reason },
    })
  })
}

function tillEntry(id: number, { actor }: StaffMember, now: Date) {
  const entry = { at: now, actor, subject: 'till', subjectId: String(id) } as const
  return entry satisfies Partial<AuditEntry<'till'>>
}
