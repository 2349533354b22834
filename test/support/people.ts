import { randomInt } from 'node:crypto'
import { at, type PortalClient, textAt } from './client.ts'
import { address, must } from './flow.ts'
import type { TestPortal } from './portal.ts'

export type Person = { name: string; email: string; phone: string; cpfcnpj: string; password: string }

/** A new customer's data: unique e-mail and CPF. */
export function randomPerson(below: (count: number) => number = randomInt): Person {
  const taxId = freshCpf(below)
  return {
    name: 'Joana Martins',
    email: `joana.${taxId}@exemplo.com.br`,
    phone: '(41) 99876-1234',
    cpfcnpj: taxId,
    password: 'segredo-da-joana',
  }
}

/** Eleven digits with two valid check digits. */
export function freshCpf(below: (count: number) => number = randomInt): string {
  const digits = Array.from({ length: 9 }, () => below(10))
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, i) => total + digit * (length + 1 - i), 0)
    digits.push(((sum * 10) % 11) % 10)
  }
  return digits.join('')
}

/**
 * Creates an account as docs/spec.md#new-account-data, docs/spec.md#new-account-address do; the
 * client is signed in afterwards.
 */
export async function createAccount(
  client: PortalClient,
  person: Person = randomPerson(),
): Promise<Person & { id: number }> {
  must(await client.post('/api/account/set_account', { ...person, shouldCreateAccount: true }))
  must(await client.post('/api/account/set_address', address))
  const created = must(await client.post('/api/account/createAndLogin'))
  return { ...person, id: Number(at(created.body, 'data.user.id')) }
}

/** A browser in which a new customer is signed in. */
export async function customer(portal: Pick<TestPortal, 'client'>, person?: Person) {
  const client = portal.client(freshAddress())
  return { client, person: await createAccount(client, person) }
}

/** An address that nobody else calls from: an IPv6 /64. */
export function freshAddress(below: (count: number) => number = randomInt): string {
  const group = () => (1 + below(0xfffe)).toString(16)
  return `2001:db8:${group()}:${group()}::1`
}

export function logIn(
  client: PortalClient,
  { email, password }: { email: string; password: string },
  more: object = {},
) {
  return client.post('/auth/login', { username: email, password, ...more })
}

export function logOut(client: PortalClient) {
  return client.get('/auth/logoutApi', { headers: { 'x-requested-with': 'XMLHttpRequest' } })
}

/** The signed-in user of the session; null for a guest. */
export async function whoIs(client: PortalClient): Promise<unknown> {
  return at((await client.get('/api/session/web')).body, 'user')
}

/** The token of the newest recovery mail to an address. */
export async function mailedToken(portal: TestPortal, email: string): Promise<string> {
  await portal.runJobs()
  const mails = (await portal.client().get('/dev/mail')).body
  if (!Array.isArray(mails)) throw new Error('no mails')
  const mail = mails.find(
    (kept) => at(kept, 'to') === email && textAt(kept, 'text').includes('recover_token'),
  )
  const token = /recover_token\/([0-9a-f]+)/.exec(textAt(mail, 'text'))?.[1]
  if (!token) throw new Error(`no recovery mail to ${email}`)
  return token
}

/** The subjects of the mails to an address, newest first. */
export async function mailsTo(portal: TestPortal, email: string): Promise<string[]> {
  await portal.runJobs()
  const mails = (await portal.client().get('/dev/mail')).body
  if (!Array.isArray(mails)) throw new Error('no mails')
  return mails.filter((kept) => at(kept, 'to') === email).map((kept) => textAt(kept, 'subject'))
}
