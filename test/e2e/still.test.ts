import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { phone, strangersPhone } from './support/browser.ts'
import { onAPhone } from './support/onAPhone.ts'

/** Whoever opens a screen by its address, for the first time: nothing moves under the thumb while the rest comes. */
let page: Page
const { open } = onAPhone(
  (fresh) => ({ page } = fresh),
  (browser) => strangersPhone(browser, phone, 'block'),
)

const checked = 'Verificação de segurança concluída.'

it.each([
  ['#/ticket/', null],
  ['#/ticket/read', null],
  ['#/contact', null],
  ['#/terms/privacyPolicy', null],
  ['#/login/', checked],
  ['#/login/recover_email', checked],
  ['#/account/create', null],
])('%s stands still', async (address, last) => {
  await page.addInitScript(`globalThis.moved = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        moved.push(value.toFixed(3) + ' ' + sources.map(({ node }) => node?.textContent).join(' | '))
    }).observe({ type: 'layout-shift', buffered: true })`)
  await open(address)
  await page.waitForSelector('html[data-ready]')
  await page.getByRole('dialog', { name: 'Cookies' }).waitFor()
  if (last) await page.getByText(last).waitFor()
  // What has moved is told with the frame after it.
  const frames =
    'new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => told(moved))))'
  expect(await page.evaluate(frames)).toEqual([])
})
