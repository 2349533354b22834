import { statement, transaction } from './database.ts'
import type { Outcome } from './cielo.ts'
import { changeState, lockPayment, markPaid } from './payments.ts'
import { lockStay } from './stay.ts'

const readAttempt = statement<{ state: string }>('read_attempt', 'select state from attempt where id = $1')
const updateAttempt = statement(
  'update_attempt',
  `update attempt set state = $2, reference = $3, return_code = $4, nsu = $5, authorisation_code = $6, answered_at = $7
   where id = $1`,
)
const insertLedger = statement(
  'insert_ledger',
  "insert into ledger (payment_id, attempt_id, kind, amount_cents, at) values ($1, $2, 'capture', $3, $4)",
)
const insertSegment = statement(
  'insert_segment',
  `insert into paid_segment (ticket_id, n, amount_cents, source, payment_id, paid_at, exit_deadline_at)
   values ($1, $2, $3, 'portal', $4, $5, $6)`,
)
const insertGateEvent = statement(
  'insert_gate_event',
  "insert into equipment_event (lot_id, kind, ticket_code, deadline_at, at) values ($1, 'ticket_paid', $2, $3, $4)",
)
const insertJob = statement(
  'insert_job',
  "insert into job (kind, unique_key, payload, run_at, created_at) values ('receipt', $1, $2, $3, $3)",
)

/** Writes an acquirer's answer: attempt, ledger, segment, payment, audit, gate event and the receipt's job, in one transaction. */
export function settle(token: string, attemptId: number, outcome: Outcome): Promise<void> {
  return transaction(async (tx) => {
    const [payment] = await lockPayment(tx, token)
    if (!payment) throw new Error('the payment is gone')
    const stay = await lockStay(tx, payment.ticket_code)
    const [attempt] = await readAttempt(tx, attemptId)
    if (attempt?.state !== 'in_flight') return
    const now = new Date()
    const { captured, reference, returnCode, nsu, authorisation } = outcome
    const state = captured ? 'captured' : 'refused'
    await updateAttempt(tx, attemptId, state, reference, returnCode, nsu, authorisation, now)
    if (!captured) {
      const reason = 'Pagamento não autorizado.'
      await changeState(tx, payment, { to: 'created', actor: 'acquirer', reason, now })
      return
    }
    const deadline = new Date(now.getTime() + stay.rules.exit_tolerance_min * 60_000)
    await insertLedger(tx, payment.id, attemptId, payment.amount_cents, now)
    const segment = [stay.id, payment.segment_n, payment.amount_cents, payment.id, now, deadline]
    await insertSegment(tx, ...segment)
    await markPaid(tx, payment, deadline, now)
    await insertGateEvent(tx, stay.lot_id, stay.code, deadline, now)
    await insertJob(tx, `receipt-${payment.id}`, { paymentId: payment.id }, now)
  })
}
