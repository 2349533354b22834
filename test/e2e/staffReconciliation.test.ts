import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect, leave } from './support/browser.ts'
import { staffBrowser } from './support/staff.ts'
import { portalUrl } from './support/portal.ts'

let browser: Browser
let context: BrowserContext
let page: Page
beforeAll(async () => {
  browser = await connect()
  context = await staffBrowser(browser, 2)
  page = await context.newPage()
})
afterAll(() => leave(browser))

const open = (hash: string) => page.goto(`${portalUrl()}/${hash}`)
const send = async (text: string, name: string) => {
  const buffer = Buffer.from(text)
  await page.getByLabel('Extrato da adquirente').setInputFiles({ name, mimeType: 'text/csv', buffer })
  // The button moves while the earlier file's text disappears.
  await page.getByText('precisa de atenção').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Enviar e comparar' }).click()
}

describe('the acquirer’s statement', () => {
  it('is uploaded, compared with the differences first, filtered, and deleted after a confirmation', async () => {
    await open('#/staff/reconciliation')
    await page.getByRole('button', { name: 'Comparar um extrato' }).click()
    await page.getByRole('button', { name: 'Enviar e comparar' }).click()
    await page.getByText('Escolha o arquivo do extrato.').waitFor()
    await send('Data;Valor;NSU;Código de autorização\n31/02/2020;1,00;7;1001', 'errado.csv')
    await page.getByText('Linha 2: data inválida.').waitFor()

    await send(
      'Data;Valor;NSU;Código de autorização\n20/01/2020;12,50;4711;1001\n21/01/2020;1.002,00;4712;1002',
      'janeiro.csv',
    )
    await page.getByRole('heading', { name: '2 diferenças' }).waitFor()
    await page.getByText('janeiro.csv, de 20/01/2020 a 21/01/2020').waitFor()
    const rows = page.getByRole('table', { name: 'Lançamentos' }).getByRole('row')
    await expect.poll(() => rows.count()).toBe(3)
    await page.getByRole('cell', { name: 'R$ 1.002,00' }).waitFor()
    await page.getByLabel('Situação').selectOption('Confere')
    await page.getByRole('heading', { name: 'Nada encontrado' }).waitFor()
    expect(page.url()).toContain('standing=match')

    await open('#/staff/reconciliation')
    await page.getByRole('link', { name: 'janeiro.csv' }).waitFor()
    await page.getByRole('button', { name: /^Excluir.*janeiro\.csv/ }).click()
    await page
      .getByRole('alertdialog', { name: 'Excluir registro?' })
      .getByRole('button', { name: 'Excluir' })
      .click()
    await page.getByRole('link', { name: 'janeiro.csv' }).waitFor({ state: 'hidden' })
  })
})
