import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { connect, leave, newPhone, phone } from './support/browser.ts'
import { callAs, paidTicket } from './support/customer.ts'
import { lineToPortal } from './support/line/line.ts'
import { humanClient } from './support/people.ts'
import { staffBrowser } from './support/staff.ts'
import { operatorPalette } from '#site/palette.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'

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
const save = () => page.getByRole('button', { name: 'SALVAR' }).click()

describe('the dashboard', () => {
  it('shows the month and the year, with a table below the chart, for one lot or all', async () => {
    await open('#/staff/')
    const lot = page.getByRole('article', { name: 'Garagem Centro' })
    await lot.getByRole('link', { name: /^No pátio, Garagem Centro: / }).click()
    await expect.poll(() => page.url()).toMatch(/tickets\?lot_id=1&state=inside$/)
    await page.goBack()
    await lot.getByRole('link', { name: /^Portal, líquido, Garagem Centro: / }).click()
    await page.getByRole('table', { name: 'Do dia' }).getByText('Recebido hoje').waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: 'Receita líquida' }).waitFor()
    const table = page.getByRole('table', { name: 'Números do período' })
    await table.getByRole('rowheader').first().waitFor()
    await page.getByLabel('Ano inteiro').click()
    await expect.poll(() => page.url()).toMatch(/period=\d{4}$/)
    await page.getByRole('rowheader', { name: `janeiro de ${new Date().getFullYear()}` }).waitFor()
    await page.getByLabel('Estacionamento').selectOption('Aeroporto')
    await expect.poll(() => page.url()).toContain('lot=3')
    await page.getByRole('button', { name: 'Ano anterior' }).click()
    await page.getByText('Nada neste período').first().waitFor()
    await page.goBack()
    await expect.poll(() => page.url()).toContain(`period=${new Date().getFullYear()}`)
  })

  it('counts a payment of today', async () => {
    // The whole year, because midnight may pass meanwhile.
    const year = new Date().toLocaleDateString('sv-SE', { timeZone: 'America/Sao_Paulo' }).slice(0, 4)
    const read = async () => {
      const period = `from=${year}-01-01&to=${year}-12-31&by=month`
      return Number(at(await callAs(context, `/api/staff/dashboard?${period}`), 'data.totals.payments'))
    }
    const before = await read()
    const customer = await newPhone(browser, phone)
    const client = await humanClient()
    await customer.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: portalUrl() })))
    await callAs(customer, '/api/account/set_account', {
      data: {
        name: 'Rui Sá',
        email: 'rui@exemplo.com.br',
        phone: '4133330000',
        cpfcnpj: '52998224725',
        shouldCreateAccount: false,
      },
    })
    await callAs(customer, '/api/account/set_address', {
      data: {
        postalcode: '80010000',
        street: 'Rua XV',
        streetNumber: '1',
        complement: '',
        neighborhood: 'Centro',
        gl_city_id: 4106902,
      },
    })
    await paidTicket(customer)
    await customer.close()
    expect(await read()).toBe(before + 1)
    await open(`#/staff/?period=${year}`)
    await page.getByText(new RegExp(`^${before + 1} pagos?,`)).waitFor()
    // Card and table call the same sum the same.
    const name = 'Receita líquida'
    const plot = await page.getByRole('region', { name }).innerText()
    const days = await page.locator(`td[data-title="${name}"]`).allInnerTexts()
    const cents = (text: string) => Number(text.replace(/\D/g, ''))
    expect(cents(/R\$\s[\d.,]+/.exec(plot)?.[0] ?? '')).toBe(days.reduce((sum, day) => sum + cents(day), 0))
  })

  it(
    'shows an error when the numbers could not be loaded, and loads them again',
    { tags: 'deep' },
    async () => {
      const line = await lineToPortal()
      const mend = line.troubles.bring('broken', /\/api\/staff\/dashboard\?/)
      try {
        await page.goto(`${line.url}/#/staff/?period=2025-01`)
        await page.getByText('Não foi possível carregar os números').waitFor()
      } finally {
        mend()
      }
      await page.getByRole('button', { name: 'Tentar novamente' }).click()
      await page.getByRole('heading', { name: 'Receita líquida' }).waitFor()
    },
  )
})

