import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { connect, desktop, newPhone, phone } from './support/browser.ts'
import { onTheKit } from './support/kit/gallery.ts'
import { expectPixels } from './support/views/pixels.ts'
import type { KitServer } from './kitServer.ts'
import type { Size } from './support/look/devTools.ts'
import { expectSound } from './support/sound.ts'

/** The built shell and the kit gallery in a real browser; the test server answers the calls. */
let browser: Browser
let server: KitServer
let context: BrowserContext
const complaints: string[] = []

onTheKit((at) => ({ server, context } = at))
beforeAll(async () => {
  browser = await connect()
})
// The cookie dialog is not answered.
beforeEach(() => context.clearCookies())
afterEach(() => {
  const messages = complaints.splice(0)
  expect(messages).toEqual([])
})

/** A page with animations. */
async function newPage(of = context): Promise<Page> {
  const page = await of.newPage()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  return page
}

async function open(
  hash: string,
  { viewport, of }: { viewport?: Size; of?: BrowserContext } = {},
): Promise<Page> {
  const page = await newPage(of)
  if (viewport) await page.setViewportSize(viewport)
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const expected = /Service Worker registration blocked|status of (403|404)/.test(message.text())
    if (['error', 'warning'].includes(message.type()) && !expected) complaints.push(message.text())
  })
  await page.goto(`${server.address}/#${hash}`)
  await page.waitForFunction(() => document.documentElement.dataset['ready'] !== undefined)
  return page
}

