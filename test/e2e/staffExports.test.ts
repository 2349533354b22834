import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone } from './support/browser.ts'
import { onAPhone } from './support/onAPhone.ts'
import { openDesk } from './support/staff.ts'
import { parkedCar } from './support/street.ts'

let page: Page
onAPhone((fresh) => ({ page } = fresh))

const link = (name: string) => page.getByRole('link', { name })

describe('the button Exportar', () => {
  it.each([
    ['a phone', phone],
    ['a desk', desktop],
  ])('saves only the rows that the list’s filters leave, at %s', async (_, viewport) => {
    await openDesk(page, 10, 'tickets?state=inside&from=2020-01-01', viewport)
    await link('Exportar: Excel').waitFor()
    // Without an end it is refused: the page says why, and leads back under the same filters.
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
    const [file] = await Promise.all([page.waitForEvent('download'), link('Exportar: CSV').click()])
    expect(file.suggestedFilename()).toBe(`tickets-${from}-${until}.csv`)
    expect(readFileSync(await file.path(), 'utf8')).toContain(
      `"${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}"`,
    )
    expect(page.url()).toContain('#/staff/tickets?')
  })
})

it('on a desktop the filters of a list are in one row', async () => {
  for (const list of ['transactions', 'reservations', 'contests', 'disputes', 'audit', 'alerts', 'devices']) {
    await openDesk(page, 1, list, desktop)
    const filters = page.locator('[class*=filters] > *')
    await filters.first().waitFor()
    const ends = await filters.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom))
    expect({ list, together: Math.max(...ends) - Math.min(...ends) < 2 }).toEqual({ list, together: true })
  }
})
