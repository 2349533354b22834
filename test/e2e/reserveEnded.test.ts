import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { signedInCustomer } from './support/customer.ts'
import { onAPhone } from './support/onAPhone.ts'
import { reservedSpace } from './support/reservation/reservedSpace.ts'

let context: BrowserContext
let page: Page
const { open, heading, button } = onAPhone((fresh) => ({ context, page } = fresh))

/** Hours of the server's clock lie between these states and a new reservation: its answers are changed. */
async function answerState(state: string): Promise<void> {
  await page.route('**/api/pm_transaction/**', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replaceAll('"state":"preauthorised"', `"state":"${state}"`)
    await route.fulfill({ response, body })
  })
}

it.each([
  ['held', 'Aguardando pagamento', 'Esta reserva ainda não foi paga.', null],
  [
    'released',
    'Não foi paga a tempo',
    'Ela não foi paga a tempo, e nada foi cobrado.',
    'A vaga foi liberada e nada foi cobrado.',
  ],
  [
    'no_show',
    'O veículo não chegou a tempo',
    'Se você entrou depois, pague pelo ticket.',
    /^R\$ [\d,.]+ são retidos/,
  ],
])(
  'a reservation in state %s: the menu, the exit and the payment say so',
  { tags: 'deep' },
  async (state, inMenu, atExit, paid) => {
    await signedInCustomer(context)
    const { token, code } = await reservedSpace(context)
    await answerState(state)
    await open('#/user/menu')
    await heading(/^Olá/).waitFor()
    if (paid !== null) await page.getByText(/^Anteriores/).click()
    await page.getByText(inMenu).first().waitFor()
    await open(`#/reserve/paymentConfirm?ticket=${code}&ptoken=${token}`)
    await page.getByText(atExit).first().waitFor()
    expect(await button('AUTORIZAR SAÍDA').count()).toBe(0)
    if (paid === null) return
    await open(`#/payment/${token}/done`)
    await page.getByText(paid).first().waitFor()
  },
)
