import type { BrowserContext, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { simulatorControls } from '#test/support/simulatorControls.ts'
import { callAs, oneCustomer, signedInCustomer, paidTicket } from './support/customer.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { reservedSpace } from './support/reservation/reservedSpace.ts'
import { countedPerson, fillCard, goToCard, pressTwice } from './support/steps.ts'
import { parkedCar, fetchDemo, printedCard } from './support/demo.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'

let context: BrowserContext
let page: Page
const { open, openThroughProxy, heading, button } = onAPhone((fresh) => ({ context, page } = fresh))

const savedCount = async () => at(await callAs(context, '/api/me/pm_person_paymethod'), 'meta.total')

/** From the ticket's number to the payment type, as for anybody signed in. */
async function lookUp(code: string, go = open): Promise<void> {
  await go('#/ticket/read')
  await page.getByLabel('Número do ticket').fill(code)
  await button('CONSULTAR VALOR').click()
  await heading('Forma de pagamento').waitFor()
}

/** A Visa ending in 0010, saved with a payment. */
const saveCard = (phone: BrowserContext) => paidTicket(phone, { save: true })

/** A new customer who has saved it. */
async function withSavedCard(): Promise<void> {
  await signedInCustomer(context)
  await saveCard(context)
}

describe('a signed-in customer without saved cards', () => {
  beforeEach(async () => {
    await signedInCustomer(context)
  })

  it('goes from the number to the payment type, saves the card while paying, and ends in the menu', async () => {
    await open('#/user/personPayMethod')
    await page.getByRole('heading', { name: 'Nenhum cartão salvo' }).waitFor()
    await lookUp(await parkedCar(130))
    await button(/^CARTÃO DE CRÉDITO$/).waitFor()
    await button(/^CARTÃO DE DÉBITO$/).click()
    await page.getByLabel('Número do Cartão').waitFor()
    expect(await page.getByText('Salvar cartão para futuros pagamentos.').count()).toBe(0)
    await button('Alterar forma de pagamento').click()
    await button(/^CARTÃO DE CRÉDITO$/).click()
    await page.getByText('Salvar cartão para futuros pagamentos.').click()
    await fillCard(page, await printedCard('aprovado'))
    await button(/^PAGAR/).click()
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    await page.getByRole('link', { name: 'Ver recibo' }).waitFor()
    await button('OK').click()
    await heading('Olá, Ana!').waitFor()
    expect(await savedCount()).toBe(1)
  })

  it(
    'Back leads from the number to the menu, and from the payment type to the number',
    { tags: 'deep' },
    async () => {
      await lookUp(await parkedCar(130))
      await page.getByRole('button', { name: 'Voltar' }).click()
      await heading('Buscar ticket').waitFor()
      await page.getByRole('button', { name: 'Voltar' }).click()
      await heading('Olá, Ana!').waitFor()
      expect(page.url()).toContain('#/user/menu')
    },
  )

  it('a ticket with nothing due shows its own state', { tags: 'deep' }, async () => {
    const { code } = await paidTicket(context)
    await open('#/ticket/read')
    await page.getByLabel('Número do ticket').fill(code)
    await button('CONSULTAR VALOR').click()
    await heading('Verifique o valor').waitFor()
    await page.getByText('Este ticket já está pago').waitFor()
  })
})

describe('a saved card', () => {
  oneCustomer(() => context, saveCard)

  it('pays with an optional CVV; PAGAR pressed twice makes one payment', async () => {
    // The link of the ticket; from there two taps.
    await open(`#/ticket/read?ticket=${await parkedCar(130)}`)
    await button('NOVO CARTÃO DE CRÉDITO').waitFor()
    expect(await page.getByTitle('Deletar Cartão').count()).toBe(1)
    await button(/^Visa/).click()
    await page.waitForURL(/savedCard\?pm=/)
    await page.getByText('final 0010 · Crédito').waitFor()
    await page.getByText(/CVV/).first().waitFor()
    expect(await page.getByRole('textbox').count()).toBe(1)
    let sent = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/pay')) sent += 1
    })
    await pressTwice(button('PAGAR R$ 7,00'))
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    await page.getByText('Crédito, Visa final 0010').waitFor()
    expect(sent).toBe(1)
  })

  it('pays with two taps and no typing', { tags: 'deep' }, async () => {
    const person = countedPerson(page)
    await open(`#/ticket/read?ticket=${await parkedCar(130)}`)
    await page
      .getByText(/R\$\s*7,00/)
      .first()
      .waitFor()
    await person.tap(button(/^Visa/))
    // On a phone, the keyboard's own key sends too.
    expect(await page.getByLabel('CVV').getAttribute('enterkeyhint')).toBe('go')
    await person.tap(button('PAGAR R$ 7,00'))
    await heading('Pagamento concluído').waitFor()
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    expect([person.taps, person.keys]).toEqual([2, 0])
  })

  it(
    'PAGAR is disabled until the card has loaded, and an invalid CVV is reported at its field',
    { tags: 'deep' },
    async () => {
      await lookUp(await parkedCar(130), openThroughProxy)
      const { faults } = await portalProxy()
      const answer = faults.inject('late', /\/pm_person_paymethod\/[^/]+\/edit$/)
      await button(/^Visa/).click()
      // The list has just shown it.
      await expect.poll(() => button(/^PAGAR/).isEnabled()).toBe(true)
      await page.reload()
      await page.getByText('Buscando o cartão, aguarde...').waitFor()
      expect(await button(/^PAGAR/).isDisabled()).toBe(true)
      answer()
      await expect.poll(() => button(/^PAGAR/).isEnabled()).toBe(true)
      await page.getByLabel('CVV').fill('12')
      await button(/^PAGAR/).click()
      await page.getByText('O CVV tem 3 ou 4 dígitos.').waitFor()
    },
  )

  it(
    'a refusal shows its reason, empties the CVV, and another payment method still works',
    { tags: 'deep' },
    async () => {
      await lookUp(await parkedCar(130))
      await button(/^Visa/).click()
      await page.getByLabel('CVV').fill('123')
      await simulatorControls((await fetchDemo()).acquirer_url).fault('mac_03')
      await button(/^PAGAR/).click()
      await page.getByRole('alert').getByText('Confira os dados do cartão').first().waitFor()
      expect(await page.getByLabel('CVV').inputValue()).toBe('')
      await button('Alterar forma de pagamento').click()
      await button(/^Visa/).click()
      await button(/^PAGAR/).click()
      await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    },
  )

  it('a required authentication redirects to the bank, as with a typed card', { tags: 'deep' }, async () => {
    await lookUp(await parkedCar(130))
    await button(/^Visa/).click()
    await page.route('**/pay', async (route) => {
      const token = /pm_transaction\/([^/]+)/.exec(route.request().url())?.[1] ?? ''
      const transaction = at(await callAs(context, `/api/pm_transaction/${token}`), 'data')
      const authUrl = `${portalUrl()}/healthz`
      const data = { ok: false, reason: null, needs_reload: false, authUrl, transaction }
      await route.fulfill({ json: { data } })
    })
    await button(/^PAGAR/).click()
    await page.waitForURL(/healthz/)
    expect(page.url()).toContain('/healthz')
  })

  it('offline: PAGAR shows the reason and typed data stay', { tags: 'deep' }, async () => {
    await lookUp(await parkedCar(130))
    await button(/^Visa/).click()
    await page.getByLabel('CVV').fill('123')
    await context.setOffline(true)
    await page
      .getByText(/sem conexão/i)
      .first()
      .waitFor()
    expect(await button(/^PAGAR/).isDisabled()).toBe(true)
    expect(await page.getByLabel('CVV').inputValue()).toBe('123')
    await context.setOffline(false)
    await expect.poll(() => button(/^PAGAR/).isEnabled()).toBe(true)
  })

  it('a cancellation asks for confirmation, then leaves', { tags: 'deep' }, async () => {
    await lookUp(await parkedCar(130))
    await button(/^Visa/).click()
    await page.getByLabel('CVV').waitFor()
    await page.getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar pagamento' }).click()
    await page.waitForURL(/#\/ticket\/$/)
  })
})

