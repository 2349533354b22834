import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { phone } from './support/browser.ts'
import { onTheKit, openGallery } from './support/kit/gallery.ts'
import { expectPixelsUpTo } from './support/views/pixels.ts'
import { correct } from './support/steps.ts'
import type { KitServer } from './kitServer.ts'

/** The generic screens of docs/spec.md#lists in the gallery: list, edit, and their parts. */
let server: KitServer
let context: BrowserContext
onTheKit((at) => ({ server, context } = at))

const open = (query: string) => openGallery(context, server, query)

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'))

it('a list: search with the focus on arrival, pages and filters in the address, back undoes each', async () => {
  const page = await open('part=list')
  await page.getByText('Exibindo 1-20 de 445 registros(s).').waitFor()
  await expect.poll(() => focused(page)).toBe('q')
  expect(await page.getByRole('columnheader', { name: 'Código' }).count()).toBe(1)
  expect(await page.getByRole('row').count()).toBe(21)
  await page.getByRole('link', { name: 'Próxima página' }).click()
  await page.getByText('Exibindo 21-40 de 445 registros(s).').waitFor()
  await page.getByLabel('Nome da cidade').fill('cidade 4')
  await page.keyboard.press('Enter')
  await page.getByText('Exibindo 1-7 de 7 registros(s).').waitFor()
  expect(page.url()).toContain('q=cidade+4')
  expect(page.url()).not.toContain('page=')
  await page.getByLabel('Estado').selectOption('PR')
  await page.getByRole('heading', { name: 'Nada encontrado' }).waitFor()
  await page.goBack()
  await page.getByText('Exibindo 1-7 de 7 registros(s).').waitFor()
  await page.goBack()
  await page.getByText('Exibindo 1-20 de 445 registros(s).').waitFor()
  expect(await page.getByLabel('Nome da cidade').inputValue()).toBe('')
  await page.reload()
  await page.getByText('Exibindo 1-20 de 445 registros(s).').waitFor()
})

it('a list whose page number is past the end shows its last page', { tags: 'deep' }, async () => {
  const page = await open('part=list&page=99')
  await page.getByText('Exibindo 441-445 de 445 registros(s).').waitFor()
  expect(page.url()).toContain('page=23')
  // Four pages on either side.
  await page.goto(`${server.address}/#/dev/ui?part=list&page=10`)
  await page.getByText('Exibindo 181-200 de 445 registros(s).').waitFor()
  const pages = page.getByRole('navigation', { name: /^Páginas de/ }).getByRole('link')
  expect(await pages.allInnerTexts()).toEqual(['', '6', '7', '8', '9', '10', '11', '12', '13', '14', ''])
})

it('a list is a table with a sticky heading, and cards on a phone; axe reports nothing', async () => {
  const page = await open('part=list&q=cidade 4')
  const head = page.getByRole('columnheader', { name: 'Cidade' })
  await head.waitFor()
  await page.setViewportSize({ width: 1280, height: 420 })
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight))
  const top = await head.boundingBox()
  expectPixelsUpTo(0, top?.y ?? NaN)
  expect(await page.getByRole('cell', { name: '40', exact: true }).evaluate(alignment)).toBe('right')
  // A loop of height changes ends with an error of the browser.
  const errors: string[] = []
  page.on('console', (line) => errors.push(line.text()))
  await page.evaluate(() => addEventListener('error', ({ message }) => console.error(message)))
  await page.setViewportSize(phone)
  await page.locator('table[data-cards]').waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(7)
  expect(errors).toEqual([])
  await page.getByRole('rowheader', { name: 'Cidade 40 - SP' }).getByRole('link').press('Enter')
  await page.getByRole('heading', { name: 'Cancela', exact: true }).waitFor()
})

const alignment = (cell: Element) => getComputedStyle(cell).textAlign

