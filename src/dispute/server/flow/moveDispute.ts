import type { Tx } from '#db/schema.ts'
import { dayMs, addMs } from '#kit/clock.ts'
import { fail } from '#kit/fail.ts'
import { audit } from '#kit/server/audit.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import { closeCases } from '#payment/server/ledger/cases.ts'
import { lockPayment } from '#payment/server/store.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { canMove, type DisputeState, isEnded, type SettableState } from '../../states.ts'
import type { DisputeDeps } from '../deps.ts'
import { disputeById, type DisputeRow, lockDispute } from '../store.ts'

type Deps = Pick<DisputeDeps, 'db' | 'clock'>
type StateChange = { readonly to: SettableState; readonly reason: string; readonly actor: string }

/** Throws `not_found`, `dispute_state`. */
export async function moveDispute(
  deps: Deps,
  id: number,
  { to, reason }: Omit<StateChange, 'actor'>,
  member: StaffMember,
): Promise<void> {
  const dispute = await disputeById(deps.db, id, member)
  const change = { to, reason, actor: member.actor }
  const isMoved = await changeState(deps, dispute, change, (from) => canMove(from, to))
  if (!isMoved) throw fail('dispute_state')
}

const overdueReason = 'Prazo encerrado sem defesa'

/** Marks open disputes as lost a day after their deadline: the acquirer takes silence as acceptance. */
export async function loseOverdueDisputes(deps: Deps): Promise<void> {
  const overdue = await deps.db
    .selectFrom('dispute')
    .select(['id', 'payment_id'])
    .where('state', '=', 'open')
    .where('deadline_at', '<=', addMs(deps.clock.now(), -dayMs))
    .orderBy('id')
    .execute()
  const change = { to: 'lost', reason: overdueReason, actor: 'janitor' } as const
  for (const dispute of overdue) await changeState(deps, dispute, change, (from) => from === 'open')
}

/** Returns false where the locked state does not allow it. */
async function changeState(
  { db, clock }: Deps,
  { id, payment_id: paymentId }: Pick<DisputeRow, 'id' | 'payment_id'>,
  { to, reason, actor }: StateChange,
  isAllowed: (from: DisputeState) => boolean,
): Promise<boolean> {
  const now = clock.now()
  return transaction(db, async (tx) => {
    await lockPayment(tx, paymentId)
    const { state, sale_event_id: saleEventId } = await lockDispute(tx, id)
    if (!isAllowed(state)) return false
    await tx.updateTable('dispute').set({ state: to, changed_at: now, reason }).where('id', '=', id).execute()
    const about = { subject: 'dispute', subjectId: String(id), action: to } as const
    await audit(tx, { at: now, actor, ...about, before: { state }, after: { state: to, reason } })
    if (isEnded(to)) await closeDisputeCase(tx, saleEventId, now)
    return true
  })
}

/** The case stays open while another dispute of its kind is under way. */
async function closeDisputeCase(tx: Tx, saleEventId: number, now: Date): Promise<void> {
  const { payment_id: paymentId, kind } = await tx
    .selectFrom('sale_event')
    .select(['payment_id', 'kind'])
    .where('id', '=', saleEventId)
    .executeTakeFirstOrThrow()
  const other = await tx
    .selectFrom('sale_event')
    .leftJoin('dispute', 'dispute.sale_event_id', 'sale_event.id')
    .select('sale_event.id')
    .where('sale_event.payment_id', '=', paymentId)
    .where('sale_event.kind', '=', kind)
    .where((is) =>
      // A dispute that is not opened yet counts, too.
      is.or([is('dispute.state', 'in', ['open', 'sent']), is('dispute.id', 'is', null)]),
    )
    .limit(1)
    .executeTakeFirst()
  if (!other) await closeCases(tx, paymentId, [kind], now)
}
