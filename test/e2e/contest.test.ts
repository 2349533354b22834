import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCode } from '#test/support/garage/readCode.ts'
import { connect, leave, newPhone } from './support/browser.ts'
import { callAs, knownGuest, paidTicket } from './support/customer.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { portalUrl } from './support/portal.ts'
import { expectWholeScreen } from './support/sound.ts'
import { chooseAction, openDesk, staffBrowser } from './support/staff.ts'
import { callGate } from './support/demo.ts'

/** The refund is a job. */

let browser: Browser
beforeAll(async () => {
  browser = await connect()
})
afterAll(() => leave(browser))

/** A guest's phone on the screen of a paid ticket. */
async function paidPhone() {
  const phone = await newPhone(browser)
  await knownGuest(phone)
  const { token, code } = await paidTicket(phone)
  const page = await phone.newPage()
  await page.addInitScript(() => {
    navigator.share = async (content) => sessionStorage.setItem('shared', JSON.stringify(content))
  })
  await page.goto(`${portalUrl()}/#/payment/${token}/done`)
  return { phone, page, code, token }
}

/** What the page passed to the phone's share dialog. */
const sharedBy = (page: Page) => page.evaluate(() => sessionStorage.getItem('shared') ?? '')

it('a driver contests in three taps a stay that a machine was also paid for, and is refunded', async () => {
  const { phone, page, code } = await paidPhone()
  const qr = page.getByRole('img', { name: 'QR code que confere este recibo' })
  await qr.scrollIntoViewIfNeeded()
  const url = await readCode(await page.screenshot())
  await page.getByRole('button', { name: 'Compartilhar' }).click()
  await expect.poll(() => sharedBy(page)).toContain('R$\u00a07,00 pagos. Sair até')
  expect(JSON.parse(await sharedBy(page))).toMatchObject({ url })
  const other = await newPhone(browser)
  const scanned = await other.newPage()
  await scanned.goto(url)
  await scanned.getByText('RECIBO VÁLIDO').waitFor()
  await expectWholeScreen(scanned, /Recibo de estacionamento/)

  const paid_at = new Date().toISOString()
  await callGate('/payments', { code, amount: 7, method: 'cash', paid_at })
  await page.getByRole('link', { name: 'Contestar' }).click()
  await page.getByRole('heading', { name: 'Contestar pagamento' }).waitFor()
  await page.getByRole('button', { name: 'ENVIAR' }).click()
  const reason = page.getByRole('button', { name: 'Cobrado duas vezes' })
  await expect.poll(() => reason.evaluate((element) => element === document.activeElement)).toBe(true)
  await reason.click()
  await page.getByText('Escolha um motivo.').waitFor({ state: 'hidden' })
  await page.getByLabel('O que aconteceu?').fill('Paguei na máquina.\nEla não avisou.')
  await page.getByRole('button', { name: 'ENVIAR' }).click()
  await page
    .getByText(/R\$\s7,00 voltam ao seu cartão/)
    .first()
    .waitFor()
  await page.getByText(/^P\d{8}$/).waitFor()
  await expectWholeScreen(page, 'Contestar pagamento')

  await expect
    .poll(async () => {
      await scanned.reload()
      return scanned.getByText('DEVOLVIDO', { exact: true }).count()
    })
    .toBe(1)
  const desk = await (await newPhone(browser)).newPage()
  await openDesk(desk, 2, `contests?q=${code}`)
  await desk.getByRole('rowheader').getByRole('link').first().click()
  await desk.getByText('Reclamação aceita').first().waitFor()
  await desk.getByText('Pago também em máquina ou caixa').first().waitFor()
  await Promise.all([phone.close(), other.close(), desk.context().close()])
})

it('staff answer another contest; the driver reopens it', { tags: 'deep' }, async () => {
  const { phone, page, code, token } = await paidPhone()
  await page.getByRole('link', { name: 'Contestar' }).click()
  await page.getByRole('button', { name: 'A cancela não abriu' }).click()
  await page.getByRole('button', { name: 'ENVIAR' }).click()
  await page.getByRole('heading', { name: /^Recebemos. Respondemos até \d\d\/\d\d\.$/ }).waitFor()

  const desk = await (await newPhone(browser)).newPage()
  await openDesk(desk, 2, `contests?q=${code}`)
  await desk.getByRole('rowheader').getByRole('link').first().click()
  await desk.getByText('Nenhuma cancela de saída respondeu sobre este ticket.').waitFor()
  await chooseAction(desk, 'Recusar')
  const dialog = desk.getByRole('dialog')
  const words = 'Conferimos: a cancela abriu às 12h, e o carro saiu.'
  await dialog.getByLabel('Resposta ao cliente').fill(words)
  await dialog.getByRole('button', { name: 'RECUSAR' }).click()
  await desk.getByText('Reclamação recusada.').first().waitFor()
  await desk.context().close()

  await page.reload()
  await page.getByText(words).waitFor()
  await page.getByRole('heading', { name: 'Não concorda?' }).waitFor()
  await page.getByText(/Procon/).waitFor()
  await page.getByLabel('Por que não concorda?').fill('Tenho o vídeo.')
  await page.getByRole('button', { name: 'Reabrir' }).click()
  await page.getByRole('heading', { name: /^Recebemos/ }).waitFor()
  expect(await page.getByText(words).count()).toBe(0)
  await page.getByRole('button', { name: 'Retirar a reclamação' }).click()
  await page.getByRole('button', { name: 'Retirar', exact: true }).click()
  await page.getByRole('heading', { name: 'Retirada' }).waitFor()

  const again = page.getByRole('button', { name: 'Contestar de novo' })
  await again.waitFor()
  const staff = await staffBrowser(browser, 2)
  const data = { value: 7, kept: 7, reason: 'Cobrança indevida' }
  await callAs(staff, `/api/staff/transactions/${token}/refund`, { data })
  await expect
    .poll(async () => {
      await page.reload()
      await page.getByRole('heading', { name: 'Retirada' }).waitFor()
      return again.count()
    })
    .toBe(0)
  await Promise.all([phone.close(), staff.close()])
})

it('ENVIAR whose answer is lost, or after another tab: the screen ends on the contest; typed text survives a reload', async () => {
  const { phone, page, token } = await paidPhone()
  const proxy = await portalProxy()
  await page.goto(`${proxy.url}/#/payment/${token}/contest`)
  const other = await phone.newPage()
  await other.goto(`${proxy.url}/#/payment/${token}/contest`)
  for (const one of [page, other]) {
    await one.getByRole('button', { name: 'Outro motivo' }).click()
    await one.getByLabel('O que aconteceu?').fill('Fiquei preso na saída.')
  }
  await page.reload()
  await expect.poll(() => page.getByLabel('O que aconteceu?').inputValue()).toBe('Fiquei preso na saída.')
  expect(await page.getByRole('button', { name: 'Outro motivo' }).getAttribute('aria-pressed')).toBe('true')
  let isLosing = true
  await page.route('**/contest', async (route) => {
    if (!isLosing) return route.continue()
    if (route.request().method() === 'POST') await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'ENVIAR' }).click()
  await page.getByText('Sem conexão').first().waitFor()
  isLosing = false
  await page.getByRole('heading', { name: /^Recebemos\. Respondemos até/ }).waitFor()
  await other.getByRole('button', { name: 'ENVIAR' }).click()
  await other.getByRole('heading', { name: /^Recebemos\. Respondemos até/ }).waitFor()
  await phone.close()
})
