import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { causes } from '#acquirer/causes.ts'
import { authenticationEnds } from '#payment/authentication/ends.ts'
import { simulatorControls } from '#test/support/simulatorControls.ts'
import { onAPhone } from './support/onAPhone.ts'
import { goToCard, payWith } from './support/steps.ts'
import { parkedCar, printed, printedCard } from './support/street.ts'
import { withSettings } from './support/views/withSettings.ts'

let page: Page
onAPhone((fresh) => ({ page } = fresh))

/** Of Cielo's own 3DS cards the one whose bank stands in for nobody; and one of a brand that has no 3DS here. */
const attemptedCard = '4000000000000101'
const jcbCard = '3566002020300030'

const simulator = async () => simulatorControls((await printed()).acquirer_url)

/** What the acquirer has taken for the payment on the screen, centavos of each sale. */
async function takenOf(page: Page): Promise<number[]> {
  const token = /payment\/(\w{32})/.exec(page.url())?.[1] ?? ''
  const sales = await (await simulator()).ledger()
  return sales.filter(({ order_id }) => order_id.startsWith(token)).map(({ captured }) => captured)
}

it('debit: attempted, another brand, the service down: each says why and nothing is charged; attempted is sold where the operator chose so', async () => {
  const code = await parkedCar(130)
  await goToCard(page, code, 'DÉBITO')
  await payWith(page, attemptedCard)
  await page.getByText(authenticationEnds.attempted.text).first().waitFor()
  await payWith(page, jcbCard)
  await page.getByText(causes.use_credit.text).first().waitFor()
  await (await simulator()).fault('three_ds_down')
  await payWith(page, await printedCard('aprovado'))
  await page.getByText(authenticationEnds.down.text).first().waitFor()
  expect(await takenOf(page)).toEqual([])
  await withSettings({ acceptsAttempted: true, payPix: false }, async () => {
    await payWith(page, attemptedCard)
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
  })
  expect(await takenOf(page)).toEqual([700])
})

it('credit, asked of the bank: paid where the bank is only told, has no such brand, or its service is down', async () => {
  const pay = async (card: string) => {
    await goToCard(page, await parkedCar(130))
    await payWith(page, card)
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    expect(await takenOf(page)).toEqual([700])
  }
  const approved = await printedCard('aprovado')
  const asked = { creditAuthenticationFrom: 0, payPix: false }
  await withSettings({ ...asked, creditAuthentication: 'data_only' }, () => pay(approved))
  await withSettings({ ...asked, creditAuthentication: 'challenge' }, async () => {
    await pay(jcbCard)
    await (await simulator()).fault('three_ds_down')
    await pay(approved)
  })
})