describe('deleting a saved card', () => {
  it('shows brand and digits for confirmation; ‘no’ keeps the card, ‘yes’ deletes it and reloads the list', async () => {
    await withSavedCard()
    await paidTicket(context, { card: '5200000000000031', save: true })
    await open('#/user/personPayMethod')
    const cards = page.getByRole('list', { name: 'Cartões salvos' }).getByRole('listitem')
    await cards.first().waitFor()
    await page.getByText('Exibindo 1-2 de 2 registros(s).').waitFor()
    await button('Deletar Cartão Mastercard final 0031').click()
    const question = page.getByRole('alertdialog', {
      name: 'Confirma excluir o cartão Mastercard final 0031',
    })
    await question.waitFor()
    await question.getByRole('button', { name: 'Cancelar' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await cards.count()).toBe(2)
    await button('Deletar Cartão Mastercard final 0031').click()
    await question.getByRole('button', { name: 'Excluir' }).click()
    await page.getByText('Exibindo 1-1 de 1 registros(s).').waitFor()
    expect(await cards.count()).toBe(1)
  })

  it('works at the payment type too; a refused deletion keeps the card', { tags: 'deep' }, async () => {
    await withSavedCard()
    await lookUp(await parkedCar(130))
    const bin = button('Deletar Cartão Visa final 0010')
    const sure = page.getByRole('alertdialog').getByRole('button', { name: 'Excluir' })
    // Paid with the same card.
    const { token } = await reservedSpace(context)
    await bin.click()
    await sure.click()
    await page.getByText('Este cartão garante uma reserva ativa.').waitFor()
    await callAs(context, `/api/pm_transaction/${token}/reserveCancel`, { data: {} })
    await bin.click()
    await sure.click()
    await button(/^CARTÃO DE CRÉDITO$/).waitFor()
    expect(await savedCount()).toBe(0)
  })

  it(
    'of a card that was deleted elsewhere: the screen says so, and offers another card',
    { tags: 'deep' },
    async () => {
      await withSavedCard()
      await lookUp(await parkedCar(130))
      await button(/^Visa/).click()
      await page.waitForURL(/savedCard\?pm=/)
      await expect.poll(() => button(/^PAGAR/).isEnabled()).toBe(true)
      await removeAll()
      await button(/^PAGAR/).click()
      await page.getByRole('heading', { name: 'Este cartão não está mais salvo' }).waitFor()
      await expectSound(page)
      await button('ESCOLHER OUTRO CARTÃO').click()
      await button(/^CARTÃO DE CRÉDITO$/).waitFor()
    },
  )
})

it('a guest is never asked whether to save, and sees no saved cards', async () => {
  await goToCard(page, await parkedCar(130))
  expect(await page.getByText('Salvar cartão para futuros pagamentos.').count()).toBe(0)
})

async function removeAll(): Promise<void> {
  const list = at(await callAs(context, '/api/me/pm_person_paymethod'), 'data')
  if (!Array.isArray(list)) throw new Error('no list of cards')
  for (const card of list) {
    await callAs(context, `/api/me/pm_person_paymethod/${String(at(card, 'ws_token'))}`, { method: 'DELETE' })
  }
}
