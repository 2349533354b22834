import type { Browser, BrowserContext } from 'playwright-core'
import { at, PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { desktop, newPhone } from './browser.ts'
import { portalUrl, sharedPortal } from './portal.ts'

/** A browser in which the demo's staff member of this level is signed in, second factor given. Do not log out in it. */
export async function staffBrowser(
  browser: Browser,
  level: 1 | 2 | 10,
  viewport: { width: number; height: number } = desktop,
): Promise<BrowserContext> {
  const context = await newPhone(browser, viewport)
  const cookies = sharedPortal().staffCookies[level]
  if (!cookies) throw new Error(`nobody of level ${level}`)
  const url = portalUrl()
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  return context
}

export type StaffPerson = { email: string; password: string }

/** The demo's staff member of this level: how they sign in. */
export async function staffPerson(level: number): Promise<StaffPerson> {
  const demo = must(await new PortalClient(portalUrl()).get('/dev/demo')).body
  const staff = at(demo, 'staff')
  const person = Array.isArray(staff) ? staff.find((known) => at(known, 'level') === level) : undefined
  return { email: textAt(person, 'email'), password: textAt(person, 'password') }
}
