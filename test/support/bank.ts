import type { Answer, PortalClient } from './client.ts'
import { payDebit } from './flow.ts'
import type { TestPortal } from './portal.ts'

/** Debit with an authentication page of the acquirer, as at Cielo until 2024 and at others. */
export async function payAtBank(
  portal: Pick<TestPortal, 'simulator'>,
  client: PortalClient,
  token: string,
  cardNumber: string,
): Promise<Answer> {
  await portal.simulator.fault('bank_page')
  return payDebit(client, token, cardNumber)
}

/**
 * A browser at the simulated bank: opens the page, presses a button, and posts the form that returns to the portal.
 * Answers the portal's redirect. `address`: the browser's IP address, by default this machine's.
 */
export async function atTheBank(
  portal: Pick<TestPortal, 'url'>,
  authUrl: string,
  choice: 'authenticated' | 'refused' | 'abandoned',
  address?: string,
): Promise<string> {
  const back = await choose(authUrl, choice)
  const action = /action="([^"]+)"/.exec(back)?.[1]?.replaceAll('&amp;', '&')
  const paymentId = /name="PaymentId" value="([^"]+)"/.exec(back)?.[1]
  if (!action || !paymentId) throw new Error(`the bank page has no return form: ${back}`)
  const returnUrl = new URL(action)
  const reply = await fetch(`${portal.url}${returnUrl.pathname}`, {
    method: 'POST',
    redirect: 'manual',
    headers: address === undefined ? {} : { 'x-forwarded-for': address },
    body: new URLSearchParams({ PaymentId: paymentId }),
  })
  if (reply.status !== 303) throw new Error(`the return answered ${reply.status}: ${await reply.text()}`)
  return reply.headers.get('location') ?? ''
}

/** The cardholder authenticates, but the browser does not return. */
export async function authenticateOnly(authUrl: string): Promise<void> {
  await choose(authUrl, 'authenticated')
}

async function choose(authUrl: string, choice: 'authenticated' | 'refused' | 'abandoned'): Promise<string> {
  const page = await (await fetch(authUrl)).text()
  const labels = { authenticated: 'Autenticado', refused: 'Não autenticado', abandoned: 'Abandonar' }
  const button = [...page.matchAll(/<button([^>]*)>\s*([^<]+?)\s*<\/button>/g)].find(
    (match) => match[2] === labels[choice],
  )
  if (!button) throw new Error(`the bank page has no button ${labels[choice]}: ${page}`)
  const name = /name="([^"]+)"/.exec(button[1] ?? '')?.[1] ?? ''
  const value = /value="([^"]+)"/.exec(button[1] ?? '')?.[1] ?? ''
  const chosen = await fetch(authUrl, { method: 'POST', body: new URLSearchParams({ [name]: value }) })
  return chosen.text()
}
