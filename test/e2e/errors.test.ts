import type { BrowserContext, Page, Route } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signedInCustomer } from './support/customer.ts'
import { newPhone } from './support/browser.ts'
import { onAPhone } from './support/onAPhone.ts'
import { parkedCar } from './support/street.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'

/**
 * The error catalogue of docs/texts.md. What belongs to one screen is provoked where that screen is tested:
 * session.test.ts (expired, another user, redirect after 3 s, no answer), pay.test.ts (refused), create.test.ts and
 * user.test.ts (duplicate e-mail and CPF), login.test.ts (logout, recovery and its success texts), consent.test.ts
 * (the analytics cookie), kitFields.test.ts and kit.test.ts (texts of the select), call.test.ts (aborted,
 * timed out).
 */
let context: BrowserContext
let page: Page
const { open, heading, button } = onAPhone((fresh) => ({ context, page } = fresh), newPhone)
const notices = () => page.getByRole('region', { name: 'Notificações' }).getByRole('alert')

const resend = '**/api/pm_transaction/receipt'
const undefinedResponse =
  'O objeto de resposta está indefinido ou nulo (undefined ou null). Este é um erro interno: comunique a administração.'
const pageError = 'Erro na página, tente recarregar seu navegador.'

/** What the network answers to a call -> the whole text of the danger notice. */
const answers: [string, (route: Route) => Promise<void>, string][] = [
  ['an empty body', (route) => route.fulfill({ status: 200, body: '' }), undefinedResponse],
  ['null', (route) => route.fulfill({ json: null }), undefinedResponse],
  ['another shape', (route) => route.fulfill({ json: { data: 3 } }), undefinedResponse],
  [
    'a body that says status 400',
    (route) => route.fulfill({ status: 200, json: { status: 400, message: 'Este recibo foi recolhido.' } }),
    'Este recibo foi recolhido.',
  ],
  [
    'a server error with a list',
    (route) =>
      route.fulfill({
        status: 500,
        json: { message: 'Não foi possível.', errors: ['Uma coisa.', 'Outra.'] },
      }),
    'Não foi possível.\nUma coisa.\nOutra.',
  ],
  [
    'field errors that belong to no field',
    (route) =>
      route.fulfill({ status: 422, json: { message: 'Recusado.', errors: { nada: ['Campo estranho.'] } } }),
    'Recusado.\nCampo estranho.',
  ],
  ['a server error without a message', (route) => route.fulfill({ status: 500, json: {} }), pageError],
  ['an error page', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }), pageError],
  [
    'nothing at all',
    (route) => route.abort(),
    'Sem conexão com a internet. O que você digitou está guardado: tente de novo quando o sinal voltar. (Network Error)',
  ],
]

describe('an answer that is no success', () => {
  it.each(answers)('%s is said in a danger notice, and nothing typed is lost', async (_, answer, text) => {
    await open('#/ticket/receipt')
    await heading('Reenviar recibo').waitFor()
    await page.getByLabel('Número do ticket').fill('1111111111111')
    await page.getByLabel('E-mail').fill('maria@exemplo.com.br')
    await page.route(resend, answer)
    await button('REENVIAR RECIBO').click()
    await notices().waitFor()
    expect(await notices().locator('p').innerText()).toBe(text)
    await expect.poll(() => page.getByText('Aguarde...').count()).toBe(0)
    expect(await page.getByLabel('E-mail').inputValue()).toBe('maria@exemplo.com.br')
    await page.unroute(resend)
    // The server itself would soon answer that these were too many.
    await page.route(resend, (route) => route.fulfill({ json: { data: { message: 'Enviado.' } } }))
    await button('REENVIAR RECIBO').click()
    await page.getByRole('heading', { name: 'Pedido recebido' }).waitFor()
  })

  it('stands in the place of a screen that cannot be loaded', async () => {
    await signedInCustomer(context)
    await page.route('**/api/me/pm_transaction?*', (route) => route.fulfill({ status: 200, body: '' }))
    await open('#/user/payments')
    await page.getByText(undefinedResponse).waitFor()
    await page.unroute('**/api/me/pm_transaction?*')
    await button('Tentar novamente').click()
    await page.getByRole('heading', { name: 'Você ainda não fez pagamentos' }).waitFor()
  })
})

describe('entries of one screen', () => {
  it('the ticket is not loaded at the payment type: a warning, and a way to try again', async () => {
    await signedInCustomer(context)
    const code = await parkedCar(130)
    await page.route('**/api/tk_ticket*/**', (route) => route.fulfill({ status: 500, json: {} }))
    await page.route('**/api/tk_ticket?*', (route) => route.fulfill({ status: 500, json: {} }))
    await open(`#/ticket/paymentType?ticket=${code}`)
    await page.getByText('Erro ao carregar informações do ticket. Tente novamente.').waitFor()
    await page.getByRole('heading', { name: 'Não foi possível buscar o ticket' }).waitFor()
    await expectSound(page)
    await page.unrouteAll()
    await button('Tentar novamente').click()
    await button('CARTÃO DE CRÉDITO').waitFor()
  })

  it('the free spaces are not answered: the text, with its reason', async () => {
    await page.route('**/api/parking/stats', (route) => route.fulfill({ status: 500, json: {} }))
    await open('#/ticket/')
    await button('Ver vagas').click()
    const dialog = page.getByRole('dialog', { name: 'Vagas livres' })
    await dialog
      .getByText('Não foi possível buscar informações referente às vagas de estacionamento.')
      .waitFor()
    await dialog.getByText(pageError).waitFor()
    await expectSound(page)
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
    await dialog.getByRole('heading', { name: 'Garagem Centro' }).waitFor()
    expect(await dialog.getByText(pageError).count()).toBe(0)
  })

  it('a ticket is shared; where nothing can share, the person is prompted to copy the address', async () => {
    const code = await parkedCar(130)
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await open(`#/ticket/value?ticket=${code}`)
    await button('Compartilhar ticket').click()
    const dialog = page.getByRole('dialog', { name: 'Compartilhar ticket' })
    const address = `${portalUrl()}/#/ticket/read?ticket=${code}`
    expect(await dialog.getByLabel('Copie o endereço').inputValue()).toBe(address)
    await dialog.getByRole('button', { name: 'COPIAR' }).click()
    await page.getByText('Endereço copiado.').waitFor()
    await page.goto(await page.evaluate(() => navigator.clipboard.readText()))
    await heading('Verifique o valor').waitFor()
  })
})

describe('how long a notice stays', () => {
  it.each([
    ['warning', 60_000],
    ['danger', 60_000],
    ['info', 3_000],
    ['success', 1_500],
    ['default', 1_500],
  ])('%s: %i ms', async (kind, ms) => {
    await page.clock.install()
    await open('#/dev/ui')
    await button(`Aviso ${kind}`).waitFor()
    // The page's time stands still from here on: a slow machine loses none of the notice's.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    await button(`Aviso ${kind}`).click()
    const notice = page.getByText(`Aviso ${kind}, por ${ms / 1000} s.`)
    await notice.waitFor()
    await page.mouse.move(0, 0)
    await page.clock.runFor(ms - 200)
    expect(await notice.count()).toBe(1)
    await page.clock.runFor(400)
    await expect.poll(() => notice.count()).toBe(0)
  })
})
