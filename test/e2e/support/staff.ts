import type { Browser, BrowserContext, Page } from 'playwright-core'
import { at, PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { desktop, newPhone } from './browser.ts'
import type { Size } from './look/devTools.ts'
import { portalUrl, sharedPortal } from './portal.ts'

type Level = 1 | 2 | 10

/** A browser in which the demo's staff member of this level is signed in, second factor given. Do not log out in it. */
export async function staffBrowser(browser: Browser, level: Level): Promise<BrowserContext> {
  const context = await newPhone(browser, desktop)
  await signStaffIn(context, level)
  return context
}

/** The same on this page, at a screen of the back office: `openDesk(page, 2, 'lots')`. */
export async function openDesk(
  page: Page,
  level: Level,
  path: string,
  viewport: Size = desktop,
): Promise<void> {
  await signStaffIn(page.context(), level)
  await page.setViewportSize(viewport)
  await page.goto(`${portalUrl()}/#/staff/${path}`)
}

/** Opens the menu of a record's further actions and chooses one. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.locator('header li').getByRole('button', { name, exact: true }).click()
}

/** What the shown record offers, also in its menu. */
export async function offeredActions(page: Page): Promise<string[]> {
  return page.locator('header').getByRole('button', { includeHidden: true }).allTextContents()
}

async function signStaffIn(context: BrowserContext, level: Level): Promise<void> {
  const cookies = sharedPortal().staffCookies[level]
  if (!cookies) throw new Error(`no staff member of level ${level}`)
  const url = portalUrl()
  await context.addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url })))
}

type StaffPerson = { email: string; password: string }

/** The demo's staff member of this level: how they sign in. */
export async function staffPerson(level: number): Promise<StaffPerson> {
  const demo = must(await new PortalClient(portalUrl()).get('/dev/demo')).body
  const staff = at(demo, 'staff')
  const person = Array.isArray(staff) ? staff.find((known) => at(known, 'level') === level) : undefined
  return { email: textAt(person, 'email'), password: textAt(person, 'password') }
}
