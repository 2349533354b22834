import { type Db, statement } from './database.ts'
import type { Typed } from './session.ts'

export type Payment = {
  id: number
  token: string
  session_hash: string
  payment_type: number
  ticket_id: number
  ticket_code: string
  segment_n: number
  amount_cents: number
  price_expires_at: Date
  state: string
  reason: string | null
  exit_deadline_at: Date | null
}

const columns =
  'id, token, session_hash, payment_type, ticket_id, ticket_code, segment_n, amount_cents, price_expires_at, state, reason, exit_deadline_at'

export const readPayment = statement<Payment>(
  'read_payment',
  `select ${columns} from payment where token = $1`,
)
export const lockPayment = statement<Payment>(
  'lock_payment',
  `select ${columns} from payment where token = $1 for no key update`,
)
const updateState = statement(
  'update_state',
  'update payment set state = $2, reason = $3, payer = coalesce($4, payer), updated_at = $5 where id = $1',
)
const updatePaid = statement(
  'update_paid',
  "update payment set state = 'captured', reason = null, paid_at = $2, exit_deadline_at = $3, updated_at = $2 where id = $1",
)
const insertAudit = statement(
  'insert_audit',
  "insert into audit (at, actor, subject, subject_id, action, before, after) values ($1, $2, 'payment', $3, $4, $5, $6)",
)

type Change = { action: string; actor: string; before: object | null; after: object; now: Date }

/** One row of the audit trail. */
export async function audit(
  db: Db,
  payment: { id: number },
  { action, actor, before, after, now }: Change,
): Promise<void> {
  await insertAudit(db, now, actor, payment.id, action, before, after)
}

type Next = { to: string; actor: string; reason?: string; payer?: Typed; now: Date }

/** Changes a payment's state and writes it to the audit trail. */
export async function changeState(db: Db, payment: Payment, next: Next): Promise<void> {
  const { to, actor, reason = null, payer = null, now } = next
  await updateState(db, payment.id, to, reason, payer, now)
  const states = { before: { state: payment.state }, after: { state: to, reason } }
  await audit(db, payment, { action: 'state', actor, ...states, now })
}

/** The same for a payment whose money was taken. */
export async function markPaid(db: Db, payment: Payment, exitDeadline: Date, now: Date): Promise<void> {
  await updatePaid(db, payment.id, now, exitDeadline)
  const states = { before: { state: payment.state }, after: { state: 'captured' } }
  await audit(db, payment, { action: 'state', actor: 'acquirer', ...states, now })
}
