import type { BrowserContext, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { at } from '#test/support/client.ts'
import { callAs } from './support/customer.ts'
import { parkedCar } from './support/demo.ts'
import { byHandMs } from './support/keys/byHand.ts'
import { countMoves, readMoves } from './support/look/moves.ts'
import { onAPhone } from './support/onAPhone.ts'
import { openDesk } from './support/staff.ts'

let context: BrowserContext
let page: Page
const { heading, button } = onAPhone((fresh) => ({ context, page } = fresh))

const field = () => page.getByLabel('Ticket ou placa')
const received = () => page.getByLabel('Recebido')
const dialog = (name: string) => page.getByRole('dialog', { name })

/** As a scanner types: wherever the focus is, with Enter. */
async function scan(code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

/** Tab goes on until the control has the focus. */
async function tabTo(name: string | RegExp): Promise<void> {
  const control = page.getByRole('button', { name }).or(page.getByRole('link', { name })).first()
  await control.waitFor()
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  for (let pressed = 0; pressed < 60 && !(await hasFocus()); pressed += 1) await page.keyboard.press('Tab')
  expect(await hasFocus(), `the focus is on ${String(name)}`).toBe(true)
}

async function pressByKeyboard(name: string | RegExp): Promise<void> {
  await tabTo(name)
  await page.keyboard.press('Enter')
}

/** The menu of further actions, by arrows. */
async function chooseByKeyboard(name: string): Promise<void> {
  await pressByKeyboard('Mais ações')
  const choice = page.locator('header li').getByRole('button', { name, exact: true })
  const hasFocus = () => choice.evaluate((element) => element === document.activeElement)
  await choice.waitFor()
  for (let pressed = 0; pressed < 10 && !(await hasFocus()); pressed += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

async function focused(control: Locator): Promise<void> {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement)
  await expect.poll(hasFocus).toBe(true)
}

/** The person's till of Garagem Centro is open, in whatever order the tests run. */
async function openCounter(level: 1 | 2 | 10): Promise<string> {
  await openDesk(page, level, 'till')
  await heading('Caixa').waitFor()
  const own = await callAs(context, '/api/staff/tills/own')
  const open = at(own, 'data.open')
  const known = Array.isArray(open) ? open.find((till) => at(till, 'lot_id') === 1) : undefined
  const data = { lot_id: 1, float: 100 }
  const id = known ? at(known, 'id') : at(await callAs(context, '/api/staff/tills', { data }), 'data.id')
  await page.reload()
  await field().waitFor()
  return String(id)
}

function takesSent(): string[] {
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/take'))
      sent.push(request.headers()['idempotency-key'] ?? '')
  })
  return sent
}

describe('a cashier’s shift', () => {
  it('by keyboard alone: opened, taken, undone, moved, closed with R$ 0,50 missing', async () => {
    await openDesk(page, 10, 'till')
    await page.getByLabel('Estacionamento').selectOption('Garagem Centro')
    await page.getByLabel('Fundo de troco').fill('100')
    await page.keyboard.press('Enter')
    await focused(field())
    // Cash with change; the slip is printed, and the field is there for the next car.
    await scan(await parkedCar(130))
    await focused(received())
    await page.keyboard.type('10')
    await page.getByText('R$ 3,00').waitFor()
    await page.keyboard.press('Enter')
    await page.getByText('Troco: R$ 3,00').first().waitFor()
    await focused(field())
    await page.evaluate('globalThis.printed = 0; globalThis.print = () => { globalThis.printed += 1 }')
    await pressByKeyboard('Imprimir recibo')
    expect(await page.evaluate('globalThis.printed')).toBe(1)
    await focused(field())
    // The card machine, with a number that is typed.
    await page.keyboard.type(await parkedCar(130), { delay: 30 })
    await page.keyboard.press('Enter')
    await focused(received())
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => page.getByRole('radio', { name: 'Maquininha' }).isChecked()).toBe(true)
    await pressByKeyboard(/^RECEBER/)
    await page
      .getByText(/^Maquininha: R\$.7,00$/)
      .first()
      .waitFor()
    // A wrong take, undone with a reason.
    await scan(await parkedCar(130))
    await focused(received())
    await pressByKeyboard(/^RECEBER/)
    await page
      .getByText(/^Dinheiro: R\$.7,00$/)
      .first()
      .waitFor()
    await pressByKeyboard(/^Caixa nº \d+$/)
    await heading(/^Caixa nº \d+, Garagem Centro$/).waitFor()
    await pressByKeyboard(/^Desfazer 1-/)
    await page.getByText(/^Cancelas sem conexão ainda abrem até \d\d:\d\d\.$/).waitFor()
    await page.keyboard.type('Cobrado do carro errado')
    await page.keyboard.press('Enter')
    await page.getByText(/^Desfeito em .*“Cobrado do carro errado”\. O carro não saiu\.$/).waitFor()
    // Cash out, then the count: 100 + 7 - 50 = 57.
    await chooseByKeyboard('Sangria')
    await focused(dialog('Sangria').getByLabel('Valor'))
    await page.keyboard.type('50')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Para o cofre')
    await page.keyboard.press('Enter')
    await page.getByRole('rowheader', { name: /^Sangria de/ }).waitFor()
    await chooseByKeyboard('Fechar caixa')
    await focused(dialog('Fechar caixa').getByLabel('Contado'))
    await page.keyboard.type('56,50')
    await page.keyboard.press('Enter')
    await page.locator('header').getByText('Falta de R$ 0,50').waitFor()
    await pressByKeyboard('Dizer o motivo')
    await page.keyboard.type('Moeda que caiu no ralo')
    await page.keyboard.press('Enter')
    await page.getByRole('cell', { name: 'Moeda que caiu no ralo' }).waitFor()
  })
})

