import type { Browser, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { newPhone } from './support/browser.ts'
import { callAs, paidTicket, signedInCustomer } from './support/customer.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'
import { openDesk } from './support/staff.ts'
import { expectPixels, expectPixelsUpTo } from './support/views/pixels.ts'

let browser: Browser
let page: Page
onAPhone((fresh) => ({ browser, page } = fresh))

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const rail = () => page.getByRole('navigation', { name: 'Áreas da administração' })
const button = (name: string) => rail().getByRole('button', { name })
const sheet = (name: string) => page.getByRole('dialog', { name })

const today = ['Painel', 'Caixa', 'Tickets', 'Reservas', 'Avisos']
const money = ['Transações', 'Em análise', 'Contestações', 'Reclamações', 'Fechamentos']
const register = ['Parceiros', 'Equipamentos', 'Pessoas', 'Configurações', 'Auditoria']
/** The rail's groups by level. */
const groupsOf = {
  10: { Hoje: today, Dinheiro: money, Cadastro: ['Estacionamentos', 'Parceiros'] },
  2: { Hoje: today, Dinheiro: [...money, 'Conciliação'], Cadastro: ['Estacionamentos', ...register] },
} as const
const behindMore = ['Caixa', 'Reservas', 'Avisos', 'Estacionamentos', ...register]

/** Texts of the links of each list, without their counts. */
const titlesIn = (list: Locator) =>
  list
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => (link.querySelector('span') ?? link).textContent))

/** The Painel while a driver's complaint waits; answers what waits by area. */
async function openWithComplaint(): Promise<Readonly<Record<string, number>>> {
  const driver = await newPhone(browser)
  await signedInCustomer(driver)
  const { token } = await paidTicket(driver)
  const data = { reason: 'gate_closed', text: 'A cancela da saída 2 não abriu.' }
  await callAs(driver, `/api/pm_transaction/${token}/contest`, { data })
  await driver.close()
  await openDesk(page, 2, '')
  await heading('Painel').waitFor()
  const counts = await callAs(page.context(), '/api/staff/waiting')
  const count = (name: string) => Number(at(counts, `data.${name}`))
  return {
    Avisos: count('alerts'),
    'Em análise': count('review'),
    Contestações: count('disputes'),
    Reclamações: count('contests'),
  }
}

describe('the rail', () => {
  it.each([10, 2] as const)('groups the areas of level %i', async (level) => {
    await openDesk(page, level, '')
    await heading('Painel').waitFor()
    for (const [group, titles] of Object.entries(groupsOf[level]))
      await expect.poll(() => titlesIn(rail().getByRole('list', { name: group }))).toEqual(titles)
    const [name, levelName] = level === 10 ? ['Sônia Leal', 'Supervisor'] : ['Bruno Teles', 'Gerente']
    await rail().getByText(name).waitFor()
    await rail().getByText(`${levelName} · todos os estacionamentos`).waitFor()
    await rail().getByRole('link', { name: 'Sair' }).waitFor()
    expect(await rail().getByRole('link', { name: 'Painel' }).getAttribute('aria-current')).toBe('page')
  })

  it('the Painel has a chip for what waits, which leads to its list', async () => {
    const { Reclamações: count } = await openWithComplaint()
    const name = count === 1 ? '1 reclamação' : `${count} reclamações`
    await page
      .getByRole('list', { name: 'Esperam por você' })
      .getByRole('link', { name, exact: true })
      .click()
    await heading('Reclamações').waitFor()
    expect(page.url()).toMatch(/contests\?state=open$/)
  })

  it('says how many wait beside an area, also on the next screen, and nothing at zero', async () => {
    const counts = await openWithComplaint()
    expect(counts['Reclamações']).toBeGreaterThan(0)
    const expectCounts = async () => {
      for (const [title, count] of Object.entries(counts)) {
        const name = count === 0 ? title : `${title} ${count} esperando`
        await rail().getByRole('link', { name, exact: true }).waitFor()
      }
    }
    await expectCounts()
    await rail().getByRole('link', { name: 'Reservas' }).click()
    await heading('Reservas').waitFor()
    await expectCounts()
  })

  it('centres icons and counts on the line of their title', async () => {
    await openWithComplaint()
    await rail().getByText('esperando').first().waitFor()
    const off = await rail()
      .getByRole('link')
      .filter({ has: page.locator('svg') })
      .evaluateAll((links) => {
        const middle = (part: Element) => {
          const { top, bottom } = part.getBoundingClientRect()
          return (top + bottom) / 2
        }
        return links.flatMap((link) => {
          const [icon, title, count] = link.children
          return [icon, count].map((part) => (part && title ? Math.abs(middle(part) - middle(title)) : 0))
        })
      })
    expect(off).toHaveLength(34)
    expect(Math.max(...off)).toBeLessThanOrEqual(1)
  })
})

