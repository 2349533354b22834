import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pixControls } from '#acquirer/simulator/pix/pixTrial.ts'
import { acquirersOf } from '#app/server/start.ts'
import { minuteMs } from '#kit/clock.ts'
import { connect, leave, strangersPhone } from '#test/e2e/support/browser.ts'
import { type Line, openLine } from '#test/e2e/support/line/line.ts'
import { fillAddress, press, reach } from '#test/e2e/support/steps.ts'
import { codeOnScreen } from '#test/e2e/support/reservation/codeOnScreen.ts'
import type { PortalClient } from '#test/support/client.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { customer } from '#test/support/people.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

/** Who takes the Pix, and where its simulator is driven. */
type Bank = {
  open: () => Promise<TestPortal>
  tillOf: (portal: TestPortal) => TestPortal['pix']
  /** What becomes of a code there that is ended before its time. */
  ended: RegExp
}
const theBank: Bank = {
  open: () => startPortal({ web: true }),
  tillOf: ({ pix }) => pix,
  ended: /^REMOVIDA/,
}
/** It has no call that ends a code: it is only shown no more. */
const cielo: Bank = {
  open: () => startPortal({ web: true, acquirers: (cards, _bank, pix) => acquirersOf(cards, pix) }),
  tillOf: ({ simulator }) => pixControls(`${simulator.url}/pix`),
  ended: /^ATIVA/,
}

/** Pix on a phone of 360 x 740: the bank pays, says nothing and takes its time only where the test holds both. */
let portal: TestPortal
let line: Line
let till: TestPortal['pix']
let browser: Browser
let context: BrowserContext
let page: Page
/** How often the person has touched the screen. */
let taps = 0
afterAll(() => leave(browser))

/** For the tests of a bank: a portal of theirs, and a phone for each. */
function at({ open, tillOf }: Bank): void {
  beforeAll(async () => {
    portal = await open()
    line = await openLine(portal.url)
    till = tillOf(portal)
    browser = await connect()
    // The page reads the hour from the wire, where the machine's own stands: both begin at it.
    portal.clock.forward((Date.now() - portal.clock.now().getTime()) / minuteMs)
  })
  afterAll(() => portal.close())
  beforeEach(async () => {
    context = await strangersPhone(browser)
    page = await context.newPage()
    taps = 0
  })
  afterEach(() => context.close())
}

const button = (name: string | RegExp) => page.getByRole('button', { name })
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

async function tap(what: Locator): Promise<void> {
  taps += 1
  await what.click()
}

/** The browser of a client that has called over HTTP, whose owner has answered the cookie dialog. */
async function carryOn(client: PortalClient): Promise<void> {
  const consent = encodeURIComponent(JSON.stringify({ initialized: true, accepted: true, ua: false }))
  const cookies = [...client.cookies, ['analytics_data', consent] as const]
  await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: portal.url })))
}

/** A customer with the code of a ticket of 7,00 on the screen. */
async function codeShown(): Promise<{ code: string; txid: string }> {
  const code = await portal.openTicket(130)
  await carryOn((await customer(portal)).client)
  await page.goto(`${line.url}/#/ticket/read`)
  await page.getByLabel('Número do ticket').fill(code)
  await tap(button('CONSULTAR VALOR'))
  await heading('Forma de pagamento').waitFor()
  await tap(button('PIX'))
  await page.getByAltText('QR code do Pix de R$ 7,00').waitFor()
  return { code, txid: await lastCharge() }
}

/** The code of a guest's ticket, who was asked for name and CPF and no more; by keyboard alone. */
async function guestsCode(): Promise<string> {
  const code = await portal.openTicket(130)
  await carryOn(portal.client())
  await page.goto(`${line.url}/#/ticket/value?ticket=${code}`)
  await press(page, 'PAGAR COM PIX')
  await heading('Preencha seus dados').waitFor()
  await reach(page, page.getByLabel('Nome completo'))
  await page.keyboard.type('Ana Lima')
  await page.keyboard.press('Tab')
  await page.keyboard.type('52998224725')
  await page.keyboard.press('Enter')
  await press(page, 'CONCORDAR E IR PARA PAGAMENTO')
  await page.getByAltText(/QR code do Pix/).waitFor()
  return lastCharge()
}

