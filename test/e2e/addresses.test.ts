import type { BrowserContext, Page } from 'playwright-core'
import { backOfficeRoutes } from '#app/web/backoffice/modules.ts'
import { routes as customers } from '#app/web/modules.ts'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { at } from '#test/support/client.ts'
import { payer } from '#test/support/flow.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { hrefOf, registerRoutes } from '#kit/web/route/routes.ts'
import { newPhone, phone } from './support/browser.ts'
import { callAs, signedInCustomer } from './support/customer.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'
import { openDesk } from './support/staff.ts'
import { fillCard, goToCard } from './support/steps.ts'
import { parkedCar, printedCard } from './support/demo.ts'
import { portalUrl } from './support/portal.ts'

const routes = { ...customers, ...backOfficeRoutes }
let context: BrowserContext
let page: Page
const { open, openThroughProxy, heading, button } = onAPhone((fresh) => ({ context, page } = fresh))

let [a, b] = ['', '']
beforeAll(async () => {
  registerRoutes(routes)
  // Two prices, so that the amount shows the ticket.
  ;[a, b] = [await parkedCar(130), await parkedCar(400)]
})

const link = (code: string) => `#/ticket/read?ticket=${code}`
const ticketOn = (on: Page, code: string) => on.getByRole('article', { name: formatTicketCode(code) })
const arrived = (on: Page, screen: string, code: string) =>
  on.waitForURL((url) => url.hash.startsWith(`#/${screen}`) && url.hash.includes(code))

describe('a signed-in customer opens links to two tickets', () => {
  /** Presses credit; answers the ticket that a payment was opened for, once its card screen is shown. */
  async function creditOpens(on: Page): Promise<unknown> {
    const sent = on.waitForRequest('**/createTransaction')
    await on.getByRole('button', { name: /^CARTÃO DE CRÉDITO$/ }).click()
    const body: unknown = (await sent).postDataJSON()
    await on.getByLabel('Número do Cartão').waitFor()
    return body
  }

  it('through Back and Forward the payment buttons pay the ticket that the screen shows', async () => {
    await signedInCustomer(context)
    await open(link(a))
    await arrived(page, 'ticket/paymentType', a)
    await button(/^CARTÃO DE CRÉDITO$/).waitFor()
    await open(link(b))
    await arrived(page, 'ticket/paymentType', b)
    await button(/^CARTÃO DE CRÉDITO$/).waitFor()
    await page.goBack()
    await arrived(page, 'ticket/paymentType', a)
    expect(await creditOpens(page)).toMatchObject({ ticket_code: a })
    await ticketOn(page, a).waitFor()
    await page.goBack()
    await button('Cancelar').waitFor()
    await open(link(b))
    await arrived(page, 'ticket/paymentType', b)
    expect(await creditOpens(page)).toMatchObject({ ticket_code: b })
    await ticketOn(page, b).waitFor()
    // The payment of the first ticket is still known under its address.
    await open(`#/ticket/paymentType?ticket=${a}`)
    await ticketOn(page, a).waitFor()
    await button('Cancelar').click()
    await page.getByRole('alertdialog').waitFor()
    await page.goBack()
    await ticketOn(page, b).waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
    await page.goForward()
    await ticketOn(page, a).waitFor()
    expect(await page.getByRole('alertdialog').count()).toBe(0)
  })

  it('a ptoken of another ticket’s payment in the address is ignored', { tags: 'deep' }, async () => {
    // At the same price, so that only the ticket distinguishes the payments.
    const other = await parkedCar(130)
    await signedInCustomer(context)
    await open(`#/ticket/paymentType?ticket=${other}`)
    await creditOpens(page)
    const ptoken = /payment\/([^/]+)/.exec(page.url())?.[1] ?? ''
    await open(`#/ticket/paymentType?ticket=${a}&ptoken=${ptoken}`)
    await ticketOn(page, a).waitFor()
    expect(await creditOpens(page)).toMatchObject({ ticket_code: a })
  })

  it('a payment answered after Back stays on the other screen and shows a notice with its ticket', async () => {
    const first = await parkedCar(130)
    await signedInCustomer(context)
    await openThroughProxy(`#/ticket/paymentType?ticket=${b}`)
    await ticketOn(page, b).waitFor()
    await openThroughProxy(`#/ticket/paymentType?ticket=${first}`)
    await creditOpens(page)
    await fillCard(page, await printedCard('aprovado'))
    const { faults } = await portalProxy()
    const answer = faults.inject('late', /\/pay$/)
    const sent = page.waitForRequest('**/pay')
    await button(/^PAGAR/).click()
    await sent
    await openThroughProxy(`#/ticket/paymentType?ticket=${b}`)
    await ticketOn(page, b).waitFor()
    answer()
    await page
      .getByText(`O pagamento do ticket ${formatTicketCode(first)} foi recebido com sucesso!`)
      .waitFor()
    expect(page.url()).toContain(b)
  })

  it('two tabs with one ticket each pay their own ticket', { tags: 'deep' }, async () => {
    const mine = { first: await parkedCar(130), second: await parkedCar(400) }
    await signedInCustomer(context)
    const other = await context.newPage()
    await open(link(mine.first))
    await arrived(page, 'ticket/paymentType', mine.first)
    await other.goto(`${portalUrl()}/${link(mine.second)}`)
    await arrived(other, 'ticket/paymentType', mine.second)
    expect(await creditOpens(page)).toMatchObject({ ticket_code: mine.first })
    expect(await creditOpens(other)).toMatchObject({ ticket_code: mine.second })
    for (const [tab, code] of [
      [page, mine.first],
      [other, mine.second],
    ] as const) {
      await tab.reload()
      await ticketOn(tab, code).waitFor()
      await fillCard(tab, await printedCard('aprovado'))
      await tab.getByRole('button', { name: /^PAGAR/ }).click()
      await tab.getByText('Pagamento recebido com sucesso!').first().waitFor()
      await ticketOn(tab, code).getByText('PAGO', { exact: true }).waitFor()
    }
  })
})

