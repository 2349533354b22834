import { type Page } from 'playwright-core'
import type { PortalClient } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { createAccount, freshCpf, logIn } from '#test/support/people.ts'
import { until } from '#test/support/process.ts'
import { humanClientAt } from './human.ts'
import { mailsTo } from './demo.ts'
import { portalUrl } from './portal.ts'

export type Person = { name: string; email: string; cpf: string; phone: string; password: string }

/** A new customer's data: unique e-mail and CPF. */
export function stranger(): Person {
  const cpf = freshCpf()
  const email = `ana.${cpf}@exemplo.com.br`
  return { name: 'Ana Beatriz Lima', email, cpf, phone: '41998765432', password: 'segredo1' }
}

/** A client that passed the human check of the shared portal. */
export function humanClient(): Promise<PortalClient> {
  return humanClientAt(portalUrl())
}

/** A customer with an account, created over HTTP. */
export async function newCustomer(person: Person = stranger()): Promise<Person> {
  const { cpf: cpfcnpj, ...others } = person
  await createAccount(await humanClient(), { ...others, cpfcnpj })
  return person
}

/** Signs in on another device, over HTTP. */
export async function signInElsewhere(person: Person): Promise<PortalClient> {
  const client = await humanClient()
  must(await logIn(client, person))
  return client
}

/** The address in the newest password recovery mail: `#/login/recover_token/...`. */
export async function mailedRecovery({ email }: Pick<Person, 'email'>): Promise<string> {
  let link = ''
  await until('the mail', async () => {
    const mail = (await mailsTo(email)).find(({ text }) => text.includes('recover_token'))
    link = /#\/login\/recover_token\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
    return link !== ''
  })
  return link
}

/** Fills in and sends the login screen. */
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
