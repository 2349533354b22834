import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { subscribedBrowser } from '#test/support/wire/pushService.ts'
import { knownGuest, paidTicket } from './support/customer.ts'
import { newPhone, phone } from './support/browser.ts'
import { onAPhone } from './support/onAPhone.ts'

let context: BrowserContext
let page: Page
const { open, button } = onAPhone(
  (fresh) => ({ context, page } = fresh),
  (browser) => newPhone(browser, phone, 'allow'),
)

/** A headless Chromium denies notifications and has no push service: permission and subscription are stubbed. */
async function subscribing(): Promise<void> {
  const { subscription } = subscribedBrowser('https://fcm.googleapis.com')
  await page.addInitScript((given) => {
    const { endpoint } = given
    let permission = 'default'
    Object.defineProperty(Notification, 'permission', { get: () => permission })
    Notification.requestPermission = async () => {
      permission = 'granted'
      return 'granted'
    }
    PushManager.prototype.subscribe = async () =>
      Object.assign(Object.create(PushSubscription.prototype, { endpoint: { value: endpoint } }), {
        toJSON: () => given,
      })
  }, subscription)
}

it('a paid driver who allows it is reminded, and is asked only after the tap', async () => {
  await knownGuest(context)
  const { token } = await paidTicket(context)
  await subscribing()
  await open(`#/payment/${token}/done`)
  await button('Avisar antes de sair').click()
  await page.getByText('Você será avisado 5 minutos antes do prazo.').waitFor()
  await button('Não avisar mais').click()
  await page.getByText('Você não será mais avisado.').waitFor()
  await button('Avisar antes de sair').waitFor()
})

it('a phone that forbids notices has no button; in the app the app reminds', async () => {
  await knownGuest(context)
  const { token } = await paidTicket(context)
  await page.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'denied' }),
  )
  await open(`#/payment/${token}/done`)
  await button('Pôr na agenda').waitFor()
  await page.waitForLoadState('networkidle')
  expect(await button('Avisar antes de sair').count()).toBe(0)
  await page.addInitScript(() => {
    Object.assign(window, { guicheApp: { remind: (until: string) => Date.parse(until) > 0 } })
  })
  await page.reload()
  await button('Avisar antes de sair').click()
  await page.getByText('Você será avisado 5 minutos antes do prazo.').waitFor()
})
