import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/browser.ts'
import { onAPhone } from './support/onAPhone.ts'
import { expectPixelsUpTo } from './support/views/pixels.ts'
import { openDesk } from './support/staff.ts'
import { wholeClosing } from './support/kit/wholeClosing.ts'
import { parkedCar } from './support/demo.ts'

let page: Page
onAPhone((fresh) => ({ page } = fresh))

const link = (name: string) => page.getByRole('link', { name })

const openMenu = () => page.getByRole('button', { name: 'Exportar' }).click()

describe('the button Exportar', () => {
  it.each([
    ['a phone', phone],
    ['a desk', desktop],
  ])('saves only the rows that the list’s filters leave, at %s', async (_, viewport) => {
    await openDesk(page, 10, 'tickets?state=inside&from=2020-01-01', viewport)
    await openMenu()
    await link('Exportar: Excel').waitFor()
    await page.getByText(/Excel guarda os zeros à esquerda\.$/).waitFor()
    // Without an end it is refused: the page shows why, and leads back with the same filters.
    await link('Exportar: CSV').click()
    await page.getByText('Escolha o período (até 400 dias).').waitFor()
    await page.getByRole('link', { name: 'Voltar' }).click()
    await page.getByRole('heading', { name: 'Tickets', level: 1 }).waitFor()
    expect(page.url()).toContain('#/staff/tickets?state=inside&from=2020-01-01')
  })

  it('saves a file under its name', async () => {
    const code = await parkedCar(130, 1)
    const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const [from, until] = [dayAgo(30), dayAgo(0)]
    await openDesk(page, 10, `tickets?state=inside&from=${from}&until=${until}`)
    await openMenu()
    const [file] = await Promise.all([page.waitForEvent('download'), link('Exportar: CSV').click()])
    expect(file.suggestedFilename()).toBe(`tickets-${from}-${until}.csv`)
    expect(readFileSync(await file.path(), 'utf8')).toContain(
      `"${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}"`,
    )
    expect(page.url()).toContain('#/staff/tickets?')
  })
})

it('Exportar is a menu for the keyboard: arrows lead through it, Escape closes it and returns the focus', async () => {
  await openDesk(page, 10, 'tickets')
  const button = page.getByRole('button', { name: 'Exportar' })
  await button.press('Enter')
  await page.locator('a:focus', { hasText: 'CSV' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('a:focus', { hasText: 'Excel' }).waitFor()
  await button.focus()
  await page.keyboard.press('ArrowUp')
  await page.locator('a:focus', { hasText: 'Excel' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => link('Exportar: CSV').count()).toBe(0)
  await expect.poll(() => button.evaluate((at) => at === document.activeElement)).toBe(true)
  const title = await page.getByRole('heading', { level: 1 }).boundingBox()
  const at = await button.boundingBox()
  const middles = [title, at].map((box) => (box ? box.y + box.height / 2 : NaN))
  expectPixelsUpTo((middles[0] ?? NaN) - (middles[1] ?? NaN), 1)
})

it('on a desktop the filters of a list are in one row', async () => {
  for (const list of [
    'transactions',
    'taken',
    'reservations',
    'contests',
    'disputes',
    'audit',
    'alerts',
    'devices',
  ]) {
    await openDesk(page, 1, list, desktop)
    const filters = page.locator('[class*=filters] > *')
    await filters.first().waitFor()
    const ends = await filters.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
    expect({ list, together: Math.max(...ends) - Math.min(...ends) < 2 }).toEqual({ list, together: true })
  }
})

it('Recebimentos has the current month until another is chosen, and its file the rows that it shows', async () => {
  await openDesk(page, 10, '')
  await link('Ver os recebimentos um a um').click()
  await page.getByRole('heading', { name: 'Recebimentos', level: 1 }).waitFor()
  await openDesk(page, 10, 'taken')
  await expect.poll(() => page.url()).toMatch(/taken\?from=\d{4}-\d\d-01&until=\d{4}-\d\d-\d\d$/)
  const address = page.url()
  await page.getByLabel('Período').selectOption('intervalo...')
  await page.getByLabel('Desde').fill('')
  await page.keyboard.press('Enter')
  await page.getByText('Use dd/mm/aaaa.').waitFor()
  expect(page.url()).toBe(address)
  await page.getByLabel('Desde').fill('01/01/2026')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('from=2026-01-01')
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByLabel('Origem').selectOption('Máquina')
  await page.getByRole('cell', { name: 'Máquina', exact: true }).first().waitFor()
  await openMenu()
  const [file] = await Promise.all([page.waitForEvent('download'), link('Exportar: CSV').click()])
  expect(file.suggestedFilename()).toMatch(/^recebimentos-2026-01-01-/)
  const text = readFileSync(await file.path(), 'utf8')
  expect(text).toContain('"Máquina"')
  expect(text).not.toContain('"Portal"')
})

it.each([
  ['a phone', phone],
  ['a desk', desktop],
])('a closing with every section is printed on one sheet, at %s', async (_, viewport) => {
  await page.route('**/api/staff/closings/1/edit', (route) =>
    route.fulfill({ json: { entity: wholeClosing, data: wholeClosing } }),
  )
  await openDesk(page, 2, 'closings/1', viewport)
  await page.getByText('Enviado a contador@exemplo.com.br em 27/11/2026 às 06:00').waitFor()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1)
})
