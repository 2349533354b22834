import type { BrowserContext, Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readManifest } from '../../tools/build/template.ts'
import { connect } from './support/browser.ts'
import { reportScreens } from './support/onAPhone.ts'
import { newerNames } from './support/oldest/newerNames.ts'
import { inlineScripts, newerSyntax } from './support/oldest/newerSyntax.ts'
import { knownGuest, paidTicket } from './support/customer.ts'
import { stranger } from './support/people.ts'
import { oldestPhone, watchErrors, webFolder, workerFiles } from './support/oldest/oldestPhone.ts'
import { namesThatAreThere } from './support/oldest/takeAway.ts'
import { portalUrl } from './support/portal.ts'
import { expectAddressOfCep, goToCard, goToPaymentType, openTicket, payWith } from './support/steps.ts'
import { parkedCar, printedCard } from './support/demo.ts'

const textOf = async (path: string) => (await fetch(`${portalUrl()}/${path}`)).text()

it('the oldest browsers can parse every script that is served', async () => {
  const chunks = Object.values(readManifest(webFolder))
  const workers = workerFiles()
  expect(workers.length).toBe(3)
  const scripts = [...new Set(chunks.map(({ file }) => file)), ...workers, 'sw.js', 'receipt.js']
  const served = await Promise.all(
    scripts
      .filter((file) => file.endsWith('.js'))
      .map(async (file) => {
        // Firefox 90 and iOS 14.5 know classic workers only.
        const isModule = file.startsWith('assets/') && !workers.includes(file)
        return newerSyntax(file, await textOf(file), isModule ? 'module' : 'script')
      }),
  )
  const inline = await Promise.all(
    ['', 'r/'].map(async (path) =>
      inlineScripts(await textOf(path)).map((code) => newerSyntax(`/${path}`, code, 'script')),
    ),
  )
  expect([...served, ...inline.flat()].flat()).toEqual([])
})

/** The built portal in a browser without the names that one of the oldest browsers of the READMEs lacks. */
describe('in the oldest browsers', () => {
  let context: BrowserContext
  let page: Page
  let errors: string[]
  beforeEach(async () => {
    context = await oldestPhone(await connect())
    errors = watchErrors(context)
    page = await context.newPage()
  })
  afterEach(async (test) => {
    await reportScreens(test, context)
    await context.close()
    expect(errors).toEqual([])
  })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const paid = () => page.getByText('Pagamento recebido com sucesso!').first().waitFor()

  it('a ticket is looked up and paid by card, another by Pix', async () => {
    await goToPaymentType(page, await parkedCar(130))
    await button('CARTÃO DE CRÉDITO').click()
    await payWith(page, await printedCard('aprovado'))
    await paid()
    await openTicket(page, await parkedCar(130))
    await button('PAGAR COM PIX').click()
    await button('CONCORDAR E IR PARA PAGAMENTO').click()
    await button('Copiar código Pix').click()
    await page
      .getByText(/copiado/i)
      .first()
      .waitFor()
    expect(await page.evaluate(namesThatAreThere, newerNames)).toEqual([])
  })

  it('a debit card is paid with 3DS, whose document they can parse', { tags: 'deep' }, async () => {
    const documents: Promise<string>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'document' && response.url() !== `${portalUrl()}/`)
        documents.push(response.text())
    })
    await goToCard(page, await parkedCar(130), 'DÉBITO')
    await payWith(page, await printedCard('aprovado'))
    const bank = page.frameLocator('iframe[title="Autenticação no seu banco"]').frameLocator('iframe')
    await bank.getByRole('button', { name: 'Autenticado', exact: true }).click()
    await paid()
    const inline = (await Promise.all(documents)).flatMap(inlineScripts)
    expect(inline.length).toBeGreaterThan(1)
    expect(inline.flatMap((code) => newerSyntax('the 3DS document', code, 'script'))).toEqual([])
  })

  it(
    'a guest contests what they paid, and reads the receipt that a code leads to',
    { tags: 'deep' },
    async () => {
      await knownGuest(context)
      const { token } = await paidTicket(context)
      await page.goto(`${portalUrl()}/#/payment/${token}/done`)
      await paid()
      const receipt = await page.locator('a[href*="/r/GR1."]').first().getAttribute('href')
      await page.getByRole('link', { name: 'Contestar' }).click()
      await button('Cobrado duas vezes').click()
      await page.getByLabel('O que aconteceu?').fill('Paguei na máquina.')
      await button('ENVIAR').click()
      await page.getByText(/^P\d{8}$/).waitFor()
      await page.goto(receipt ?? '')
      await page.getByText('RECIBO VÁLIDO').waitFor()
    },
  )

  it('a ticket is looked up over plain HTTP', { tags: 'deep' }, async () => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'isSecureContext', { value: false })
      Reflect.deleteProperty(Crypto.prototype, 'subtle')
    })
    await openTicket(page, await parkedCar(130))
    expect(await page.evaluate(() => 'subtle' in crypto)).toBe(false)
  })

  it('an account is created', { tags: 'deep' }, async () => {
    const { name, email, phone, cpf, password } = stranger()
    await page.goto(`${portalUrl()}/#/account/create`)
    await page.getByLabel('Nome completo').fill(name)
    await page.getByLabel('E-mail', { exact: true }).fill(email)
    await page.getByLabel('Telefone').fill(phone)
    await page.getByLabel('CPF').fill(cpf)
    await page.getByLabel('Repita seu e-mail').fill(email)
    await page.getByLabel('Crie uma senha').fill(password)
    await button('AVANÇAR').click()
    await button('CRIAR CONTA').waitFor()
    await page.getByLabel('CEP').fill('80020310')
    await expectAddressOfCep(page)
    await page.getByLabel('Número', { exact: true }).fill('100')
    await button('CRIAR CONTA').click()
    await page.waitForURL(/#\/user\/menu$/)
    await page.getByRole('heading', { name: 'Olá, Ana!' }).waitFor()
    expect(page.url()).toMatch(/user\/menu$/)
  })
})
