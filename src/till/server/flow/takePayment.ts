import type { Tx } from '#db/schema.ts'
import { isoIn } from '#kit/clock.ts'
import { fail, invalid } from '#kit/fail.ts'
import { transaction } from '#kit/server/db/transaction.ts'
import type { StaffMember } from '#session/server/caller.ts'
import { requireTicket } from '#ticket/server/backoffice/ticketDetail.ts'
import { lockCurrentTicket } from '#ticket/server/flow/recordMachinePayment.ts'
import { readStayAtTill, recordTillPayment } from '#ticket/server/flow/recordTillPayment.ts'
import type { StoredTicket } from '#ticket/server/store.ts'
import { formatReceipt, type TakeMethod, tillName } from '../../states.ts'
import { centsToTake, findTakeRefusal, receivedProblem } from '../../takeDecision.ts'
import type { TillDeps } from '../deps.ts'
import { callColumns } from '../repeatedCall.ts'
import { findRepeatedTake, insertTake, lockLastTill, nextReceiptNumber, type TakeRow } from '../store.ts'

type Taking = {
  readonly code: string
  readonly method: TakeMethod
  readonly amountCents: number
  readonly receivedCents: number | null
}

/**
 * Takes what is due for a ticket, of a replaced number for its replacement; said twice with one key, the first take.
 * Throws `not_found`, the refusals of `findTakeRefusal`, `no_till`, `price_changed`, `idempotency_key`,
 * `idempotency_conflict`, 422.
 */
export async function takePayment(
  { db, clock, reservedStay }: TillDeps,
  taking: Taking,
  by: { readonly member: StaffMember; readonly key: string | null },
): Promise<TakeRow> {
  const { member } = by
  await requireTicket(db, taking.code, member)
  const call = callColumns(by.key, taking)
  const { receivedCents, amountCents } = taking
  const problem = receivedCents === null ? null : receivedProblem(receivedCents, amountCents)
  if (problem !== null) throw invalid({ received: [problem] })
  return transaction(db, async (tx) => {
    const ticket = await lockCurrentTicket(tx, taking.code)
    const till = await lockLastTill(tx, member.id, ticket.lot_id)
    if (!till) throw fail('no_till')
    const first = await findRepeatedTake(tx, { ...call, till_id: till.id })
    if (first) return first
    if (till.closed_at !== null) throw fail('no_till')
    const now = clock.now()
    const isReserved = (await reservedStay.find(tx, ticket.id, now)) !== null
    await assertTakeable(tx, ticket, { isReserved, amountCents, now })
    return recordTake(tx, ticket, { ...taking, ...call, till, userId: member.id, actor: member.actor, now })
  })
}

type Asked = { readonly isReserved: boolean; readonly amountCents: number; readonly now: Date }

async function assertTakeable(tx: Tx, ticket: StoredTicket, { isReserved, amountCents, now }: Asked) {
  const { stay, isBeingPaid, debtCents, isHonoured } = await readStayAtTill(tx, ticket, now)
  const facts = { isReserved, isBeingPaid, stay, debtCents }
  const refusal = findTakeRefusal(facts)
  if (refusal !== null) throw fail(refusal)
  const isWhole = debtCents === null ? isHonoured(amountCents) : amountCents === centsToTake(facts)
  if (!isWhole) throw fail('price_changed')
}

type Take = Taking &
  ReturnType<typeof callColumns> & {
    readonly till: { readonly id: number; readonly number: number }
    readonly userId: number
    readonly actor: string
    readonly now: Date
  }

async function recordTake(tx: Tx, ticket: StoredTicket, take: Take): Promise<TakeRow> {
  const { till, method, amountCents, now, actor } = take
  const { lot_id, time_zone, code: ticket_code } = ticket
  const receipt_year = Number(isoIn(time_zone, now).slice(0, 4))
  const receipt_number = await nextReceiptNumber(tx, lot_id, receipt_year)
  const receipt = formatReceipt({ lot_id, receipt_year, receipt_number })
  const paid = { amountCents, method, now, actor, till: tillName(till.number), receipt }
  const { segmentId, exitDeadlineAt } = await recordTillPayment(tx, ticket, paid)
  return insertTake(tx, {
    till_id: till.id,
    lot_id,
    time_zone,
    ticket_code,
    segment_id: segmentId,
    user_id: take.userId,
    at: now,
    method,
    amount_cents: amountCents,
    received_cents: take.receivedCents,
    exit_deadline_at: exitDeadlineAt,
    after_exit: ticket.exited_at !== null,
    receipt_year,
    receipt_number,
    idempotency_key: take.idempotency_key,
    request_hash: take.request_hash,
  })
}
