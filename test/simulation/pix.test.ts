import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { minuteMs } from '#kit/clock.ts'
import { connect, leave, strangersPhone } from '#test/e2e/support/browser.ts'
import { type Line, openLine } from '#test/e2e/support/line/line.ts'
import { fillAddress } from '#test/e2e/support/steps.ts'
import { codeOnScreen } from '#test/e2e/support/reservation/codeOnScreen.ts'
import type { PortalClient } from '#test/support/client.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { customer } from '#test/support/people.ts'
import { startPortal, type TestPortal } from '#test/support/portal.ts'

/** Pix on a phone of 360 x 740: the bank pays, says nothing and takes its time only where the test holds both. */
let portal: TestPortal
let line: Line
let browser: Browser
let context: BrowserContext
let page: Page
/** How often the person has touched the screen. */
let taps = 0
beforeAll(async () => {
  portal = await startPortal({ web: true })
  line = await openLine(portal.url)
  browser = await connect()
  // The page reads the hour from the wire, where the machine's own stands: both begin at it.
  portal.clock.forward((Date.now() - portal.clock.now().getTime()) / minuteMs)
})
afterAll(async () => {
  await leave(browser)
  await portal.close()
})
beforeEach(async () => {
  context = await strangersPhone(browser)
  page = await context.newPage()
  taps = 0
})
afterEach(() => context.close())

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

/** The code of a guest's ticket, who was asked for name and CPF and no more. */
async function guestsCode(): Promise<string> {
  const code = await portal.openTicket(130)
  await carryOn(portal.client())
  await page.goto(`${line.url}/#/ticket/value?ticket=${code}`)
  await button('PAGAR COM PIX').click()
  await heading('Preencha seus dados').waitFor()
  await page.getByLabel('Nome completo').fill('Ana Lima')
  await page.getByLabel('CPF').fill('52998224725')
  await page.keyboard.press('Enter')
  await button('CONCORDAR E IR PARA PAGAMENTO').click()
  await page.getByAltText(/QR code do Pix/).waitFor()
  return lastCharge()
}

async function lastCharge(): Promise<string> {
  return (await portal.pix.ledger()).at(-1)?.txid ?? ''
}

async function statusOf(wanted: string): Promise<string | undefined> {
  return (await portal.pix.ledger()).find(({ txid }) => txid === wanted)?.status
}

/** The bank has the money and tells nobody; the seconds pass in which the page looks. */
async function payInSilence(txid: string, cents?: number): Promise<void> {
  await portal.pix.fault('silent_webhook')
  await portal.pix.pay(txid, cents)
  portal.clock.forward(2 / 60)
}

const shownCode = () => page.locator('details p').textContent()

describe('Pix on a phone', () => {
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
    await expectInvariants(portal)
  })

  it('a guest says name and CPF, agrees, and sees the code without an address; cancelled, the bank takes it from everybody', async () => {
    const txid = await guestsCode()
    await button('Cancelar').click()
    await button('Cancelar pagamento').click()
    await expect.poll(() => statusOf(txid)).toMatch(/^REMOVIDA/)
    await expectInvariants(portal)
  })

  it('run out: the code goes at once; the page says so, and makes another', async () => {
    await page.clock.install({ time: new Date() })
    await codeShown()
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
  })

  it('changed to card: the code stays until the card is chosen, and is ended then', async () => {
    const { txid } = await codeShown()
    await button('Alterar forma de pagamento').click()
    await heading('Forma de pagamento').waitFor()
    expect(await statusOf(txid)).toBe('ATIVA')
    await button('CARTÃO DE CRÉDITO').click()
    await page.getByLabel('Número do Cartão').waitFor()
    expect(await statusOf(txid)).toMatch(/^REMOVIDA/)
  })

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
