import { type Page } from 'playwright-core'
import type { PortalClient } from '#test/support/client.ts'
import { address, must } from '#test/support/flow.ts'
import { freshCpf } from '#test/support/people.ts'
import { humanClientAt } from './human.ts'
import { portalUrl } from './portal.ts'

export type Person = { name: string; email: string; cpf: string; phone: string; password: string }

/** Somebody whom the portal does not know yet: an e-mail and a CPF of their own. */
export function stranger(): Person {
  const cpf = freshCpf()
  const email = `ana.${cpf}@exemplo.com.br`
  return { name: 'Ana Beatriz Lima', email, cpf, phone: '41998765432', password: 'segredo1' }
}

/** A browser without a screen that passed the human check of the shared portal. */
export function humanClient(): Promise<PortalClient> {
  return humanClientAt(portalUrl())
}

/** Somebody with an account, made over HTTP. */
export async function newCustomer(person: Person = stranger()): Promise<Person> {
  const client = await humanClient()
  const { name, email, phone, cpf: cpfcnpj, password } = person
  const entry = { name, email, phone, cpfcnpj, password, shouldCreateAccount: true }
  must(await client.post('/api/account/set_account', entry))
  must(await client.post('/api/account/set_address', address))
  must(await client.post('/api/account/createAndLogin'))
  return person
}

/** Signs in on another device, over HTTP. */
export async function signInElsewhere({ email: username, password }: Person): Promise<PortalClient> {
  const client = await humanClient()
  must(await client.post('/auth/login', { username, password }))
  return client
}

/** The login screen, filled in and sent as a person does. */
export async function signIn(page: Page, person: Person, hash = '#/login/'): Promise<void> {
  await page.goto(`${portalUrl()}/${hash}`)
  await fillLogin(page, person)
}

export async function fillLogin(
  page: Page,
  { email, password }: Pick<Person, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'ENTRAR' }).click()
}
