import type { BrowserContext, Page } from 'playwright-core'
import type { Acquirer, OfferedMethod } from '#acquirer/acquirer.ts'
import { pixControls } from '#simulators/pix/pixTestBed.ts'
import { acquirersOf } from '#app/server/start.ts'
import { minuteMs } from '#kit/clock.ts'
import { connect, leave, strangersPhone } from '#test/e2e/support/browser.ts'
import { openLine } from '#test/e2e/support/line/line.ts'
import type { PortalClient } from '#test/support/client.ts'
import { expectInvariants } from '#test/support/invariants.ts'
import { customer } from '#test/support/people.ts'
import { startPortal } from '#test/support/portal.ts'

/** Who takes the Pix, and what becomes of a code there that is ended before its time. */
export type Bank = { name: string; ended: RegExp }
export const theBank: Bank = { name: 'bacen', ended: /^REMOVIDA/ }
/** It has no call that ends a code: it is only shown no more. */
export const cielo: Bank = { name: 'cielo_pix', ended: /^ATIVA/ }

type Phone = { context: BrowserContext; page: Page }

/**
 * Two phones of 360 x 740 at one portal, a customer's and a guest's: whichever bank the test wants makes the next code. It
 * pays, says nothing and takes its time only where the test says so, as the hours of the portal and of the pages go on.
 */
export async function openPixPhones() {
  /** Whoever has 'pix' in its list makes the next code. */
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
  const line = await openLine(portal.url)
  const browser = await connect()
  // A page reads the hour from the wire, where the machine's own stands: both begin at it.
  portal.clock.forward((Date.now() - portal.clock.now().getTime()) / minuteMs)
  const tillOf = ({ name }: Bank) =>
    name === theBank.name ? portal.pix : pixControls(`${portal.simulator.url}/pix`)

  /** The phone is that of a client who has called over HTTP, and has answered the cookie dialog. */
  async function isOf({ context }: Phone, client: PortalClient): Promise<void> {
    const consent = encodeURIComponent(JSON.stringify({ initialized: true, accepted: true, ua: false }))
    const cookies = [...client.cookies, ['analytics_data', consent] as const]
    await context.clearCookies()
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: portal.url })))
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
    line,
    driver,
    guest,
    isOf,
    /** The next codes are of this bank; answers where it is paid. */
    goToBank: (bank: Bank) => {
      for (const [name, offered] of offers)
        offered.splice(0, offered.length, ...(name === bank.name ? (['pix'] as const) : []))
      return tillOf(bank)
    },
    /** Both banks' books, and ours. */
    booksAreRight: async () => {
      const ledger = async () =>
        (await Promise.all([theBank, cielo].map((bank) => tillOf(bank).ledger()))).flat()
      await expectInvariants({ ...portal, pix: { ledger } })
    },
    close: async () => {
      await leave(browser)
      await portal.close()
    },
  }
}