describe('the settings', () => {
  it('are edited, validated, and seen by a customer at the next load', async () => {
    await open('#/staff/settings')
    await page.getByLabel('Nome do operador').waitFor()
    await page.getByRole('textbox', { name: 'Cor das ações' }).fill('#FFD400')
    await page.getByLabel('Valor retido (R$)').fill('60,00')
    await save()
    await page.getByText('Contraste de 1,4:1 com o cartão branco', { exact: false }).waitFor()
    await page.getByText('Não pode ser maior que o valor pré-autorizado.').waitFor()
    await page.getByLabel('Seletor de cor: ações').fill('#083b8f')
    await expect.poll(() => page.getByRole('textbox', { name: 'Cor das ações' }).inputValue()).toBe('#083b8f')
    await page.getByLabel('Valor retido (R$)').fill('15,00')
    await page.getByLabel('Nome do operador').fill('Garagem do Teste')
    await save()
    await page.getByText('Registro salvo.').waitFor()

    const customer = await newPhone(browser, phone)
    const other = await customer.newPage()
    await other.goto(`${portalUrl()}/`)
    await other.getByText('Garagem do Teste').first().waitFor()
    const token = (name: string) =>
      other.evaluate((name) => getComputedStyle(document.documentElement).getPropertyValue(name), name)
    expect(await token('--sign')).toBe('#083b8f')
    await other.emulateMedia({ colorScheme: 'dark' })
    const inDark = operatorPalette({ signColor: '#083b8f', goColor: null })['--operator-sign-dark']
    expect(await token('--sign')).toBe(inDark)
    await customer.close()

    await page.getByLabel('Nome do operador').fill('Guichê Estacionamentos')
    await page.getByRole('textbox', { name: 'Cor das ações' }).fill('')
    await save()
    await expect
      .poll(async () => at(await callAs(context, '/api/staff/settings/edit'), 'entity'))
      .toMatchObject({
        operatorName: 'Guichê Estacionamentos',
        signColor: '',
      })
  })

  it('contain the acquirers’ fees, row by row, and the limits of contests', { tags: 'deep' }, async () => {
    await open('#/staff/settings')
    await page.getByRole('button', { name: 'Acrescentar taxa' }).click()
    const fee = page.getByRole('group', { name: 'Taxa 1' })
    await fee.getByLabel('Adquirente').fill('cielo')
    await fee.getByLabel('Bandeira').selectOption('Mastercard')
    await fee.getByLabel('Percentual (%)').fill('24,9')
    await page.getByLabel('Dias para responder').fill('91')
    await save()
    await page.getByText('Uma taxa tem no máximo 20%.').waitFor()
    await page.getByText('No máximo 90.').waitFor()
    await page.getByLabel('Dias para responder').fill('5')
    await fee.getByLabel('Percentual (%)').fill('2,49')
    await save()
    const stored = async () => at(await callAs(context, '/api/staff/settings/edit'), 'entity.fees')
    await expect
      .poll(stored)
      .toEqual([{ acquirer: 'cielo', method: 'credit', brand: 'Master', percent_bp: 249, fixed_cents: 0 }])
    await page.reload()
    expect(await page.getByLabel('Dias para responder').inputValue()).toBe('5')
    await page.getByLabel('Dias para responder').fill('7')
    await page.getByRole('button', { name: 'Remover a taxa 1' }).click()
    await save()
    await expect.poll(stored).toEqual([])
  })

  it(
    'that a colleague saved meanwhile are not overwritten unseen, and typed values stay',
    { tags: 'deep' },
    async () => {
      await open('#/staff/settings')
      await page.reload()
      await page.getByLabel('Desenvolvido por').fill('Equipe do Teste')
      const stored = at(await callAs(context, '/api/staff/settings/edit'), 'entity')
      const data = { ...Object(stored), contactPhone: '4133334444' }
      await callAs(context, '/api/staff/settings', { method: 'PUT', data })
      await save()
      await page
        .getByText('Outra pessoa salvou as configurações enquanto você editava.', { exact: false })
        .waitFor()
      expect(at(await callAs(context, '/api/staff/settings/edit'), 'entity')).toMatchObject({
        contactPhone: '4133334444',
      })
      expect(await page.getByLabel('Desenvolvido por').inputValue()).toBe('Equipe do Teste')
      await save()
      await page.getByText('Registro salvo.').waitFor()
      await callAs(context, '/api/staff/settings', { method: 'PUT', data: stored })
    },
  )

  it('the logo is uploaded, shown and removed; a file that is no image is refused', async () => {
    await open('#/staff/settings')
    const file = page.getByLabel('Imagem')
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') })
    await page.getByRole('button', { name: 'Enviar logotipo' }).click()
    await page.getByText('Envie uma imagem PNG, JPEG ou WebP.').waitFor()
    const png = Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    )
    await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
    await page.getByRole('button', { name: 'Enviar logotipo' }).click()
    await page.getByAltText('Logotipo atual').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Remover logotipo' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remover' }).click()
    await page.getByAltText('Logotipo atual').waitFor({ state: 'hidden' })
    expect(at(await callAs(context, '/api/staff/settings/edit'), 'entity.logoUrl')).toBeNull()
  })
})
