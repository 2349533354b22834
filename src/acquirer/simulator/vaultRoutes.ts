import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Scene } from './answer.ts'
import { errorBody, lowerKeys } from './wire.ts'

const cardRequest = z.looseObject({
  cardnumber: z.coerce.string(),
  holder: z.string(),
  expirationdate: z.string(),
  brand: z.string(),
})

/** Tokens, zero-value checks and card bins (acquirer.md 1.8, 1.9). */
export function vaultRoutes(app: FastifyInstance, scene: Scene): void {
  app.post('/1/card', async (request, reply) => {
    const parsed = cardRequest.safeParse(lowerKeys(request.body))
    if (!parsed.success) return reply.status(400).send(errorBody(127, 'You must provide CreditCard Number'))
    const { cardnumber, brand, holder, expirationdate } = parsed.data
    if (!luhn(cardnumber)) return reply.status(400).send(errorBody(177, 'Card Number is invalid'))
    const token = scene.vault.keep({ number: cardnumber, brand, holder, expiration: expirationdate })
    const self = { Method: 'GET', Rel: 'self', Href: `${scene.base(request)}/1/card/${token}` }
    return reply.status(201).send({ CardToken: token, Links: self })
  })
  app.get<{ Params: { token: string } }>('/1/card/:token', async (request, reply) => {
    const card = scene.vault.get(request.params.token)
    if (!card) return reply.status(404).send()
    const masked = `${card.number.slice(0, 6)}******${card.number.slice(-4)}`
    return { CardNumber: masked, Holder: card.holder, ExpirationDate: card.expiration }
  })
  app.post('/1/zeroauth', async (request) => {
    const parsed = cardRequest.safeParse(lowerKeys(request.body))
    const valid = parsed.success && parsed.data.cardnumber.startsWith('5')
    return valid
      ? { Valid: true, ReturnCode: '00', ReturnMessage: 'Transacao autorizada', IssuerTransactionId: '580027442382078' }
      : { Valid: false, ReturnCode: '57', ReturnMessage: 'Autorizacao negada', IssuerTransactionId: '580027442382078' }
  })
  app.get<{ Params: { bin: string } }>('/1/cardBin/:bin', async (request) => {
    const [first = '', second = ''] = request.params.bin
    const providers: Readonly<Record<string, string>> = { 3: 'AMEX', 5: 'MASTERCARD', 6: 'DISCOVER' }
    const types: Readonly<Record<string, string>> = { 3: 'Débito', 5: 'Crédito', 7: 'Crédito' }
    return { Status: '00', Provider: providers[first] ?? 'VISA', CardType: types[second] ?? 'Multiplo', ForeignCard: false }
  })
}

function luhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return /^\d{13,19}$/.test(number) && sum % 10 === 0
}
