import { fail } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { lockSegmentTicket, undoTillPayment } from '#ticket/server/flow/recordTillPayment.ts'
import { formatReceipt, tillName } from '../../states.ts'
import type { TillDeps } from '../deps.ts'
import { findTake, findUndoing, insertTake, lockTill, requireTill, type TakeRow } from '../store.ts'

type Undoing = { readonly takeId: number; readonly reason: string; readonly member: StaffMember }

/** Said twice by one person, nothing more happens. Throws `not_found`, `take_final`. */
export async function undoTake({ db, clock }: TillDeps, undoing: Undoing): Promise<TakeRow> {
  const { takeId, reason, member } = undoing
  const take = await findTake(db, takeId)
  await requireTill(db, take.till_id, member)
  const { segment_id: segmentId } = take
  if (segmentId === null) throw fail('take_final')
  await transaction(db, async (tx) => {
    const locked = await lockSegmentTicket(tx, segmentId)
    const till = await lockTill(tx, take.till_id)
    const undone = await findUndoing(tx, takeId)
    if (undone?.user_id === member.id) return
    const isWhereItWas = locked !== null && (locked.ticket.exited_at !== null) === take.after_exit
    if (undone || till.closed_at !== null || !isWhereItWas || !locked.isLast) throw fail('take_final')
    const now = clock.now()
    await undoTillPayment(tx, locked.ticket, {
      segmentId,
      amountCents: take.amount_cents,
      now,
      actor: member.actor,
      till: tillName(till.number),
      receipt: formatReceipt(take),
      reason,
    })
    const { till_id, lot_id, time_zone, ticket_code, method, after_exit, receipt_year, receipt_number } = take
    const of = { till_id, lot_id, time_zone, ticket_code, method, after_exit, receipt_year, receipt_number }
    const amount_cents = -take.amount_cents
    await insertTake(tx, { ...of, user_id: member.id, at: now, amount_cents, undoes_id: takeId, reason })
  })
  return take
}
