import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { callAs, knownGuest, openedPayment, proveHuman } from './support/customer.ts'
import { portalProxy } from './support/proxy/portalProxy.ts'
import { onAPhone } from './support/onAPhone.ts'
import { payWith, fillAddress, fillData } from './support/steps.ts'
import { parkedCar, printedCard } from './support/demo.ts'

/** What people do while a call is pending on a slow connection. */
let context: BrowserContext
let page: Page
const { openThroughProxy, heading, button } = onAPhone((fresh) => ({ context, page } = fresh))

const confirming = 'Estamos confirmando o pagamento com o banco. Não pague de novo.'

/** Acts, and answers once the call is pending: how to let it arrive. */
async function underWay(path: RegExp, work: () => Promise<void>): Promise<() => Promise<unknown>> {
  const arrive = (await portalProxy()).faults.inject('late', path, 1)
  const sent = page.waitForRequest(path)
  await work()
  await sent
  return () => {
    const answered = page.waitForResponse(path)
    arrive()
    return answered
  }
}

it(
  'Back while AVANÇAR is in progress: its late answer does not move the person',
  { tags: 'deep' },
  async () => {
    await proveHuman(context)
    await openThroughProxy(`#/ticket/value?ticket=${await parkedCar(130)}`)
    await button('IR PARA PAGAMENTO').click()
    const takeData = await underWay(/set_account$/, () => fillData(page))
    await page.goBack()
    await heading('Verifique o valor').waitFor()
    await takeData()
    // The press waits until nothing covers the page; by then it would have led away.
    await button('IR PARA PAGAMENTO').click()
    await heading('Preencha seus dados').waitFor()
    await button('AVANÇAR').click()
    const takeAddress = await underWay(/set_address$/, () => fillAddress(page))
    await page.goBack()
    await heading('Preencha seus dados').waitFor()
    await takeAddress()
    await expect.poll(() => page.getByLabel('CPF').inputValue()).toBe('529.982.247-25')
    await button('Voltar').click()
    await heading('Verifique o valor').waitFor()
  },
)

it('a reload while PAGAR is in progress: a warning not to pay again, then ‘nothing was charged’ and an empty card form', async () => {
  await knownGuest(context)
  const token = await openedPayment(context, await parkedCar(130))
  await openThroughProxy(`#/payment/${token}/creditDebitCard`)
  const card = await printedCard('aprovado')
  await underWay(/\/pay$/, () => payWith(page, card))
  await page.reload()
  await heading('Pagamento').waitFor()
  await page.getByText(confirming).waitFor()
  expect(await button(/^PAGAR/).isVisible()).toBe(false)
  await page
    .getByText(/antes de o pagamento chegar ao banco. Nada foi cobrado/)
    .first()
    .waitFor()
  await page.reload()
  await page.getByLabel('Número do Cartão').waitFor()
  expect(await page.getByText(confirming).isVisible()).toBe(false)
  await payWith(page, card)
  await heading('Pagamento concluído').waitFor()
})

it(
  'a cancellation whose answer is lost: once online again, the screen shows it as cancelled without a charge',
  { tags: 'deep' },
  async () => {
    await knownGuest(context)
    const token = await openedPayment(context, await parkedCar(130))
    await openThroughProxy(`#/payment/${token}/creditDebitCard`)
    await page.getByLabel('Número do Cartão').waitFor()
    const clear = (await portalProxy()).faults.inject('lost', /\/cancelPayment$|\/healthz$/)
    await button('Cancelar').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancelar pagamento' }).click()
    await page.getByText(/^Sem conexão\./).waitFor()
    await callAs(context, `/api/pm_transaction/${token}/cancelPayment`, { data: {} })
    clear()
    await page.getByRole('heading', { name: 'Este pagamento foi cancelado' }).waitFor()
    expect(await page.getByText('Nada foi cobrado.').first().isVisible()).toBe(true)
  },
)
