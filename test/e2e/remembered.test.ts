import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { payer } from '#test/support/flow.ts'
import { callAs, knownGuest, proveHuman, signedInCustomer } from './support/customer.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'
import { parkedCar } from './support/demo.ts'
import { correct } from './support/steps.ts'

/** Whom this device remembers, besides paying (pay.test.ts) and a foreign script (consent.test.ts). */
let context: BrowserContext
let page: Page
const { open, openThroughProxy, heading, button } = onAPhone((fresh) => ({ context, page } = fresh))

const { name, email, phone, cpfcnpj } = payer
const question = { name: 'Pagar como Maria S.?' }

/** Maria has ticked the box earlier, on the page's origin. */
async function remember(facts: object = {}): Promise<void> {
  const kept = { name, email, phone, cpfcnpj, address: {}, until: Date.now() + 60_000, ...facts }
  await page.evaluate((text) => localStorage.setItem('guiche.remembered', text), JSON.stringify(kept))
}
const kept = () => page.evaluate(() => localStorage.getItem('guiche.remembered'))
const known = () => callAs(context, '/api/account/get_account')
const accountScreen = async () => `#/ticket/account?ticket=${await parkedCar(130)}`

it('‘Não sou eu’ deletes the remembered guest from device and server', async () => {
  await knownGuest(context)
  await open('#/ticket/')
  await remember()
  await open(await accountScreen())
  await page.getByRole('heading', question).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/maria@|99876-|529\.|247-25/)
  await button('Não sou eu').click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name')
  await page.reload()
  expect(await page.getByLabel('Nome completo').inputValue()).toBe('')
  expect(await known()).toEqual({ data: null })
  expect(await kept()).toBeNull()
})

it('a remembered guest pays by Pix with one tap for the data: nothing is sent before it, and never the phone', async () => {
  await proveHuman(context)
  await open('#/ticket/')
  await remember()
  await open(`${await accountScreen()}&method=pix`)
  await page.getByRole('heading', question).waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/maria@|529\.|247-25|Telefone/)
  expect(await known()).toEqual({ data: null })
  await button('CONCORDAR E IR PARA PAGAMENTO').click()
  await page.getByAltText(/QR code do Pix/).waitFor()
  await open('#/ticket/')
  await page.getByRole('link', { name: 'Pix aguardando: voltar ao código' }).click()
  await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor()
})

it('a guest forgotten in one tab is neither shown nor sent by another', { tags: 'deep' }, async () => {
  await open('#/ticket/')
  await remember()
  await open(await accountScreen())
  const other = await context.newPage()
  await other.goto(`${portalUrl()}/${await accountScreen()}`)
  await other.getByRole('heading', question).waitFor()
  await page.getByRole('heading', question).waitFor()
  await button('Não sou eu').click()
  await other.getByLabel('Nome completo').waitFor()
  expect(await other.getByLabel('Nome completo').inputValue()).toBe('')
  // The event may be late: a change in this same tab sends none.
  await remember()
  await page.reload()
  await page.getByRole('heading', question).waitFor()
  await page.evaluate(() => localStorage.removeItem('guiche.remembered'))
  await button('AVANÇAR').click()
  await page.getByText('O que este aparelho lembrava mudou em outra aba.').waitFor()
  await page.getByLabel('Nome completo').waitFor()
  expect(await known()).toEqual({ data: null })
})

it.each(['', '&method=pix'])(
  'invalid remembered data are shown in the form and corrected there%s',
  async (by) => {
    await proveHuman(context)
    await open('#/ticket/')
    await remember(by === '' ? { phone: '123' } : { cpfcnpj: '111.111.111-11' })
    await open(`${await accountScreen()}${by}`)
    const next = by === '' ? 'AVANÇAR' : 'CONCORDAR E IR PARA PAGAMENTO'
    await button(next).click()
    const wrong = page.getByLabel(by === '' ? 'Telefone' : 'CPF')
    await page.getByText(by === '' ? 'Digite um telefone válido com DDD.' : 'Digite um CPF válido.').waitFor()
    await expect.poll(() => wrong.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await page.getByLabel('Nome completo').inputValue()).toBe(name)
    await correct(wrong, by === '' ? phone : cpfcnpj)
    await button(next).click()
    await heading(by === '' ? 'Preencha seus endereço' : 'Pague com Pix').waitFor()
    expect(at(await known(), 'data.name')).toBe(name)
  },
)

it(
  'a guest who wants an account is not remembered as well: the checkbox disappears',
  { tags: 'deep' },
  async () => {
    await proveHuman(context)
    await open(await accountScreen())
    await page.getByLabel('Nome completo').fill(name)
    await page.getByLabel('E-mail').fill(email)
    await page.getByLabel('Telefone').fill(phone)
    await page.getByLabel('CPF').fill(cpfcnpj)
    await page.getByText('Lembrar neste aparelho').check()
    await page.getByText('Quero criar uma conta para futuros pagamentos.').check()
    await expect.poll(() => page.getByText('Lembrar neste aparelho').count()).toBe(0)
    await page.getByLabel('Repita seu e-mail').fill(email)
    await page.getByLabel('Crie uma senha').fill('segredo-1')
    await button('AVANÇAR').click()
    await heading('Preencha seus endereço').waitFor()
    expect(await kept()).toBeNull()
  },
)

it(
  'a signed-in person never sees the data of a remembered guest, not even before the session has loaded',
  { tags: 'deep' },
  async () => {
    await openThroughProxy('#/ticket/')
    await remember()
    // From now on the question appears at once.
    await openThroughProxy(await accountScreen())
    await page.getByRole('heading', question).waitFor()
    await signedInCustomer(context)
    const answer = (await portalProxy()).faults.inject('late', /\/api\/session\/web/)
    const asked = page.waitForRequest('**/api/session/web')
    await page.reload()
    await asked
    await heading('Preencha seus dados').waitFor()
    await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle)))
    expect(await page.getByRole('heading', question).count()).toBe(0)
    answer()
    await heading('Forma de pagamento').waitFor()
  },
)
