import { readFile } from 'node:fs/promises'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { readCalendarFile } from '#test/support/reporting/readCalendarFile.ts'
import { newPhone } from './support/browser.ts'
import { callAs, knownGuest, openedPayment, paidTicket, signedInCustomer } from './support/customer.ts'
import { loseCalls } from './support/proxy/loseCalls.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'
import { fillCard, payWith } from './support/steps.ts'
import { parkedCar, printedCard } from './support/demo.ts'

/** What a phone shows of a payment without a connection (docs/spec.md#r27). */
let browser: Browser
let context: BrowserContext
let page: Page
const { open, openThroughProxy, heading, button } = onAPhone((fresh) => ({ browser, context, page } = fresh))

const offers = /Você ainda pode|na máquina|no caixa|Nada foi cobrado/
const waysToPay = /^(PAGAR R\$|IR PARA PAGAMENTO|CARTÃO DE|PIX|Pagar com)/i
const known = /Estamos confirmando o pagamento com o banco|Pagamento recebido|Pagamento concluído/

/** Waits until the screen shows the known state, and expects that it offers no other way to pay. */
async function expectNoOffer(phone: Page, when: string): Promise<void> {
  await phone.getByText(known).first().waitFor()
  const offered = (await phone.locator('main').innerText()).match(offers)?.[0] ?? null
  const buttons = await phone.getByRole('button', { name: waysToPay }).count()
  expect({ when, offered, buttons }).toEqual({ when, offered: null, buttons: 0 })
}

/** As `loseCalls`, pending calls included; files arrive once the phone is no longer offline. */
async function cutLine(phone: Page): Promise<() => void> {
  await phone.context().setOffline(true)
  return loseCalls(phone)
}

/** Opens a screen in a new document: nothing of the earlier screen can be taken for it. */
async function openAnew(phone: Page, hash: string): Promise<void> {
  await phone.goto(`${portalUrl()}/healthz`)
  await phone.goto(`${portalUrl()}/${hash}`)
}

/** A new ticket and its payment on a phone of its own, with the card typed. */
async function cardTyped() {
  const phone = await newPhone(browser)
  await knownGuest(phone)
  const code = await parkedCar(130)
  const token = await openedPayment(phone, code)
  const at = await phone.newPage()
  await at.goto(`${portalUrl()}/#/payment/${token}/creditDebitCard`)
  await fillCard(at, await printedCard('aprovado'))
  return { phone, code, token, at }
}

/** From PAGAR to the receipt. */
async function purchaseMs(): Promise<number> {
  const { phone, at } = await cardTyped()
  await at.getByRole('button', { name: /^PAGAR/ }).click()
  const pressedAt = performance.now()
  await at.getByText('Pagamento recebido com sucesso!').first().waitFor()
  await phone.close()
  return performance.now() - pressedAt
}

/** Cuts a phone's connection `ms` after PAGAR. Answers whether `pay` was sent by then. */
async function cutAfter(ms: number): Promise<boolean> {
  const { phone, code, token, at } = await cardTyped()
  let isSent = false
  at.on('request', (request) => (isSent ||= request.url().endsWith('/pay')))
  await at.getByRole('button', { name: /^PAGAR/ }).click()
  await at.evaluate((wait) => new Promise((over) => setTimeout(over, wait)), ms)
  const restoreCalls = await cutLine(at)
  if (isSent) {
    await expectNoOffer(at, `${ms} ms`)
    await at.context().setOffline(false)
    await at.reload()
    await expectNoOffer(at, `${ms} ms, reloaded`)
    await openAnew(at, `#/ticket/value?ticket=${code}`)
    await expectNoOffer(at, `${ms} ms, the value`)
    await openAnew(at, `#/ticket/read?ticket=${code}`)
    await expectNoOffer(at, `${ms} ms, the look-up`)
    restoreCalls()
    await openAnew(at, `#/payment/${token}/creditDebitCard`)
    await expectPaidOnce(at)
  }
  await phone.close()
  return isSent
}

/** Paid; or `pay` was not sent before the cut: the screen says that nothing was charged, and the card can be typed again. */
async function expectPaidOnce(at: Page): Promise<void> {
  const paid = at.getByRole('heading', { name: 'Pagamento concluído' })
  const neverSent = at.getByText(/antes de o pagamento chegar ao banco. Nada foi cobrado/)
  await paid.or(neverSent).first().waitFor()
  if (await paid.isVisible()) return
  await at.reload()
  // It would be refused if the first card had been charged.
  await payWith(at, await printedCard('aprovado'))
  await paid.waitFor()
}

it('offline at three instants of a purchase and reloaded: no screen offers another payment', async () => {
  expect((await Promise.all([40, 120, 600].map(cutAfter))).includes(true)).toBe(true)
})

it(
  'offline at 15 instants of a purchase and reloaded: no screen offers another payment',
  { tags: 'deep', timeout: 300_000 },
  async () => {
    const endMs = Math.min(1_000, await purchaseMs())
    const moments = Array.from({ length: 15 }, (_, step) => Math.round((step * endMs) / 14))
    const sent: boolean[] = []
    for (let at = 0; at < moments.length; at += 3)
      sent.push(...(await Promise.all(moments.slice(at, at + 3).map(cutAfter))))
    expect(sent.filter(Boolean).length).toBeGreaterThan(2)
  },
)

