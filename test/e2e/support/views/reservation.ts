import { callAs } from '../customer.ts'
import { freshPlate, reservedSpace } from '../reservation/reservedSpace.ts'
import { callGate } from '../demo.ts'
import { at, textAt } from '#test/support/client.ts'
import { button, once, type Setup, type View } from './view.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

/** A reserved space that is entered, paid and left, and one that is cancelled. */
const first = once(({ context }) => reservedSpace(context))

const unpaid = once(async ({ context }: Setup) => {
  const vehicle = await callAs(context, '/api/gl_person_vehicle', {
    data: { name: 'Fusca azul', license_plate: freshPlate() },
  })
  const data = { personVehicle_id: at(vehicle, 'data.id'), lot_id: 2 }
  return textAt(await callAs(context, '/api/pm_transaction/createReserve', { data }), 'ws_token')
})
const confirm = async (setup: Setup) => {
  const { code, token } = await first(setup)
  return `#/reserve/paymentConfirm?ticket=${code}&ptoken=${token}`
}
/** Inside for so long that the stay costs part of the hold, or more than all of it. */
const entered = once(async (setup: Setup) => {
  const { plate } = await first(setup)
  await callGate('/entries', { lot_id: 1, gate: 'E1', plate, entered_at: minutesAgo(100) })
})
const dear = once(async ({ context }: Setup) => {
  const space = await reservedSpace(context)
  await callGate('/entries', {
    lot_id: 1,
    gate: 'E1',
    plate: space.plate,
    entered_at: minutesAgo(4 * 24 * 60),
  })
  return space
})

const reservedMenu = async (setup: Setup) => {
  await first(setup)
  return '#/user/menu'
}

export const reservationViews: readonly View[] = [
  {
    screen: 'reserve.paymentConfirm',
    state: 'before the entrance',
    at: confirm,
    title: 'Autorizar saída',
    act: async ({ page }) => page.getByText('O veículo ainda não entrou no estacionamento.'),
  },
  {
    screen: 'payment.done',
    state: 'a space reserved',
    at: async (setup) => `#/payment/${(await first(setup)).token}/done`,
    title: /./,
    act: async ({ page }) => page.getByText('Vaga reservada com sucesso!'),
  },
  {
    screen: 'user.menu',
    state: 'a space reserved',
    at: '#/user/menu',
    title: 'Olá, Ana!',
    act: async ({ page }) => {
      await button(page, 'MOSTRAR QR CODE').click()
      return page.getByAltText('QR code da reserva, para a cancela')
    },
  },
  {
    screen: 'user.menu',
    state: 'a reservation to be cancelled',
    at: reservedMenu,
    title: 'Olá, Ana!',
    act: async ({ page }) => {
      await button(page, 'Cancelar reserva').click()
      return page.getByRole('alertdialog', { name: 'Cancelar esta reserva?' })
    },
  },
  {
    screen: 'user.vehicles',
    state: 'one, to be deleted',
    at: '#/user/vehicles',
    title: 'Meus veículos',
    act: async ({ page }) => {
      await button(page, 'Excluir veículo Gol prata').first().click()
      return page.getByRole('alertdialog', { name: 'Excluir registro?' })
    },
  },
  {
    screen: 'reserve.add',
    state: 'a vehicle and a car park chosen',
    at: '#/reserve/add',
    title: 'Reservar uma vaga',
    act: async ({ page }) => {
      await page.getByText('Com qual veículo você vem?').waitFor()
      await page.getByLabel(/Garagem Centro/).check()
      return page.getByText('Com qual veículo você vem?')
    },
  },
  {
    screen: 'payment.creditDebitCard',
    state: 'for a reservation',
    at: async (setup) => `#/payment/${await unpaid(setup)}/creditDebitCard`,
    title: /./,
    act: async ({ page }) => page.getByText('Retido em caso de cancelamento'),
  },
  {
    screen: 'user.menu',
    state: 'in the yard',
    at: async (setup) => {
      await entered(setup)
      return '#/user/menu'
    },
    title: 'Olá, Ana!',
    act: async ({ page }) => page.getByText('dentro dos R$ 50,00 pré-autorizados'),
  },
  {
    screen: 'reserve.paymentConfirm',
    state: 'less than the hold',
    at: confirm,
    title: 'Autorizar saída',
    act: async ({ page }) => page.getByText('Liberado da pré-autorização'),
  },
  {
    screen: 'reserve.paymentConfirm',
    state: 'more than the hold',
    at: async (setup) => {
      const { code, token } = await dear(setup)
      return `#/reserve/paymentConfirm?ticket=${code}&ptoken=${token}`
    },
    title: 'Autorizar saída',
    act: async ({ page }) => page.getByText('Diferença a pagar em seguida'),
  },
  {
    screen: 'ticket.paymentType',
    state: 'the difference of a reservation',
    at: async (setup) => {
      const { code, token } = await dear(setup)
      return `#/reserve/paymentConfirm?ticket=${code}&ptoken=${token}`
    },
    from: 'Autorizar saída',
    title: 'Forma de pagamento',
    act: async ({ page }) => {
      await button(page, 'AUTORIZAR SAÍDA').click()
      return page.getByRole('button', { name: 'CARTÃO DE CRÉDITO' })
    },
  },
  {
    screen: 'payment.done',
    state: 'free to leave',
    at: confirm,
    title: /./,
    act: async ({ page }) => {
      await button(page, 'AUTORIZAR SAÍDA').click()
      await page.getByText('Saída autorizada!').waitFor()
      await page.getByRole('link', { name: 'Contestar' }).waitFor()
      return page.getByRole('timer')
    },
  },
  {
    screen: 'user.menu',
    state: 'reservations of before',
    at: async (setup) => {
      const { token } = await reservedSpace(setup.context)
      await callAs(setup.context, `/api/pm_transaction/${token}/reserveCancel`, { method: 'POST', data: {} })
      return '#/user/menu'
    },
    title: 'Olá, Ana!',
    act: async ({ page }) => {
      await page.getByText(/Anteriores/).click()
      return page.getByText('Cancelada', { exact: true })
    },
  },
  {
    screen: 'ticket.value',
    state: 'of a reserved car, inside the tolerance',
    at: async ({ context }) => {
      const { code, plate } = await reservedSpace(context)
      await callGate('/entries', { lot_id: 1, gate: 'E1', plate })
      return `#/ticket/value?ticket=${code}`
    },
    title: 'Verifique o valor',
    act: async ({ page }) => page.getByText('Autorize a saída da sua reserva no menu.'),
  },
]
