import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { at, textAt } from '#test/support/client.ts'
import { newPhone, phone } from './support/browser.ts'
import { callAs, oneCustomer, signedInCustomer, paidTicket } from './support/customer.ts'
import { loseCalls } from './support/proxy/loseCalls.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { withLots, withReservesTaken } from './support/reservation/lots.ts'
import { type Fresh, onAPhone } from './support/onAPhone.ts'
import { newCustomer, fillLogin } from './support/people.ts'
import { simulatorControls } from '#test/support/simulatorControls.ts'
import { codeOnScreen } from './support/reservation/codeOnScreen.ts'
import { freshPlate, reservedSpace } from './support/reservation/reservedSpace.ts'
import { fillCard, pressTwice } from './support/steps.ts'
import { callGate, fetchDemo } from './support/demo.ts'
import { expectSound } from './support/sound.ts'
import { bottomOf, expectPixelsUpTo } from './support/views/pixels.ts'

let browser: Browser
let context: BrowserContext
let page: Page
const take = (fresh: Fresh) => ({ browser, context, page } = fresh)
const heading = (name: string | RegExp) => page.getByRole('heading', { name, level: 1 })

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
/** Reaches a button by Tab and presses Enter. */
async function press(name: string | RegExp): Promise<void> {
  const wanted = button(name).first()
  await expect.poll(() => wanted.isEnabled()).toBe(true)
  for (let tabs = 0; tabs < 60; tabs += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
}
/** Delays the answers of a call until released; then waits until the page has them. */
async function delayAnswer(path: RegExp): Promise<() => Promise<void>> {
  const release = (await portalProxy()).faults.inject('late', path)
  return async () => {
    const response = page.waitForResponse(path)
    release()
    await (await response).finished()
  }
}

/** The QR code in the middle of the screen. */
const showCode = () => page.getByAltText('QR code da reserva, para a cancela').scrollIntoViewIfNeeded()

async function expectAboveOk(part: Locator): Promise<void> {
  expectPixelsUpTo(await bottomOf(part), (await button('OK').boundingBox())?.y ?? NaN)
}

describe('a reservation', () => {
  const { open, openThroughProxy } = onAPhone(take)
  beforeEach(async () => {
    await signedInCustomer(context)
  })

  it('from the choice of a vehicle to the exit gate that opens', async () => {
    const plate = freshPlate()
    await openThroughProxy('#/user/menu')
    await page.getByRole('link', { name: 'Reservar uma vaga' }).waitFor()
    // The phone already knows that there is no reservation.
    await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).toContain('reservations')
    const answer = await delayAnswer(/\/api\/pm_transaction\/reserves$/)
    await page.reload()
    const link = page.getByRole('link', { name: 'Reservar uma vaga' })
    // The list arrives while the finger is down: the link stays under it.
    await link.hover()
    await page.mouse.down()
    await answer()
    await page.mouse.up()
    await heading('Reservar uma vaga').waitFor()
    expect(await button('RESERVAR VAGA').isDisabled()).toBe(true)
    await page.getByLabel('Nome do veículo').fill('Gol prata')
    await page.getByLabel('Placa').fill(plate.toLowerCase())
    await button('Adicionar').click()
    await page.getByText('Com qual veículo você vem?').waitFor()
    await page.getByLabel(/Garagem Centro/).check()
    await pressTwice(button('RESERVAR VAGA'))

    await heading('Forma de pagamento').waitFor()
    await page.getByText('Pré-autorizado agora').waitFor()
    expect(await page.getByRole('button', { name: /DÉBITO/ }).count()).toBe(0)
    await button('CARTÃO DE CRÉDITO').click()
    const money = page
      .getByRole('region', { name: 'Como é cobrado' })
      .or(page.locator('section', { hasText: 'Como é cobrado' }))
    await expect
      .poll(() => money.first().innerText())
      .toMatch(/50,00[\s\S]*Retido em caso de cancelamento[\s\S]*15,00[\s\S]*Chegada até/)
    await page.getByText(/não chegar até .* são cobrados e o resto é liberado/).waitFor()
    await page.getByRole('heading', { name: /^Tarifa: / }).waitFor()
    await fillCard(page, '4000000000000002')
    await button('PAGAR R$ 50,00').click()
    await page.getByText('Tente outro cartão ou fale com o estacionamento.').waitFor()
    expect(await page.getByText(/na máquina|no caixa/).count()).toBe(0)
    await fillCard(page, '4000000000000010')
    await pressTwice(button('PAGAR R$ 50,00'))

    await page.getByText('Vaga reservada com sucesso!').waitFor()
    await page.getByAltText('QR code da reserva, para a cancela').waitFor()
    await expectAboveOk(page.getByText('Valor pré-autorizado'))
    await page.getByText('2º andar').waitFor()
    await page.getByText('sensores de cor branca').waitFor()
    await showCode()
    const qr = await codeOnScreen(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await codeOnScreen(page)).toBe(qr)
    expect(qr).not.toContain(plate)
    await page.emulateMedia({ colorScheme: 'light' })
    await button('OK').click()

    await heading(/^Olá/).waitFor()
    await page.getByText(/Reservada, chegada até/).waitFor()
    const entry = await callGate('/entries', {
      lot_id: 1,
      gate: 'E1',
      qr,
      plate: 'QQQ0Q00',
      entered_at: minutesAgo(100),
    })
    expect(entry).toMatchObject({ open: true, reservation: { plate } })

    await page.reload()
    await page.getByText('dentro dos R$ 50,00 pré-autorizados').waitFor()
    await page.getByText('R$ 6,00').waitFor()
    await page.getByRole('link', { name: 'AUTORIZAR SAÍDA' }).click()
    await heading('Autorizar saída').waitFor()
    await expect
      .poll(() => page.getByText('Liberado da pré-autorização').locator('..').innerText())
      .toContain('44,00')
    await pressTwice(button('AUTORIZAR SAÍDA'))
    await page.getByText('Saída autorizada!').waitFor()
    await expectAboveOk(page.getByRole('timer'))
    await open(
      page
        .url()
        .replace(
          /.*#\/payment\/(.*)\/done$/,
          `#/reserve/paymentConfirm?ticket=${textAt(entry, 'code')}&ptoken=$1`,
        ),
    )
    await page.getByText('Saída autorizada!').waitFor()
    const exit = await callGate('/exits', { lot_id: 1, gate: 'S1', qr })
    expect(exit).toMatchObject({ open: true, reason: 'paid' })
    await open('#/user/menu')
    await page.getByText('Anteriores (1)').click()
    await page.getByText('Concluída').waitFor()
  })

  it(
    'a bank that is silent three times: the exit is requested again until it is authorised',
    { tags: 'deep' },
    async () => {
      const { code, plate, token } = await reservedSpace(context)
      await callGate('/entries', { lot_id: 1, gate: 'E1', plate, entered_at: minutesAgo(130) })
      await open(`#/reserve/paymentConfirm?ticket=${code}&ptoken=${token}`)
      await simulatorControls((await fetchDemo()).acquirer_url).fault('status_500', 3)
      await button('AUTORIZAR SAÍDA').click()
      await heading('Autorizar saída').waitFor()
      await page.getByText('Estamos confirmando o pagamento com o banco').first().waitFor()
      await page.getByText('Saída autorizada!').waitFor()
    },
  )

  it('where the reserved spaces are is the lot’s text, shown as typed; emptied, the latest arrival stays', async () => {
    const { token } = await reservedSpace(context)
    const line = page.getByText('Chegue até')
    for (const reserve_hint of ['<b>3º andar</b>, à esquerda.', ''])
      await withLots(browser, { only: 1, reserve_hint }, async () => {
        await open('#/contact')
        await open(`#/payment/${token}/done`)
        await line.waitFor()
        const start = reserve_hint === '' ? 'Chegue até ' : `${reserve_hint} Chegue até `
        await expect.poll(async () => (await line.innerText()).startsWith(start)).toBe(true)
      })
  })

  it('above the hold: the difference is paid before the exit opens', async () => {
    const { code, plate, token } = await reservedSpace(context)
    await callGate('/entries', { lot_id: 1, gate: 'E1', plate, entered_at: minutesAgo(4 * 24 * 60) })
    const exit = `#/reserve/paymentConfirm?ticket=${code}&ptoken=${token}`
    await open(exit)
    await page.getByText('Diferença a pagar em seguida').waitFor()
    const restoreCalls = await loseCalls(page)
    await button('AUTORIZAR SAÍDA').click()
    await open(`#/ticket/value?ticket=${code}`)
    await page.getByText('Estamos confirmando o pagamento com o banco').first().waitFor()
    restoreCalls()
    await open(exit)
    await page.getByText('Diferença a pagar em seguida').waitFor()
    await button('AUTORIZAR SAÍDA').click()
    await heading('Forma de pagamento').waitFor()
    expect(await callGate('/exits', { lot_id: 1, gate: 'S1', plate })).toMatchObject({ open: false })
    await button('CARTÃO DE CRÉDITO').click()
    await fillCard(page, '4000000000000010')
    await page.getByRole('button', { name: /^PAGAR/ }).click()
    await page.getByText('Pagamento recebido com sucesso!').waitFor()
    expect(await callGate('/exits', { lot_id: 1, gate: 'S1', plate })).toMatchObject({ open: true })
  })

  it(
    'is paid by keyboard alone with a saved card; the amount is shown before PAGAR',
    { tags: 'deep' },
    async () => {
      await paidTicket(context, { save: true })
      await open('#/reserve/add')
      await page.getByLabel('Nome do veículo').focus()
      await page.keyboard.type('Gol prata')
      await page.keyboard.press('Tab')
      await page.keyboard.type(freshPlate())
      await page.keyboard.press('Enter')
      await page.getByText('Com qual veículo você vem?').waitFor()
      await page.getByLabel(/Garagem Centro/).focus()
      await page.keyboard.press('Space')
      await press('RESERVAR VAGA')
      await heading('Forma de pagamento').waitFor()
      await press(/Visa/)
      await page.getByText('Retido em caso de cancelamento').waitFor()
      await page.getByText('Vaga guardada até').waitFor()
      await press('PAGAR R$ 50,00')
      await page.getByText('Vaga reservada com sucesso!').waitFor()
      await page.getByAltText('QR code da reserva, para a cancela').waitFor()
    },
  )

  it('where no exit can be authorised the screen says why, and leads on', { tags: 'deep' }, async () => {
    const exitOf = ({ code, token }: { code: string; token: string }) =>
      `#/reserve/paymentConfirm?ticket=${code}&ptoken=${token}`
    const { token, code } = await reservedSpace(context)
    await open(exitOf({ token, code }))
    await page.getByRole('heading', { name: 'O veículo ainda não entrou no estacionamento.' }).waitFor()
    await button('VOLTAR AO MENU').click()
    await heading(/^Olá/).waitFor()

    await callAs(context, `/api/pm_transaction/${token}/reserveCancel`, { method: 'POST', data: {} })
    await open(exitOf({ token, code }))
    await page.getByRole('heading', { name: 'Esta reserva já foi encerrada.' }).waitFor()
    await page.getByText('Ela foi cancelada.').waitFor()
    await button('VOLTAR AO MENU').waitFor()

    const left = await reservedSpace(context)
    await callGate('/entries', { lot_id: 1, gate: 'E1', plate: left.plate, entered_at: minutesAgo(60) })
    await callAs(context, `/api/pm_transaction/${left.token}/reserveConfirm`, { method: 'POST', data: {} })
    await callGate('/exits', { lot_id: 1, gate: 'S1', plate: left.plate })
    await open(exitOf(left))
    await page.getByText('O veículo já saiu do estacionamento.').waitFor()

    const ticket = await paidTicket(context)
    await open(exitOf(ticket))
    await page.getByRole('heading', { name: 'Não há reserva para este ticket.' }).waitFor()
    expect(await button('AUTORIZAR SAÍDA').count()).toBe(0)
    await page.getByRole('link', { name: 'CONSULTAR TICKET' }).click()
    await heading('Verifique o valor').waitFor()
    await open('#/reserve/paymentConfirm')
    await page.getByRole('link', { name: 'CONSULTAR TICKET' }).click()
    await heading('Buscar ticket').waitFor()
  })

  it('is cancelled after the screen names the retained amount, and its QR code is invalid afterwards', async () => {
    const { plate } = await reservedSpace(context)
    await open('#/user/menu')
    await button('Cancelar reserva').click()
    const question = page.getByRole('alertdialog', { name: 'Cancelar esta reserva?' })
    await question.getByText('R$ 15,00 serão cobrados do cartão').waitFor()
    await question.getByRole('button', { name: 'Manter reserva' }).click()
    await button('Cancelar reserva').click()
    await question.getByRole('button', { name: 'Cancelar reserva' }).click()
    await page.getByText('Anteriores (1)').click()
    await page.getByText('Cancelada', { exact: true }).waitFor()
    expect(at(await callGate('/entries', { lot_id: 1, gate: 'E1', plate }), 'reservation')).toBeUndefined()
  })
})

