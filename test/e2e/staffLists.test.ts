import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { paidTicket, signedInCustomer } from './support/customer.ts'
import { parkedCar } from './support/demo.ts'
import { desktop, newPhone, phone } from './support/browser.ts'
import { onAPhone } from './support/onAPhone.ts'
import { expectPixels } from './support/views/pixels.ts'
import { openDesk } from './support/staff.ts'

let page: Page
onAPhone((fresh) => ({ page } = fresh))

/** The lists of the desk: title, and the noun of their rows. */
const lists = {
  tickets: ['Tickets', 'tickets?'],
  reservations: ['Reservas', 'reservas?'],
  alerts: ['Avisos', 'avisos?'],
  transactions: ['Transações', 'transaç(ão|ões)'],
  review: ['Em análise', 'transaç(ão|ões) em análise'],
  disputes: ['Contestações', 'contestaç(ão|ões)'],
  contests: ['Reclamações', 'reclamaç(ão|ões)'],
  closings: ['Fechamentos', 'fechamentos?'],
  taken: ['Recebimentos', 'recebimentos?'],
  reconciliation: ['Conciliação', 'extratos?'],
  lots: ['Estacionamentos', 'estacionamentos?'],
  devices: ['Equipamentos', 'equipamentos?'],
  users: ['Pessoas', 'pessoas?'],
  audit: ['Auditoria', 'alteraç(ão|ões)'],
} as const

it('each list says once how many rows its filters leave', async () => {
  for (const [list, [title, noun]] of Object.entries(lists)) {
    await openDesk(page, 1, list)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    const count = page.getByRole('status').filter({ hasText: new RegExp(`^[\\d.]+ ${noun}`) })
    const none = page.getByRole('heading', { name: /^(Nenhum|Nada|Ninguém)/ })
    await count.or(none).first().waitFor()
    expect({ list, read: (await count.count()) + (await none.count()) }).toEqual({ list, read: 1 })
    expect(await page.getByRole('status').filter({ hasText: 'Exibindo' }).count()).toBe(0)
  }
})

it('Transações adds up what its filters leave', async () => {
  const driver = await newPhone(page.context().browser() ?? expect.fail())
  await signedInCustomer(driver)
  const { code } = await paidTicket(driver)
  await driver.close()
  await openDesk(page, 1, `transactions?q=${code}`)
  await page.getByText('1 transação · R$ 7,00').waitFor()
})

it('the search needs no button, replaces the address and keeps the focus; Enter opens a single ticket', async () => {
  const code = await parkedCar(130)
  await openDesk(page, 10, '')
  await page.getByRole('link', { name: 'Tickets' }).click()
  await page.getByRole('heading', { name: 'Tickets', level: 1 }).waitFor()
  const search = page.getByRole('searchbox', { name: 'Código do ticket ou placa' })
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  const { y: top } = (await search.boundingBox()) ?? expect.fail()
  const entries = await page.evaluate(() => history.length)
  await page.keyboard.type(code.slice(0, 12), { delay: 30 })
  await page.getByText('1 ticket', { exact: true }).waitFor()
  await expect.poll(() => page.url()).toContain(`/tickets?q=${code.slice(0, 12)}`)
  await page.keyboard.type(code.slice(12))
  await expect.poll(() => page.url()).toContain(`/tickets?q=${code}`)
  expect(await search.inputValue()).toBe(code)
  await expect.poll(() => search.evaluate((field) => field === document.activeElement)).toBe(true)
  expectPixels((await search.boundingBox())?.y, top)
  expect(await page.evaluate(() => history.length)).toBe(entries)
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/tickets/${code}$`))
})

it('filters are chips in the address: chosen, removed and by the names of periods', async () => {
  await openDesk(page, 1, 'transactions')
  await page.getByLabel('Situação').selectOption('Devolvida')
  await expect.poll(() => page.url()).toContain('state=refunded')
  await page.getByText('Situação: Devolvida').waitFor()
  await page.getByRole('button', { name: 'Remover o filtro Situação' }).click()
  await expect.poll(() => page.url()).not.toContain('state=')
  await page.getByText('+ Situação').waitFor()
  await page.locator('select:focus').waitFor()
  await page.getByLabel('Período').selectOption('esta semana')
  await expect.poll(() => page.url()).toMatch(/from=[\d-]{10}&until=[\d-]{10}$/)
  await page.getByText('Período: esta semana').waitFor()
  await page.getByLabel('Período').selectOption('intervalo...')
  await page.getByLabel('Desde').fill('01/02/2026')
  await page.getByLabel('Até').fill('28/02/2026')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByText('Período: 01/02/2026 a 28/02/2026').waitFor()
  expect(page.url()).toContain('from=2026-02-01&until=2026-02-28')
})

it('on a phone the filters are in a sheet', async () => {
  await openDesk(page, 1, 'transactions', phone)
  await page.getByRole('button', { name: 'Filtros' }).click()
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await sheet.getByLabel('Forma').selectOption('Pix')
  await expect.poll(() => page.url()).toContain('method=pix')
  await sheet.getByRole('button', { name: 'Ver resultados' }).click()
  await page.getByRole('button', { name: 'Filtros (1)' }).waitFor()
})

it.each([
  ['a desk', desktop, 200, 40],
  ['a phone', { width: 360, height: 740 }, 300, 44],
])('the first row of each list stands high, below a search of one line, at %s', async (_, size, px, line) => {
  for (const [list, [title]] of Object.entries(lists)) {
    await openDesk(page, 1, list, size)
    await page.getByRole('heading', { name: title, level: 1 }).waitFor()
    const first = page.locator('tbody tr, section[class*=empty]').first()
    await first.waitFor()
    const shown = await page.evaluate(() => {
      const row = document.querySelector('tbody tr')
      const empty = document.querySelector('section[class*=empty]')
      // Rows would stand below a heading of 37 px.
      const head = row || innerWidth < 720 ? 0 : 37
      const { top = NaN } = (row ?? empty)?.getBoundingClientRect() ?? {}
      return top + head
    })
    expect({ list, isHigh: shown <= px, at: shown }).toEqual({ list, isHigh: true, at: shown })
    const search = page.getByRole('main').getByRole('searchbox')
    if ((await search.count()) > 0) expectPixels((await search.boundingBox())?.height, line)
  }
})

it('a record leads back to its list as that was filtered, and by keyboard to its neighbours there', async () => {
  for (const _ of [1, 2]) await parkedCar(20, 2)
  await openDesk(page, 10, 'tickets?lot_id=2&state=inside')
  const rows = page.getByRole('table', { name: 'Tickets' }).getByRole('rowheader').getByRole('link')
  await rows.nth(1).waitFor()
  const [first = '', second = ''] = await rows.allInnerTexts()
  await rows.first().click()
  await page.getByRole('heading', { name: first, level: 1 }).waitFor()
  const path = page.getByRole('navigation', { name: 'Caminho' })
  expect(await path.getByRole('link', { name: 'Anterior' }).count()).toBe(0)
  await page.locator('h1:focus').waitFor()
  // Past the way back.
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: second, level: 1 }).waitFor()
  await path.getByRole('link', { name: 'Anterior' }).waitFor()
  await path.getByRole('link', { name: 'Voltar: Tickets' }).click()
  await rows.first().waitFor()
  expect(page.url()).toMatch(/tickets\?lot_id=2&state=inside$/)
  // Another tab knows only the list.
  await rows.first().click()
  await page.reload()
  await page.getByRole('heading', { name: first, level: 1 }).waitFor()
  expect(await path.getByRole('link').count()).toBe(1)
})
