import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { brandErrors, cardErrors } from '../sale/validate.ts'
import { apiErrors } from '../sale/errors.ts'
import { flag, readLowerJson, text } from '../sale/fields.ts'
import { maskCardNumber } from '../sale/makeSale.ts'
import type { SimulatorContext } from '../context.ts'
import { binAnswer } from './bin.ts'
import { passesLuhn } from './luhn.ts'

const typed = z.object({
  customername: text,
  cardtype: text,
  cardnumber: text,
  holder: text,
  expirationdate: text,
  securitycode: text,
  brand: text,
  cardtoken: text,
  savecard: flag,
})
const byToken = z.object({ token: z.string() })
const byBin = z.object({ bin: z.string() })
const zeroAuthBrands = ['visa', 'master', 'elo']

/** Saved cards and zero-auth (src/acquirer/server/cielo/README.md#7-saved-cards). */
export function cardRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.post('/1/card', (request, reply) => tokenise(context, request, reply))
  app.post('/1/zeroauth', (request, reply) => zeroAuth(context, request, reply))
}

export function cardQueryRoutes(app: FastifyInstance, context: SimulatorContext): void {
  app.get('/1/card/:token', (request, reply) => {
    const card = context.ledger.card(byToken.parse(request.params).token)
    if (!card) return reply.code(404).send('')
    return { CardNumber: card.maskedNumber, Holder: card.holder, ExpirationDate: card.expiration }
  })
  app.get('/1/cardBin/:bin', (request, reply) => {
    const answer = binAnswer(byBin.parse(request.params).bin)
    return answer ?? reply.code(400).send(apiErrors(213))
  })
}

function tokenise(context: SimulatorContext, request: FastifyRequest, reply: FastifyReply) {
  const card = typed.safeParse(readLowerJson(request.body))
  if (!card.success) return reply.code(400).send(apiErrors(184))
  const { data } = card
  const errors = [...cardErrors({ ...data, cardtoken: '' }, context.clock.now()), ...brandErrors(data.brand)]
  if (errors.length === 0 && !passesLuhn(data.cardnumber)) errors.push(213)
  if (errors.length > 0) return reply.code(400).send(apiErrors(...errors))
  const token = randomUUID()
  context.ledger.saveCard({
    token,
    customerName: data.customername,
    maskedNumber: maskCardNumber(data.cardnumber),
    holder: data.holder,
    expiration: data.expirationdate,
    brand: data.brand,
  })
  const links = { Method: 'GET', Rel: 'self', Href: `${context.urls().queryUrl}/1/card/${token}` }
  return reply.code(201).send({ CardToken: token, Links: links })
}

/** Approves numbers that begin with 5, as in the sandbox. */
function zeroAuth(context: SimulatorContext, request: FastifyRequest, reply: FastifyReply) {
  const card = typed.safeParse(readLowerJson(request.body))
  if (!card.success) return reply.code(400).send(apiErrors(184))
  const { data } = card
  if (!zeroAuthBrands.includes(data.brand.toLowerCase())) return { Code: 57, Message: 'Bandeira inválida' }
  const kept = data.cardtoken === '' ? undefined : context.ledger.card(data.cardtoken)
  if (data.cardtoken !== '' && !kept) return reply.code(400).send(apiErrors(130))
  const errors = cardErrors(data, context.clock.now())
  if (errors.length > 0) return reply.code(400).send(apiErrors(...errors))
  if (!kept && !passesLuhn(data.cardnumber)) return reply.code(400).send(apiErrors(213))
  const valid = (kept?.maskedNumber ?? data.cardnumber).startsWith('5')
  const word = valid ? ['00', 'Transacao autorizada'] : ['57', 'Autorizacao negada']
  return { Valid: valid, ReturnCode: word[0], ReturnMessage: word[1], IssuerTransactionId: '580027442382078' }
}