describe('a reservation opened offline on a phone with the portal cached', () => {
  const { open } = onAPhone(take, (browser) => newPhone(browser, phone, 'allow'))

  it('shows its QR code, and offers no other action', async () => {
    await signedInCustomer(context)
    await reservedSpace(context)
    await open('#/user/menu')
    await button('MOSTRAR QR CODE').click()
    await showCode()
    const qr = await codeOnScreen(page)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await page.getByAltText('QR code da reserva, para a cancela').waitFor({ state: 'attached' })
    await context.setOffline(true)
    await page.reload()
    await page.getByText('Estas são as reservas guardadas neste aparelho.').waitFor()
    await button('MOSTRAR QR CODE').click()
    await showCode()
    expect(await codeOnScreen(page)).toBe(qr)
    expect(await button('Cancelar reserva').count()).toBe(0)
    await expectSound(page)
    await context.setOffline(false)
    await button('Cancelar reserva').waitFor()
    await button('Sair').click()
    await page.waitForURL(/#\/ticket\/$/)
    expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('own')))).toEqual(
      [],
    )
  })
})

describe('a device that several people share', () => {
  const { openThroughProxy } = onAPhone(take)

  it('deletes the QR codes of the previous person, even without a logout', { tags: 'deep' }, async () => {
    await signedInCustomer(context)
    await reservedSpace(context)
    const kept = () => page.evaluate(() => JSON.stringify(localStorage))
    // The reservations arrive before the session, as on a slow connection.
    const answer = await delayAnswer(/\/api\/session\/web$/)
    await openThroughProxy('#/user/menu')
    await page.getByAltText('QR code da reserva, para a cancela').waitFor({ state: 'attached' })
    expect(await kept()).not.toContain('data:image/png')
    await answer()
    await expect.poll(kept).toContain('data:image/png')
    // Data without an owner are deleted too: a page that was closed meanwhile may have left them.
    await page.evaluate(() => localStorage.removeItem('guiche.own.owner'))
    await context.clearCookies({ name: 'guiche_session' })
    await page.reload()
    await expect.poll(kept).not.toContain('data:image/png')
  })
})

