import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { signedInCustomer } from './support/customer.ts'
import { newPhone } from './support/browser.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import type { FaultName } from './support/proxy/faults.ts'
import { onAPhone } from './support/onAPhone.ts'
import { parkedCar } from './support/demo.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'

/**
 * The error catalogue of docs/spec.md#call-errors. What belongs to one screen is provoked where that screen is tested:
 * session.test.ts (expired, another user, redirect after 3 s, no answer), pay.test.ts (refused), create.test.ts and
 * user.test.ts (duplicate e-mail and CPF), login.test.ts (logout, recovery and its success texts), consent.test.ts
 * (the analytics cookie), kitFields.test.ts and kit.test.ts (texts of the select), call.test.ts (aborted,
 * timed out).
 */
let context: BrowserContext
let page: Page
const { open, openThroughProxy, heading, button } = onAPhone((fresh) => ({ context, page } = fresh))
const notices = () => page.getByRole('region', { name: 'Notificações' }).getByRole('alert')

const resend = '**/api/pm_transaction/receipt'
const undefinedResponse =
  'O objeto de resposta está indefinido ou nulo (undefined ou null). Este é um erro interno: comunique a administração.'
const waits = 'Serviço ocupado no momento. A página tenta de novo sozinha.'
const pageError = 'Erro na página, tente recarregar seu navegador.'

/** Fault of the connection -> the whole text of the danger notice. */
const onTheConnection: readonly (readonly [FaultName, string])[] = [
  ['empty', undefinedResponse],
  ['broken', pageError],
  [
    'lost',
    'Sem conexão com a internet. O que você digitou está guardado: tente de novo quando o sinal voltar.',
  ],
]

/** Answers that only a server of another release gives -> the same. */
const strange: readonly (readonly [string, { status?: number; json: unknown }, string])[] = [
  ['null', { json: null }, undefinedResponse],
  ['another shape', { json: { data: 3 } }, undefinedResponse],
  [
    'a body that says status 400',
    { json: { status: 400, message: 'Este recibo foi recolhido.' } },
    'Este recibo foi recolhido.',
  ],
  [
    'a server error with a list',
    { status: 500, json: { message: 'Não foi possível.', errors: ['Uma coisa.', 'Outra.'] } },
    'Não foi possível.\nUma coisa.\nOutra.',
  ],
  [
    'field errors that belong to no field',
    { status: 422, json: { message: 'Recusado.', errors: { nada: ['Campo estranho.'] } } },
    'Recusado.\nCampo estranho.',
  ],
  [
    'that the cookies do not come back',
    { status: 419, json: { message: 'CSRF token mismatch.' } },
    'Permita cookies deste site no navegador e recarregue a página: sem eles não dá para continuar.',
  ],
  ['a server error without a message', { status: 500, json: {} }, pageError],
]

async function typeIn(): Promise<void> {
  await heading('Reenviar recibo').waitFor()
  await page.getByLabel('Número do ticket').fill('1111111111111')
  await page.getByLabel('E-mail').fill('maria@exemplo.com.br')
}

/** Sends the form: the notice has only this text, closes, and the typed values stay. */
async function refusedWith(text: string, name: string): Promise<void> {
  await button('REENVIAR RECIBO').click()
  await notices().waitFor()
  expect(await notices().locator('p').innerText(), `${name}: what is said`).toBe(text)
  await expect.poll(() => page.getByText('Aguarde...').count(), { message: name }).toBe(0)
  expect(await page.getByLabel('E-mail').inputValue(), `${name}: what was typed`).toBe('maria@exemplo.com.br')
  await button('Fechar aviso').click()
  await expect.poll(() => notices().count(), { message: name }).toBe(0)
}

describe('a failed call', () => {
  it('that fails on the network shows a danger notice, and keeps typed data', async () => {
    await openThroughProxy('#/ticket/receipt')
    await typeIn()
    const { faults } = await portalProxy()
    for (const [fault, text] of onTheConnection) {
      const clear = faults.inject(fault, /\/api\/pm_transaction\/receipt/)
      await refusedWith(text, fault)
      clear()
    }
    await button('REENVIAR RECIBO').click()
    await page.getByRole('heading', { name: 'Pedido recebido' }).waitFor()
  })

  it('with an unexpected answer shows a danger notice, and keeps typed data', { tags: 'deep' }, async () => {
    await open('#/ticket/receipt')
    await typeIn()
    let next: (typeof strange)[number][1] | null = null
    await page.route(resend, (route) => (next ? route.fulfill(next) : route.continue()))
    for (const [name, answer, text] of strange) {
      next = answer
      await refusedWith(text, name)
    }
    next = null
    await button('REENVIAR RECIBO').click()
    await page.getByRole('heading', { name: 'Pedido recebido' }).waitFor()
  })

  it('of a screen’s own data shows the error in place of the screen', async () => {
    await signedInCustomer(context)
    const clear = (await portalProxy()).faults.inject('empty', /\/api\/me\/pm_transaction\?/)
    await openThroughProxy('#/user/payments')
    await page.getByText(undefinedResponse).waitFor()
    clear()
    await button('Tentar novamente').click()
    await page.getByRole('heading', { name: 'Você ainda não fez pagamentos' }).waitFor()
  })

  it('of a screen’s own data lists the answer’s errors, as a notice does', { tags: 'deep' }, async () => {
    await signedInCustomer(context)
    const errors = { page: ['A página não existe.'], q: ['A busca é longa demais.', 'A página não existe.'] }
    const json = { code: 'busy', message: 'Não foi possível agora.', errors }
    await page.route('**/api/me/pm_transaction?*', (route) => route.fulfill({ status: 409, json }))
    await open('#/user/payments')
    const panel = page.getByRole('alert').filter({ hasText: 'Não foi possível carregar seus pagamentos' })
    await panel.getByText('A busca é longa demais.').waitFor()
    expect(await panel.getByRole('paragraph').allInnerTexts()).toEqual([
      'Não foi possível agora.',
      'A página não existe.',
      'A busca é longa demais.',
    ])
  })
})

