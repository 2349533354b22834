import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDisputeText } from '#payment/cases.ts'
import { at } from '#test/support/client.ts'
import { authenticated, cardBody } from '#test/support/flow.ts'
import { simulatorControls } from '#test/support/simulatorControls.ts'
import { axeFindings, connect, leave, newPhone } from './support/browser.ts'
import { callAs, knownGuest, openedPayment, paidTicket } from './support/customer.ts'
import { portalUrl } from './support/portal.ts'
import { expectSound } from './support/sound.ts'
import { chooseAction, offeredActions, staffBrowser } from './support/staff.ts'
import { parkedCar, fetchDemo } from './support/demo.ts'

let browser: Browser
let arrived: string
let unarrived: string
beforeAll(async () => {
  browser = await connect()
  // Staff decide once the call has surely ended: seconds, in which other tests run.
  arrived = await doubted('void_untold')
  unarrived = await doubted('drop_before_commit')
})
afterAll(() => leave(browser))

/** A partial refund of a credit sale whose answer is lost. */
async function doubted(fault: string): Promise<string> {
  const [phone, desk] = [await newPhone(browser), await staffBrowser(browser, 2)]
  await knownGuest(phone)
  const { token } = await paidTicket(phone)
  await simulatorControls((await fetchDemo()).acquirer_url).fault(fault)
  const data = { value: 2, kept: 7, reason: 'Cobrança indevida' }
  await callAs(desk, `/api/staff/transactions/${token}/refund`, { data })
  await Promise.all([phone.close(), desk.close()])
  return token
}

/** Pays R$ 7,00 by debit card over HTTP. */
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

it(
  'a colleague’s partial refund of a debit sale during the open dialog: it continues with the whole rest',
  { tags: 'deep' },
  async () => {
    const token = await debitSale()
    const desk = await staffBrowser(browser, 2)
    const page = await desk.newPage()
    await page.goto(`${portalUrl()}/#/staff/transactions/${token}`)
    await page.getByRole('button', { name: 'Devolver' }).click()
    const dialog = page.getByRole('dialog', { name: 'Devolver pagamento' })
    await dialog.getByLabel('Motivo').fill('Cobrança indevida')
    const data = { value: 3, kept: 7, reason: 'A colega foi mais rápida' }
    await callAs(desk, `/api/staff/transactions/${token}/refund`, { data })
    await dialog.getByRole('button', { name: 'Devolver R$ 7,00' }).click()
    await dialog.getByText('agora só o restante inteiro, R$ 4,00.').waitFor()
    expect(await dialog.getByLabel('Valor a devolver').count()).toBe(0)
    await expectSound(page)
    await dialog.getByRole('button', { name: 'Devolver R$ 4,00' }).click()
    await page.getByText('Devolvida', { exact: true }).first().waitFor()
    await desk.close()
  },
)

it('a refund beside an open dispute asks for confirmation twice; the printed evidence has two pages at most', async () => {
  const [phone, desk] = [await newPhone(browser), await staffBrowser(browser, 2)]
  await knownGuest(phone)
  const { token, code } = await paidTicket(phone)
  const simulator = simulatorControls((await fetchDemo()).acquirer_url)
  const sale = (await simulator.ledger()).find(({ order_id }) => order_id.startsWith(token))
  const data = { payment_id: sale?.payment_id }
  await desk.request.post(`${(await fetchDemo()).acquirer_url}/_sim/dispute`, { data })
  const notification = { PaymentId: sale?.payment_id, ChangeType: 7 }
  await desk.request.post(`${portalUrl()}/webhooks/acquirer`, { data: notification })
  const file = () => callAs(desk, `/api/staff/transactions/${token}/edit`)
  await expect.poll(async () => at(await file(), 'data.case.kind')).toBe('chargeback')
  const page = await desk.newPage()
  await callAs(phone, `/api/pm_transaction/${token}/contest`, { data: { reason: 'other' } })
  const contest = at(await callAs(desk, `/api/staff/contests?q=${code}`), 'data.0.id')
  await page.goto(`${portalUrl()}/#/staff/contests/${String(contest)}`)
  await page.getByRole('button', { name: 'Aceitar' }).click()
  const accepting = page.getByRole('dialog', { name: 'Aceitar a reclamação?' })
  await accepting.getByLabel('Resposta ao cliente').fill('Devolvemos.')
  await accepting.getByRole('button', { name: 'Aceitar' }).click()
  await accepting.getByRole('heading', { name: openDisputeText }).waitFor()
  await page.goto(`${portalUrl()}/#/staff/transactions/${token}`)
  await page.getByRole('button', { name: 'Devolver' }).click()
  const dialog = page.getByRole('dialog', { name: 'Devolver pagamento' })
  await dialog.getByLabel('Motivo').fill('Cobrança indevida')
  await dialog.getByRole('button', { name: 'Devolver R$ 7,00' }).click()
  await dialog.getByRole('heading', { name: openDisputeText }).waitFor()
  expect(at(await file(), 'data.refunds')).toEqual([])
  await dialog.getByRole('button', { name: 'Devolver R$ 7,00' }).click()
  await page.getByText('Devolvida', { exact: true }).first().waitFor()
  await expectPrintedEvidence(page, at(await callAs(desk, `/api/staff/disputes?q=${code}`), 'data.0.id'))
  await Promise.all([phone.close(), desk.close()])
})

/** The acquirer accepts 10 pages at most; the usual evidence leaves most of them for refunds and mails. */
async function expectPrintedEvidence(page: Page, dispute: unknown): Promise<void> {
  await page.goto(`${portalUrl()}/#/staff/disputes/${String(dispute)}/print`)
  await page.getByRole('heading', { name: 'Provas da contestação', level: 1 }).waitFor()
  await page.getByText('Devolução pedida').waitFor()
  const pdf = (await page.pdf({ format: 'A4' })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2)
}

it(
  'a partial refund whose answer is lost: a manager decides ‘arrived’ or ‘not arrived’, after reading the effect',
  { tags: 'deep' },
  async () => {
    const desk = await staffBrowser(browser, 2)
    const page = await desk.newPage()
    /** At the payment, once staff must decide it, and then in a dialog of the decision. */
    const answering = async (token: string, answer: string) => {
      const file = () => callAs(desk, `/api/staff/transactions/${token}/edit`)
      await expect.poll(async () => at(await file(), 'data.can.decide_refund')).toBe(true)
      await page.goto(`${portalUrl()}/#/staff/transactions/${token}`)
      await page.getByRole('heading', { name: 'Estorno sem confirmação: R$ 2,00' }).waitFor()
      if (token === arrived) await expectSound(page)
      await chooseAction(page, answer)
      const dialog = page.getByRole('dialog', { name: answer })
      await dialog.getByText(/site da adquirente \(NSU \d+\) e veja se ela mostra R\$ 2,00/).waitFor()
      await dialog.getByText(/Não dá para desfazer/).waitFor()
      await dialog.getByLabel('Motivo').fill('Conferido no site da adquirente')
      expect(await axeFindings(page)).toEqual([])
      return dialog
    }
    await (await answering(arrived, 'A devolução chegou')).getByRole('button', { name: 'Registrar' }).click()
    await page.getByText('Devolvida em parte', { exact: true }).first().waitFor()
    const other = await answering(unarrived, 'A devolução não chegou')
    await other.getByRole('button', { name: 'Encerrar' }).click()
    await page.getByRole('heading', { name: 'A última devolução não chegou' }).waitFor()
    expect(await offeredActions(page)).not.toContain('A devolução não chegou')
    expect(await axeFindings(page)).toEqual([])
    await desk.close()
  },
)