describe('the counter', () => {
  it('takes a payment in less than 8 s by hand and two requests, and nothing moves', async () => {
    await context.addInitScript(countMoves)
    await openCounter(2)
    const code = await parkedCar(130)
    await page.waitForLoadState('networkidle')
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.method()))
    await readMoves(page)
    await page.keyboard.type(code)
    await focused(received())
    await page.keyboard.type('20')
    await button('RECEBER R$ 7,00').click()
    await page.getByText('Troco: R$ 13,00').first().waitFor()
    expect(asked).toEqual(['GET', 'POST'])
    expect(byHandMs({ taps: 1, keys: code.length + 2, calls: asked.length })).toBeLessThan(8_000)
    expect(await readMoves(page)).toEqual([])
  })

  it('a scan in any field, or on RECEBER, is the next ticket and takes nothing', async () => {
    await openCounter(2)
    const sent = takesSent()
    const [first, second, third] = [await parkedCar(130), await parkedCar(130), await parkedCar(130)]
    const card = (code: string) => page.getByRole('article', { name: grouped(code) })
    await scan(first)
    await card(first).waitFor()
    await focused(received())
    await page.keyboard.type('20')
    await scan(second)
    await card(second).waitFor()
    expect(await received().inputValue()).toBe('')
    await tabTo(/^RECEBER/)
    await scan(`]C0${third}`)
    await card(third).waitFor()
    await focused(received())
    await page.keyboard.type('5')
    await page.keyboard.press('Enter')
    await page.getByText('O recebido é menor que o valor.').waitFor()
    expect(sent).toEqual([])
  })

  it('finds a car by its plate; a ticket that is paid says so', async () => {
    await openCounter(2)
    await parkedCar(130, 1, 'TLL1A11')
    await field().fill('tll1a11')
    await page.keyboard.press('Enter')
    await button('RECEBER R$ 7,00').click()
    await page.getByText('Sair até').first().waitFor()
    await field().fill('tll1a11')
    await page.keyboard.press('Enter')
    await page.getByRole('article').getByText('Este ticket já está pago.').waitFor()
  })

  it('a car that left owing pays what it owes, and no exit is promised', async () => {
    await openCounter(2)
    const code = await parkedCar(130)
    const data = { reason: 'Saiu pela entrada', left: true }
    await callAs(context, `/api/staff/tickets/${code}/exit`, { data })
    await scan(code)
    await page.getByRole('article').getByText('Saiu devendo').waitFor()
    await button('RECEBER R$ 7,00').click()
    await page.getByRole('heading', { name: /^Recebido: R\$.7,00$/ }).waitFor()
    expect(await page.getByText(/^Sair até/).count()).toBe(0)
  })

  it('an unanswered take is repeated with its key, and is one take', async () => {
    const id = await openCounter(2)
    const sent = takesSent()
    const code = await parkedCar(130)
    await scan(code)
    await focused(received())
    await page.route(
      '**/take',
      async (route) => {
        await route.fetch()
        await route.fulfill({ status: 502 })
      },
      { times: 1 },
    )
    await button('RECEBER R$ 7,00').click()
    await page.getByRole('heading', { name: 'O servidor não respondeu' }).waitFor()
    await scan(await parkedCar(130))
    await button('REPETIR').click()
    await page.getByRole('heading', { name: /^Recebido: R\$.7,00$/ }).waitFor()
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
    const takes = at(await callAs(context, `/api/staff/tills/${id}/edit`), 'data.takes')
    const ofCar = Array.isArray(takes) ? takes.filter((take) => at(take, 'ticket') === code) : []
    expect(ofCar).toHaveLength(1)
  })
})

const grouped = (code: string) => `Ticket ${code.slice(0, 4)} ${code.slice(4, 8)} ${code.slice(8)}`
