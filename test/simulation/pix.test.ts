import type { Locator, Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#kit/clock.ts'
import { axeFindings } from '#test/e2e/support/browser.ts'
import { fillAddress, press, reach } from '#test/e2e/support/steps.ts'
import { codeOnScreen } from '#test/e2e/support/reservation/codeOnScreen.ts'
import { at, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { pixPayer } from '#test/support/pix/guests.ts'
import { staffMember } from '#test/support/staff.ts'
import { type Bank, cielo, openPixPhones, theBank } from './pixPhones.ts'

type Phones = Awaited<ReturnType<typeof openPixPhones>>
let phones: Phones
let portal: Phones['portal']
let bankControls: Phones['portal']['pix']
/** The page of the tested phone. */
let page: Page
/** How often the person has tapped. */
let taps = 0
beforeAll(async () => {
  phones = await openPixPhones()
  portal = phones.portal
}, 60_000)
afterAll(() => phones.close())

const button = (name: string | RegExp) => page.getByRole('button', { name })
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })
const goTo = (screen: string) => page.goto(`${phones.proxy.url}/#/${screen}`)

async function tap(what: Locator): Promise<void> {
  taps += 1
  await what.click()
}

/** A customer with the code of a ticket of 7,00 on the screen, from the ticket's number on. */
async function codeShown(): Promise<{ code: string; txid: string }> {
  const code = await portal.openTicket(130)
  page = phones.driver.page
  await goTo('ticket/read')
  await page.getByLabel('Número do ticket').fill(code)
  await tap(button('CONSULTAR VALOR'))
  await heading('Forma de pagamento').waitFor()
  await tap(button('PIX'))
  await page.getByAltText('QR code do Pix de R$ 7,00').waitFor()
  return { code, txid: await lastCharge() }
}

/** The same, with the earlier steps made over HTTP, by the customer or by a guest. */
async function codeOpened(by: 'driver' | 'guest' = 'driver'): Promise<{ code: string; txid: string }> {
  const code = await portal.openTicket(130)
  page = phones[by].page
  const client = by === 'driver' ? phones.driver.client : portal.client()
  if (by === 'guest') {
    must(await client.post('/api/account/set_account', { ...pixPayer, email: '' }))
    await phones.isOf(phones.guest, client)
    await page.goto('about:blank')
  }
  must(await client.post('/api/tk_ticket/read', { code }))
  const asked = { payment_type: 3, pm_person_paymethod_id: null, ticket_code: code, ticket_value: 7 }
  const made = must(await client.post('/api/tk_ticket/createTransaction', asked))
  const token = textAt(made.body, 'data.ws_token')
  must(await client.post(`/api/pm_transaction/${token}/pay`, { method: 'pix', value: 7 }))
  await goTo(`payment/${token}/pix`)
  await page.getByAltText('QR code do Pix de R$ 7,00').waitFor()
  return { code, txid: await lastCharge() }
}

/** The code of a guest's ticket, with name and CPF only; by keyboard alone. */
async function guestsCode(): Promise<string> {
  const code = await portal.openTicket(130)
  page = phones.guest.page
  // A browser without cookies.
  await phones.isOf(phones.guest, portal.client())
  await page.goto('about:blank')
  await goTo(`ticket/value?ticket=${code}`)
  await press(page, 'PAGAR COM PIX')
  await heading('Preencha seus dados').waitFor()
  await reach(page, page.getByLabel('Nome completo'))
  await page.keyboard.type('Ana Lima')
  await page.keyboard.press('Tab')
  await page.keyboard.type('52998224725')
  await page.keyboard.press('Enter')
  await page.locator('input[name=email]:focus').press('Enter')
  await page.getByAltText(/QR code do Pix/).waitFor()
  return lastCharge()
}

async function lastCharge(): Promise<string> {
  return (await bankControls.ledger()).at(-1)?.txid ?? ''
}

async function chargeOf(wanted: string) {
  return (await bankControls.ledger()).find(({ txid }) => txid === wanted)
}

