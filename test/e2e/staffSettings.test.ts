import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { numberText } from '#kit/text/formats.ts'
import { at } from '#test/support/client.ts'
import { connect, leave, newPhone, phone } from './support/browser.ts'
import { callAs, paidTicket } from './support/customer.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
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
const save = () => page.getByRole('button', { name: 'Salvar' }).click()
const section = (name: string) =>
  page
    .getByRole('navigation', { name: 'Seções das configurações' })
    .getByRole('link', { name, exact: true })
    .click()

/** A picture without content, dropped on the field. */
const dropFile = async (field: Locator, name: string, bytes: number) => {
  const dataTransfer = await page.evaluateHandle(
    ([name, bytes]) => {
      const data = new DataTransfer()
      data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }))
      return data
    },
    [name, bytes] as const,
  )
  await field.dispatchEvent('drop', { dataTransfer })
}

describe('the dashboard', () => {
  it('sums all lots in a strip, with a row a lot below it', async () => {
    await open('#/staff/')
    const today = page.getByRole('region', { name: 'Hoje' })
    const figure = (title: string) => today.getByText(title, { exact: true }).first().locator('+ dd')
    await figure('Recebido hoje').waitFor()
    const lots = at(await callAs(context, '/api/staff/today'), 'data.lots')
    const rows: readonly unknown[] = Array.isArray(lots) ? lots : []
    const sum = (path: string) => rows.reduce<number>((all, lot) => all + Number(at(lot, path)), 0)
    expect(await today.getByRole('row').count()).toBe(rows.length + 1)
    for (const [title, path] of [
      ['No pátio', 'inside.value'],
      ['Vagas livres', 'free.value'],
    ] as const)
      expect(await figure(title).textContent()).toBe(numberText(sum(path)))
    expect(await figure('Pagos / recusados').textContent()).toMatch(/^[\d.]+ \/ [\d.]+$/)
    await figure('No pátio').getByRole('link').click()
    await expect.poll(() => page.url()).toMatch(/tickets\?state=inside$/)
  })

  it('shows the month and the year, with a table below the chart, for one lot or all', async () => {
    await open('#/staff/')
    const lots = page.getByRole('table', { name: 'Movimento de hoje' })
    await lots.getByRole('link', { name: /^No pátio, Garagem Centro: / }).click()
    await expect.poll(() => page.url()).toMatch(/tickets\?lot_id=1&state=inside$/)
    await page.goBack()
    await lots.getByRole('button', { name: 'Garagem Centro' }).click()
    await lots.getByRole('link', { name: /^Portal, líquido, Garagem Centro: / }).click()
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
    // Card and table use the same name for a sum.
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
      const proxy = await portalProxy()
      const clear = proxy.faults.inject('broken', /\/api\/staff\/dashboard\?/)
      try {
        await page.goto(`${proxy.url}/#/staff/?period=2025-01`)
        await page.getByText('Não foi possível carregar os números').waitFor()
      } finally {
        clear()
      }
      await page.getByRole('button', { name: 'Tentar novamente' }).click()
      await page.getByRole('heading', { name: 'Receita líquida' }).waitFor()
    },
  )
})

