import { at } from '#test/support/client.ts'
import { callAs } from '../customer.ts'
import { parkedCar } from '../demo.ts'
import { chooseAction } from '../staff.ts'
import { button, once, type Setup, statesOf, type View } from './view.ts'

/** The head of staff's till of Garagem Centro, open, with one payment in it. */
const shift = once(async ({ context }: Setup) => {
  const opened = await callAs(context, '/api/staff/tills', { data: { lot_id: 1, float: 100 } })
  const code = await parkedCar(130)
  const data = { method: 'cash', value: 7, received: 10 }
  const headers = { 'idempotency-key': code }
  await callAs(context, `/api/staff/tickets/${code}/take`, { data, headers })
  return String(at(opened, 'data.id'))
})

/** A till of the head of staff, from its opening to its count. */
export const tillViews: readonly View[] = [
  ...statesOf({ screen: 'staff.till', at: '#/staff/till', title: 'Caixa' }),
  ...statesOf(
    { screen: 'staff.shift', at: async (setup) => `#/staff/tills/${await shift(setup)}`, title: /^Caixa nº/ },
    {
      'a take to be undone': async ({ page }) => {
        await button(page, /^Desfazer 1-/).click()
        return page.getByRole('dialog').getByText('O valor volta a ser devido.')
      },
      'to be closed': async ({ page }) => {
        await chooseAction(page, 'Fechar caixa')
        return page.getByRole('dialog').getByLabel('Contado')
      },
    },
  ),
  ...statesOf({ screen: 'staff.tills', at: '#/staff/tills', title: 'Caixas' }),
  {
    screen: 'staff.till',
    state: 'a ticket to be paid',
    at: '#/staff/till',
    title: 'Caixa',
    act: async ({ page }) => {
      await page.getByLabel('Ticket ou placa').fill(await parkedCar(130))
      await page.keyboard.press('Enter')
      return button(page, 'RECEBER R$ 7,00')
    },
  },
  {
    screen: 'staff.till',
    state: 'a ticket that was paid',
    at: '#/staff/till',
    title: 'Caixa',
    act: async ({ page }) => {
      await page.getByLabel('Ticket ou placa').fill(await parkedCar(130))
      await page.keyboard.press('Enter')
      await button(page, 'RECEBER R$ 7,00').click()
      return page.getByText(/^Sair até/).first()
    },
  },
  {
    screen: 'staff.shift',
    state: 'closed, without a reason',
    at: async (setup) => `#/staff/tills/${await shift(setup)}`,
    title: /^Caixa nº/,
    act: async ({ page }) => {
      await chooseAction(page, 'Fechar caixa')
      await page.getByRole('dialog').getByLabel('Contado').fill('90')
      await page.keyboard.press('Enter')
      return page.getByText('Soma da maquininha')
    },
  },
]