async function statusOf(wanted: string): Promise<string | undefined> {
  return (await chargeOf(wanted))?.status
}

/** What the bank has received less what it has returned. */
async function keptOf(wanted: string): Promise<number> {
  const charge = await chargeOf(wanted)
  return charge?.paid.reduce((sum, { amount }) => sum + amount, -charge.returned) ?? Number.NaN
}

/** Advances the clocks to the page's next query. */
async function looked(): Promise<void> {
  portal.clock.forward(2 / 60)
  await page.clock.fastForward(2_000)
}

/** Pays without a webhook, and advances the portal's clock to the page's next query. */
async function payInSilence(txid: string, cents?: number): Promise<void> {
  await bankControls.fault('silent_webhook')
  await bankControls.pay(txid, cents)
  portal.clock.forward(2 / 60)
}

/**
 * Waits until money that is not owed was refunded: expired codes are queried by a job, and Cielo executes an accepted
 * refund minutes later and is queried then.
 */
async function moneyWentBack(): Promise<void> {
  portal.clock.forward(20)
  await portal.sweep()
  await portal.runJobs()
  portal.clock.forward(31)
  await portal.runJobs()
}

/** The state of the latest payment. */
async function stateNow(): Promise<string> {
  const latest = portal.db.selectFrom('payment').select('state').orderBy('id', 'desc').limit(1)
  return (await latest.executeTakeFirstOrThrow()).state
}

/** Hides the page, as when another app is in front or the phone is locked; or shows it again. */
async function cover(isCovered: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isCovered)
}

const shownCode = () => page.locator('details p').textContent()
const isPaid = () => page.getByText('Pagamento recebido com sucesso!').first().waitFor()

describe('a Pix paid on a phone, at a bank', () => {
  wholePix(theBank)
})
describe('a Pix paid on a phone, at Cielo', { tags: 'deep' }, () => {
  wholePix(cielo)
})

function wholePix(bank: Bank): void {
  beforeAll(() => {
    bankControls = phones.goToBank(bank)
  })

  it('two taps lead from the ticket to the QR code; a surplus paid is shown as paid and refunded', async () => {
    taps = 0
    const { code: ticket, txid } = await codeShown()
    expect(taps).toBe(2)
    const code = await shownCode()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.getByAltText(/QR code/).scrollIntoViewIfNeeded()
      expect(await codeOnScreen(page)).toBe(code)
    }
    await page.emulateMedia({ colorScheme: 'light' })
    await payInSilence(txid, 1000)
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    const main = await page.locator('main').innerText()
    expect(main).toMatch(/Sair até/i)
    expect(main).not.toMatch(/10,00/)
    const gate = await portal.gate().exit({ lot_id: 1, gate: 'S1', code: ticket })
    expect(gate.body).toMatchObject({ open: true })
    await moneyWentBack()
    expect(await keptOf(txid)).toBe(700)
    const token = /payment\/(\w+)/.exec(page.url())?.[1] ?? ''
    const staff = await staffMember(portal, 2)
    expect(at(must(await staff.get(`/api/staff/transactions/${token}/edit`)).body, 'data')).toMatchObject({
      state: 'captured',
      kept: { value: 7 },
      refunds: [{ amount: { value: 3 }, reason: 'Pix pago a mais', state: 'confirmed' }],
      cases: [],
    })
    await phones.compareLedgers()
  })
}

