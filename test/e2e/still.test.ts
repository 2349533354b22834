import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { phone, strangersPhone } from './support/browser.ts'
import { knownGuest, oneCustomer, openedPayment, paidTicket } from './support/customer.ts'
import { onAPhone } from './support/onAPhone.ts'
import { reservedSpace } from './support/reservation/reservedSpace.ts'
import { parkedCar } from './support/street.ts'

/** Whoever opens a screen by its address: nothing moves under the thumb while the rest comes. */
let page: Page

const checked = 'Verificação de segurança concluída.'

const countMoves = `globalThis.moved = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        moved.push(value.toFixed(3) + ' ' + sources.map(({ node }) => node?.textContent).join(' | '))
    }).observe({ type: 'layout-shift', buffered: true })`
// What has moved is told with the frame after it.
const moves = 'new Promise((told) => requestAnimationFrame(() => requestAnimationFrame(() => told(moved))))'

describe('a stranger', () => {
  const { open } = onAPhone(
    (fresh) => ({ page } = fresh),
    (browser) => strangersPhone(browser, phone, 'block'),
  )

  it.each([
    ['#/ticket/', null],
    ['#/ticket/read', null],
    ['#/contact', null],
    ['#/terms/privacyPolicy', null],
    ['#/login/', checked],
    ['#/login/recover_email', checked],
    ['#/account/create', null],
  ])('%s stands still', async (address, last) => {
    await page.addInitScript(countMoves)
    await open(address)
    await page.waitForSelector('html[data-ready]')
    await page.getByRole('dialog', { name: 'Cookies' }).waitFor()
    if (last) await page.getByText(last).waitFor()
    expect(await page.evaluate(moves)).toEqual([])
  })
})

describe('a guest with a ticket', () => {
  const { open } = onAPhone((fresh) => ({ page } = fresh))

  it('the start and the search stand still on a phone that has paid a ticket', async () => {
    await knownGuest(page.context())
    const { token } = await paidTicket(page.context())
    await open(`#/payment/${token}/done`)
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    await page.addInitScript(countMoves)
    for (const address of ['#/ticket/', '#/ticket/read']) {
      await page.goto('about:blank')
      await open(address)
      await page.getByText('Pago. Sair até').waitFor()
      expect(await page.evaluate(moves)).toEqual([])
    }
  })

  it.each([
    ['#/ticket/value?ticket=', 'PAGAR COM PIX'],
    ['#/ticket/paymentType?ticket=', 'CARTÃO DE CRÉDITO'],
  ])('%s stands still', async (address, last) => {
    await knownGuest(page.context())
    const code = await parkedCar(130)
    await page.addInitScript(countMoves)
    await open(`${address}${code}`)
    await page.getByRole('button', { name: last }).waitFor()
    await page.waitForSelector('html[data-ready]')
    expect(await page.evaluate(moves)).toEqual([])
  })
})

describe('somebody with a reservation, a payment and a saved card', { tags: 'deep' }, () => {
  const { open } = onAPhone((fresh) => ({ page } = fresh))
  let address = ''
  oneCustomer(
    () => page.context(),
    async (theirs) => {
      await reservedSpace(theirs)
      await paidTicket(theirs, { save: true })
      address = `#/payment/${await openedPayment(theirs, await parkedCar(130))}/creditDebitCard`
    },
  )

  it.each([
    ['#/user/menu', 'Agora'],
    ['#/user/edit', 'Informações adicionais'],
    ['#/user/person/edit', 'Informações adicionais'],
    ['#/user/personPayMethod', 'final 0010'],
    ['#/user/vehicles', 'Gol prata'],
    ['#/user/payments', 'R$ 7,00'],
    ['#/user/myData', 'Excluir minha conta'],
    ['#/reserve/add', 'RESERVAR VAGA'],
    ['card', 'Salvar cartão para futuros pagamentos.'],
    ['saved card', 'NOVO CARTÃO DE CRÉDITO'],
  ])('%s stands still', async (screen, last) => {
    const places: Record<string, () => Promise<string>> = {
      card: async () => address,
      'saved card': async () => `#/ticket/paymentType?ticket=${await parkedCar(130)}`,
    }
    const at = (await places[screen]?.()) ?? screen
    await page.addInitScript(countMoves)
    await open(at)
    await page.getByText(last).first().waitFor()
    await page.waitForSelector('html[data-ready]')
    expect(await page.evaluate(moves)).toEqual([])
  })
})
