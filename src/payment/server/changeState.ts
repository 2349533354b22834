import { sql } from 'kysely'
import type { Db, Tx } from '#db/schema.ts'
import { addMs } from '#kit/clock.ts'
import { audit } from '#kit/server/audit.ts'
import { isUniqueViolation } from '#kit/server/db/transaction.ts'
import { openPaymentMs } from '../limits.ts'
import { isInFlight, type PaymentState } from '../paymentState.ts'
import type { Settlement } from './settlementContext.ts'
import { recheckOpenCodes, freesStay } from './attempt/recheckOpenCodes.ts'
import { type Payment, type PaymentChange, auditSubject } from './store.ts'
import { outcomeTexts } from '../texts.ts'

/** The texts of these fields are in `auditTerms.ts`. */
export type AuditNote = { amount_cents?: number; reason?: string; refused?: string | null }

type StateChangeInput = {
  actor: string
  now: Date
  change: PaymentChange & { deadline_at: Date | null }
  note?: AuditNote
}

/**
 * Changes a state with its audit row (docs/payment.md#invariants). Enqueues queries of the Pix codes of a
 * stay that it frees.
 */
export async function changeState(
  tx: Tx,
  payment: Payment,
  to: Exclude<PaymentState, 'created'>,
  by: StateChangeInput,
) {
  await writeWithAudit(tx, payment, to, by)
}

export async function recordAuditNote(
  tx: Tx,
  payment: Payment,
  by: Omit<StateChangeInput, 'change'> & { note: AuditNote },
) {
  const change = { deadline_at: payment.deadline_at }
  await writeWithAudit(tx, payment, payment.state, { ...by, change })
}

/**
 * Reopens a payment after an attempt took nothing; expires it where the stay is no longer owed
 * (docs/payment.md#settle). Needs the locked payment, and `retryIfOvertaken` around the transaction.
 */
export async function reopen(tx: Tx, payment: Payment, { actor, now, reason }: Reopening): Promise<void> {
  const isOpen = await isStillPayable(tx, payment)
  const change = isOpen
    ? { deadline_at: addMs(now, openPaymentMs), reason }
    : { deadline_at: null, reason: outcomeTexts.notOwed }
  await writeWithAudit(tx, payment, isOpen ? 'created' : 'expired', { actor, now, change })
}

/** Reopens after the last attempt took nothing, also from review. */
export async function reopenAfterLastAttempt(tx: Tx, settlement: Settlement, reason: string) {
  const { payment, isLastAttempt, actor, now } = settlement
  if (!isLastAttempt || (!isInFlight(payment.state) && payment.state !== 'review')) return
  await reopen(tx, payment, { actor, now, reason })
}

type Reopening = { actor: string; now: Date; reason: string | null }

/** Repeats a transaction that another payment of the stay or session overtook. */
export async function retryIfOvertaken<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const isOvertaken = ['payment_one_per_stay', 'payment_one_open_per_session'].some((index) =>
      isUniqueViolation(error, index),
    )
    if (tries <= 1 || !isOvertaken) throw error
    return retryIfOvertaken(work, tries - 1)
  }
}

async function writeWithAudit(tx: Tx, payment: Payment, to: PaymentState, by: StateChangeInput) {
  const change = { ...by.change, state: to, updated_at: by.now }
  await tx.updateTable('payment').set(change).where('id', '=', payment.id).execute()
  const of = auditSubject(payment.id, by.actor, by.now)
  const after = { state: to, ...by.note }
  await audit(tx, { ...of, action: to, before: { state: payment.state }, after })
  if (freesStay(payment.state, to)) await recheckOpenCodes(tx, payment, by.now)
}

async function isStillPayable(db: Db, { id, ticket_id, segment_n, session_hash }: Payment): Promise<boolean> {
  if (ticket_id === null) return true
  const { rows } = await sql<{ may: boolean }>`
    select not exists (select from paid_segment where ticket_id = ${ticket_id} and n >= ${segment_n}::int)
      and not exists (select from ticket where id = ${ticket_id} and (exited_at is not null or blocked_at is not null))
      and not exists (select from payment where ticket_id = ${ticket_id} and session_hash = ${session_hash}
        and state = 'created' and id <> ${id}) as may`.execute(db)
  return rows[0]?.may === true
}

type Closing = { to: 'cancelled' | 'expired'; actor: string; now: Date }

export async function closeUnpaid(tx: Tx, payment: Payment, { to, ...by }: Closing): Promise<void> {
  if (payment.state !== 'created') return
  await changeState(tx, payment, to, { ...by, change: { deadline_at: null, reason: null } })
}
