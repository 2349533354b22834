import { type Page } from 'playwright-core'
import type { PortalClient } from '#test/support/client.ts'
import { address, must } from '#test/support/flow.ts'
import { freshCpf } from '#test/support/people.ts'
import { until } from '#test/support/process.ts'
import { humanClientAt } from './human.ts'
import { mailsTo } from './street.ts'
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

/** The address in the mail that somebody gets who forgot the password: `#/login/recover_token/...`. */
export async function mailedRecovery({ email }: Pick<Person, 'email'>): Promise<string> {
  let link = ''
  await until('the mail', async () => {
    const mail = (await mailsTo(email)).find(({ text }) => text.includes('recover_token'))
    link = /#\/login\/recover_token\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    return link !== ''
  })
  return link
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