it('shows content before hydration without a layout shift, and replays an early click', async () => {
  // A phone that has not fetched the script before.
  const of = await newPhone(browser)
  const page = await newPage(of)
  const letGo = server.faults.inject('late', /assets\/base-/)
  await page.goto(`${server.address}/#/ticket/`, { waitUntil: 'commit' })
  await page.getByRole('link', { name: 'PAGAR TICKET AVULSO' }).click()
  expect(page.url()).toContain('#/ticket/')
  expect(page.url()).not.toContain('read')
  letGo()
  await page.waitForURL(/#\/ticket\/read/)
  const shift = await page.evaluate(() =>
    performance
      .getEntriesByType('layout-shift')
      .reduce((sum, entry) => sum + Number(Reflect.get(entry, 'value')), 0),
  )
  expect(shift).toBe(0)
  await of.close()
})

it('opens at the root, navigates by name, moves the focus to the heading and sets the title', async () => {
  const page = await open('')
  expect(page.url()).toMatch(/#\/ticket\/$/)
  await page.getByRole('link', { name: 'Fale conosco' }).first().click()
  const heading = page.getByRole('heading', { level: 1, name: 'Fale conosco' })
  await heading.waitFor()
  await expect.poll(() => heading.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await page.title()).toBe('Fale conosco · Guichê Estacionamentos')
  await page.getByRole('button', { name: 'Voltar' }).click()
  await page.getByRole('heading', { name: 'Pague seu estacionamento' }).waitFor()
  await page.getByText('Avisos do servidor:').waitFor()
})

it('solves the human check when a call requires it, and repeats the call', async () => {
  server.forgetHuman()
  const page = await open('/ticket/')
  await page.getByRole('button', { name: 'Ver vagas' }).click()
  await page.getByText('37 de 120 livres').waitFor()
  expect(server.isHuman()).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog', { name: 'Vagas livres' }).count()).toBe(0)
})

it('applies masks, accepts pasted text and explains letters', { tags: 'deep' }, async () => {
  const page = await open('/dev/ui')
  const telephone = page.getByLabel('Telefone')
  await telephone.pressSequentially('1133224455')
  expect(await telephone.inputValue()).toBe('(11) 3322-4455')
  await telephone.fill('')
  await telephone.pressSequentially('11987654321')
  expect(await telephone.inputValue()).toBe('(11) 98765-4321')
  const cpf = page.getByLabel('CPF')
  await cpf.pressSequentially('529x')
  await page.getByText('Só números').waitFor()
  expect(await cpf.inputValue()).toBe('529')
  await cpf.fill('529.982.247-25')
  await expect.poll(() => cpf.inputValue()).toBe('529.982.247-25')
  await page.getByLabel('Número do cartão').pressSequentially('4111111111111111')
  await page.getByText('16 de 19').waitFor()
  expect(await page.getByLabel('CEP').getAttribute('maxlength')).toBeNull()
})

it('counts invalid fields, focuses the first, and shows the server’s text at its field', async () => {
  const page = await open('/dev/ui')
  const name = page.getByLabel('Nome completo')
  await page.getByRole('button', { name: 'AVANÇAR' }).click()
  await page.getByText('5 campos precisam de atenção.').waitFor()
  await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true)
  await name.fill('servidor')
  await page.getByLabel('E-mail').fill('ana@example.com')
  await page.getByLabel('Telefone').pressSequentially('11987654321')
  await page.getByLabel('CPF').pressSequentially('52998224725')
  await chooseCity(page)
  await page.getByRole('button', { name: 'AVANÇAR' }).click()
  await page.getByText('Nome recusado.').waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('ana@example.com')
  expect(await name.getAttribute('aria-invalid')).toBe('true')
})

async function chooseCity(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Cidade', exact: true }).click()
  await page.getByRole('option', { name: 'Cidade 3 - SP', exact: true }).click()
}

it('chooses from a remote list with the keyboard, loading more on the way', async () => {
  const page = await open('/dev/ui', { viewport: desktop })
  const field = page.getByRole('combobox', { name: 'Cidade', exact: true })
  await field.focus()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('option').nth(19).waitFor()
  await page.getByRole('listbox').evaluate((list) => list.scrollTo(0, list.scrollHeight))
  await page.getByRole('option').nth(39).waitFor()
  await page.keyboard.type('cidade 4')
  await page.getByRole('option', { name: 'Cidade 45 - SP' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Cidade 40 - SP')
  await page.keyboard.type('z')
  await page.getByText('No results found').waitFor()
  await page.evaluate("addEventListener('submit', () => { document.title = 'submitted' }, true)")
  await page.keyboard.press('Enter')
  expect(await page.title()).not.toBe('submitted')
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByText('No results found').count()).toBe(0)
  await field.blur()
  expect(await field.inputValue()).toBe('Cidade 40 - SP')
})

it(
  'chooses several from a remote list, up to the limit, and takes them away again',
  { tags: 'deep' },
  async () => {
    const page = await open('/dev/ui', { viewport: desktop })
    await page.getByRole('combobox', { name: 'Estacionamentos', exact: true }).click()
    await page.getByRole('option').nth(0).click()
    await page.getByRole('option').nth(1).click()
    await page.getByText('You can only select 2 items').waitFor()
    await page.getByRole('option').nth(2).click({ force: true })
    await expect.poll(() => page.getByRole('button', { name: /^Remover Cidade/ }).count()).toBe(2)
    await page.getByRole('option').nth(1).click()
    await expect.poll(() => page.getByRole('button', { name: /^Remover Cidade/ }).count()).toBe(1)
    await page.getByRole('button', { name: 'Remove all items' }).click()
    await expect.poll(() => page.getByRole('button', { name: /^Remover Cidade/ }).count()).toBe(0)
  },
)

it('keeps what was typed over a reload, but no password and no card', async () => {
  const page = await open('/dev/ui')
  await page.getByLabel('Nome completo').fill('Ana')
  await page.getByLabel('Crie uma senha').fill('segredo')
  await page.getByLabel('Número do cartão').pressSequentially('4111')
  await page.reload()
  await expect.poll(() => page.getByLabel('Nome completo').inputValue()).toBe('Ana')
  expect(await page.getByLabel('Crie uma senha').inputValue()).toBe('')
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toMatch(
    /segredo|4111/,
  )
})

it(
  'shows notices for their duration, lets people close them, and confirms before deleting',
  { tags: 'deep' },
  async () => {
    const page = await open('/dev/ui')
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
    await press('Aviso danger')
    await Promise.all([page.getByText('Aviso success, por 1.5 s.').waitFor(), press('Aviso success')])
    await expect.poll(() => page.getByText('Aviso success, por 1.5 s.').count()).toBe(0)
    expect(await page.getByText('Aviso danger, por 60 s.').count()).toBe(1)
    await press('Fechar aviso')
    await expect.poll(() => page.getByText('Aviso danger, por 60 s.').count()).toBe(0)
    await press('Aviso danger')
    await press('Excluir')
    const question = page.getByRole('alertdialog', { name: 'Excluir registro?' })
    // Above the dialog and inside it; elements outside take no taps.
    await question.getByRole('button', { name: 'Fechar aviso' }).click()
    await expect.poll(() => page.getByText('Aviso danger, por 60 s.').count()).toBe(0)
    const no = question.getByRole('button', { name: 'Cancelar' })
    await expect.poll(() => no.evaluate((element) => element === document.activeElement)).toBe(true)
    await question.getByRole('button', { name: 'Excluir' }).click()
    await page.getByText('Excluído.').waitFor()
    await Promise.all([
      page.getByText('Aguarde...').waitFor(),
      page.locator('#frame[inert]').waitFor(),
      press('Espera'),
    ])
    await expect.poll(() => page.getByText('Aguarde...').count()).toBe(0)
    expect(await page.locator('#frame').getAttribute('inert')).toBeNull()
  },
)

it('a notice is as high as its text and lets taps through beside it', { tags: 'deep' }, async () => {
  const page = await open('/dev/ui')
  await page.getByRole('button', { name: 'Aviso danger', exact: true }).click()
  await page.getByRole('button', { name: 'Aviso warning', exact: true }).click()
  const toasts = page.getByRole('alert')
  await toasts.nth(1).waitFor()
  const box = await page.getByRole('region', { name: 'Notificações' }).boundingBox()
  const { y = 0, height = 0 } = box ?? {}
  const heights = await toasts.evaluateAll((list) =>
    list.map((toast) => toast.getBoundingClientRect().height),
  )
  for (const toast of heights) expect(toast).toBeLessThan(80)
  expectPixels(
    height,
    heights.reduce((sum, toast) => sum + toast, 16),
  )
  const hit = (left: number, top: number) =>
    page.evaluate(
      ([x = 0, at = 0]) => Boolean(document.elementFromPoint(x, at)?.closest('[aria-label="Notificações"]')),
      [left, top],
    )
  expect(await hit(180, y + 20)).toBe(true)
  expect(await hit(180, y - 20)).toBe(false)
  expect(await hit(4, y + 20)).toBe(false)
})

it('no script in the build contains a lookbehind, packages included', () => {
  const web = join(import.meta.dirname, '../../dist/web')
  const releases: unknown = JSON.parse(readFileSync(join(web, '.releases.json'), 'utf8'))
  const newest: unknown[] = Array.isArray(releases) && Array.isArray(releases[0]) ? releases[0] : []
  const scripts = newest.map(String).filter((file) => file.endsWith('.js'))
  expect(scripts.length).toBeGreaterThan(20)
  // iOS before 16.4 rejects the whole file.
  const holding = [...scripts, 'index.html', 'sw.js'].filter((file) =>
    /\(\?<[=!]/.test(readFileSync(join(web, file), 'utf8')),
  )
  expect(holding).toEqual([])
})

it('shows a banner when the connection is lost', async () => {
  const page = await open('/ticket/')
  await page.getByRole('button', { name: 'Ver vagas' }).waitFor()
  // Notices about the connection appear after the screen.
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.getByText('Sem conexão.', { exact: true }).waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => page.getByText('Sem conexão.').count()).toBe(0)
})

it('opens again without a network, from the service worker', async () => {
  const of = await newPhone(browser, phone, 'allow')
  const page = await open('/ticket/', { of })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Pague seu estacionamento' }).waitFor()
  await page.getByRole('link', { name: 'PAGAR TICKET AVULSO' }).click()
  await page.waitForURL(/ticket\/read/)
  await expect.poll(() => page.getByLabel('Número do ticket').count()).toBe(1)
  // The document for cards is cached separately, with its own policy.
  const keptAs = (key: string) => page.evaluate(async (key) => (await caches.match(key))?.url ?? '', key)
  expect(new URL(await keptAs('/?card')).search).toBe('?card')
  expect(new URL(await keptAs('/')).search).toBe('')
  await of.close()
  complaints.length = 0
})

it('opens without a network while files of a newer release are incomplete', { tags: 'deep' }, async () => {
  const of = await newPhone(browser, phone, 'allow')
  const page = await open('/ticket/', { of })
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const fetched = server.release()
  await page.reload()
  await fetched
  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('link', { name: 'PAGAR TICKET AVULSO' }).click()
  await page.getByLabel('Número do ticket').fill('0001')
  await page.getByText('4 de 13').waitFor()
  await of.close()
  complaints.length = 0
})

it('offers a retry when a screen’s chunk failed to load', { tags: 'deep' }, async () => {
  const of = await newPhone(browser)
  const page = await open('/contact', { of })
  const clear = server.faults.inject('lost', /assets\/TermsPage-/)
  await page.getByRole('link', { name: 'Termos de Uso e Política de Privacidade' }).click()
  await page.getByText('Não foi possível abrir esta tela. Tente de novo.').waitFor()
  await expectSound(page, /^Fale conosco/)
  clear()
  await page.getByRole('button', { name: 'Recarregar' }).click()
  await page.getByText('Última revisão: 14 de abril de 2021.').waitFor()
  // Opened by its address, the HTML has only a part of it: the button works there too.
  const clearContact = server.faults.inject('lost', /assets\/ContactPage-/)
  const first = await of.newPage()
  await first.goto(`${server.address}/#/contact`)
  await first.getByText('Erro na página, tente recarregar seu navegador.').waitFor()
  clearContact()
  await first.getByRole('button', { name: 'Tentar novamente' }).click()
  await first.getByRole('heading', { name: 'Fale conosco' }).waitFor()
  complaints.length = 0
  await of.close()
})

it('the second click of a double click does not follow a link that has appeared under it; a new click does', async () => {
  const page = await open('/ticket/read')
  await page.evaluate(() => {
    const place = document.createElement('div')
    place.style.cssText = 'position:fixed;inset:0;z-index:99;display:grid'
    const pressed = document.createElement('button')
    const appeared = document.createElement('a')
    appeared.href = '#/contact'
    appeared.textContent = 'appeared'
    pressed.textContent = 'pressed'
    pressed.addEventListener('click', () => place.replaceChildren(appeared))
    document.body.appendChild(place).append(pressed)
  })
  await page.getByRole('button', { name: 'pressed' }).dblclick()
  const link = page.getByRole('link', { name: 'appeared' })
  await link.waitFor()
  expect(page.url()).toContain('#/ticket/read')
  await link.click()
  await page.waitForURL(/#\/contact/)
})
