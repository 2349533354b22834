import { pool, statement, transaction } from './database.ts'
import { type Card, sell } from './cielo.ts'
import { changeState, lockPayment, type Payment, readPayment } from './payments.ts'
import { Refusal } from './refusal.ts'
import { randomToken, type Session } from './session.ts'
import { settle } from './settle.ts'
import { lockStay, owedCents } from './stay.ts'

const countAttempts = statement<{ n: number }>(
  'count_attempts',
  'select count(*) as n from attempt where payment_id = $1',
)
const insertAttempt = statement<{ id: number }>(
  'insert_attempt',
  `insert into attempt (payment_id, n, order_key, amount_cents, payment_type, state, card_brand, card_last_digits,
     session_hash, started_at) values ($1, $2, $3, $4, $5, 'in_flight', $6, $7, $8, $9) returning id`,
)

const mostAttempts = 5

/** Records an attempt, calls the acquirer outside any transaction, and records the outcome. Answers the payment as it is then. */
export async function pay(session: Session, token: string, card: Card): Promise<Payment> {
  const found = await readOne(token)
  if (found.session_hash !== session.id_hash) throw new Refusal(404, 'not_found')
  if (!session.data.account || !session.data.address) throw new Refusal(409, 'payer_missing')
  const { attemptId, orderKey } = await recordAttempt(session, token, card)
  const outcome = await sell(orderKey, found.amount_cents, card, session.data)
  await settle(token, attemptId, outcome)
  return readOne(token)
}

async function readOne(token: string): Promise<Payment> {
  const [payment] = await readPayment(pool, token)
  if (!payment) throw new Refusal(404, 'not_found')
  return payment
}

function recordAttempt(
  session: Session,
  token: string,
  card: Card,
): Promise<{ attemptId: number; orderKey: string }> {
  return transaction(async (tx) => {
    const [payment] = await lockPayment(tx, token)
    const now = new Date()
    if (payment?.state !== 'created') throw new Refusal(409, 'not_open')
    const stay = await lockStay(tx, payment.ticket_code)
    if (owedCents(stay, now) === 0 || payment.price_expires_at < now) throw new Refusal(409, 'price_changed')
    const [tries] = await countAttempts(tx, payment.id)
    const n = (tries?.n ?? 0) + 1
    if (n > mostAttempts) throw new Refusal(409, 'too_many_attempts')
    const orderKey = randomToken()
    const sale = [payment.id, n, orderKey, payment.amount_cents, payment.payment_type]
    const [attempt] = await insertAttempt(
      tx,
      ...sale,
      card.brand,
      card.number.slice(-4),
      session.id_hash,
      now,
    )
    if (!attempt) throw new Error('no row came back')
    await changeState(tx, payment, { to: 'authorising', actor: 'customer', payer: session.data, now })
    return { attemptId: attempt.id, orderKey }
  })
}