const amount = async (code: string) => (await ticketOn(page, code).innerText()).replace(/\s/g, '')

describe('a guest', () => {
  it(
    'OK in one tab cancels no payment of another tab; OK in the last tab deletes the payer data',
    { tags: 'deep' },
    async () => {
      const mine = { first: await parkedCar(130), second: await parkedCar(400) }
      await goToCard(page, mine.first)
      const other = await context.newPage()
      await goToCard(other, mine.second)
      await fillCard(other, await printedCard('aprovado'))
      await fillCard(page, await printedCard('aprovado'))
      await button(/^PAGAR/).click()
      await button('OK').click()
      await page.waitForURL(/#\/ticket\/$/)
      const typed = async () => at(await callAs(context, '/api/account/get_account'), 'data.name')
      expect(await typed()).toBe('Maria de Souza')
      expect(await other.getByLabel('Nome no cartão').inputValue()).toBe('MARIA SOUZA')
      await other.getByRole('button', { name: /^PAGAR/ }).click()
      await other.getByText('Pagamento recebido com sucesso!').first().waitFor()
      await other.getByRole('button', { name: 'OK' }).click()
      await other.waitForURL(/#\/ticket\/$/)
      expect(await typed()).toBeUndefined()
    },
  )

  it('‘Não sou eu’ in one tab cancels no payment of another tab', { tags: 'deep' }, async () => {
    const mine = { first: await parkedCar(130), second: await parkedCar(400) }
    await goToCard(page, mine.second)
    await fillCard(page, await printedCard('aprovado'))
    const other = await context.newPage()
    await other.goto(portalUrl())
    const kept = JSON.stringify({ ...payer, address: {}, until: Date.now() + 60_000 })
    await other.evaluate((text) => localStorage.setItem('guiche.remembered', text), kept)
    await other.goto(`${portalUrl()}/#/ticket/account?ticket=${mine.first}`)
    await other.getByRole('button', { name: 'Não sou eu' }).click()
    await other.getByLabel('Nome completo').waitFor()
    expect(await other.getByLabel('Nome completo').inputValue()).toBe('')
    expect(await other.evaluate(() => localStorage.getItem('guiche.remembered'))).toBeNull()
    await button(/^PAGAR/).click()
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  })

  it('sees the price of the ticket in the address, through a changed address, Back and Forward', async () => {
    await open(`#/ticket/value?ticket=${a}`)
    await button('IR PARA PAGAMENTO').waitFor()
    const [first] = /R\$[\d,]+/.exec(await amount(a)) ?? ['']
    await open(`#/ticket/value?ticket=${b}`)
    await expect.poll(() => amount(b)).toMatch(/R\$[\d,]+/)
    expect(await amount(b)).not.toContain(first)
    await page.goBack()
    await expect.poll(() => amount(a)).toContain(first)
    await page.goForward()
    await expect.poll(() => amount(b)).toMatch(/R\$[\d,]+/)
    expect(await amount(b)).not.toContain(first)
  })

  it(
    'a shared link is looked up despite an invalid typed number and a look-up in progress',
    { tags: 'deep' },
    async () => {
      await openThroughProxy('#/ticket/read')
      await page.getByLabel('Número do ticket').fill('00012')
      await button('CONSULTAR VALOR').click()
      const wrong = page.getByText('O número do ticket deve ter 13 dígitos.')
      await wrong.waitFor()
      await page.getByLabel('Número do ticket').press('3')
      await expect.poll(() => wrong.count()).toBe(0)
      await openThroughProxy(link(a))
      await arrived(page, 'ticket/value', a)
      await openThroughProxy('#/ticket/read')
      const { faults } = await portalProxy()
      const answer = faults.inject('late', /\/tk_ticket\/read$/, 1)
      const asked = page.waitForRequest('**/tk_ticket/read')
      await button('CONSULTAR VALOR').click()
      await asked
      await openThroughProxy(link(b))
      await arrived(page, 'ticket/value', b)
      answer()
      await button('IR PARA PAGAMENTO').click()
      await heading('Preencha seus dados').waitFor()
      expect(page.url()).toContain(b)
    },
  )

  it('an address without a ticket gets the ticket seen last', async () => {
    await open(`#/ticket/value?ticket=${a}`)
    await button('IR PARA PAGAMENTO').waitFor()
    await open('#/ticket/account')
    await arrived(page, 'ticket/account', a)
    await heading('Preencha seus dados').waitFor()
    expect(await ticketOn(page, a).count()).toBe(1)
  })
})

describe('a guest whose scripts have not loaded yet', () => {
  onAPhone((fresh) => ({ page } = fresh), newPhone)

  it('a link shows its ticket before hydration, and continues to its screen afterwards', async () => {
    const proxy = await portalProxy()
    const wake = proxy.faults.inject('late', /\/assets\/.*\.js$/)
    await page.goto(`${proxy.url}/${link(a)}`, { waitUntil: 'commit' })
    await ticketOn(page, a).waitFor()
    wake()
    await arrived(page, 'ticket/value', a)
    expect(await amount(a)).toContain(formatTicketCode(a).replace(/\s/g, ''))
  })
})

describe('a page whose address changes before hydration', () => {
  onAPhone((fresh) => ({ page } = fresh), newPhone)

  it.each([
    ['the start, asleep', /\/assets\/WelcomePage.*\.js$/],
    ['the start, before any script is here', /\/assets\/.*\.js$/],
  ])('%s: shows the screen of the new address, without hydration errors', async (_, files) => {
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    const proxy = await portalProxy()
    const wake = proxy.faults.inject('late', files)
    await page.goto(proxy.url, { waitUntil: 'commit' })
    await page.getByRole('heading', { name: 'Pague seu estacionamento' }).waitFor()
    await page.evaluate((hash) => void (location.hash = hash), `#/ticket/account?ticket=${a}`)
    wake()
    await page.getByLabel('Nome completo').waitFor()
    expect(await page.getByRole('heading', { name: 'Pague seu estacionamento' }).count()).toBe(0)
    await page.waitForSelector('html[data-ready]')
    expect(errors).toEqual([])
  })
})

/** Two addresses of one screen that differ in one key. */
type Pair = { name: string; by: string; from: string; to: string }

/** Every screen of the table, by each path parameter and each query name of its key. */
function pairs(chosen: (name: string) => boolean): Pair[] {
  const values: Record<string, [string, string]> = {
    id: ['1', '2'],
    code: [a, b],
    version: ['1', '2'],
    part: ['fields', 'list'],
  }
  return Object.entries(routes).flatMap(([name, { path, keyedBy }]) => {
    if (!chosen(name)) return []
    // The search redirects from a ticket that it finds.
    const tickets: [string, string] = name === 'ticket.read' ? ['12', '13'] : [a, b]
    const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, place]) => place ?? '')
    const all = [...places, ...keyedBy]
    const of = (by: string) => (by === 'ticket' ? tickets : (values[by] ?? [`${by}-first`, `${by}-second`]))
    const address = (changed?: string) => {
      const value = (by: string): [string, string] => [by, of(by)[by === changed ? 1 : 0] ?? '']
      return hrefOf(name, Object.fromEntries(places.map(value)), Object.fromEntries(keyedBy.map(value)))
    }
    return all.map((by) => ({ name, by, from: address(), to: address(by) }))
  })
}

