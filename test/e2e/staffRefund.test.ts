import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { authenticated, cardBody } from '#test/support/flow.ts'
import { connect, leave, newPhone } from './support/browser.ts'
import { callAs, knownGuest, openedPayment } from './support/customer.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'
import { staffBrowser } from './support/staff.ts'
import { parkedCar } from './support/street.ts'

let browser: Browser
beforeAll(async () => {
  browser = await connect()
})
afterAll(() => leave(browser))

/** R$ 7,00 on a debit card, over HTTP. */
async function debitSale(): Promise<string> {
  const phone = await newPhone(browser)
  await knownGuest(phone)
  const token = await openedPayment(phone, await parkedCar(130), 2)
  const data = cardBody('4000000000000010')
  await callAs(phone, `/api/pm_transaction/${token}/pay`, { data })
  const authentication = authenticated()
  await callAs(phone, `/api/pm_transaction/${token}/pay`, { data: { ...data, authentication } })
  await phone.close()
  return token
}

it('a colleague gives back a part of a debit sale under the open question: it goes on with the whole rest', async () => {
  const token = await debitSale()
  const desk = await staffBrowser(browser, 2)
  const page = await desk.newPage()
  await page.goto(`${portalUrl()}/#/staff/transactions/${token}`)
  await page.getByRole('button', { name: 'Devolver' }).click()
  const dialog = page.getByRole('dialog', { name: 'Devolver pagamento' })
  await dialog.getByLabel('Motivo').fill('Cobrança indevida')
  const data = { value: 3, kept: 7, reason: 'A colega foi mais rápida' }
  await callAs(desk, `/api/staff/transactions/${token}/refund`, { data })
  await dialog.getByRole('button', { name: 'DEVOLVER R$ 7,00' }).click()
  await dialog.getByText('agora só o restante inteiro, R$ 4,00.').waitFor()
  expect(await dialog.getByLabel('Valor a devolver').count()).toBe(0)
  await expectSound(page)
  await dialog.getByRole('button', { name: 'DEVOLVER R$ 4,00' }).click()
  await page.getByText('Devolvida', { exact: true }).first().waitFor()
  await desk.close()
})
