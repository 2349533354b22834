import type { Browser, BrowserContext } from 'playwright-core'
import { inject } from 'vitest'
import { at, PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { desktop, newPhone } from './browser.ts'

/** A browser in which the demo's staff member of this level is signed in, second factor given. Do not log out in it. */
export async function staffBrowser(
  browser: Browser,
  level: 1 | 2 | 10,
  viewport: { width: number; height: number } = desktop,
): Promise<BrowserContext> {
  const context = await newPhone(browser, viewport)
  const cookies = inject('staffCookies')[level]
  if (!cookies) throw new Error(`nobody of level ${level}`)
  const url = inject('portalUrl')
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
  return context
}

export type StaffPerson = { email: string; password: string }

/** The demo's staff member of this level: how they sign in. */
export async function staffPerson(level: number): Promise<StaffPerson> {
  const demo = must(await new PortalClient(inject('portalUrl')).get('/dev/demo')).body
  const staff = at(demo, 'staff')
  const person = Array.isArray(staff) ? staff.find((known) => at(known, 'level') === level) : undefined
  return { email: textAt(person, 'email'), password: textAt(person, 'password') }
}