async function lastCharge(): Promise<string> {
  return (await till.ledger()).at(-1)?.txid ?? ''
}

async function statusOf(wanted: string): Promise<string | undefined> {
  return (await till.ledger()).find(({ txid }) => txid === wanted)?.status
}

/** The bank has the money and tells nobody; the seconds pass in which the page looks. */
async function payInSilence(txid: string, cents?: number): Promise<void> {
  await till.fault('silent_webhook')
  await till.pay(txid, cents)
  portal.clock.forward(2 / 60)
}

/** How the latest payment stands. */
async function stateNow(): Promise<string> {
  const latest = portal.db.selectFrom('payment').select('state').orderBy('id', 'desc').limit(1)
  return (await latest.executeTakeFirstOrThrow()).state
}

/** As when another app is before the browser, or the phone is locked; and when somebody comes back. */
async function cover(isCovered: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isCovered)
}

const shownCode = () => page.locator('details p').textContent()

/** What is so at any bank. */
function walks(bank: Bank): void {
  it('two taps and no typing from the ticket to the code; copied, read by a camera, kept; paid is seen within 2 s', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const { txid } = await codeShown()
    expect(taps).toBe(2)
    const code = await shownCode()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.getByAltText(/QR code/).scrollIntoViewIfNeeded()
      expect(await codeOnScreen(page)).toBe(code)
    }
    await page.emulateMedia({ colorScheme: 'light' })

    await button('Copiar código Pix').click()
    await page.getByRole('status').filter({ hasText: 'Código copiado.' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(code)
    // Without https there is no clipboard to write to.
    await page.evaluate(async () => {
      await navigator.clipboard.writeText('')
      navigator.clipboard.writeText = () => Promise.reject(new Error('not secure'))
    })
    await button('Copiar código Pix').press('Enter')
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(code)

    const mend = line.troubles.bring('lost', /^\/api\//)
    await page.reload()
    await page.getByText(/O código continua valendo/).waitFor()
    expect(await shownCode()).toBe(code)
    await page.getByAltText(/QR code/).waitFor()
    mend()
    await page.reload()
    await page.getByText('Aguardando o pagamento...').waitFor()

    await payInSilence(txid)
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor({ timeout: 2_000 })
    expect(await page.locator('main').innerText()).toMatch(/Sair até/i)
    await expectInvariants({ ...portal, pix: till })
  })

  it('a guest, by keyboard alone, says name and CPF, agrees, and sees the code without an address; cancelled, it is nobody’s', async () => {
    const txid = await guestsCode()
    await press(page, 'Cancelar')
    await press(page, 'Cancelar pagamento')
    await expect.poll(stateNow).toBe('cancelled')
    expect(await statusOf(txid)).toMatch(bank.ended)
    await expectInvariants({ ...portal, pix: till })
  })

  it('run out: the code goes at once; the page says so, and makes another; the first is paid after its end', async () => {
    await page.clock.install({ time: new Date() })
    const { txid } = await codeShown()
    const first = await shownCode()
    // Nobody answers, so that the page has its own word for it.
    const mend = line.troubles.bring('lost', /^\/api\//)
    await page.clock.fastForward('16:00')
    await page.getByText('O prazo deste código terminou.').first().waitFor()
    expect(await button('Copiar código Pix').count()).toBe(0)
    expect(await page.getByAltText(/QR code/).count()).toBe(0)
    mend()
    portal.clock.forward(17)
    await portal.sweep()
    await page.getByRole('heading', { name: /O código Pix não vale mais/ }).waitFor()
    await button(/GERAR CÓDIGO PIX DE R\$\s7,00/).click()
    await page.getByAltText(/QR code/).waitFor()
    expect(await shownCode()).not.toBe(first)
    await payInSilence(txid)
    portal.clock.forward(5)
    await portal.sweep()
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    await expectInvariants({ ...portal, pix: till })
  })

  it('changed to card: the code stays until the card is chosen, and is ended then', async () => {
    const { txid } = await codeShown()
    await button('Alterar forma de pagamento').click()
    await heading('Forma de pagamento').waitFor()
    expect(await statusOf(txid)).toBe('ATIVA')
    await button('CARTÃO DE CRÉDITO').click()
    await page.getByLabel('Número do Cartão').waitFor()
    expect(await stateNow()).toBe('created')
    expect(await statusOf(txid)).toMatch(bank.ended)
  })
}

describe('Pix on a phone, at a bank', () => {
  at(theBank)
  walks(theBank)

  it('changed to card by a guest who said name and CPF: asked for the rest when the card is chosen, and then for the card', async () => {
    const txid = await guestsCode()
    await button('Alterar forma de pagamento').click()
    await heading('Forma de pagamento').waitFor()
    expect(await statusOf(txid)).toBe('ATIVA')
    await button('CARTÃO DE CRÉDITO').click()
    await page.getByText('Para pagar com cartão, a operadora pede também').waitFor()
    expect(await page.getByText('Preencha seus dados e seu endereço').count()).toBe(0)
    expect(await statusOf(txid)).toMatch(/^REMOVIDA/)
    await page.getByLabel('E-mail').fill('ana@example.com')
    await page.getByLabel('Telefone').fill('11987654321')
    await button('AVANÇAR').click()
    await fillAddress(page)
    await button('CONCORDAR E IR PARA PAGAMENTO').click()
    await page.getByLabel('Número do Cartão').waitFor()
    await page.goBack()
    await heading('Política de privacidade e termos').waitFor()
  })

  it('asked each second; never while the bank’s app covers the page, nor with the phone locked; at once on return', async () => {
    await page.clock.install({ time: new Date() })
    const { txid } = await codeShown()
    let [looks, answered] = [0, 0]
    const isLook = (request: Request) => /pm_transaction\/\w+$/.test(request.url())
    page.on('request', (request) => (looks += isLook(request) ? 1 : 0))
    page.on('requestfinished', (request) => (answered += isLook(request) ? 1 : 0))
    await page.clock.pauseAt(Date.now() + minuteMs)
    // One that is still under way is waited for, so a second may pass without.
    const aSecondLater = async () => page.clock.runFor(1_000).then(() => looks)
    await expect.poll(aSecondLater, { timeout: 15_000 }).toBeGreaterThan(3)
    await expect.poll(() => looks - answered, { timeout: 15_000 }).toBe(0)
    await cover(true)
    looks = 0
    await page.clock.runFor(10_000)
    expect(looks).toBe(0)
    await payInSilence(txid)
    // The clock of the page stands: nothing but the return makes it look.
    await cover(false)
    await expect.poll(() => looks, { timeout: 15_000 }).toBe(1)
    await page.clock.resume()
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  })

  it('paid less: says that it goes back, and that it has', async () => {
    const { txid } = await codeShown()
    await payInSilence(txid, 500)
    await page.getByText(/O valor pago foi menor que o do ticket/).waitFor()
    await portal.runJobs()
    await page.reload()
    await page.getByRole('heading', { name: 'O valor foi devolvido' }).waitFor()
    await expectInvariants(portal)
  })

  it('paid at the machine meanwhile: nothing is to be paid any more', async () => {
    const { code } = await codeShown()
    const paid_at = portal.clock.now().toISOString()
    await portal.gate().payment({ code, amount: 7, paid_at, method: 'cash' })
    await portal.runJobs()
    portal.clock.forward(2 / 60)
    await page.getByRole('heading', { name: 'Este pagamento foi cancelado' }).waitFor()
    await expectInvariants(portal)
  })
})

describe('where nobody has set Pix up', () => {
  at({ ...theBank, open: () => startPortal({ web: true, acquirers: (cards) => acquirersOf(cards) }) })

  it('neither the value nor the ways to pay offer it', async () => {
    const code = await portal.openTicket(130)
    await carryOn((await customer(portal)).client)
    // Who is greeted by name is known to the page, and what is offered with that: nothing is drawn later.
    await page.goto(`${line.url}/#/user/menu`)
    await heading(/^Olá, \S/).waitFor()
    await page.goto(`${line.url}/#/ticket/value?ticket=${code}`)
    await button('IR PARA PAGAMENTO').waitFor()
    expect(await button(/PIX/).count()).toBe(0)
    await page.goto(`${line.url}/#/ticket/paymentType?ticket=${code}`)
    await button('CARTÃO DE CRÉDITO').waitFor()
    expect(await button('PIX').count()).toBe(0)
  })
})

describe('Pix on a phone, at Cielo', () => {
  at(cielo)
  walks(cielo)
})
