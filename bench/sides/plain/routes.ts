import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Card } from './cielo.ts'
import { createTransaction } from './createTransaction.ts'
import { pool, statement } from './database.ts'
import { pay } from './pay.ts'
import { Refusal } from './refusal.ts'
import { keepTyped, requireSession, type Session, startSession } from './session.ts'
import { owedCents, reais, readStay } from './stay.ts'

const code = z.string().check(z.regex(/^\d{13}$/))
const text = z.string().check(z.minLength(1), z.maxLength(255))
const asked = {
  read: z.object({ code }),
  account: z.object({ name: text, email: z.email(), phone: text, cpfcnpj: text }),
  address: z.object({ postalcode: text, street: text, streetNumber: text, gl_city_id: z.int() }),
  create: z.object({ payment_type: z.literal(1), ticket_code: code, ticket_value: z.number() }),
  pay: z.object({
    cardNumber: z.string().check(z.regex(/^\d{13,19}$/)),
    cardHolderName: text,
    cardExpiration: z.string().check(z.regex(/^\d\d\/\d\d$/)),
    cardCvv: z.string().check(z.regex(/^\d{3,4}$/)),
  }),
  token: z.object({ token: z.string().check(z.regex(/^[0-9a-f]{32}$/)) }),
}

const readCity = statement<{ name: string; state: string }>(
  'read_city',
  'select name, state from city where id = $1',
)

/** The calls of a purchase, at the portal's addresses and with its bodies. */
export function routes(app: FastifyInstance): void {
  app.get('/sanctum/csrf-cookie', (_request, reply) =>
    startSession(reply).then(() => reply.status(204).send()),
  )
  for (const [path, answer] of Object.entries(answers))
    app.post(path, (request) =>
      requireSession(request)
        .then((session) => answer(session, request))
        .then((data) => ({ data })),
    )
}

type Answer = (session: Session, request: FastifyRequest) => Promise<object>

const answers: Readonly<Record<string, Answer>> = {
  '/api/tk_ticket/read': async (_session, { body }) => {
    const stay = await readStay(pool, z.parse(asked.read, body).code)
    const cents = owedCents(stay, new Date())
    const { code: ticketCode, lot_name, entered_at, time_zone } = stay
    const price = { value: cents / 100, valueHuman: reais(cents) }
    return { ticket: { code: ticketCode, lot_name, entered_at, time_zone, ...price } }
  },
  '/api/account/set_account': async (session, { body }) => {
    await keepTyped(session, { account: z.parse(asked.account, body) })
    return { ok: true }
  },
  '/api/account/set_address': async (session, { body }) => {
    const { gl_city_id, ...address } = z.parse(asked.address, body)
    const [city] = await readCity(pool, gl_city_id)
    if (!city) throw new Refusal(422, 'city')
    await keepTyped(session, { address: { ...address, city: city.name, state: city.state } })
    return { ok: true }
  },
  '/api/tk_ticket/createTransaction': async (session, { body }) => {
    const { ticket_code, payment_type, ticket_value } = z.parse(asked.create, body)
    const wanted = { code: ticket_code, type: payment_type, seen: ticket_value }
    return { ws_token: await createTransaction(session, wanted) }
  },
  '/api/pm_transaction/:token/pay': async (session, { body, params }) => {
    const { token } = z.parse(asked.token, params)
    const { state, reason, amount_cents, exit_deadline_at } = await pay(session, token, cardOf(body))
    const transaction = {
      ws_token: token,
      state,
      value: amount_cents / 100,
      ticket_dt_exit: exit_deadline_at,
    }
    return { ok: state === 'captured', reason, transaction }
  },
}

function cardOf(body: unknown): Card {
  const { cardNumber, cardHolderName, cardExpiration, cardCvv } = z.parse(asked.pay, body)
  return {
    number: cardNumber,
    holder: cardHolderName,
    expiration: `${cardExpiration.slice(0, 3)}20${cardExpiration.slice(3)}`,
    cvv: cardCvv,
    brand: cardNumber.startsWith('4') ? 'Visa' : 'Master',
  }
}
