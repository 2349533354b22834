import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { freshCpf } from '#test/support/people.ts'
import { until } from '#test/support/process.ts'
import {
  callAs,
  knownGuest,
  logOutElsewhere,
  openedPayment,
  paidTicket,
  signedInCustomer,
} from './support/customer.ts'
import { newCustomer } from './support/people.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'
import { fillAddress, fillCard, fillData, openTicket, payWith } from './support/steps.ts'
import { mailsAbout, parkedCar } from './support/demo.ts'

let context: BrowserContext
let page: Page
onAPhone((fresh) => ({ context, page } = fresh))

/** Up to the terms. */
async function typePayer(tab: Page, code: string, name: string, email: string): Promise<void> {
  await openTicket(tab, code)
  await tab.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
  await tab.getByRole('heading', { name: 'Preencha seus dados' }).waitFor()
  await tab.getByLabel('Nome completo').fill(name)
  await tab.getByLabel('E-mail').fill(email)
  await tab.getByLabel('Telefone').fill('41998765432')
  await tab.getByLabel('CPF').fill(freshCpf())
  await tab.getByRole('button', { name: 'AVANÇAR' }).click()
  await fillAddress(tab)
  await tab.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }).waitFor()
}

async function payByCredit(tab: Page): Promise<void> {
  await tab.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }).click()
  await tab.getByLabel('Número do Cartão').waitFor()
}

it('two guests in two tabs: each receipt is mailed to the payer typed for that ticket (docs/spec.md#r25)', async () => {
  const [first, second] = [await parkedCar(130), await parkedCar(130)]
  const other = await context.newPage()
  await typePayer(page, first, 'Ana Lima', `ana.${first}@exemplo.com.br`)
  await typePayer(other, second, 'Beto Reis', `beto.${second}@exemplo.com.br`)
  await page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }).click()
  await payByCredit(page)
  await payWith(page, '4000000000000010')
  await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  await until('receipt', async () => (await mailsAbout(first)).length === 1)
  expect(JSON.stringify(await mailsAbout(first))).toContain(`ana.${first}@exemplo.com.br`)
  await other.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }).click()
  await payByCredit(other)
  const { email: username, password } = await newCustomer()
  await callAs(context, '/auth/login', { data: { username, password } })
  await other.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'guiche.session' })))
  // Without a covering layer, and for longer than a minute.
  const entered = other.locator('main section', { hasText: 'O pagamento e o recibo ficam nessa conta.' })
  await entered.getByRole('heading', { name: /^Você entrou como / }).waitFor()
  await entered.getByRole('button', { name: 'Não sou eu' }).waitFor()
  await expect.poll(() => other.getByText(/^Você entrou como /).count()).toBe(1)
  for (let reloads = 0; reloads < 2; reloads += 1) {
    await other.reload()
    await entered.getByRole('button', { name: 'Não sou eu' }).waitFor()
  }
})

it('payments of an account opened by other people show only their state, and the ticket can be paid (docs/spec.md#r26)', async () => {
  await signedInCustomer(context)
  const { token: paid } = await paidTicket(context)
  const code = await parkedCar(130)
  const open = await openedPayment(context, code)
  const pix = await openedPayment(context, await parkedCar(130), 3)
  await callAs(context, `/api/pm_transaction/${pix}/pay`, { data: { method: 'pix' } })
  await context.clearCookies()
  await knownGuest(context)
  const show = (path: string) => page.goto(`${portalUrl()}/#/${path}`)
  await show(`payment/${paid}/done`)
  await page.getByRole('heading', { name: 'Pagamento recebido.' }).waitFor()
  for (const absent of [/^Nenhum e-mail/, 'Pôr na agenda', 'Contestar'])
    expect(await page.getByText(absent).count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('guiche.own.receipts'))).toBeNull()
  await show(`payment/${pix}/pix`)
  await page.getByRole('heading', { name: 'Entre na sua conta para continuar este pagamento.' }).waitFor()
  await show(`ticket/paymentType?ticket=${code}&ptoken=${open}`)
  await page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }).click()
  await page.getByLabel('Número do Cartão').waitFor()
  await show(`payment/${open}/savedCard`)
  await page.getByRole('heading', { name: 'Entre na sua conta para continuar este pagamento.' }).waitFor()
  await signedInCustomer(context, 'Beto Reis')
  await page.reload()
  await page.getByText('Você entrou como Beto').waitFor()
  await page.getByRole('heading', { name: 'Este pagamento é de outra conta.' }).waitFor()
})

