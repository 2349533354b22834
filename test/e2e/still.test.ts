import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { phone, strangersPhone } from './support/browser.ts'
import { knownGuest, paidTicket } from './support/customer.ts'
import { onAPhone } from './support/onAPhone.ts'

/** Whoever opens a screen by its address, for the first time: nothing moves under the thumb while the rest comes. */
let page: Page
const { open } = onAPhone(
  (fresh) => ({ page } = fresh),
  (browser) => strangersPhone(browser, phone, 'block'),
)

const checked = 'Verificação de segurança concluída.'

const countMoves = `globalThis.moved = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        moved.push(value.toFixed(3) + ' ' + sources.map(({ node }) => node?.textContent).join(' | '))
    }).observe({ type: 'layout-shift', buffered: true })`
// What has moved is told with the frame after it.
const moves = 'new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => told(moved))))'

it.each([
  ['#/ticket/', null],
  ['#/ticket/read', null],
  ['#/contact', null],
  ['#/terms/privacyPolicy', null],
  ['#/login/', checked],
  ['#/login/recover_email', checked],
  ['#/account/create', null],
])('%s stands still', async (address, last) => {
  await page.addInitScript(countMoves)
  await open(address)
  await page.waitForSelector('html[data-ready]')
  await page.getByRole('dialog', { name: 'Cookies' }).waitFor()
  if (last) await page.getByText(last).waitFor()
  expect(await page.evaluate(moves)).toEqual([])
})

it.each(['#/ticket/', '#/ticket/read'])(
  '%s stands still on a phone that has paid a ticket',
  async (address) => {
    await knownGuest(page.context())
    const { token } = await paidTicket(page.context())
    await open(`#/payment/${token}/done`)
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    await page.goto('about:blank')
    await page.addInitScript(countMoves)
    await open(address)
    await page.getByText('Pago. Sair até').waitFor()
    expect(await page.evaluate(moves)).toEqual([])
  },
)
