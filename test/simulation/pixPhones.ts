import type { BrowserContext, Page } from 'playwright-core'
import type { Acquirer, OfferedMethod } from '#acquirer/acquirer.ts'
import { acquirersOf } from '#app/server/start.ts'
import { minuteMs } from '#kit/clock.ts'
import { answerCookies, connect, leave, strangersPhone } from '#test/e2e/support/browser.ts'
import { startFaultProxy } from '#test/e2e/support/proxy/portalProxy.ts'
import type { PortalClient } from '#test/support/client.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { customer } from '#test/support/people.ts'
import { startPortal } from '#test/support/portal.ts'

/** A bank, and the state of a code there that is ended early. */
export type Bank = { name: string; ended: RegExp }
export const theBank: Bank = { name: 'bacen', ended: /^REMOVIDA/ }
/** Cielo has no call that ends a code: it is only hidden. */
export const cielo: Bank = { name: 'cielo_pix', ended: /^ATIVA/ }

type Phone = { context: BrowserContext; page: Page }

/**
 * Two phones of 360 x 740 at one portal, a customer's and a guest's; the test chooses the bank of the next code.
 * Payments, failures and delays occur only where the test causes them.
 */
export async function openPixPhones() {
  /** The acquirer with 'pix' in its list makes the next code. */
  const offers = new Map<string, OfferedMethod[]>([
    [theBank.name, ['pix']],
    [cielo.name, []],
  ])
  const offering = (acquirer: Acquirer): Acquirer => ({
    ...acquirer,
    offers: offers.get(acquirer.name) ?? acquirer.offers,
  })
  const portal = await startPortal({
    web: true,
    acquirers: (cards, bank, pix) => acquirersOf(cards, offering(bank), offering(pix)),
  })
  const proxy = await startFaultProxy(portal.url)
  const browser = await connect()
  // A page takes the time from the HTTP Date header, which is the machine's: both start with it.
  portal.clock.forward((Date.now() - portal.clock.now().getTime()) / minuteMs)
  const controlsOf = ({ name }: Bank) => (name === theBank.name ? portal.pix : portal.pixAtCielo)

  /** Gives the phone the cookies of an HTTP client, and answers the cookie dialog. */
  async function isOf({ context }: Phone, client: PortalClient): Promise<void> {
    await context.clearCookies()
    await answerCookies(context, portal.url, client)
  }

  async function newPhone(): Promise<Phone> {
    const context = await strangersPhone(browser)
    const page = await context.newPage()
    await page.clock.install({ time: new Date() })
    return { context, page }
  }

  const { client } = await customer(portal)
  const driver = { ...(await newPhone()), client }
  const guest = await newPhone()
  await isOf(driver, client)
  return {
    portal,
    proxy,
    driver,
    guest,
    isOf,
    /** The next codes are of this bank; answers its controls. */
    goToBank: (bank: Bank) => {
      for (const [name, offered] of offers)
        offered.splice(0, offered.length, ...(name === bank.name ? (['pix'] as const) : []))
      return controlsOf(bank)
    },
    /** Compares both banks' ledgers with ours. */
    compareLedgers: () => expectInvariants(portal),
    close: async () => {
      await leave(browser)
      await portal.close()
    },
  }
}
