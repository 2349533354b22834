import type { BrowserContext } from 'playwright-core'
import { at, PortalClient, textAt } from '#test/support/client.ts'
import { address, cardBody, must, payer } from '#test/support/flow.ts'
import { freshCpf } from '#test/support/people.ts'
import { beforeAll, beforeEach } from 'vitest'
import * as z from 'zod/mini'
import { connect } from './browser.ts'
import { humanCode } from './human.ts'
import { parkedCar } from './demo.ts'
import { portalUrl } from './portal.ts'

export type Customer = { name: string; email: string; cpfcnpj: string; password: string }

type Sent = {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  data?: unknown
  headers?: Readonly<Record<string, string>>
}

/** A call in the browser's own session, with the anti-forgery token. Throws when it is refused. */
export async function callAs(context: BrowserContext, path: string, { method, data, headers }: Sent = {}) {
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const reply = await context.request.fetch(`${portalUrl()}${path}`, {
    method: method ?? (data === undefined ? 'GET' : 'POST'),
    headers: {
      accept: 'application/json',
      'x-requested-with': 'XMLHttpRequest',
      'x-xsrf-token': decodeURIComponent(token),
      ...headers,
    },
    ...(data === undefined ? {} : { data }),
  })
  const text = await reply.text()
  if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${text}`)
  return text === '' ? undefined : z.parse(z.unknown(), JSON.parse(text))
}

/** Signs a new customer in, in this browser's session, over HTTP. */
export async function signedInCustomer(context: BrowserContext, name = 'Ana Clara Lima'): Promise<Customer> {
  const cpfcnpj = freshCpf()
  const customer = { name, email: `ana.${cpfcnpj}@exemplo.com.br`, cpfcnpj, password: 'segredo-1' }
  await proveHuman(context)
  const data = { ...customer, phone: '(41) 99876-5432', shouldCreateAccount: true }
  await callAs(context, '/api/account/set_account', { data })
  await callAs(context, '/api/account/set_address', { data: address })
  await callAs(context, '/api/account/createAndLogin', { data: {} })
  return customer
}

/**
 * A customer whose account does not change: signed in once, and then on the phone of each test of this describe.
 * `prepared`: earlier actions, over HTTP.
 */
export function oneCustomer(
  phone: () => BrowserContext,
  prepared: (theirs: BrowserContext) => Promise<unknown> = async () => {},
): void {
  let cookies: Awaited<ReturnType<BrowserContext['cookies']>>
  beforeAll(async () => {
    const theirs = await (await connect()).newContext()
    await signedInCustomer(theirs)
    await prepared(theirs)
    cookies = await theirs.cookies()
    await theirs.close()
  })
  beforeEach(() => phone().addCookies(cookies))
}

/** The human check, passed over HTTP. */
export async function proveHuman(context: BrowserContext): Promise<void> {
  await callAs(context, '/sanctum/csrf-cookie')
  const code = await humanCode(await callAs(context, '/api/session/humanChallenge'))
  if (code !== null) await callAs(context, '/api/session/humanCheck', { data: { code } })
}

/** A guest with the human check passed and data given, over HTTP, in this browser's session. */
export async function knownGuest(context: BrowserContext): Promise<void> {
  await proveHuman(context)
  await callAs(context, '/api/account/set_account', { data: { ...payer, shouldCreateAccount: false } })
  await callAs(context, '/api/account/set_address', { data: address })
}

/** Opens a payment of this ticket that waits for a card, over HTTP; answers its token. 1 credit, 2 debit, 3 Pix. */
export async function openedPayment(
  context: BrowserContext,
  code: string,
  payment_type: 1 | 2 | 3 = 1,
): Promise<string> {
  const read = await callAs(context, '/api/tk_ticket/read', { data: { code } })
  const ticket_value = at(read, 'data.ticket.value')
  const data = { payment_type, pm_person_paymethod_id: null, ticket_code: code, ticket_value }
  return textAt(await callAs(context, '/api/tk_ticket/createTransaction', { data }), 'data.ws_token')
}

/** Pays a new ticket over HTTP, in this browser's session. Answers the payment's token and the ticket's code. */
export async function paidTicket(
  context: BrowserContext,
  { card = '4000000000000010', save = false }: { card?: string; save?: boolean } = {},
): Promise<{ token: string; code: string }> {
  const code = await parkedCar(130)
  const token = await openedPayment(context, code)
  const data = { ...cardBody(card), cardSave: save }
  const outcome = await callAs(context, `/api/pm_transaction/${token}/pay`, { data })
  if (at(outcome, 'data.ok') !== true) throw new Error(`not paid: ${JSON.stringify(outcome)}`)
  return { token, code }
}

/** Ends the login of this browser's cookies, without a notification to the browser. */
export async function logOutElsewhere(context: BrowserContext): Promise<void> {
  const client = new PortalClient(portalUrl())
  for (const { name, value } of await context.cookies()) client.cookies.set(name, value)
  must(await client.get('/auth/logoutApi'))
}
