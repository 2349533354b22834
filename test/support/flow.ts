import { randomUUID } from 'node:crypto'
import { at, type Answer, type PortalClient, textAt } from './client.ts'

export const payer = {
  name: 'Maria de Souza',
  email: 'maria@exemplo.com.br',
  phone: '(41) 99876-5432',
  cpfcnpj: '529.982.247-25',
}

export const address = {
  postalcode: '80010-000',
  street: 'Rua XV de Novembro',
  streetNumber: '100',
  complement: '',
  neighborhood: 'Centro',
  gl_city_id: 4106902,
}

/** A Visa number that passes Luhn and ends in `digit`; another one for each `nth`, up to 499. */
export function cardEndingIn(digit: number, nth = 0): string {
  for (let n = 0; n < 10_000; n += 1) {
    const number = `40240071537${String((20 * nth + n) % 10_000).padStart(4, '0')}${digit}`
    if (luhn(number)) return number
  }
  throw new Error(`no card ends in ${digit}`)
}

/** Another card of the same brand with the same last four digits. */
export function twinOf(number: string): string {
  for (let n = 0; n < 10_000; n += 1) {
    const twin = `${number.slice(0, 8)}${String(n).padStart(4, '0')}${number.slice(-4)}`
    if (twin !== number && luhn(twin)) return twin
  }
  throw new Error(`no card is a twin of ${number}`)
}

function luhn(number: string): boolean {
  const sum = [...number].reverse().reduce((total, character, index) => {
    const digit = Number(character) * (index % 2 === 1 ? 2 : 1)
    return total + (digit > 9 ? digit - 9 : digit)
  }, 0)
  return sum % 10 === 0
}

export function cardBody(number: string) {
  return {
    isNewCard: true,
    cardNumber: number,
    cardHolderName: 'MARIA SOUZA',
    cardExpiration: '12/30',
    cardCvv: '123',
    cardSave: false,
  }
}

/** Reads a ticket, fills in data and address and opens a transaction, as docs/spec.md#paying-a-ticket goes. */
export async function openTransaction(
  client: PortalClient,
  code: string,
  paymentType: 1 | 2 | 3 = 1,
): Promise<string> {
  const read = must(await client.post('/api/tk_ticket/read', { code }))
  must(await client.post('/api/account/set_account', payer))
  must(await client.post('/api/account/set_address', address))
  const ticket_value = at(read.body, 'data.ticket.value')
  const created = must(
    await client.post('/api/tk_ticket/createTransaction', {
      payment_type: paymentType,
      pm_person_paymethod_id: null,
      ticket_code: code,
      ticket_value,
    }),
  )
  return textAt(created.body, 'data.ws_token')
}

export function pay(client: PortalClient, token: string, cardNumber: string): Promise<Answer> {
  return client.post(`/api/pm_transaction/${token}/pay`, cardBody(cardNumber))
}

/** The 3DS service's result for a Visa cardholder who was authenticated. */
export function authenticated(change: Record<string, string> = {}) {
  const once = { reference_id: randomUUID() }
  return {
    result: 'success',
    cavv: 'AAABB2gHA1B5EFNjWQcDAAAAAAB=',
    xid: 'eHg=',
    eci: '05',
    version: '2.2.0',
    ...once,
    ...change,
  }
}

/** The second call of a card that requires authentication. */
export function payAuthenticated(
  client: PortalClient,
  token: string,
  cardNumber: string,
  authentication: object = authenticated(),
): Promise<Answer> {
  return client.post(`/api/pm_transaction/${token}/pay`, { ...cardBody(cardNumber), authentication })
}

/** Debit with both calls: the request to authenticate, and the payment. */
export async function payDebit(client: PortalClient, token: string, cardNumber: string): Promise<Answer> {
  const first = must(await pay(client, token, cardNumber))
  if (at(first.body, 'data.authenticate') !== true) return first
  return payAuthenticated(client, token, cardNumber)
}

/** The answer; throws unless it is a success. */
export function must(answer: Answer): Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}