it('a row is deleted after a confirmation, and stays when the server refuses', async () => {
  const page = await open('part=list')
  await page.getByRole('button', { name: 'Excluir Cidade 1 - SP' }).click()
  const question = page.getByRole('alertdialog', { name: 'Excluir registro?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Excluir Cidade 1 - SP' }).click()
  await question.getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('Registro excluído.').waitFor()
  await page.getByRole('button', { name: 'Excluir Cidade 2 - SP' }).click()
  await question.getByRole('button', { name: 'Excluir' }).click()
  await page.getByText('Cidade em uso.').waitFor()
})

it('a list that cannot be loaded shows the error and a retry', { tags: 'deep' }, async () => {
  const page = await open('')
  const clear = server.faults.inject('busy', /\/api\/gl_city\?/)
  await page.getByRole('link', { name: 'Lista', exact: true }).click()
  await page.getByRole('heading', { name: 'Não foi possível carregar as cidades' }).waitFor()
  clear()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByText('Exibindo 1-20 de 445 registros(s).').waitFor()
})

it('an edit screen shows stored values, and keeps typed ones when saving fails', async () => {
  const page = await open('part=edit&id=1&after=refresh')
  await page.getByText('Informações adicionais').click()
  await page.getByText('Criado em').waitFor()
  const name = page.getByLabel('Nome')
  await name.fill('')
  await page.getByRole('button', { name: 'SALVAR' }).click()
  await page.getByText('Campo obrigatório.', { exact: true }).waitFor()
  await correct(name, 'recusada')
  await page.getByLabel('Observação').fill('sob a marquise')
  await page.getByRole('button', { name: 'SALVAR' }).click()
  await page.getByText('Nome já usado.').waitFor()
  const clear = server.faults.inject('lost', /\/api\/dev\/gates\/1$/)
  await correct(name, 'Cancela norte')
  await page.getByRole('button', { name: 'SALVAR' }).click()
  await page.getByText('Sem conexão com a internet. O que você digitou está guardado').waitFor()
  expect(await page.getByLabel('Observação').inputValue()).toBe('sob a marquise')
  clear()
  await page.getByRole('button', { name: 'SALVAR' }).click()
  await page.getByText('Registro salvo.').waitFor()
  await page.getByText('A observação aparece no recibo.').first().waitFor()
  await expect.poll(() => name.inputValue()).toBe('Cancela norte')
  expect(page.url()).toContain('part=edit')
})

it(
  'after saving, an edit screen leads back, or to the edit screen of the created entity',
  { tags: 'deep' },
  async () => {
    const page = await open('part=edit&id=1&after=back')
    await page.getByLabel('Nome').fill('Cancela sul')
    await page.getByLabel('Observação').fill('ao ar livre')
    const saved = page.waitForResponse('**/api/dev/gates/1')
    await page.getByRole('button', { name: 'SALVAR' }).click()
    await saved
    await page.getByRole('heading', { name: 'Lista' }).waitFor()
    await page.getByText('A observação aparece no recibo.').waitFor()
    await page.goto(`${server.address}/#/dev/ui?part=edit&after=edit`)
    await page.getByRole('heading', { name: 'Nova cancela' }).waitFor()
    expect(await page.getByText('Informações adicionais').count()).toBe(0)
    await page.getByLabel('Nome').fill('Cancela leste')
    await page.getByRole('button', { name: 'SALVAR' }).click()
    await page.getByRole('heading', { name: 'Cancela', exact: true }).waitFor()
    expect(await page.getByLabel('Nome').inputValue()).toBe('Cancela leste')
  },
)

it(
  'a reload with unsaved changes asks for confirmation, and not after saving',
  { tags: 'deep' },
  async () => {
    const page = await open('part=edit&id=1&after=refresh')
    const asked: string[] = []
    page.on('dialog', (dialog) => {
      asked.push(dialog.type())
      void dialog.accept()
    })
    await page.getByLabel('Nome').fill('Cancela oeste')
    await page.reload()
    expect(asked).toEqual(['beforeunload'])
    await page.getByLabel('Nome').fill('Cancela oeste')
    await page.getByRole('button', { name: 'SALVAR' }).click()
    await page.getByText('Registro salvo.').waitFor()
    await page.reload()
    await page.getByLabel('Nome').waitFor()
    expect(asked).toHaveLength(1)
  },
)
