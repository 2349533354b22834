import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { at, textAt } from '#test/support/client.ts'
import { cardBody } from '#test/support/flow.ts'
import { givenBackOutside, untilShown } from './support/views/acquirerSite.ts'
import { desktop, newPhone, phone } from './support/browser.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'
import { callAs, openedPayment, signedInCustomer, paidTicket } from './support/customer.ts'
import { chooseAction, offeredActions, openDesk } from './support/staff.ts'
import { callGate, parkedCar, fetchDemo } from './support/demo.ts'
import { codeOnScreen } from './support/reservation/codeOnScreen.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'
import { correct } from './support/steps.ts'

let browser: Browser
let page: Page
const { openThroughProxy } = onAPhone((fresh) => ({ browser, page } = fresh))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

/** A customer's own phone, for a payment or a reservation. */
async function onTheirOwn<T>(work: (phone: BrowserContext) => Promise<T>): Promise<T> {
  const phone = await newPhone(browser)
  await signedInCustomer(phone)
  const done = await work(phone)
  await phone.close()
  return done
}

let plates = 0
/** A plate that no other car of the run has. */
function freshPlate(): string {
  plates += 1
  return `OPS${plates % 10}A${String(plates).padStart(2, '0')}`
}

async function giveReason(page: Page, reason: string, yes: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await correct(dialog.getByLabel('Motivo'), reason)
  await dialog.getByRole('button', { name: yes }).click()
  await dialog.waitFor({ state: 'hidden' })
}

describe('tickets', () => {
  it('a plate that no ticket has shows why its gate stayed shut', async () => {
    const plate = freshPlate()
    await callGate('/exits', { lot_id: 1, gate: 'S1', plate })
    await openDesk(page, 10, `tickets?q=${plate}`)
    const refusals = page.getByRole('heading', { name: 'Recusas na saída' })
    await refusals.waitFor()
    await page.getByText(new RegExp(`lido ${plate}, S1 \\(`)).waitFor()
    await expectSound(page)
  })

  it('a supervisor finds one by plate and Enter, and waives the amount due', async () => {
    const plate = freshPlate()
    const code = await parkedCar(130, 1, plate)
    await openDesk(page, 10, 'tickets')
    await heading(page, 'Tickets').waitFor()
    await page.getByRole('table', { name: 'Tickets' }).waitFor()
    await page.getByLabel('Código do ticket ou placa').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('q')
    await page.keyboard.type(plate.toLowerCase())
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`#/staff/tickets/${code}$`))

    await heading(page, formatTicketCode(code)).waitFor()
    const header = page.locator('header')
    await header.getByText('A pagar').waitFor()
    expect(await header.innerText()).toMatch(/R\$\s*7,00/)
    expect(await offeredActions(page)).not.toContain('Ticket perdido')
    await chooseAction(page, 'Isentar R$ 7,00')
    await page.getByRole('dialog', { name: 'Isentar o pagamento' }).waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Isentar' }).click()
    await page.getByRole('dialog').getByText('Campo obrigatório.').waitFor()
    await giveReason(page, 'Catraca com defeito', 'Isentar')
    await header.getByText('Pago', { exact: true }).waitFor()
    const history = page.getByRole('list').filter({ hasText: 'Isenção concedida' })
    await history.getByText('“Catraca com defeito”').waitFor()
    expect((await offeredActions(page)).join()).not.toContain('Isentar')
  })

  it('a manager replaces a lost one with the keyboard', { tags: 'deep' }, async () => {
    const plate = freshPlate()
    const code = await parkedCar(130, 1, plate)
    await openDesk(page, 2, `tickets/${code}`)
    await button(page, 'Mais ações').press('Enter')
    await page.locator('li button:focus', { hasText: 'Isentar' }).press('ArrowDown')
    await page.locator('li button:focus', { hasText: 'Ticket perdido' }).press('Enter')
    await page.getByRole('dialog', { name: 'Ticket perdido' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('reason')
    await page.keyboard.type('Perdeu o papel')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'hidden' })
    await expect.poll(() => page.url()).not.toContain(code)
    await page.getByText('Substitui', { exact: true }).waitFor()
    // The driver's slip is the only thing that is printed.
    await page.getByRole('img', { name: /^QR code/ }).waitFor()
    await button(page, 'Enviar link').click()
    const link = await page.getByRole('dialog').getByLabel('Copie o endereço').inputValue()
    expect(link).toBe(`${portalUrl()}/#/ticket/read?ticket=${page.url().slice(-13)}`)
    await page.keyboard.press('Escape')
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByRole('img', { name: /^QR code/ }).isVisible()).toBe(true)
    expect(await page.getByRole('heading', { level: 1 }).isVisible()).toBe(false)
    expect(await codeOnScreen(page, 'Code128')).toBe(page.url().slice(-13))
    expect((await page.pdf()).toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(1)
    await page.emulateMedia({ media: null })
    // On a phone too, a bar is a whole number of pixels wide.
    const barcode = page.locator('#conteudo').getByRole('img', { name: /^Código de barras/ })
    for (const [width, whole] of [
      [320, 143],
      [359, 143],
      [360, 286],
      [412, 286],
    ] as const) {
      await page.setViewportSize({ width, height: 640 })
      await expect.poll(() => barcode.evaluate((image) => image.getBoundingClientRect().width)).toBe(whole)
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    }
    await page.goto(`${portalUrl()}/#/staff/tickets/${code}`)
    await page.locator('header').getByText('Bloqueado').waitFor()
    expect((await offeredActions(page)).join()).not.toMatch(/Isentar|perdido/)
  })

  it('stand as due, or as paid with the hour of the exit', { tags: 'deep' }, async () => {
    const { code: paid } = await onTheirOwn((phone) => paidTicket(phone))
    const due = await parkedCar(130)
    await openDesk(page, 10, 'tickets')
    const rows = page.getByRole('table', { name: 'Tickets' }).locator('tr')
    const standing = (code: string) =>
      rows
        .filter({ hasText: formatTicketCode(code) })
        .locator('[data-title=Situação]')
        .innerText()
    await expect.poll(() => standing(due)).toBe('Devido')
    await expect.poll(() => standing(paid)).toMatch(/^Pago, sair até .*\d\d:\d\d$/)
  })

  it('are filtered by car park, state and day; an empty result says so', { tags: 'deep' }, async () => {
    await parkedCar(5, 2)
    await openDesk(page, 10, 'tickets')
    await page.getByLabel('Estacionamento').selectOption({ label: 'Shopping Norte' })
    await page.getByLabel('Situação').selectOption('inside')
    await expect.poll(() => page.url()).toMatch(/lot_id=2&state=inside$/)
    const table = page.getByRole('table', { name: 'Tickets' })
    await expect
      .poll(async () => new Set(await table.locator('[data-title=Estacionamento]').allInnerTexts()))
      .toEqual(new Set(['Shopping Norte']))
    await page.getByLabel('Entrada', { exact: true }).selectOption('intervalo...')
    await page.getByLabel('Entrada até').fill('01/01/2020')
    await page.keyboard.press('Enter')
    await page.getByText('Nada encontrado').waitFor()
    await page.getByLabel('Entrada desde').fill('31/02/2026')
    await page.keyboard.press('Enter')
    await page.getByText('Use dd/mm/aaaa.').waitFor()
    await page.goto(`${portalUrl()}/#/staff/tickets/0000000000000`)
    await page.getByText('Não foi possível carregar o ticket').waitFor()
  })
})

