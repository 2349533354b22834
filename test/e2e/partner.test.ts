import type { Browser, BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { newPhone } from './support/browser.ts'
import { callAs, proveHuman } from './support/customer.ts'
import { parkedCar } from './support/demo.ts'
import { byHandMs } from './support/keys/byHand.ts'
import { onAPhone } from './support/onAPhone.ts'
import { screenCode, signedInShop, validateByCall } from './support/partner/shop.ts'
import { portalUrl } from './support/portal.ts'

let browser: Browser
let context: BrowserContext
let page: Page
const { open, heading, button } = onAPhone((fresh) => ({ browser, context, page } = fresh))

const number = (on: Page) => on.getByLabel('Número do ticket')
const result = (name: string) => page.getByRole('heading', { name, exact: true })
const live = (on: Page, text: string | RegExp) => on.getByRole('status').filter({ hasText: text })

/** The driver's own phone, at this screen. */
async function driverAt(hash: string): Promise<Page> {
  const phone = await newPhone(browser)
  await proveHuman(phone)
  const driver = await phone.newPage()
  await driver.goto(`${portalUrl()}/${hash}`)
  await driver.waitForSelector('html[data-ready]')
  return driver
}

const comeBack = (driver: Page) => driver.evaluate('dispatchEvent(new Event("focus"))')

describe('a shop', () => {
  beforeEach(async () => {
    await signedInShop(browser, context, 'Livraria Sol')
    await open('#/convenio')
    await heading('Livraria Sol').waitFor()
    await page.waitForLoadState('networkidle')
  })

  it('validates a ticket within 5 s by hand, and takes it back', async () => {
    const code = await parkedCar(130)
    const asked: string[] = []
    page.on('request', (request) => request.method() === 'POST' && asked.push(request.url()))
    await number(page).click()
    await page.keyboard.type(code)
    await button('Validar 2 h').click()
    await result('Ticket validado: 2 h').waitFor()
    expect(asked).toHaveLength(1)
    expect(byHandMs({ taps: 2, keys: code.length, calls: asked.length })).toBeLessThan(5_000)
    const card = page.getByRole('article')
    await card.getByText('O cliente paga').waitFor()
    await card.getByText('R$ 1,00').waitFor()
    await button('Desfazer').first().click()
    await page.getByRole('dialog').getByLabel('Motivo').fill('Cliente errado')
    await page.getByRole('dialog').getByRole('button', { name: 'Desfazer' }).click()
    const row = page.getByRole('list', { name: 'Últimos convênios' }).getByRole('listitem').first()
    await row.getByText('Desfeito').waitFor()
  })

  it('says why a ticket takes no convênio, and keeps its number', async () => {
    const code = await parkedCar(130)
    await validateByCall(context, code, '2 h')
    await number(page).fill(code)
    await button('Validar 50 %').click()
    await result('Este ticket já tem um convênio desta loja.').waitFor()
    expect(await number(page).inputValue()).toBe(code)
    await number(page).fill('0000000000000')
    await button('Validar 2 h').click()
    await page.getByText(/^Ticket não encontrado/).waitFor()
    const hasFocus = () => number(page).evaluate((field) => field === document.activeElement)
    await expect.poll(hasFocus).toBe(true)
  })

  it('shows a code, which its customer’s phone uses once', async () => {
    await button('Mostrar código ao cliente').click()
    await page.getByRole('dialog').getByRole('button', { name: '2 h' }).click()
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    await page.getByText(/^Vale até (amanhã, \d\d\/\d\d às )?\d\d:\d\d\.$/).waitFor()
    const code = await screenCode(context)
    const driver = await driverAt(`#/convenio/${code}`)
    await number(driver).fill(await parkedCar(130))
    await driver.getByRole('button', { name: 'USAR CONVÊNIO' }).click()
    await driver.getByRole('heading', { name: 'Verifique o valor' }).waitFor()
    await driver.getByText('R$ 1,00').first().waitFor()
    const other = await driverAt(`#/convenio/${code}`)
    await number(other).fill(await parkedCar(130))
    await other.getByRole('button', { name: 'USAR CONVÊNIO' }).click()
    await other.getByRole('heading', { name: 'Este código já foi usado ou venceu.' }).waitFor()
  })

  it('a code takes the ticket of this tab by itself', async () => {
    const driver = await driverAt(`#/ticket/value?ticket=${await parkedCar(130)}`)
    await driver.getByRole('button', { name: 'IR PARA PAGAMENTO' }).waitFor()
    const code = await screenCode(context)
    await driver.evaluate((hash) => (location.hash = hash), `#/convenio/${code}`)
    await driver
      .getByText(/^Convênio aplicado: agora R\$.1,00$/)
      .first()
      .waitFor()
    expect(new URL(driver.url()).hash).toMatch(/^#\/ticket\/value/)
  })
})

describe('a driver whose ticket is validated meanwhile', () => {
  beforeEach(async () => {
    await signedInShop(browser, context, 'Livraria Sol')
  })

  it('the value falls, with its line, and nothing is loaded again', async () => {
    const code = await parkedCar(130)
    const driver = await driverAt(`#/ticket/value?ticket=${code}`)
    await driver.getByRole('button', { name: 'IR PARA PAGAMENTO' }).waitFor()
    await driver.getByText('R$ 7,00').first().waitFor()
    await validateByCall(context, code, '2 h')
    await comeBack(driver)
    await live(driver, /^Convênio aplicado: agora R\$.1,00$/).waitFor()
    await driver.getByText('Como calculamos').click()
    await driver.getByText('Convênio Livraria Sol (2 h)').waitFor()
    await driver.getByText('-R$ 6,00').waitFor()
    expect(await driver.getByText('Buscando dados').count()).toBe(0)
  })

  it('a covered ticket says until when it may leave, and offers no payment', async () => {
    const code = await parkedCar(100)
    const driver = await driverAt(`#/ticket/value?ticket=${code}`)
    await driver.getByRole('button', { name: 'IR PARA PAGAMENTO' }).waitFor()
    await validateByCall(context, code, '2 h')
    await comeBack(driver)
    await driver
      .getByRole('heading', {
        name: /^Coberto pelo convênio: saída livre até (amanhã, \d\d\/\d\d às )?\d\d:\d\d$/,
      })
      .waitFor()
    expect(await driver.getByRole('button', { name: /PAGA/ }).count()).toBe(0)
  })

  it('the payment type shows the lower amount, and leads away from a covered ticket', async () => {
    const [lower, covered] = [await parkedCar(130), await parkedCar(100)]
    await open(`#/ticket/paymentType?ticket=${lower}`)
    await button('CARTÃO DE CRÉDITO').waitFor()
    await validateByCall(context, lower, '2 h')
    await comeBack(page)
    await live(page, /^Convênio aplicado: agora R\$.1,00$/).waitFor()
    await page.getByRole('article').getByText('R$ 1,00').waitFor()
    await open(`#/ticket/paymentType?ticket=${covered}`)
    await button('CARTÃO DE CRÉDITO').waitFor()
    await validateByCall(context, covered, '2 h')
    await comeBack(page)
    await page.getByRole('heading', { name: /^Coberto pelo convênio/ }).waitFor()
  })

  it('a shop that loses its person is closed to them', async () => {
    await open('#/convenio')
    await heading('Livraria Sol').waitFor()
    // The device keeps the shop's name once the session is known, too.
    await page.waitForFunction("localStorage.getItem('guiche.own.shop') !== null")
    await open('#/user/menu')
    await page.getByRole('link', { name: /^Validar tickets/ }).click()
    await heading('Livraria Sol').waitFor()
    await expect(callAs(context, '/api/staff/partners')).rejects.toThrow('403')
  })
})