describe('the settings', () => {
  it('are edited, validated, and seen by a customer at the next load', async () => {
    await open('#/staff/settings?section=colors')
    const color = page.getByRole('textbox', { name: 'Cor das ações' })
    await color.fill('#FFD400')
    await page.getByText('1 alteração', { exact: true }).waitFor()
    await section('Reservas')
    await page.getByLabel('Valor retido (R$)').fill('60,00')
    await section('Operador')
    await page.getByText('2 alterações').waitFor()
    await save()
    // The first section that was refused opens, its field has the focus.
    const kept = page.getByLabel('Valor retido (R$)')
    await expect.poll(() => page.url()).toContain('section=reservations')
    await page.getByText('Não pode ser maior que o valor pré-autorizado.').waitFor()
    await expect.poll(() => kept.evaluate((field) => field === document.activeElement)).toBe(true)
    await kept.fill('15,00')
    await page.getByText('1 alteração', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Cores precisa de atenção' }).click()
    await page.getByText('Contraste de 1,4:1 com o cartão branco', { exact: false }).waitFor()
    await page.getByLabel('Seletor de cor: ações').fill('#083b8f')
    await expect.poll(() => color.inputValue()).toBe('#083b8f')
    await section('Operador')
    await page.getByLabel('Nome do operador').fill('Garagem do Teste')
    await page.getByLabel('Fuso horário').selectOption({ label: 'Amazonas (Manaus, Porto Velho, Boa Vista)' })
    await save()
    await page.getByText('Registro salvo.').waitFor()
    const stored = await callAs(context, '/api/staff/settings/edit')
    expect(at(stored, 'entity.operatorTimeZone')).toBe('America/Manaus')

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
    await page.getByLabel('Fuso horário').selectOption('America/Sao_Paulo')
    await section('Cores')
    await color.fill('')
    await save()
    await expect
      .poll(async () => at(await callAs(context, '/api/staff/settings/edit'), 'entity'))
      .toMatchObject({
        operatorName: 'Guichê Estacionamentos',
        operatorTimeZone: 'America/Sao_Paulo',
        signColor: '',
      })
  })

  it('contain the acquirers’ fees, row by row, and the limits of contests', { tags: 'deep' }, async () => {
    await open('#/staff/settings?section=fees')
    await page.getByRole('button', { name: 'Acrescentar taxa' }).click()
    const fee = page.getByRole('group', { name: 'Taxa 1' })
    await fee.getByLabel('Adquirente').selectOption('Cielo')
    await fee.getByLabel('Bandeira').selectOption('Mastercard')
    await fee.getByLabel('Percentual (%)').fill('24,9')
    await section('Reclamações')
    await page.getByLabel('Dias para responder').fill('91')
    await save()
    await page.getByText('No máximo 90.').waitFor()
    await page.getByLabel('Dias para responder').fill('5')
    await save()
    await fee.getByText('Uma taxa tem no máximo 20%.').waitFor()
    const percent = fee.getByLabel('Percentual (%)')
    await expect.poll(() => percent.evaluate((field) => field === document.activeElement)).toBe(true)
    await percent.fill('2,49')
    await save()
    const stored = async () => at(await callAs(context, '/api/staff/settings/edit'), 'entity.fees')
    await expect
      .poll(stored)
      .toEqual([{ acquirer: 'cielo', method: 'credit', brand: 'Master', percent_bp: 249, fixed_cents: 0 }])
    await page.reload()
    await section('Reclamações')
    expect(await page.getByLabel('Dias para responder').inputValue()).toBe('5')
    await page.getByLabel('Dias para responder').fill('7')
    await section('Taxas das adquirentes')
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

  it('are left only after a question, by a link, Back or the search; a discarded change is gone', async () => {
    await open('#/staff/lots')
    await page.getByRole('heading', { name: 'Estacionamentos' }).waitFor()
    await open('#/staff/settings?section=contact')
    const hours = page.getByLabel('Horário de atendimento')
    await hours.fill('das 7h às 23h')
    const phone = page.getByLabel('Telefone')
    await phone.fill('')
    await phone.pressSequentially('08001234567')
    expect(await phone.inputValue()).toBe('0800 123 4567')
    await section('Página')
    await page.getByLabel('Pedir a verificação de segurança').waitFor()
    await page.goBack()
    expect(await hours.inputValue()).toBe('das 7h às 23h')
    const question = page.getByRole('alertdialog', { name: 'Sair sem salvar?' })
    const stay = question.getByRole('button', { name: 'Continuar editando' })
    await page.getByRole('link', { name: 'Auditoria' }).click()
    await stay.click()
    await page.goBack()
    await stay.click()
    expect(page.url()).toContain('staff/settings?section=contact')
    await page.keyboard.press('Control+K')
    await page.getByRole('combobox', { name: /^Ticket, placa/ }).fill('Auditoria')
    await page.getByRole('option', { name: /^Auditoria/ }).click()
    await stay.click()
    await expect.poll(() => hours.inputValue()).toBe('das 7h às 23h')
    await page.getByRole('button', { name: 'Descartar' }).click()
    await expect.poll(() => hours.inputValue()).toBe('')
    expect(await phone.inputValue()).toBe('(41) 3333-0000')
    await page.getByRole('button', { name: 'Salvar' }).waitFor({ state: 'hidden' })
    await hours.fill('das 7h às 23h')
    await page.goBack()
    await question.getByRole('button', { name: 'Sair sem salvar' }).click()
    await page.getByRole('heading', { name: 'Estacionamentos' }).waitFor()
  })

  it('the logo is uploaded, shown and removed; a file that is no image is refused', async () => {
    await open('#/staff/settings?section=logo')
    const file = page.getByLabel('Imagem')
    await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await page.getByText('Envie uma imagem PNG, JPEG ou WebP.').waitFor()
    await dropFile(file, 'grande.png', 200 * 1024 + 1)
    await page.getByText('O arquivo é grande demais: no máximo 200 KB.').waitFor()
    await dropFile(file, 'pequeno.png', 1500)
    await page.getByText('pequeno.png 2 KB').waitFor()
    await page.getByText('Aparece em todas as telas assim que for enviado.').waitFor()
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
