import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { codeAt } from '#staff/server/totp.ts'
import { at, PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { onAPhone } from './support/onAPhone.ts'
import { fillLogin, newCustomer, signIn } from './support/people.ts'
import { expectPixels, expectPixelsUpTo } from './support/views/pixels.ts'
import { openDesk, staffPerson } from './support/staff.ts'
import { portalUrl } from './support/portal.ts'

let page: Page
onAPhone((fresh) => ({ page } = fresh))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const rail = (page: Page) => page.getByRole('navigation', { name: 'Áreas da administração' })

describe('access to the back office', () => {
  it('requires the code after the password, refuses a wrong one, and opens the dashboard', async () => {
    const { email, password } = await staffPerson(10)
    await page.goto(`${portalUrl()}/#/login/?to=ticket.read`)
    await fillLogin(page, { email, password })
    await heading(page, 'Código de acesso').waitFor()
    const field = page.getByLabel('Código de 6 dígitos')
    await field.fill('000000')
    await page.getByRole('button', { name: 'CONTINUAR' }).click()
    await page.getByText('Código incorreto ou já usado. Espere o próximo e tente de novo.').waitFor()
    await field.fill(await nextCode(10))
    await field.press('Enter')
    await heading(page, 'Painel').waitFor()
    await page.reload()
    await heading(page, 'Painel').waitFor()
  })

  it('shows customers no part of it', async () => {
    await signIn(page, await newCustomer())
    await page.waitForURL(/#\/user\/menu$/)
    await page.goto(`${portalUrl()}/#/staff/`)
    await page.getByText('Você não tem permissão para esta ação.').waitFor()
    expect(await rail(page).count()).toBe(0)
  })

  it('sends guests to the public home', async () => {
    await page.goto(`${portalUrl()}/#/staff/tickets`)
    await expect.poll(() => page.url()).toMatch(/#\/ticket\/$/)
  })
})

/** The areas in their order, by level; the first stand in a phone's bar, the others behind 'Mais'. */
const areas = [
  'Painel',
  'Fechamentos',
  'Tickets',
  'Transações',
  'Em análise',
  'Contestações de banco',
  'Reclamações',
  'Avisos',
  'Reservas',
  'Estacionamentos',
]
const managers = ['Conciliação', 'Equipamentos', 'Pessoas', 'Configurações', 'Auditoria']
const areasOf = { 10: [...areas, 'Sair'], 2: [...areas, ...managers, 'Sair'] }
const inBar = 3

describe('the frame of the back office', () => {
  it.each([10, 2] as const)('shows level %i the areas of that level', async (level) => {
    await openDesk(page, level, '')
    await heading(page, 'Painel').waitFor()
    await expect.poll(() => rail(page).getByRole('link').allInnerTexts()).toEqual(areasOf[level])
    await rail(page)
      .getByText(level === 10 ? 'Sônia Leal' : 'Bruno Teles')
      .waitFor()
    expect(await rail(page).getByRole('link', { name: 'Painel' }).getAttribute('aria-current')).toBe('page')
  })

  it('lists the first steps on the dashboard until each is done', { tags: 'deep' }, async () => {
    await page.route('**/api/staff/dashboard?*', async (route) => {
      const response = await route.fetch()
      const text = (await response.text()).replace(
        '{"step":"device","done":true}',
        '{"step":"device","done":false}',
      )
      await route.fulfill({ response, body: text })
    })
    await openDesk(page, 2, '')
    await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor()
    await page.getByText('Feito: A tarifa do estacionamento').waitFor()
    await page.getByRole('link', { name: 'Um equipamento com a sua chave' }).click()
    await heading(page, 'Equipamentos').waitFor()
  })

  it('is a bar with a sheet on the smallest phone, from which an admin reaches each area', async () => {
    const level = 2
    const viewport = { width: 320, height: 568 }
    await openDesk(page, level, 'review', viewport)
    await heading(page, 'Em análise').waitFor()
    // However short the list: the bar stands at the phone's foot.
    const bar = await rail(page).boundingBox()
    expectPixels((bar?.y ?? 0) + (bar?.height ?? 0), viewport.height)
    await rail(page).getByRole('button', { name: 'Mais' }).click()
    const sheet = page.getByRole('dialog', { name: 'Áreas' })
    const behind = areasOf[level].slice(inBar)
    await expect.poll(() => sheet.getByRole('link').allInnerTexts()).toEqual(behind)
    // Nobody looks for what lies beside the screen.
    expect(await sheet.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    for (const area of behind) {
      const link = sheet.getByRole('link', { name: area })
      await link.scrollIntoViewIfNeeded()
      const { x, y, width, height } = (await link.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
      expectPixelsUpTo(0, x)
      expectPixelsUpTo(0, y)
      expectPixelsUpTo(x + width, viewport.width)
      expectPixelsUpTo(y + height, viewport.height)
      expectPixels(height, 44)
      await link.click({ trial: true })
    }
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'hidden' })
    await page.setViewportSize(viewport)
    await rail(page).getByRole('button', { name: 'Mais' }).click()
    await sheet.getByRole('link', { name: 'Estacionamentos' }).click()
    await heading(page, 'Estacionamentos').waitFor()
    await sheet.waitFor({ state: 'hidden' })
  })

  it('focuses the search, which finds a ticket with two keystrokes', async () => {
    await openDesk(page, 10, '')
    await page.getByLabel('Código do ticket ou placa').waitFor()
    await page.keyboard.type('ABC1D23')
    await page.keyboard.press('Enter')
    await page.waitForURL(/#\/staff\/tickets\?q=ABC1D23$/)
  })
})

/** The code after this moment's: it is taken early, and the run's own sign-in has not used it. */
async function nextCode(level: number): Promise<string> {
  const demo = must(await new PortalClient(portalUrl()).get('/dev/demo')).body
  const staff = at(demo, 'staff')
  const mine = Array.isArray(staff) ? staff.find((known) => at(known, 'level') === level) : undefined
  return codeAt(textAt(mine, 'totp_secret'), new Date(Date.now() + 30_000))
}
