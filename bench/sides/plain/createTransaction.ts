import { statement, transaction } from './database.ts'
import { audit } from './payments.ts'
import { Refusal } from './refusal.ts'
import { randomToken, type Session } from './session.ts'
import { lockStay, owedCents } from './stay.ts'

const readOpen = statement<{ id: number }>(
  'read_open',
  "select id from payment where ticket_id = $1 and state in ('authorising', 'unknown')",
)
const insertPayment = statement<{ id: number }>(
  'insert_payment',
  `insert into payment (token, session_hash, destination, payment_type, ticket_id, ticket_code, time_zone, segment_n,
     amount_cents, breakdown, price_expires_at, state, created_at, updated_at)
   values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $10, 'created', $11, $11) returning id`,
)

const priceMs = 300_000

/** Opens a payment of what a ticket owes, at the price that was seen (reais). Answers its token. */
export function createTransaction(
  session: Session,
  { code, type, seen }: { code: string; type: number; seen: number },
): Promise<string> {
  return transaction(async (tx) => {
    const [stay, now, token] = [await lockStay(tx, code), new Date(), randomToken()]
    const cents = owedCents(stay, now)
    if (cents === 0) throw new Refusal(409, 'nothing_owed')
    if (Math.round(seen * 100) !== cents) throw new Refusal(409, 'price_changed')
    if ((await readOpen(tx, stay.id)).length > 0) throw new Refusal(409, 'payment_in_flight')
    const [n, expires] = [stay.segments.length + 1, new Date(now.getTime() + priceMs)]
    const breakdown = JSON.stringify([{ label: 'Estacionamento', cents }])
    const price = [n, cents, breakdown, expires, now]
    const about = [token, session.id_hash, type, stay.id, stay.code, stay.time_zone]
    const [payment] = await insertPayment(tx, ...about, ...price)
    if (!payment) throw new Error('no row came back')
    const after = { amount_cents: cents, payment_type: type }
    await audit(tx, payment, { action: 'open', actor: 'customer', before: null, after, now })
    return token
  })
}