/** The server's tests cover Cielo; the screens are the same. */
describe('Pix on a phone, at a bank', () => {
  beforeAll(() => {
    bankControls = phones.goToBank(theBank)
  })
  const looksRight = async () => expect(await axeFindings(page)).toEqual([])

  it('cancelled by a guest, by keyboard: the charge is ended', { tags: 'deep' }, async () => {
    const { txid } = await codeOpened('guest')
    await press(page, 'Cancelar')
    await press(page, 'Cancelar pagamento')
    await expect.poll(stateNow).toBe('cancelled')
    expect(await statusOf(txid)).toMatch(theBank.ended)
  })

  it('expired: a new code; if both are paid, the second is refunded', { tags: 'deep' }, async () => {
    const { txid } = await codeOpened()
    const first = await shownCode()
    // Without an answer the page shows its own text.
    const clear = phones.proxy.faults.inject('lost', /^\/api\//)
    // The page's clock is the machine's (the HTTP Date header), and the portal's is ahead of it by now.
    await page.clock.fastForward(portal.clock.now().getTime() - Date.now() + 16 * minuteMs)
    await page.getByText('O prazo deste código terminou.').first().waitFor()
    expect(await button('Copiar código Pix').count()).toBe(0)
    expect(await page.getByAltText(/QR code/).count()).toBe(0)
    clear()
    portal.clock.forward(17)
    await portal.sweep()
    await page.clock.fastForward(30_000)
    await page.getByRole('heading', { name: /O código Pix não vale mais/ }).waitFor()
    await looksRight()
    await press(page, /GERAR CÓDIGO PIX DE R\$\s7,00/)
    await page.getByAltText(/QR code/).waitFor()
    expect(await shownCode()).not.toBe(first)
    const second = await lastCharge()
    await payInSilence(txid)
    portal.clock.forward(5)
    await portal.sweep()
    await page.clock.fastForward(2_000)
    await isPaid()

    await payInSilence(second)
    await moneyWentBack()
    expect([await keptOf(txid), await keptOf(second)]).toEqual([700, 0])
    await page.reload()
    await isPaid()
    await looksRight()
  })

  it('changed to card: the charge ends when the card is chosen', { tags: 'deep' }, async () => {
    const { txid } = await codeOpened()
    await press(page, 'Alterar forma de pagamento')
    await heading('Forma de pagamento').waitFor()
    expect(await statusOf(txid)).toBe('ATIVA')
    await press(page, 'CARTÃO DE CRÉDITO')
    await page.getByLabel('Número do Cartão').waitFor()
    expect(await stateNow()).toBe('created')
    expect(await statusOf(txid)).toMatch(theBank.ended)
  })

  it('paid less than due: the screen shows the refund in progress, then done', async () => {
    const { txid } = await codeOpened()
    await payInSilence(txid, 500)
    await page.clock.fastForward(2_000)
    await page.getByText(/O valor pago foi menor que o do ticket/).waitFor()
    await moneyWentBack()
    await page.reload()
    await page.getByRole('heading', { name: 'O valor foi devolvido' }).waitFor()
    expect(await keptOf(txid)).toBe(0)
  })

  it('paid after its ticket was waived or replaced: refunded', { tags: 'deep' }, async () => {
    const staff = await staffMember(portal, 2)
    const path = (code: string, action: string) => `/api/staff/tickets/${code}/${action}`
    const gone = {
      waived: async (code: string) =>
        void must(await staff.post(path(code, 'waive'), { reason: 'Cancela quebrou' })),
      lost: async (code: string) =>
        void must(await staff.post(path(code, 'replace'), { reason: 'Perdeu o ticket' })),
    }
    for (const goes of Object.values(gone)) {
      const { code, txid } = await codeOpened()
      await goes(code)
      await portal.runJobs()
      await looked()
      await page.getByRole('heading', { name: 'Este pagamento foi cancelado' }).waitFor()
      if (goes === gone.lost) await looksRight()
      expect(await statusOf(txid)).toMatch(theBank.ended)
      await payInSilence(txid)
      await moneyWentBack()
      expect(await keptOf(txid)).toBe(0)
      await page.reload()
      await page.getByRole('heading', { name: 'O valor foi devolvido' }).waitFor()
    }
    await looksRight()
    await press(page, 'CONSULTAR TICKET')
    await page
      .getByText(/bloqueado/i)
      .first()
      .waitFor()
    await phones.compareLedgers()
  })

  it('copied with and without clipboard access; kept after a reload', { tags: 'deep' }, async () => {
    await phones.driver.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await codeOpened()
    const code = await shownCode()
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

    const clear = phones.proxy.faults.inject('lost', /^\/api\//)
    await page.reload()
    await page.getByText(/O código continua valendo/).waitFor()
    expect(await shownCode()).toBe(code)
    await page.getByAltText(/QR code/).waitFor()
    clear()
    await page.reload()
    await page.getByText('Aguardando o pagamento...').waitFor()
  })

  it('the same code paid twice: the second payment is refunded', { tags: 'deep' }, async () => {
    const { txid } = await codeOpened()
    await bankControls.pay(txid)
    await looked()
    await isPaid()
    await bankControls.pay(txid)
    await moneyWentBack()
    expect(await keptOf(txid)).toBe(700)
    await page.reload()
    await isPaid()
    await phones.compareLedgers()
  })

  it('a guest pays by Pix with name and CPF only, by keyboard; a change to card asks for the missing data', async () => {
    const txid = await guestsCode()
    expect(await axeFindings(page)).toEqual([])
    await button('Alterar forma de pagamento').click()
    await heading('Forma de pagamento').waitFor()
    expect(await statusOf(txid)).toBe('ATIVA')
    await button('CARTÃO DE CRÉDITO').click()
    await page.getByText('Para pagar com cartão, a operadora pede também').waitFor()
    expect(await page.getByText('Preencha seus dados e seu endereço').count()).toBe(0)
    expect(await statusOf(txid)).toMatch(/^REMOVIDA/)
    // The data typed for the Pix are filled in.
    await expect.poll(() => page.getByLabel('Nome completo').inputValue()).toBe('Ana Lima')
    await page.getByLabel('E-mail').fill('ana@example.com')
    await page.getByLabel('Telefone').fill('11987654321')
    await button('AVANÇAR').click()
    await fillAddress(page)
    await button('CONCORDAR E IR PARA PAGAMENTO').click()
    await page.getByLabel('Número do Cartão').waitFor()
    await page.goBack()
    await heading('Política de privacidade e termos').waitFor()
  })

  it('the page queries the payment each second while visible, never while hidden, and at once when visible again', async () => {
    const { txid } = await codeOpened()
    let [looks, answered] = [0, 0]
    const isLook = (request: Request) => /pm_transaction\/\w+$/.test(request.url())
    page.on('request', (request) => (looks += isLook(request) ? 1 : 0))
    page.on('requestfinished', (request) => (answered += isLook(request) ? 1 : 0))
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + minuteMs)
    // A pending query is waited for, so a second may pass without one.
    const aSecondLater = async () => page.clock.runFor(1_000).then(() => looks)
    await expect.poll(aSecondLater).toBeGreaterThan(3)
    await expect.poll(() => looks - answered).toBe(0)
    await cover(true)
    looks = 0
    await page.clock.runFor(10_000)
    expect(looks).toBe(0)
    await payInSilence(txid)
    // The page's clock is frozen: only the return causes a query.
    await cover(false)
    await expect.poll(() => looks).toBe(1)
    await page.clock.resume()
    await isPaid()
  })

  it('switched off: no screen offers Pix', { tags: 'deep' }, async () => {
    const settings = { key: 'payment', value: JSON.stringify({ closed: ['pix'] }) }
    await portal.db
      .insertInto('setting')
      .values({ ...settings, updated_at: portal.clock.now() })
      .execute()
    portal.clock.forward(1)
    const code = await portal.openTicket(130)
    page = phones.driver.page
    // The page knows the customer's name before it draws, so that nothing is added later.
    await goTo('user/menu')
    await page.reload()
    await heading(/^Olá, \S/).waitFor()
    await goTo(`ticket/value?ticket=${code}`)
    await button('IR PARA PAGAMENTO').waitFor()
    expect(await button(/PIX/).count()).toBe(0)
    await goTo(`ticket/paymentType?ticket=${code}`)
    await button('CARTÃO DE CRÉDITO').waitFor()
    expect(await button('PIX').count()).toBe(0)
  })
})
