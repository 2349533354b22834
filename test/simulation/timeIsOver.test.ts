import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { minuteMs } from '#kit/clock.ts'
import { answerCookies, connect, desktop, leave, phone, strangersPhone } from '#test/e2e/support/browser.ts'
import { expectSound } from '#test/e2e/support/sound.ts'
import { chooseAction } from '#test/e2e/support/staff.ts'
import { type PortalClient, textAt } from '#test/support/client.ts'
import { cardEndingIn, must, openTransaction, pay } from '#test/support/flow.ts'
import { createReserve, driver, setReserve } from '#test/support/garage/reserve.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'
import { staffMember } from '#test/support/staff.ts'

/** Screens after minutes or a day have passed: the test moves the server's clock. */
const portal = portalOfFile({ web: true })
let browser: Browser
let context: BrowserContext | undefined
beforeAll(async () => {
  browser = await connect()
  // The page takes the time from the HTTP Date header, which is the machine's: both start with it.
  portal.clock.forward((Date.now() - portal.clock.now().getTime()) / minuteMs)
})
afterEach(() => context?.close())
afterAll(() => leave(browser))

/** A screen in this person's browser. */
async function opened(client: PortalClient, hash: string, viewport: ViewportSize = phone): Promise<Page> {
  context = await strangersPhone(browser, viewport)
  await answerCookies(context, portal.url, client)
  const page = await context.newPage()
  await page.goto(`${portal.url}/${hash}`)
  return page
}

describe('a reservation that was not paid in time', () => {
  async function shown(): Promise<Page> {
    const { client, vehicleId } = await driver(portal)
    const token = textAt(must(await createReserve(client, vehicleId)).body, 'ws_token')
    portal.clock.forward(16)
    await portal.sweep()
    const page = await opened(client, `#/payment/${token}/creditDebitCard`)
    await page.getByRole('heading', { name: 'Esta reserva não foi paga a tempo' }).waitFor()
    return page
  }

  it('has released its space, and a new one is offered', async () => {
    const page = await shown()
    await expectSound(page)
    await page.getByRole('link', { name: 'FAZER NOVA RESERVA' }).click()
    await page.getByRole('heading', { name: 'Reservar uma vaga', level: 1 }).waitFor()
  })

  it('offers no new reservation if reservations were switched off meanwhile', async () => {
    const page = await shown()
    await page.getByRole('link', { name: 'FAZER NOVA RESERVA' }).waitFor()
    await setReserve(portal, { enabled: false })
    try {
      await page.reload()
      await page.getByRole('heading', { name: 'Esta reserva não foi paga a tempo' }).waitFor()
      await expect.poll(() => page.getByRole('link', { name: 'FAZER NOVA RESERVA' }).count()).toBe(0)
      await page.getByRole('link', { name: 'Voltar ao menu' }).click()
      await page.getByRole('heading', { name: /^Olá/, level: 1 }).waitFor()
    } finally {
      await setReserve(portal, {})
    }
  })
})

it(
  'a decision about an unconfirmed payment that another member of staff made first is refused, and its typed reason stays',
  { tags: 'deep' },
  async () => {
    const payer = portal.client()
    const tokens = [
      await openTransaction(payer, await portal.openTicket(130)),
      await openTransaction(payer, await portal.openTicket(130)),
    ]
    await portal.simulator.fault('status0_stays', 2)
    for (const token of tokens) must(await pay(payer, token, cardEndingIn(1)))
    portal.clock.forward(25 * 60)
    await portal.sweep()
    const faster = await staffMember(portal, 1)
    const manager = await staffMember(portal, 2)
    const decisions = [
      { name: 'Foi cobrado', yes: 'CONFIRMAR' },
      { name: 'Não foi cobrado', yes: 'ENCERRAR' },
    ]
    for (const [n, { name, yes }] of decisions.entries()) {
      const token = tokens[n]
      const page = await opened(manager, `#/staff/transactions/${token}`, desktop)
      await page.getByText('A adquirente não deu uma resposta clara').waitFor()
      const decided = { decision: 'not_captured', reason: 'Está no extrato' }
      must(await faster.post(`/api/staff/transactions/${token}/decide`, decided))
      await chooseAction(page, name)
      const dialog = page.getByRole('dialog', { name, exact: true })
      await dialog.getByLabel('Motivo').fill('O cliente mostrou o extrato')
      await dialog.getByRole('button', { name: yes }).click()
      await page.getByText('Este pagamento já está resolvido.').first().waitFor()
      expect(await dialog.getByLabel('Motivo').inputValue()).toBe('O cliente mostrou o extrato')
      await expectSound(page)
      await context?.close()
    }
  },
)
