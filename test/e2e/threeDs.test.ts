import type { Browser, Page } from 'playwright-core'
import { afterEach, expect, it } from 'vitest'
import { refusalCauses } from '#acquirer/causes.ts'
import { authenticationOutcomes } from '#payment/method/authenticationOutcomes.ts'
import { at } from '#test/support/client.ts'
import { simulatorControls, simulatorMerchant } from '#test/support/simulatorControls.ts'
import { axeFindings, newPhone } from './support/browser.ts'
import { onAPhone } from './support/onAPhone.ts'
import { goToCard, payWith } from './support/steps.ts'
import { mailsAbout, parkedCar, fetchDemo, printedCard } from './support/demo.ts'
import { withSettings } from './support/views/withSettings.ts'

let page: Page
let browser: Browser
onAPhone((fresh) => ({ page, browser } = fresh))
// An unused fault would affect the next test.
afterEach(async () => (await simulator()).clearFaults())

const simulator = async () => simulatorControls((await fetchDemo()).acquirer_url)

/** Cielo's 3DS card without a liability shift, and a card of a brand without 3DS here. */
const attemptedCard = '4000000000000101'
const jcbCard = '3566002020300030'

/** The acquirer's sales of the payment on the screen. */
async function salesOf(page: Page) {
  const token = /payment\/(\w{32})/.exec(page.url())?.[1] ?? ''
  const sales = await (await simulator()).ledger()
  return sales.filter(({ order_id }) => order_id.startsWith(token))
}

/** What the acquirer has captured for the payment on the screen, centavos of each sale. */
const takenOf = async (page: Page) => (await salesOf(page)).map(({ captured }) => captured)

/** The cardholder's authentication in the acquirer's sale. */
async function sentOf(page: Page): Promise<unknown> {
  const [sale] = await salesOf(page)
  const { url } = await simulator()
  const kept = await fetch(`${url}/1/sales/${sale?.payment_id}`, { headers: simulatorMerchant })
  return at(await kept.json(), 'Payment.ExternalAuthentication')
}

it(
  'debit attempted, of another brand, or with 3DS down: the reason is shown and nothing is charged; attempted is sold if the operator accepts it',
  { tags: 'deep' },
  async () => {
    const code = await parkedCar(130)
    await goToCard(page, code, 'DÉBITO')
    await payWith(page, attemptedCard)
    await page.getByText(authenticationOutcomes.attempted.text).first().waitFor()
    await payWith(page, jcbCard)
    await page.getByText(refusalCauses.use_credit.text).first().waitFor()
    await (await simulator()).fault('three_ds_down')
    await payWith(page, await printedCard('aprovado'))
    await page.getByText(authenticationOutcomes.down.text).first().waitFor()
    expect(await takenOf(page)).toEqual([])
    await withSettings({ acceptsAttempted: true, payPix: false }, async () => {
      await payWith(page, attemptedCard)
      await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    })
    expect(await takenOf(page)).toEqual([700])
  },
)

it(
  'debit whose 3DS script is blocked by the policy: an error within 20 s, a mail to the operator, and credit still pays',
  { tags: 'deep' },
  async () => {
    const phone = await newPhone(browser)
    const page = await phone.newPage()
    await page.clock.install()
    await goToCard(page, await parkedCar(130), 'DÉBITO')
    const approved = await printedCard('aprovado')
    await (await simulator()).fault('three_ds_mute')
    await payWith(page, approved)
    // The browser has sent its data: from here on the script has 20 s.
    await expect.poll(async () => (await mailsAbout('http://localhost')).length).toBeGreaterThan(0)
    const [mail] = await mailsAbout('http://localhost')
    expect(mail?.text).toMatch(/3DS_HOSTS[^]+\(connect-src\)/)
    await page.getByRole('alertdialog').waitFor()
    expect(await axeFindings(page)).toEqual([])
    await page.clock.fastForward(20_000)
    await page.getByText(authenticationOutcomes.down.text).first().waitFor()
    await page.getByRole('alertdialog').waitFor({ state: 'detached' })
    await (await simulator()).fault('three_ds_elsewhere')
    await payWith(page, approved)
    await page.getByText(authenticationOutcomes.error.text).first().waitFor()
    expect(await takenOf(page)).toEqual([])
    await page.getByRole('button', { name: 'Alterar forma de pagamento' }).click()
    await page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' }).click()
    await payWith(page, approved)
    await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
    expect(await takenOf(page)).toEqual([700])
    await phone.close()
  },
)

it(
  'credit with 3DS is paid when it is data only, of an unsupported brand, or when the service is down',
  { tags: 'deep' },
  async () => {
    let calls = 0
    page.on('request', (request) => (calls += request.url().endsWith('/authenticate') ? 1 : 0))
    /** How often the bank was asked, and the authentication of the sale. */
    const pay = async (card: string) => {
      calls = 0
      await goToCard(page, await parkedCar(130))
      await payWith(page, card)
      await page.getByText('Pagamento recebido com sucesso!').first().waitFor()
      expect(await takenOf(page)).toEqual([700])
      return { asked: calls, sent: await sentOf(page) }
    }
    const approved = await printedCard('aprovado')
    const asked = { creditAuthenticationFrom: 0, payPix: false }
    await withSettings({ ...asked, creditAuthentication: 'data_only' }, async () => {
      expect(await pay(approved)).toMatchObject({ asked: 1, sent: { DataOnly: true } })
    })
    await withSettings({ ...asked, creditAuthentication: 'challenge' }, async () => {
      expect(await pay(jcbCard)).toEqual({ asked: 0, sent: undefined })
      await (await simulator()).fault('three_ds_down')
      expect(await pay(approved)).toEqual({ asked: 1, sent: undefined })
    })
  },
)
