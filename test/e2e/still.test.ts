import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { desktop, phone, strangersPhone } from './support/browser.ts'
import { callAs, knownGuest, oneCustomer, openedPayment, paidTicket } from './support/customer.ts'
import type { Size } from './support/look/devTools.ts'
import { countMoves, readMoves } from './support/look/moves.ts'
import { onAPhone } from './support/onAPhone.ts'
import { portalUrl } from './support/portal.ts'
import { reservedSpace } from './support/reservation/reservedSpace.ts'
import { openDesk } from './support/staff.ts'
import { parkedCar } from './support/demo.ts'

/** Opened by its address, a screen does not move while the rest loads. */
let page: Page

async function paidScreen(): Promise<string> {
  return `#/payment/${(await paidTicket(page.context())).token}/done`
}

async function openPix(): Promise<string> {
  const token = await openedPayment(page.context(), await parkedCar(130), 3)
  await callAs(page.context(), `/api/pm_transaction/${token}/pay`, { data: { method: 'pix' } })
  return `#/payment/${token}/pix`
}

const checked = 'Verificação de segurança concluída.'

describe('a guest’s screens do not shift while loading', () => {
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
    ['#/ticket/', null, desktop],
    ['#/contact', null, desktop],
    ['#/login/', checked, desktop],
  ])('%s has no layout shift', async (address, last, size: Size = phone) => {
    await page.setViewportSize(size)
    await page.addInitScript(countMoves)
    await open(address)
    await page.waitForSelector('html[data-ready]')
    await page.getByRole('dialog', { name: 'Cookies' }).waitFor()
    if (last) await page.getByText(last).waitFor()
    expect(await readMoves(page)).toEqual([])
  })
})

describe('screens of a guest with a ticket do not shift while loading', () => {
  const { open } = onAPhone((fresh) => ({ page } = fresh))

  it.each([
    ['has paid a ticket', paidScreen, 'Pago. Sair até'],
    ['has an open Pix', openPix, 'Pix aguardando: voltar ao código'],
  ])('start and search have no layout shift on a phone that %s', async (_what, before, last) => {
    await knownGuest(page.context())
    await page.addInitScript(countMoves)
    await open(await before())
    await page.getByText(/Pagamento recebido com sucesso!|Aguardando o pagamento/).waitFor()
    expect(await readMoves(page)).toEqual([])
    for (const address of ['#/ticket/', '#/ticket/read']) {
      // Another document of the same origin keeps the tab's storage.
      await page.goto(`${portalUrl()}/healthz`)
      await open(address)
      await page.getByText(last).waitFor()
      expect(await readMoves(page)).toEqual([])
    }
  })

  it.each([
    ['#/ticket/value?ticket=', 'PAGAR COM PIX'],
    ['#/ticket/paymentType?ticket=', 'CARTÃO DE CRÉDITO'],
  ])('%s has no layout shift', async (address, last) => {
    await knownGuest(page.context())
    const code = await parkedCar(130)
    await page.addInitScript(countMoves)
    await open(`${address}${code}`)
    await page.getByRole('button', { name: last }).waitFor()
    await page.waitForSelector('html[data-ready]')
    expect(await readMoves(page)).toEqual([])
  })
})

describe(
  'screens of a customer with a reservation, a payment and a saved card do not shift while loading',
  { tags: 'deep' },
  () => {
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
      ['menu with a receipt', 'Pago. Sair até'],
      ['#/user/edit', 'Informações adicionais'],
      ['#/user/person/edit', 'Informações adicionais'],
      ['#/user/personPayMethod', 'final 0010'],
      ['#/user/vehicles', 'Gol prata'],
      ['#/user/payments', 'R$ 7,00'],
      ['#/user/myData', 'Excluir minha conta'],
      ['#/reserve/add', 'RESERVAR VAGA'],
      ['card', 'Salvar cartão para futuros pagamentos.'],
      ['saved card', 'NOVO CARTÃO DE CRÉDITO'],
    ])('%s has no layout shift', async (screen, last) => {
      const places: Record<string, () => Promise<string>> = {
        card: async () => address,
        'menu with a receipt': async () => {
          await open('#/user/menu')
          await page.getByText('Agora').waitFor()
          await open(await paidScreen())
          await page.getByText('Pagamento recebido com sucesso!').waitFor()
          await page.goto(`${portalUrl()}/healthz`)
          return '#/user/menu'
        },
        'saved card': async () => `#/ticket/paymentType?ticket=${await parkedCar(130)}`,
      }
      const at = (await places[screen]?.()) ?? screen
      await page.addInitScript(countMoves)
      await open(at)
      await page.getByText(last).first().waitFor()
      await page.waitForSelector('html[data-ready]')
      expect(await readMoves(page)).toEqual([])
    })
  },
)

describe('staff screens on a phone do not shift while loading', { tags: 'deep' }, () => {
  onAPhone((fresh) => ({ page } = fresh))

  it.each([
    ['', 'Recebido hoje'],
    ['lots', 'Tarifa A (versão 1)'],
  ])('staff/%s has no layout shift', async (path, last) => {
    await page.addInitScript(countMoves)
    await openDesk(page, 1, path, { width: 360, height: 740 })
    await page.getByText(last).first().waitFor()
    expect(await readMoves(page)).toEqual([])
  })
})