describe('failed reads of single screens', () => {
  it('the ticket at the payment type: a warning and a retry', async () => {
    await signedInCustomer(context)
    const code = await parkedCar(130)
    const clear = (await portalProxy()).faults.inject('broken', /\/api\/tk_ticket/)
    await openThroughProxy(`#/ticket/paymentType?ticket=${code}`)
    await page.getByText('Erro ao carregar informações do ticket. Tente novamente.').waitFor()
    clear()
    await button('Tentar novamente').click()
    await button('CARTÃO DE CRÉDITO').waitFor()
  })

  it(
    'a look-up at a busy server is retried with a message; the ticket number is not marked invalid',
    { tags: 'deep' },
    async () => {
      const code = await parkedCar(130)
      const { faults } = await portalProxy()
      const read = /\/api\/tk_ticket\/read/
      await openThroughProxy('#/ticket/read')
      await page.getByLabel('Número do ticket').fill(code)
      faults.inject('crowded', read, 1)
      await button('CONSULTAR VALOR').click()
      await page.getByText(waits).waitFor()
      await heading('Verifique o valor').waitFor()
      await openThroughProxy('#/ticket/read')
      await page.getByLabel('Número do ticket').fill(code)
      const clear = faults.inject('crowded', read)
      await button('CONSULTAR VALOR').click()
      await page.getByRole('heading', { name: 'Não foi possível consultar o ticket' }).waitFor()
      await page.getByText('Serviço indisponível no momento. Tente novamente em 2 segundos.').waitFor()
      expect(await page.getByLabel('Número do ticket').getAttribute('aria-invalid')).toBeNull()
      await expectSound(page)
      clear()
      await button('CONSULTAR VALOR').click()
      await heading('Verifique o valor').waitFor()
    },
  )

  it(
    'a link to a ticket at a busy server is retried, then shows a retry button',
    { tags: 'deep' },
    async () => {
      const code = await parkedCar(130)
      const { faults } = await portalProxy()
      const read = /\/api\/tk_ticket\/read/
      faults.inject('crowded', read, 1)
      await openThroughProxy(`#/ticket/value?ticket=${code}`)
      await page.getByText(waits).waitFor()
      await button('IR PARA PAGAMENTO').waitFor()
      const other = await parkedCar(130)
      const clear = faults.inject('crowded', read)
      await openThroughProxy(`#/ticket/value?ticket=${other}`)
      await page.getByRole('heading', { name: 'Não foi possível carregar o ticket' }).waitFor()
      // A remedy in the page comes before a contact by phone.
      const screen = await page.locator('#conteudo').ariaSnapshot()
      expect(screen).toMatch(/Tentar novamente.*Você ainda pode pagar de outro jeito/s)
      clear()
      await button('Tentar novamente').click()
      await button('IR PARA PAGAMENTO').waitFor()
    },
  )

  it('free spaces: the error text with its reason, and a retry', async () => {
    const clear = (await portalProxy()).faults.inject('broken', /\/api\/parking\/stats/)
    await openThroughProxy('#/ticket/')
    await button('Ver vagas').click()
    const dialog = page.getByRole('dialog', { name: 'Vagas livres' })
    await dialog
      .getByText('Não foi possível buscar informações referente às vagas de estacionamento.')
      .waitFor()
    await dialog.getByText(pageError).waitFor()
    await expectSound(page)
    clear()
    await dialog.getByRole('button', { name: 'Tentar novamente' }).click()
    await dialog.getByRole('heading', { name: 'Garagem Centro' }).waitFor()
    expect(await dialog.getByText(pageError).count()).toBe(0)
  })

  it('sharing a ticket without a share dialog offers the address for copying', async () => {
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

describe('a notice', () => {
  // The clock is frozen, and a phone's clock cannot be released.
  const { open, button } = onAPhone((fresh) => ({ page } = fresh), newPhone)

  it('closes after a time that depends on its kind', { tags: 'deep' }, async () => {
    await page.clock.install()
    await open('#/dev/ui')
    await button('Aviso danger').waitFor()
    // The page's time stands still, so that a slow machine does not miss the notice.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000))
    for (const [kind, ms] of [
      ['warning', 60_000],
      ['danger', 60_000],
      ['info', 3_000],
      ['success', 1_500],
      ['default', 1_500],
    ] as const) {
      await button(`Aviso ${kind}`).click()
      const notice = page.getByText(`Aviso ${kind}, por ${ms / 1000} s.`)
      await notice.waitFor()
      await page.mouse.move(0, 0)
      await page.clock.runFor(ms - 200)
      expect(await notice.count()).toBe(1)
      await page.clock.runFor(400)
      await expect.poll(() => notice.count()).toBe(0)
    }
  })
})
