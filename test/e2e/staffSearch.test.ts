import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { phone } from './support/browser.ts'
import { parkedCar } from './support/demo.ts'
import { onAPhone } from './support/onAPhone.ts'
import { expectSound } from './support/sound.ts'
import { openDesk } from './support/staff.ts'

let page: Page
onAPhone((fresh) => ({ page } = fresh))

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const dialog = () => page.getByRole('dialog', { name: 'Buscar' })
const field = () => dialog().getByRole('combobox')
const option = (name: string | RegExp) => dialog().getByRole('option', { name })

async function openSearch(): Promise<void> {
  const rail = page.getByRole('navigation', { name: 'Áreas da administração' })
  await rail.getByRole('button', { name: 'Buscar' }).waitFor()
  await page.keyboard.press('Control+k')
}

describe('the one search, by keyboard', () => {
  it('opens a whole ticket code at Enter, lists it among the last seen, and finds screens', async () => {
    const code = await parkedCar(130)
    await openDesk(page, 2, '')
    await heading('Painel').waitFor()
    await openSearch()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await heading(formatTicketCode(code)).waitFor()
    expect(page.url()).toContain(`#/staff/tickets/${code}`)

    await openSearch()
    await page.keyboard.type('concil')
    await option('Conciliação').waitFor()
    await page.keyboard.press('Enter')
    await heading('Conciliação').waitFor()

    await openSearch()
    await dialog().getByText('Vistos por último').waitFor()
    await expectSound(page)
    await page.keyboard.press('Enter')
    await heading(formatTicketCode(code)).waitFor()
  })

  it('finds by kind while one types, moves by arrows, and says when there is nothing', async () => {
    await openDesk(page, 2, '')
    await heading('Painel').waitFor()
    await openSearch()
    await page.keyboard.type('alice')
    await dialog().getByRole('group', { name: 'Pessoas' }).waitFor()
    expect(await option('Alice Prado').first().getAttribute('aria-selected')).toBe('true')
    await expectSound(page)
    await field().fill('re')
    await option(/^Reservas$/).waitFor()
    await page.keyboard.press('ArrowDown')
    expect(await option(/^Reservas$/).getAttribute('aria-selected')).toBe('false')
    await page.keyboard.press('ArrowUp')
    expect(await option(/^Reservas$/).getAttribute('aria-selected')).toBe('true')
    await field().fill('xyzxyz')
    await dialog().getByText('Nada encontrado.').waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => dialog().count()).toBe(0)
  })

  it('the field of the Painel is the same search, has the focus, and opens a whole code at Enter', async () => {
    const code = await parkedCar(130)
    await openDesk(page, 2, '')
    const ours = page.getByRole('combobox', { name: /^Ticket, placa, reserva/ })
    await ours.waitFor()
    await expect.poll(() => ours.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('alice')
    await page.getByRole('group', { name: 'Pessoas' }).getByRole('option', { name: 'Alice Prado' }).waitFor()
    await expectSound(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.getByRole('option', { name: 'Alice Prado' }).count()).toBe(0)
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`#/staff/tickets/${code}$`))
  })

  it('on a phone it is the first of Mais', async () => {
    await openDesk(page, 10, '', phone)
    await heading('Painel').waitFor()
    await page.getByRole('button', { name: 'Mais' }).click()
    await page.getByRole('dialog', { name: 'Áreas' }).getByRole('button', { name: 'Buscar' }).click()
    await field().fill('ticke')
    await expectSound(page)
    await option('Tickets').click()
    await heading('Tickets').waitFor()
  })
})