it(
  'a login in another tab and a reload before the session has loaded: the guest’s card is not charged, and the screen names who is signed in (docs/spec.md#r26)',
  { tags: 'deep' },
  async () => {
    const code = await parkedCar(130)
    await typePayer(page, code, 'Ana Lima', `ana.${code}@exemplo.com.br`)
    await page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }).click()
    await payByCredit(page)
    const { email: username, password } = await newCustomer()
    await callAs(context, '/auth/login', { data: { username, password } })
    let answer = () => {}
    const late = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/session/web*', (route) => late.then(() => route.continue()))
    await page.reload()
    const refused = page.waitForResponse(/\/pay$/)
    await payWith(page, '4000000000000010')
    expect((await refused).status()).toBe(401)
    answer()
    await page.getByText(/^Você entrou como /).waitFor()
    await page.getByRole('button', { name: 'Não sou eu' }).waitFor()
    expect(await mailsAbout(code)).toEqual([])
  },
)

it(
  'a login that ended elsewhere: the person continues as a guest, and the typed card stays (docs/spec.md#r26)',
  { tags: 'deep' },
  async () => {
    await signedInCustomer(context)
    const code = await parkedCar(130)
    const token = await openedPayment(context, code)
    await page.goto(`${portalUrl()}/#/payment/${token}/creditDebitCard`)
    await page.getByLabel('Número do Cartão').waitFor()
    await fillCard(page, '4000000000000010')
    await logOutElsewhere(context)
    await page.getByRole('button', { name: /^PAGAR/ }).click()
    await page.getByText('Sessão expirada.').waitFor()
    expect(await page.getByText('Não autenticado.').count()).toBe(0)
    await fillData(page)
    await fillAddress(page)
    await page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }).click()
    const number = page.getByLabel('Número do Cartão')
    await number.waitFor()
    await expect.poll(() => number.inputValue()).toBe('4000 0000 0000 0010')
    expect(await page.getByLabel('CVV').inputValue()).toBe('')
    await page.getByLabel('CVV').fill('123')
    await page.getByRole('button', { name: /^PAGAR/ }).click()
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  },
)

it('a login that the tab’s own check finds ended keeps the typed card', { tags: 'deep' }, async () => {
  await signedInCustomer(context)
  const token = await openedPayment(context, await parkedCar(130))
  await page.goto(`${portalUrl()}/#/payment/${token}/creditDebitCard`)
  await page.getByLabel('Número do Cartão').waitFor()
  await fillCard(page, '4000000000000010')
  await logOutElsewhere(context)
  await page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'guiche.session' })))
  await page.getByRole('button', { name: 'CONSULTAR TICKET' }).click()
  await page.getByRole('button', { name: 'IR PARA PAGAMENTO' }).click()
  await fillData(page)
  await fillAddress(page)
  await page.getByRole('button', { name: 'CONCORDAR E IR PARA PAGAMENTO' }).click()
  await page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }).click()
  const number = page.getByLabel('Número do Cartão')
  await expect.poll(() => number.inputValue()).toBe('4000 0000 0000 0010')
})

it(
  'a login that ended elsewhere, then another person’s login: the card form of the earlier payment is not shown',
  { tags: 'deep' },
  async () => {
    await signedInCustomer(context)
    const token = await openedPayment(context, await parkedCar(130))
    await page.goto(`${portalUrl()}/#/payment/${token}/creditDebitCard`)
    await page.getByLabel('Número do Cartão').waitFor()
    const changedElsewhere = () =>
      page.evaluate(() => dispatchEvent(new StorageEvent('storage', { key: 'guiche.session' })))
    await logOutElsewhere(context)
    await changedElsewhere()
    await page.getByRole('button', { name: 'CONSULTAR TICKET' }).waitFor()
    await signedInCustomer(context, 'Beto Reis')
    await changedElsewhere()
    await page.getByRole('heading', { name: 'Este pagamento é de outra conta.' }).waitFor()
    expect(await page.getByRole('button', { name: /^PAGAR/ }).count()).toBe(0)
  },
)
