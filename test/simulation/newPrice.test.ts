import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { minuteMs } from '#kit/clock.ts'
import { answerCookies, connect, leave, strangersPhone } from '#test/e2e/support/browser.ts'
import { fillCard } from '#test/e2e/support/steps.ts'
import { cardEndingIn, openTransaction } from '#test/support/flow.ts'
import { portalOfFile } from '#test/support/portalOfFile.ts'

/** A price that expires at the card screen: the test moves the server's clock. */
const portal = portalOfFile({ web: true })
let browser: Browser
let context: BrowserContext
let page: Page
beforeAll(async () => {
  browser = await connect()
  // The page takes the time from the HTTP Date header, which is the machine's: both start with it.
  portal.clock.forward((Date.now() - portal.clock.now().getTime()) / minuteMs)
})
afterAll(() => leave(browser))
beforeEach(async () => {
  context = await strangersPhone(browser)
  page = await context.newPage()
})
afterEach(() => context.close())

const pay = (value: string) => page.getByRole('button', { name: `PAGAR R$ ${value}` })
const typed = async () =>
  Promise.all(
    ['Número do Cartão', 'Nome no cartão', 'Validade'].map((label) => page.getByLabel(label).inputValue()),
  )

/** A guest with the card typed, at R$ 7,00; then the stay costs R$ 8,00, for more than 5 minutes. */
async function typeWhileItRises(): Promise<string[]> {
  const client = portal.client()
  const token = await openTransaction(client, await portal.openTicket(130))
  await answerCookies(context, portal.url, client)
  await page.goto(`${portal.url}/#/payment/${token}/creditDebitCard`)
  await pay('7,00').waitFor()
  await fillCard(page, cardEndingIn(1))
  portal.clock.forward(57)
  return typed()
}

it('an expired price on the card screen is replaced by the new one, and typed card data stay', async () => {
  await page.clock.install()
  const before = await typeWhileItRises()
  await page.clock.fastForward(58 * minuteMs)
  await pay('8,00').waitFor()
  await page
    .getByText('O prazo do valor anterior (R$ 7,00) terminou. O valor agora é R$ 8,00. Nada foi cobrado.')
    .waitFor()
  expect(await typed()).toEqual(before)
  expect(await page.getByLabel('CVV').inputValue()).toBe('123')
})

it('PAGAR after the price expired asks for confirmation of each new amount, and pays with the typed card', async () => {
  const before = await typeWhileItRises()
  await pay('7,00').click()
  const question = page.getByRole('alertdialog', { name: 'O valor agora é R$ 8,00' })
  await question.getByRole('button', { name: 'Agora não' }).click()
  expect(await typed()).toEqual(before)
  expect(await page.getByLabel('CVV').inputValue()).toBe('123')

  portal.clock.forward(60)
  await pay('8,00').click()
  const again = page.getByRole('alertdialog', { name: 'O valor agora é R$ 9,00' })
  // While the question is open its price expires too: the button's amount would not be charged.
  await again.waitFor()
  portal.clock.forward(60)
  await again.getByRole('button', { name: 'PAGAR R$ 9,00' }).click()
  await page
    .getByRole('alertdialog', { name: 'O valor agora é R$ 10,00' })
    .getByRole('button', { name: 'PAGAR R$ 10,00' })
    .click()
  await page.getByText('Pagamento recebido com sucesso!').waitFor()
  expect(await page.locator('main').innerText()).toMatch(/R\$\s*10,00/)
})
