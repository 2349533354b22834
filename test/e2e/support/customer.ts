import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { BrowserContext } from 'playwright-core'
import { inject } from 'vitest'
import { humanChallenge } from '#session/contract.ts'
import { at, textAt } from '#test/support/client.ts'
import { address, cardBody } from '#test/support/flow.ts'
import * as z from 'zod/mini'
import { parkedCar } from './street.ts'

export type Customer = { name: string; email: string; cpfcnpj: string; password: string }

type Sent = { method?: 'GET' | 'POST' | 'PUT' | 'DELETE'; data?: unknown }

/** A call in the browser's own session, with the anti-forgery token. Throws when it is refused. */
export async function callAs(context: BrowserContext, path: string, { method, data }: Sent = {}) {
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const reply = await context.request.fetch(`${inject('portalUrl')}${path}`, {
    method: method ?? (data === undefined ? 'GET' : 'POST'),
    headers: {
      accept: 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-xsrf-token': decodeURIComponent(token),
    },
    ...(data === undefined ? {} : { data }),
  })
  const text = await reply.text()
  if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${text}`)
  return text === '' ? undefined : z.parse(z.unknown(), JSON.parse(text))
}

/** Signs a new customer in, in this browser's session, over HTTP. */
export async function newCustomer(context: BrowserContext, name = 'Ana Clara Lima'): Promise<Customer> {
  const person = `${Date.now()}${Math.floor(performance.now() * 1000) % 1000}`
  const customer = {
    name,
    email: `ana.${person}@exemplo.com.br`,
    cpfcnpj: cpfOf(Number(person.slice(-9))),
    password: 'segredo-1',
  }
  await proveHuman(context)
  const data = { ...customer, phone: '(41) 99876-5432', shouldCreateAccount: true }
  await callAs(context, '/api/account/set_account', { data })
  await callAs(context, '/api/account/set_address', { data: address })
  await callAs(context, '/api/account/createAndLogin', { data: {} })
  return customer
}

async function proveHuman(context: BrowserContext): Promise<void> {
  await callAs(context, '/sanctum/csrf-cookie')
  const { data } = z.parse(humanChallenge.reply, await callAs(context, '/api/session/humanChallenge'))
  if (!data) return
  const challenge = { parameters: data.parameters, signature: data.signature }
  const solution = await solveChallenge({ challenge, deriveKey })
  const code = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  await callAs(context, '/api/session/humanCheck', { data: { code } })
}

/** A CPF with valid check digits; another for each of the first nine digits. */
export function cpfOf(first: number): string {
  const digits = [...String(first).padStart(9, '0')].map(Number)
  for (const weight of [10, 11]) {
    const sum = digits.reduce((total, digit, i) => total + digit * (weight - i), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

/** Pays a fresh ticket over HTTP, in this browser's session. Answers the payment's token and the ticket's code. */
export async function paidTicket(
  context: BrowserContext,
  { card = '4000000000000010', save = false }: { card?: string; save?: boolean } = {},
): Promise<{ token: string; code: string }> {
  const code = await parkedCar(130)
  const read = await callAs(context, '/api/tk_ticket/read', { data: { code } })
  const opened = await callAs(context, '/api/tk_ticket/createTransaction', {
    data: {
      payment_type: 1,
      pm_person_paymethod_id: null,
      ticket_code: code,
      ticket_value: at(read, 'data.ticket.value'),
    },
  })
  const token = textAt(opened, 'data.ws_token')
  const data = { ...cardBody(card), cardSave: save }
  const outcome = await callAs(context, `/api/pm_transaction/${token}/pay`, { data })
  if (at(outcome, 'data.ok') !== true) throw new Error(`not paid: ${JSON.stringify(outcome)}`)
  return { token, code }
}