describe('a reservation without a login', () => {
  const { open } = onAPhone(take)

  it('leads the guest to the login and back to the reservation', async () => {
    await open('#/ticket/')
    await page.getByRole('link', { name: 'Reservar uma vaga' }).click()
    await fillLogin(page, await newCustomer())
    await heading('Reservar uma vaga').waitFor()
    expect(page.url()).toContain('#/reserve/add')
  })
})

describe('a reservation that is not possible', () => {
  const { open } = onAPhone(take)
  oneCustomer(() => context)

  it('no free space: every car park says so, and the disabled button shows the reason', async () => {
    await withReservesTaken(context, async () => {
      await open('#/reserve/add')
      await page.getByRole('heading', { name: 'Não há mais vagas reservadas disponíveis.' }).waitFor()
      const taken = page.getByRole('radio', { name: 'Sem vagas reservadas agora', disabled: true })
      expect(await taken.count()).toBe(await page.getByRole('radio').count())
      expect(await taken.count()).toBeGreaterThan(1)
      await expectSound(page)
      expect(await button('RESERVAR VAGA').isDisabled()).toBe(true)
    })
  })

  it('sold out between the list and the click: the screen says so, and reloads the list', async () => {
    await open('#/reserve/add')
    await page.getByLabel('Nome do veículo').fill('Gol prata')
    await page.getByLabel('Placa').fill(freshPlate())
    await button('Adicionar').click()
    await page.getByLabel(/Shopping Norte/).check()
    await withLots(browser, { total_reserves: 0 }, async () => {
      await button('RESERVAR VAGA').click()
      await page.getByText('Não há mais vagas reservadas disponíveis.').first().waitFor()
      expect(page.url()).toContain('#/reserve/add')
    })
  })
})
