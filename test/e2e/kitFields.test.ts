import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { onTheKit, openGallery } from './support/kit/gallery.ts'
import type { KitServer } from './kitServer.ts'

/** The back office's fields in the gallery: dates, decimals, files, the interval, the remote select, sharing. */
let server: KitServer
let context: BrowserContext
onTheKit((at) => ({ server, context } = at))

const open = (query = 'part=fields') => openGallery(context, server, query)
const save = (page: Page) => page.getByRole('button', { name: 'SALVAR' }).click()

it('a date is typed as dd/mm/aaaa and sent as YYYY-MM-DD; an impossible date is reported', async () => {
  const page = await open()
  const since = page.getByLabel('Vale a partir de')
  expect(await since.inputValue()).toBe('21/11/2026')
  await since.fill('')
  await since.pressSequentially('31022027')
  expect(await since.inputValue()).toBe('31/02/2027')
  await save(page)
  await page.getByText('Digite uma data válida, como 31/12/2027.').waitFor()
  expect(await since.inputValue()).toBe('31/02/2027')
  await since.fill('2028-02-29')
  await expect.poll(() => since.inputValue()).toBe('29/02/2028')
  await save(page)
  await page.getByText('since=2028-02-29').waitFor()
})

it(
  'a decimal accepts a comma, shows two decimals, steps by a cent, and reports text that is no number',
  { tags: 'deep' },
  async () => {
    const page = await open()
    const value = page.getByLabel('Valor (R$)')
    expect(await value.inputValue()).toBe('12,50')
    expect(await value.getAttribute('inputmode')).toBe('decimal')
    expect(await value.getAttribute('type')).not.toBe('number')
    await value.press('ArrowUp')
    await expect.poll(() => value.inputValue()).toBe('12,51')
    await value.fill('1234,5')
    await value.blur()
    expect(await value.inputValue()).toBe('1.234,50')
    await value.fill('doze')
    await save(page)
    await page.getByText('Digite um número, como 12,50.').waitFor()
    expect(await value.inputValue()).toBe('doze')
    await value.fill('')
    await page.getByText('Campo obrigatório.').waitFor()
    await value.fill('7')
    await save(page)
    await page.getByText('value=7').waitFor()
  },
)

it(
  'a form with a file is sent as form data by POST, to the base path or to the path with the id',
  { tags: 'deep' },
  async () => {
    const page = await open()
    const picture = { name: 'cancela.png', mimeType: 'image/png', buffer: Buffer.from('png') }
    await page.getByLabel('Foto').setInputFiles(picture)
    await page.getByLabel('Tipo').selectOption({ label: 'Saída' })
    const created = page.waitForRequest('**/api/dev/gates/form')
    await save(page)
    expect((await created).headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/)
    await page
      .getByText('POST: since=2026-11-21 until= value=12.5 kind=exit picture=cancela.png', { exact: true })
      .waitFor()
    await page.goto(`${server.address}/#/dev/ui?part=fields&id=1`)
    const updated = page.waitForRequest('**/api/dev/gates/form/1')
    await save(page)
    expect((await updated).method()).toBe('POST')
  },
)

it('the interval moves by a month or a year, and is stored in the address', { tags: 'deep' }, async () => {
  const page = await open('part=fields&period=2026-01')
  const period = page.getByRole('group', { name: 'Período' })
  await period.getByText('janeiro de 2026').waitFor()
  await period.getByRole('button', { name: 'Mês anterior' }).press('Enter')
  await period.getByText('dezembro de 2025').waitFor()
  await page.getByText('De 2025-12-01 até 2025-12-31, os dois...', { exact: true }).waitFor()
  // The address contains the ticked values shortly after the click.
  await period.getByLabel('Ano inteiro').click()
  await period.getByText('2025', { exact: true }).waitFor()
  expect(await period.getByLabel('Ano inteiro').isChecked()).toBe(true)
  await period.getByRole('button', { name: 'Próximo ano' }).click()
  await page.getByText('De 2026-01-01 até 2026-12-31, os dois...').waitFor()
  expect(page.url()).toContain('period=2026')
  await page.goBack()
  await period.getByText('2025', { exact: true }).waitFor()
})

it('a required field has its tooltip', async () => {
  const page = await open()
  const field = page.getByTitle('Campo obrigatório.').filter({ has: page.getByLabel('Valor (R$)') })
  await expect.poll(() => field.count()).toBe(1)
  expect(await page.getByLabel('Valor (R$)').getAttribute('aria-required')).toBe('true')
})

it(
  'without a way to share, it prompts to copy the address; with one, or inside the app, it opens it',
  { tags: 'deep' },
  async () => {
    const page = await open()
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Compartilhar', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Compartilhar a tela' })
    const address = dialog.getByLabel('Copie o endereço')
    await expect.poll(() => address.evaluate((input) => input === document.activeElement)).toBe(true)
    await dialog.getByRole('button', { name: 'COPIAR' }).click()
    await page.getByText('Endereço copiado.').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('/#/dev/ui?part=fields')
    await page.evaluate(() =>
      Object.assign(navigator, { share: (given: { text: string }) => (document.title = given.text) }),
    )
    await page.getByRole('button', { name: 'Compartilhar', exact: true }).click()
    await expect.poll(() => page.title()).toBe('Os campos do guichê')
    await page.evaluate(() =>
      Object.assign(window, {
        guicheApp: { share: (given: { title: string }) => (document.title = given.title) },
      }),
    )
    await page.getByRole('button', { name: 'Compartilhar', exact: true }).click()
    await expect.poll(() => page.title()).toBe('Compartilhar a tela')
    expect(await dialog.count()).toBe(0)
  },
)

it('the remote select has Portuguese texts, waits for enough characters, and can be cleared', async () => {
  const page = await open()
  const field = page.getByRole('combobox', { name: 'Cidade vizinha', exact: true })
  expect(await field.getAttribute('placeholder')).toBe('Selecione')
  await field.press('ArrowDown')
  await page.getByText('Please enter 2 or more characters').waitFor()
  await field.fill('cidade treze x')
  await page.getByText('Please delete 2 characters').waitFor()
  const clear = server.faults.inject('broken', /\/api\/gl_city\?/)
  await field.fill('cidade')
  await page.getByText('The results could not be loaded.').waitFor()
  clear()
  const asked = page.waitForRequest((request) => request.url().includes('q=cidade+45'))
  await field.fill('cidade 45')
  expect(new URL((await asked).url()).search).toBe('?state=SP&q=cidade+45&p=1')
  await page.getByRole('option', { name: 'Cidade 45 - SP' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Cidade 45 - SP')
  await page.getByRole('button', { name: 'Remove all items' }).press('Enter')
  await expect.poll(() => field.inputValue()).toBe('')
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
})