describe('the bar of a phone', () => {
  const viewport = { width: 320, height: 568 }

  it('has a sheet for money and one for the rest, from which an admin reaches each area', async () => {
    await openDesk(page, 2, 'review', viewport)
    await heading('Em análise').waitFor()
    // With a short list the bar is still at the phone's bottom.
    const bar = await rail().boundingBox()
    expectPixels((bar?.y ?? 0) + (bar?.height ?? 0), viewport.height)
    for (const [title, name, areas] of [
      ['Dinheiro', 'Dinheiro', groupsOf[2].Dinheiro],
      ['Mais', 'Áreas', [...behindMore, 'Sair']],
    ] as const) {
      await button(title).click()
      const links = sheet(name).getByRole('link')
      await expect.poll(() => titlesIn(sheet(name))).toEqual(areas)
      // Nothing is hidden beside the screen.
      expect(await sheet(name).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      for (const link of await links.all()) await expectReachable(link)
      await page.keyboard.press('Escape')
      await sheet(name).waitFor({ state: 'hidden' })
    }
    await button('Mais').click()
    await sheet('Áreas').getByRole('link', { name: 'Estacionamentos' }).click()
    await heading('Estacionamentos').waitFor()
    await sheet('Áreas').waitFor({ state: 'hidden' })
  })

  it('leads to the closings by keyboard alone', async () => {
    await openDesk(page, 2, 'lots', viewport)
    await heading('Estacionamentos').waitFor()
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    const goTo = async (text: string) => {
      await expect
        .poll(async () => {
          await page.keyboard.press('Tab')
          return focused()
        })
        .toBe(text)
      await page.keyboard.press('Enter')
    }
    await page.locator('body').press('Home')
    await goTo('Dinheiro')
    await sheet('Dinheiro').waitFor()
    await goTo('Fechamentos')
    await heading('Fechamentos').waitFor()
    expect(await button('Dinheiro').getAttribute('aria-current')).toBe('true')
  })

  async function expectReachable(link: Locator): Promise<void> {
    await link.scrollIntoViewIfNeeded()
    const { x, y, width, height } = (await link.boundingBox()) ?? { x: -1, y: -1, width: 0, height: 0 }
    expectPixelsUpTo(0, x)
    expectPixelsUpTo(0, y)
    expectPixelsUpTo(x + width, viewport.width)
    expectPixelsUpTo(y + height, viewport.height)
    expectPixels(height, 44)
    await link.click({ trial: true })
  }
})

describe('the surfaces', () => {
  it.each(['tickets', 'lots', 'users', 'audit', 'devices'])(
    'first lines of each row of %s stand on one baseline, dots in the middle of their line',
    async (path) => {
      await openDesk(page, 2, path)
      await page.locator('tbody tr').first().waitFor()
      const { baselines, dots } = await page.locator('tbody tr').evaluateAll((rows) => {
        const baselineOf = (cell: Element) => {
          const first = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
          const at = first?.parentElement
          if (!first || !at) return []
          const mark = document.createElement('span')
          mark.style.cssText = 'display: inline-block; width: 0; height: 0'
          at.insertBefore(mark, first)
          const { bottom } = mark.getBoundingClientRect()
          mark.remove()
          return [bottom]
        }
        return {
          baselines: rows.map((row) => [...row.children].flatMap(baselineOf)),
          dots: rows.flatMap((row) =>
            [...row.querySelectorAll('td *')]
              .filter((tag) => getComputedStyle(tag, '::before').borderTopWidth === '4px')
              .map((tag) => {
                const height = tag.getBoundingClientRect().height
                const line = Number.parseFloat(getComputedStyle(tag).lineHeight)
                return Math.abs(height - line)
              }),
          ),
        }
      })
      expect(baselines.length).toBeGreaterThan(0)
      for (const of of baselines) expect(Math.max(...of) - Math.min(...of)).toBeLessThanOrEqual(1)
      expect(Math.max(0, ...dots)).toBeLessThanOrEqual(1)
    },
  )

  it('are flat: no shadow and no gradient on the desk; rows of a list are 40 px high', async () => {
    await openDesk(page, 2, 'users')
    await page.locator('tbody tr').first().waitFor()
    const { height } = (await page.locator('tbody tr').first().boundingBox()) ?? { height: 0 }
    expectPixels(height, 40)
    await page.goto(`${portalUrl()}/#/staff/`)
    await heading('Painel').waitFor()
    await page.waitForFunction(() => !document.querySelector('#conteudo [data-waiting]'))
    // In one turn: a part that has left the page has no style.
    const raised = await page.evaluate(() =>
      [...document.querySelectorAll('body, #frame *')].flatMap((part) => {
        const { boxShadow, backgroundImage } = getComputedStyle(part)
        const isFlat = boxShadow === 'none' || boxShadow.endsWith(' 0px 0px 0px 1px')
        // A select's arrow is drawn by gradients.
        const isPlain = backgroundImage === 'none' || part.matches('select')
        return isFlat && isPlain ? [] : [part.outerHTML.slice(0, 80)]
      }),
    )
    expect(raised).toEqual([])
  })
})
