import { fail } from '#kit/fail.ts'
import { toReais, humanMoney } from '#kit/money.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { StaffMember } from '#session/server/caller.ts'
import type { MovementKind } from '../../states.ts'
import type { TillDeps } from '../deps.ts'
import { callColumns } from '../repeatedCall.ts'
import {
  findRepeatedMovement,
  insertMovement,
  lockTill,
  type MovementRow,
  ownerFilter,
  readExpectedCents,
  requireTill,
} from '../store.ts'

type Movement = { readonly kind: MovementKind; readonly amountCents: number; readonly reason: string }
type MovedBy = { readonly tillId: number; readonly member: StaffMember; readonly key: string | null }

/**
 * Only by the person who opened the till; said twice with one key, the first movement. Throws `not_found`,
 * `forbidden`, `till_closed`, `till_short`, `idempotency_key`, `idempotency_conflict`.
 */
export async function moveTill(
  { db, clock }: TillDeps,
  movement: Movement,
  { tillId, member, key }: MovedBy,
): Promise<MovementRow> {
  const { till_blind: isBlind, user_id: ownerId } = await requireTill(db, tillId, member)
  if (ownerId !== member.id) throw fail('forbidden')
  const call = callColumns(key, movement)
  const { kind, amountCents, reason } = movement
  return transaction(db, async (tx) => {
    const till = await lockTill(tx, tillId)
    const first = await findRepeatedMovement(tx, { ...call, till_id: tillId })
    if (first) return first
    if (till.closed_at !== null) throw fail('till_closed')
    const shortCents = kind === 'withdrawal' ? amountCents - (await readExpectedCents(tx, till)) : 0
    if (shortCents > 0) {
      const mayKnow = !isBlind || ownerFilter(member) === null
      const short = { value: toReais(shortCents), valueHuman: humanMoney(shortCents) }
      throw fail('till_short', mayKnow ? { data: { short } } : {})
    }
    const now = clock.now()
    const after = { kind, amount_cents: amountCents, reason }
    await audit(tx, {
      at: now,
      actor: member.actor,
      subject: 'till',
      subjectId: String(tillId),
      action: 'till_moved',
      after,
    })
    return insertMovement(tx, { till_id: tillId, ...after, at: now, ...call })
  })
}