/** Marks all elements of the screen, changes the address, and waits until none of them is left. */
async function startsAnew(
  on: Page,
  change: () => Promise<unknown>,
  { name, by, to, from }: Pair,
  way: string,
) {
  await on.evaluate(() => document.querySelector('#conteudo')?.setAttribute('data-before', ''))
  await change()
  const standing = () =>
    on.evaluate(() => {
      const content = document.querySelector('#frame:not([aria-busy]) #conteudo')
      return content === null ? 'nothing' : content.hasAttribute('data-before') ? 'the old' : 'the new'
    })
  await expect.poll(standing, { message: `${name} by ${by}, ${way}` }).toBe('the new')
  const wanted = way === 'Back' ? from : to
  expect(new URL(on.url()).hash, `${name} by ${by}, ${way}`).toBe(wanted)
}

async function walk(on: Page, chosen: (name: string) => boolean): Promise<number> {
  const walked = pairs(chosen)
  for (const pair of walked) {
    await on.goto(`${portalUrl()}/${pair.from}`)
    await on.waitForFunction(
      () =>
        document.documentElement.dataset['ready'] !== undefined &&
        document.querySelector('#frame:not([aria-busy]) #conteudo') !== null &&
        document.querySelector('h1')?.textContent !== 'Carregando...',
    )
    await startsAnew(on, () => on.goto(`${portalUrl()}/${pair.to}`), pair, 'change')
    await startsAnew(on, () => on.goBack(), pair, 'Back')
    await startsAnew(on, () => on.goForward(), pair, 'Forward')
  }
  return walked.length
}

describe('a screen is mounted again when its address names another subject', () => {
  const forStaff = (name: string) => name.startsWith('staff.')
  const forCustomers = new Set(['ticket.paymentType', 'reserve.paymentConfirm', 'user.receipt'])
  const signedIn = (name: string) => forCustomers.has(name) || name.startsWith('payment.')

  it('for a guest', async () => {
    expect(await walk(page, (name) => !forStaff(name) && !signedIn(name))).toBeGreaterThan(0)
  })

  it('for a customer', { tags: 'deep' }, async () => {
    await signedInCustomer(context)
    expect(await walk(page, signedIn)).toBeGreaterThan(0)
  })

  it('for staff', async () => {
    await openDesk(page, 10, '', phone)
    // All screens use the same key function: one with two keys is enough.
    expect(await walk(page, (name) => name === 'staff.tariff')).toBe(2)
  })
})