describe('transactions', () => {
  it('a manager refunds a part, then the rest', { tags: 'deep' }, async () => {
    const { token, code } = await onTheirOwn((phone) => paidTicket(phone))
    await openDesk(page, 2, 'transactions')
    await heading(page, 'Transações').waitFor()
    await page.getByLabel('Ticket, placa, cartão, NSU, id do Pix, nome, e-mail ou CPF').fill(code)
    await page.keyboard.press('Enter')
    const row = page.getByRole('table', { name: 'Transações' }).getByRole('link')
    await expect.poll(() => row.count()).toBe(1)
    await row.click()
    await page.waitForURL(new RegExp(`/transactions/${token}`))
    await page.getByRole('heading', { name: 'Tentativas' }).waitFor()

    // The receipt goes to the payer.
    await chooseAction(page, 'Enviar recibo de novo')
    await page
      .getByRole('alertdialog')
      .getByText(/^Vai para ana\.\d+@exemplo\.com\.br\.$/)
      .waitFor()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Enviar' }).click()
    await page.getByText('Recibo enviado de novo').waitFor()

    await button(page, 'Devolver').click()
    const dialog = page.getByRole('dialog', { name: 'Devolver pagamento' })
    await dialog.getByLabel('Valor a devolver').fill('99')
    await dialog.getByRole('button', { name: 'Devolver' }).click()
    await dialog.getByText('Digite um valor de R$ 0,01 a R$ 7,00.').waitFor()
    await correct(dialog.getByLabel('Valor a devolver'), '2,50')
    await giveReason(page, 'Cobrança indevida', 'Devolver')
    await page.getByText('Devolvida em parte').first().waitFor()
    await page.getByText('Ainda retido').waitFor()
    await button(page, 'Devolver').click()
    await expect.poll(() => page.getByRole('dialog').getByLabel('Valor a devolver').inputValue()).toBe('4,50')
    await giveReason(page, 'O resto também', 'Devolver')
    await expect.poll(() => button(page, 'Devolver').count()).toBe(0)
    await page.getByRole('heading', { name: 'Devoluções' }).waitFor()

    // Found by the payer's name too.
    await page.goto(`${portalUrl()}/#/staff/transactions?q=ana%20clara`)
    await page.getByRole('link', { name: code.replace(/^(\d{4})(\d{4})/, '$1 $2 ') }).waitFor()
  })

  it(
    'a manager decides about an attempt: queries the acquirer, accepts, refunds',
    { tags: 'deep' },
    async () => {
      const atBank = await onTheirOwn(async (phone) => {
        const token = await openedPayment(phone, await parkedCar(130), 3)
        await callAs(phone, `/api/pm_transaction/${token}/pay`, { data: { method: 'pix' } })
        return token
      })
      await openDesk(page, 2, `transactions/${atBank}`)
      await button(page, 'Tentar de novo').click()
      await page.getByRole('dialog').getByText('Perguntamos à adquirente por esta tentativa agora.').waitFor()
      await giveReason(page, 'O cliente ligou', 'Tentar')
      await page.getByText('Decisão da equipe: tentar de novo').waitFor()

      for (const { name, yes, shows } of [
        { name: 'Aceitar como está', yes: 'Aceitar', shows: 'Decisão da equipe: aceitar como está' },
        { name: 'Devolver ao cartão', yes: 'Devolver', shows: 'Decisão da equipe: devolver ou liberar' },
      ]) {
        const { token, code } = await onTheirOwn((phone) => paidTicket(phone))
        const paid_at = new Date().toISOString()
        await callGate('/payments', { code, amount: 7, paid_at, method: 'card' })
        await page.goto(`${portalUrl()}/#/staff/transactions/${token}`)
        await page.getByText('Pago também em máquina ou caixa').waitFor()
        await button(page, name).click()
        await giveReason(page, 'Falamos com o cliente', yes)
        await page.getByText(shows).waitFor()
        await expect.poll(() => button(page, name).count()).toBe(0)
        await page.getByText('Pago também em máquina ou caixa').waitFor({ state: 'hidden' })
      }

      // A refund on the acquirer's own site, with its notification.
      const { token } = await onTheirOwn((phone) => paidTicket(phone))
      await givenBackOutside(token)
      await page.goto(`${portalUrl()}/#/staff/transactions/${token}`)
      await untilShown(page)
      await button(page, 'Encerrar o caso').click()
      await giveReason(page, 'Foi o gerente', 'Encerrar')
      await page.getByText('Caso encerrado pela equipe').waitFor()
      await expect.poll(() => button(page, 'Encerrar o caso').count()).toBe(0)
    },
  )

  it(
    'Atualizar pressed five times on a slow connection sends one request, and the newest state is shown',
    { tags: 'deep' },
    async () => {
      const { token } = await onTheirOwn((phone) => paidTicket(phone))
      await openDesk(page, 2, 'transactions')
      await openThroughProxy(`#/staff/transactions/${token}`)
      await button(page, 'Mais ações').waitFor()
      const { faults } = await portalProxy()
      const arrive = faults.inject('late', new RegExp(`/transactions/${token}`))
      let asked = 0
      const thrownAway: string[] = []
      const isOfFile = (request: Request) => request.url().includes(`/transactions/${token}`)
      page.on('request', (request) => (asked += isOfFile(request) ? 1 : 0))
      page.on('requestfailed', (request) => isOfFile(request) && thrownAway.push(request.url()))
      for (let press = 0; press < 5; press += 1) await chooseAction(page, 'Atualizar')
      expect(asked).toBe(1)
      await givenBackOutside(token)
      arrive()
      await untilShown(page)
      expect(thrownAway).toEqual([])
    },
  )

  it(
    'Atualizar after 10 s without an answer aborts the request and sends another',
    { tags: 'deep' },
    async () => {
      const { token } = await onTheirOwn((phone) => paidTicket(phone))
      await openDesk(page, 2, 'transactions')
      await openThroughProxy(`#/staff/transactions/${token}`)
      await button(page, 'Mais ações').waitFor()
      const { faults } = await portalProxy()
      const arrive = faults.inject('late', new RegExp(`/transactions/${token}`), 1)
      const dead = page.waitForRequest(new RegExp(`/transactions/${token}`))
      await chooseAction(page, 'Atualizar')
      const request = await dead
      await givenBackOutside(token)
      await page.evaluate(() => {
        const now = performance.now.bind(performance)
        performance.now = () => now() + 10_000
      })
      await chooseAction(page, 'Atualizar')
      await untilShown(page)
      expect(request.failure()?.errorText).toContain('ABORTED')
      arrive()
    },
  )

  it('a supervisor sees a payment and no control that changes it', async () => {
    const { token } = await onTheirOwn((phone) => paidTicket(phone))
    await openDesk(page, 10, `transactions/${token}`)
    await page.getByRole('heading', { name: 'Confirmado pela adquirente' }).waitFor()
    await button(page, 'Copiar o NSU').click()
    await page.getByText('Copiado.').waitFor()
    expect((await offeredActions(page)).join()).not.toMatch(/Devolver|Perguntar|cobrado/)
    await page.getByRole('link', { name: /^\d{4} \d{4} \d{5}$/ }).click()
    await page.getByRole('heading', { name: 'Permanência' }).waitFor()
    await page.getByRole('link', { name: /^Transação de R\$/ }).waitFor()
  })

  it('an unconfirmed refund is in the queue until the acquirer confirms it', { tags: 'deep' }, async () => {
    const { token } = await onTheirOwn((phone) => paidTicket(phone))
    const { acquirer_url } = await fetchDemo()
    const answersAgain = () => fetch(`${acquirer_url}/_sim/next`, { method: 'DELETE' })
    // Other tests have the same acquirer.
    onTestFinished(async () => void (await answersAgain()))
    await openDesk(page, 2, `transactions/${token}`)
    await button(page, 'Devolver').click()
    await fetch(`${acquirer_url}/_sim/next`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fault: 'drop_before_commit', times: 30 }),
    })
    await giveReason(page, 'Cobrança indevida', 'Devolver')
    await page.getByText('Devolução em andamento').waitFor()
    expect((await offeredActions(page)).join()).not.toContain('Devolver')
    await page.goto(`${portalUrl()}/#/staff/review`)
    await heading(page, 'Em análise').waitFor()
    // Other tests of this portal may have left theirs there.
    const queued = page.locator('tr').filter({ hasText: 'Devolvendo' })
    await queued.waitFor()
    await expectSound(page)
    // On a phone too the queue shows what there is to do.
    await page.setViewportSize(phone)
    await queued.locator('td[data-title="A resolver"]').waitFor()
    await page.setViewportSize(desktop)
    await queued.getByRole('link').click()
    await button(page, 'Perguntar à adquirente').click()
    await giveReason(page, 'Já faz tempo', 'Perguntar')
    // Last, because a settled payment cannot be queried.
    await answersAgain()
    const back = page.getByText('Devolvida', { exact: true })
    const isBack = async () => {
      if ((await button(page, 'Mais ações').count()) > 0) await chooseAction(page, 'Atualizar')
      return back.count()
    }
    await expect.poll(isBack, { interval: 500 }).toBeGreaterThan(0)
    await page.reload()
    await page.getByRole('link', { name: 'Voltar: Em análise' }).click()
    await page.getByText(/Nada em análise|^Exibindo/).waitFor()
    expect(await queued.count()).toBe(0)
  })
})

