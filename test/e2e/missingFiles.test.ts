import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newPhone } from './support/browser.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'
import { parkedCar } from './support/demo.ts'

/** A file that a screen loads late does not arrive: the screen stays and shows an error where the file is needed. */
let context: BrowserContext
let page: Page
// A reused phone has cached the files of earlier tests.
const { openThroughProxy, heading, button } = onAPhone((fresh) => ({ context, page } = fresh), newPhone)

const loseFile = async (file: RegExp) => (await portalProxy()).faults.inject('lost', file)
const expectConnectionNotice = () =>
  page
    .getByText(/^Sem conexão com a internet\./)
    .first()
    .waitFor()

it(
  'the cookie dialog’s file fails to load: the page and typed data stay, and the dialog still works',
  { tags: 'deep' },
  async () => {
    await context.clearCookies()
    await loseFile(/assets\/ConsentChoice-/)
    await openThroughProxy('#/ticket/read')
    await page.getByLabel('Número do ticket').fill('00012')
    await button('Gerenciar Cookies').click()
    await page.getByText('Não foi possível abrir as opções de cookies.').waitFor()
    await page.getByRole('dialog', { name: 'Cookies' }).getByRole('button', { name: 'Voltar' }).click()
    await button('Aceitar').click()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
    expect(await page.getByLabel('Número do ticket').inputValue()).toBe('00012')
  },
)

it('the human check’s file fails to load: a notice says so, and the typed number stays', async () => {
  await loseFile(/assets\/humanProof-/)
  await openThroughProxy('#/ticket/read')
  const code = await parkedCar(130)
  await page.getByLabel('Número do ticket').fill(code)
  await button('CONSULTAR VALOR').click()
  await expectConnectionNotice()
  expect(await page.getByLabel('Número do ticket').inputValue()).toBe(code)
})

it('an optional file of the payer screen fails to load: data can be typed and sent', async () => {
  await loseFile(/assets\/RememberMe-/)
  await openThroughProxy(`#/ticket/account?ticket=${await parkedCar(130)}`)
  await page.getByLabel('Nome completo').fill('Maria de Souza')
  await button('AVANÇAR').click()
  await page.getByText('3 campos precisam de atenção.').waitFor()
  expect(await page.getByLabel('Nome completo').inputValue()).toBe('Maria de Souza')
})

it(
  'the file that creates the wanted account fails to load: the terms screen stays and says so',
  { tags: 'deep' },
  async () => {
    await loseFile(/assets\/createAccount-/)
    await openThroughProxy('#/ticket/read')
    const ticket = await parkedCar(130)
    await page.evaluate((sent) => {
      sessionStorage.setItem('guiche.draft.account', JSON.stringify({ shouldCreateAccount: true }))
      sessionStorage.setItem('guiche.draft.accountWish', JSON.stringify({ ticket: sent }))
    }, ticket)
    await openThroughProxy(`#/ticket/privacyPolicyTerms?ticket=${ticket}`)
    await button('CONCORDAR E IR PARA PAGAMENTO').click()
    await expectConnectionNotice()
    expect(await heading('Política de privacidade e termos').isVisible()).toBe(true)
  },
)

it('an error of the page is not shown as a missing connection: it has its own text with a way on, and is reported', async () => {
  // A browser in which the human check's worker cannot start.
  await page.addInitScript(() => {
    window.Worker = class extends Worker {
      constructor(url: string | URL) {
        super(url)
        throw new TypeError('Object.hasOwn is not a function')
      }
    }
  })
  const reported = page.waitForResponse((answer) => answer.url().endsWith('/api/client_error'))
  await openThroughProxy('#/ticket/read')
  const code = await parkedCar(130)
  await page.getByLabel('Número do ticket').fill(code)
  await button('CONSULTAR VALOR').click()
  await page.getByText('Erro na página, tente recarregar seu navegador.').first().waitFor()
  expect(await page.getByText(/Sem conexão/).count()).toBe(0)
  const report = await reported
  expect(report.status()).toBe(204)
  const sent: unknown = report.request().postDataJSON()
  expect(sent).toEqual({
    screen: 'ticket.read',
    release: '0.2.0',
    place: expect.stringMatching(/^assets\/[\w-]+\.js:\d+:\d+$/),
  })
  await page.getByRole('region', { name: 'Notificações' }).getByRole('button', { name: 'Recarregar' }).click()
  await expect.poll(() => page.getByText('Erro na página').count()).toBe(0)
})
