import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { codeAt } from '#staff/server/totp.ts'
import { at, PortalClient, textAt } from '#test/support/client.ts'
import { must } from '#test/support/flow.ts'
import { parkedCar } from './support/demo.ts'
import { onAPhone } from './support/onAPhone.ts'
import { fillLogin, newCustomer, signIn } from './support/people.ts'
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
    await page.getByRole('button', { name: 'Continuar' }).click()
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

describe('the frame of the back office', () => {
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

  it('focuses the search, which finds a ticket with two keystrokes', async () => {
    const plate = 'BSC1A23'
    const code = await parkedCar(130, 1, plate)
    await openDesk(page, 10, '')
    const field = page.getByRole('combobox', { name: /^Ticket, placa, reserva/ })
    await field.waitFor()
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type(plate)
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`#/staff/tickets/${code}$`))
  })
})

/** The next code: it is accepted early, and the run's own sign-in has not used it. */
async function nextCode(level: number): Promise<string> {
  const demo = must(await new PortalClient(portalUrl()).get('/dev/demo')).body
  const staff = at(demo, 'staff')
  const mine = Array.isArray(staff) ? staff.find((known) => at(known, 'level') === level) : undefined
  return codeAt(textAt(mine, 'totp_secret'), new Date(Date.now() + 30_000))
}