it('while PAGAR is unanswered, no tab of the browser offers another payment', async () => {
  await knownGuest(context)
  const code = await parkedCar(130)
  const token = await openedPayment(context, code)
  const value = `${portalUrl()}/#/ticket/value?ticket=${code}`
  const early = await context.newPage()
  await early.goto(value)
  await early.getByRole('button', { name: 'IR PARA PAGAMENTO' }).waitFor()
  await open(`#/payment/${token}/creditDebitCard`)
  await fillCard(page, await printedCard('aprovado'))
  let restoreCalls = () => {}
  await page.route('**/pay', async (route) => {
    await route.fetch()
    restoreCalls = await loseCalls(page)
    await route.abort()
  })
  await button(/^PAGAR/).click()
  await expectNoOffer(page, 'the tab that paid')
  await expectNoOffer(early, 'a tab with the value')
  const late = await context.newPage()
  await loseCalls(late)
  await late.goto(value)
  await expectNoOffer(late, 'a new tab')
  expect(await late.evaluate(() => JSON.stringify(localStorage))).not.toContain(token)
  await late.goto(`${portalUrl()}/#/ticket/`)
  await late.getByRole('link', { name: /^Acompanhar o ticket/ }).click()
  await expectNoOffer(late, 'the card of home')
  restoreCalls()
  await early.getByText('Pagamento recebido').first().waitFor()
})

it('an open Pix is linked from every tab of the browser, also offline; a person who signs in does not see it', async () => {
  await knownGuest(context)
  const code = await parkedCar(130)
  const token = await openedPayment(context, code, 3)
  await callAs(context, `/api/pm_transaction/${token}/pay`, { data: { method: 'pix' } })
  await open(`#/payment/${token}/pix`)
  await button('Copiar código Pix').waitFor()
  const other = await context.newPage()
  const show = (path: string) => other.goto(`${portalUrl()}/#/${path}`)
  const card = other.getByRole('link', { name: 'Pix aguardando: voltar ao código' })
  const back = other.getByRole('link', { name: 'VOLTAR AO CÓDIGO PIX' })
  await show('ticket/')
  await card.waitFor()
  await show(`ticket/value?ticket=${code}`)
  await back.waitFor()
  await show(`ticket/paymentType?ticket=${code}`)
  await other.getByRole('heading', { name: 'Pague com Pix' }).waitFor()
  const restoreCalls = await loseCalls(other)
  for (const path of [`ticket/value?ticket=${code}`, `ticket/read?ticket=${code}`]) {
    await other.goto(`${portalUrl()}/healthz`)
    await show(path)
    await other.getByText('Há um código Pix aberto para este ticket.').waitFor()
    await back.waitFor()
  }
  restoreCalls()
  await signedInCustomer(context)
  await other.goto(`${portalUrl()}/healthz`)
  await show(`ticket/value?ticket=${code}`)
  await other.getByRole('button', { name: 'PAGAR COM PIX' }).waitFor()
  expect(await back.count()).toBe(0)
  await show('user/menu')
  await other.getByRole('button', { name: 'Sair' }).waitFor()
  expect(await card.count()).toBe(0)
})

it('Back while PAGAR is in progress: no payment method is offered, then the ticket is shown as paid', async () => {
  await knownGuest(context)
  const code = await parkedCar(130)
  await openThroughProxy(`#/ticket/paymentType?ticket=${code}`)
  await button('CARTÃO DE CRÉDITO').click()
  await page.getByLabel('Número do Cartão').waitFor()
  const arrive = (await portalProxy()).faults.inject('late', /\/pay$/, 1)
  const request = page.waitForRequest(/\/pay$/)
  await payWith(page, await printedCard('aprovado'))
  await request
  await page.goBack()
  await heading('Forma de pagamento').waitFor()
  await expectNoOffer(page, 'under way')
  arrive()
  await page.getByRole('heading', { name: /^Pagamento (recebido\. Sair até|concluído)/ }).waitFor()
  await expectNoOffer(page, 'paid')
})

it('a ticket paid on this phone shows its exit deadline at start, look-up and value, also offline', async () => {
  await knownGuest(context)
  const { token, code } = await paidTicket(context)
  await open(`#/payment/${token}/done`)
  await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(token)
  const restoreCalls = await loseCalls(page)
  const download = page.waitForEvent('download')
  await button('Pôr na agenda').click()
  const file = await readFile(await (await download).path())
  expect(readCalendarFile(file).get('VEVENT.SUMMARY')).toMatch(/^Sair até \d\d:\d\d - \S/)
  restoreCalls()
  await button('OK').click()
  await heading('Pague seu estacionamento').waitFor()
  const card = page.getByRole('article', { name: /^Ticket .* pago$/ })
  await card.getByText(/Pago\. Sair até/).waitFor()
  expect(await card.innerHTML()).not.toContain(token)
  await loseCalls(page)
  await open('#/ticket/read')
  await card.getByText(/Pago\. Sair até/).waitFor()
  await page.getByLabel('Número do ticket').fill(code)
  await button('CONSULTAR VALOR').click()
  await page.getByText(/Pagamento recebido\. Sair até/).waitFor()
  await expectNoOffer(page, 'the look-up')
  await open(`#/ticket/value?ticket=${code}`)
  await page.getByText(/Pagamento recebido\. Sair até/).waitFor()
  await expectNoOffer(page, 'the value')
})

it('the menu of a signed-in person shows the ticket paid on this phone; the logout removes it', async () => {
  await signedInCustomer(context)
  const { token } = await paidTicket(context)
  await open('#/user/menu')
  await button('Sair').waitFor()
  await open(`#/payment/${token}/done`)
  await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  await button('OK').click()
  const card = page.getByRole('article', { name: /^Ticket .* pago$/ })
  await card.getByText(/Pago\. Sair até/).waitFor()
  await button('Sair').click()
  await heading('Pague seu estacionamento').waitFor()
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('exitDeadline')
  expect(await card.count()).toBe(0)
})