describe('reservations', () => {
  async function reserve(plate: string): Promise<string> {
    return onTheirOwn(async (phone) => {
      const vehicle = await callAs(phone, '/api/gl_person_vehicle', {
        data: { name: 'Fusca azul', license_plate: plate },
      })
      const personVehicle_id = at(vehicle, 'data.id')
      const made = await callAs(phone, '/api/pm_transaction/createReserve', { data: { personVehicle_id } })
      const token = textAt(made, 'ws_token')
      await callAs(phone, `/api/pm_transaction/${token}/pay`, { data: cardBody('4000000000000010') })
      return token
    })
  }

  it('a supervisor registers the entrance by hand', async () => {
    const plate = freshPlate()
    const token = await reserve(plate)
    await openDesk(page, 10, 'reservations')
    await heading(page, 'Reservas').waitFor()
    await page.getByLabel('Placa, nome ou ticket').fill(plate)
    await page.keyboard.press('Enter')
    await page.getByRole('table', { name: 'Reservas' }).getByRole('link', { name: plate }).click()
    await page.waitForURL(new RegExp(`/reservations/${token}$`))
    await page.locator('header').getByText('Garantida').waitFor()
    expect(await offeredActions(page)).toEqual(['Registrar entrada'])
    await button(page, 'Registrar entrada').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Registrar' }).click()
    await page.locator('header').getByText('No pátio').waitFor()
    expect(await offeredActions(page)).toEqual([])
  })

  it('a manager cancels one, after the screen names the retained amount', async () => {
    const token = await reserve(freshPlate())
    await openDesk(page, 2, `reservations/${token}`)
    await chooseAction(page, 'Cancelar reserva')
    await page
      .getByRole('dialog')
      .getByText(/retidos|por inteiro/)
      .waitFor()
    await giveReason(page, 'Vaga interditada', 'Cancelar reserva')
    await page.locator('header').getByText('Cancelada', { exact: true }).waitFor()
    await page.getByText('“Vaga interditada”').waitFor()
    expect(await offeredActions(page)).toEqual([])
  })
})
