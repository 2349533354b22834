import { disputed, givenBackOutside, openDispute, untilShown } from './acquirerSite.ts'
import { newPhone } from '../browser.ts'
import { at } from '#test/support/client.ts'
import { callAs, paidTicket, signedInCustomer } from '../customer.ts'
import { reservedSpace } from '../reservation/reservedSpace.ts'
import { parkedCar } from '../demo.ts'
import { chooseAction } from '../staff.ts'
import { partnerViews } from '../partner/views.ts'
import { tillViews } from './till.ts'
import { button, once, type Setup, statesOf, type View } from './view.ts'

/** A customer's payment and reservation, on a phone of their own. */
const done = once(async ({ browser }: Setup) => {
  const phone = await newPhone(browser)
  await signedInCustomer(phone)
  const [paid, reserved] = [await paidTicket(phone), await reservedSpace(phone)]
  await phone.close()
  return { paid, reserved }
})
/** A payment that its cardholder disputes. */
const disputedSale = once(async ({ browser }: Setup) => {
  const phone = await newPhone(browser)
  await signedInCustomer(phone)
  await disputed((await paidTicket(phone)).token)
  await phone.close()
})
const dispute = {
  at: async (setup: Setup) => {
    await disputedSale(setup)
    return '#/staff/disputes'
  },
  from: 'Contestações',
}
/** A payment that its driver contests. */
const contested = once(async ({ browser, context }: Setup) => {
  const phone = await newPhone(browser)
  await signedInCustomer(phone)
  const { token, code } = await paidTicket(phone)
  const data = { reason: 'gate_closed', text: 'A cancela da saída 2 não abriu.' }
  await callAs(phone, `/api/pm_transaction/${token}/contest`, { data })
  await phone.close()
  const list = await callAs(context, `/api/staff/contests?q=${code}`)
  return `#/staff/contests/${String(at(list, 'data.0.id'))}`
})
const due = once(() => parkedCar(130))

const ticketCode = /^\d{4} \d{4} \d{5}/
const plate = /^[A-Z]{3}/

const refused = 'Você não tem permissão para esta ação.'

const money: View[] = [
  ...statesOf(
    { screen: 'staff.occupancy', at: '#/staff/occupancy', title: 'Ocupação' },
    {
      'by weekday and hour': async ({ page }) => {
        await page.getByLabel('Mostrar').selectOption('Por dia da semana e hora')
        return page.getByLabel('Mostrar')
      },
    },
  ),
  ...statesOf(
    { screen: 'staff.dashboard', at: '#/staff/', title: 'Painel' },
    {
      'a year': async ({ page }) => {
        await page.getByLabel('Ano inteiro').click()
        return page.getByRole('rowheader', { name: /^janeiro de/ })
      },
      'the sources of a lot': async ({ page }) => {
        await button(page, 'Garagem Centro').click()
        return page.getByText('Portal, líquido')
      },
    },
  ),
  ...statesOf(
    {
      screen: 'staff.transaction',
      at: async (setup) => `#/staff/transactions/${(await done(setup)).paid.token}`,
      title: ticketCode,
    },
    {
      'a refund of too much': async ({ page }) => {
        await button(page, 'Devolver').click()
        const dialog = page.getByRole('dialog', { name: 'Devolver pagamento' })
        await dialog.getByLabel('Valor a devolver').fill('99')
        await dialog.getByRole('button', { name: 'Devolver' }).click()
        return dialog.getByText('Digite um valor de R$ 0,01 a R$ 7,00.')
      },
      'given back in part': async ({ page }) => {
        await button(page, 'Devolver').click()
        const dialog = page.getByRole('dialog', { name: 'Devolver pagamento' })
        await dialog.getByLabel('Valor a devolver').fill('2,50')
        await dialog.getByLabel('Motivo').fill('Cobrança indevida')
        await dialog.getByRole('button', { name: 'Devolver' }).click()
        await dialog.waitFor({ state: 'hidden' })
        return page.getByText('Devolvida em parte')
      },
      'with a refund that was made elsewhere': async (setup) => {
        await givenBackOutside((await done(setup)).paid.token)
        await untilShown(setup.page)
        return button(setup.page, 'Encerrar o caso')
      },
    },
  ),
  ...statesOf({
    screen: 'staff.transactions',
    at: '#/staff/transactions',
    title: 'Transações',
  }),
  ...statesOf({ screen: 'staff.taken', at: '#/staff/taken', title: 'Recebimentos' }),
  ...statesOf({ screen: 'staff.closings', at: '#/staff/closings', title: 'Fechamentos' }),
  ...statesOf({
    screen: 'staff.closing',
    at: '#/staff/closings/preview?lot_id=1',
    title: /^Garagem Centro, /,
  }),
  ...statesOf(
    { screen: 'staff.adjustment', at: '#/staff/closings/adjust', title: 'Corrigir um dia fechado' },
    {
      'without a car park, with what the paper will show': async ({ page }) => {
        await page.getByLabel('Dia que está errado').fill('25/11/2026')
        await page.getByLabel('Valor do ajuste').fill('-3')
        await page.getByLabel('Motivo').fill('Troco errado')
        await button(page, 'Registrar ajuste').click()
        await page.getByText('Escolha um estacionamento.').waitFor()
        return page.getByText(/^No papel: 25\/11\/2026: -R\$\s3,00\. Troco errado \(.+\)$/)
      },
    },
  ),
  ...statesOf({ screen: 'staff.disputes', at: '#/staff/disputes', title: 'Contestações' }),
  {
    ...dispute,
    screen: 'staff.dispute',
    state: 'open',
    title: ticketCode,
    act: async ({ page }) => {
      await openDispute(page)
      return page.getByRole('link', { name: 'Abrir as provas' })
    },
  },
  {
    ...dispute,
    screen: 'staff.disputeEvidence',
    state: 'as it opens',
    title: 'Provas da contestação',
    act: async ({ page }) => {
      await openDispute(page)
      await page.getByRole('link', { name: 'Abrir as provas' }).click()
      return button(page, 'Imprimir ou salvar como PDF')
    },
  },
  ...statesOf({ screen: 'staff.contests', at: '#/staff/contests', title: 'Reclamações' }),
  ...statesOf(
    { screen: 'staff.contest', at: contested, title: ticketCode },
    {
      'declined in too few words': async ({ page }) => {
        await chooseAction(page, 'Recusar')
        const dialog = page.getByRole('dialog', { name: 'Recusar a reclamação?' })
        await dialog.getByLabel('Resposta ao cliente').fill('Não.')
        await dialog.getByRole('button', { name: 'Recusar' }).click()
        return dialog.getByText('Escreva ao menos 20 letras.')
      },
    },
  ),
  ...statesOf({ screen: 'staff.alerts', at: '#/staff/alerts', title: 'Avisos' }),
  ...statesOf({ screen: 'staff.alertSettings', at: '#/staff/alerts/limits', title: 'Quando avisar' }),
  ...statesOf({ screen: 'staff.review', at: '#/staff/review', title: 'Em análise' }),
  ...statesOf({ screen: 'staff.reconciliation', at: '#/staff/reconciliation', title: 'Conciliação' }),
  {
    screen: 'staff.statement',
    state: 'with differences',
    at: '#/staff/reconciliation',
    from: 'Conciliação',
    title: 'visto.csv',
    act: async ({ page }) => {
      const text = 'Data;Valor;NSU;Código de autorização\n20/01/2020;12,50;4711;1001'
      const file = { name: 'visto.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
      await button(page, 'Comparar um extrato').click()
      await page.getByLabel('Extrato da adquirente').setInputFiles(file)
      await button(page, 'Enviar e comparar').click()
      return page.getByRole('heading', { name: '1 diferença' })
    },
  },
]

const yard: View[] = [
  ...statesOf(
    { screen: 'staff.tickets', at: '#/staff/tickets', title: 'Tickets' },
    {
      'nothing fits': async ({ page }) => {
        await page.getByRole('searchbox').fill('0000000000000')
        return page.getByText('Nada encontrado')
      },
    },
  ),
  ...statesOf(
    {
      screen: 'staff.ticket',
      at: async (setup) => `#/staff/tickets/${await due(setup)}`,
      title: ticketCode,
    },
    {
      'to be waived, without a reason': async ({ page }) => {
        await chooseAction(page, 'Isentar R$ 7,00')
        const dialog = page.getByRole('dialog', { name: 'Isentar o pagamento' })
        await dialog.getByRole('button', { name: 'Isentar' }).click()
        return dialog.getByText('Campo obrigatório.')
      },
      waived: async ({ page }) => {
        await chooseAction(page, 'Isentar R$ 7,00')
        const dialog = page.getByRole('dialog', { name: 'Isentar o pagamento' })
        await dialog.getByLabel('Motivo').fill('Catraca com defeito')
        await dialog.getByRole('button', { name: 'Isentar' }).click()
        await dialog.waitFor({ state: 'hidden' })
        return page.locator('header').getByText('Pago', { exact: true })
      },
    },
  ),
  {
    screen: 'staff.ticket',
    state: 'in place of a lost one, with its slip',
    at: async () => `#/staff/tickets/${await parkedCar(130)}`,
    title: ticketCode,
    act: async ({ page }) => {
      await chooseAction(page, 'Ticket perdido')
      await page.getByRole('dialog').getByLabel('Motivo').fill('Perdeu o papel')
      await button(page, 'Bloquear e emitir outro').click()
      return page.getByRole('img', { name: /^QR code/ })
    },
  },
  {
    screen: 'staff.ticket',
    state: 'of nobody',
    at: '#/staff/tickets/0000000000000',
    title: 'Ticket',
    act: async ({ page }) => page.getByText('Não foi possível carregar o ticket'),
  },
  ...statesOf({ screen: 'staff.reservations', at: '#/staff/reservations', title: 'Reservas' }),
  ...statesOf(
    {
      screen: 'staff.reservation',
      at: async (setup) => `#/staff/reservations/${(await done(setup)).reserved.token}`,
      title: plate,
    },
    {
      'to be cancelled': async ({ page }) => {
        await chooseAction(page, 'Cancelar reserva')
        return page.getByRole('dialog').getByText(/retidos|por inteiro/)
      },
      'let in by hand': async ({ page }) => {
        await button(page, 'Registrar entrada').click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Registrar' }).click()
        return page.locator('header').getByText('No pátio')
      },
    },
  ),
]

const register: View[] = [
  ...statesOf({ screen: 'staff.lots', at: '#/staff/lots', title: 'Estacionamentos' }),
  ...statesOf({ screen: 'staff.lot', at: '#/staff/lots/3', title: 'Aeroporto' }),
  ...statesOf(
    { screen: 'staff.tariff', at: '#/staff/lots/2/tariff', title: 'Tarifa' },
    {
      'a dearer one, as a table': async ({ page }) => {
        await page.getByLabel('Mais (R$)').fill('4')
        await page.getByText(/^Em vigor \(versão \d+\)/).waitFor()
        await page.getByText('Ver como tabela').click()
        return page.getByRole('table', { name: 'Preços conforme a permanência' })
      },
      'by days and hours': async ({ page }) => {
        await page.getByLabel('Tipo').selectOption('calendar')
        await button(page, 'Adicionar dia').click()
        return button(page, 'Semana seguinte')
      },
    },
  ),
  ...statesOf({ screen: 'staff.devices', at: '#/staff/devices', title: 'Equipamentos' }),
  {
    screen: 'staff.device',
    state: 'its key, once',
    at: '#/staff/devices/new',
    title: /equipamento/i,
    act: async ({ page }) => {
      await page.getByLabel('Nome').fill(`Cancela vista ${Date.now()}`)
      await page.getByLabel('Aeroporto').check()
      await button(page, 'Salvar').click()
      return page.getByRole('alertdialog', { name: 'Chave do equipamento' })
    },
  },
  ...statesOf({ screen: 'staff.device', at: '#/staff/devices/1', title: /^(?!Equipamento$)/ }),
  ...statesOf({ screen: 'staff.users', at: '#/staff/users', title: 'Pessoas' }),
  {
    screen: 'staff.user',
    state: 'one of the staff',
    at: '#/staff/users?level=10',
    from: 'Pessoas',
    title: 'Sônia Leal',
    act: async ({ page }) => {
      await page.getByRole('link', { name: 'Sônia Leal' }).click()
      return page.getByRole('heading', { name: 'Sônia Leal' })
    },
  },
  ...statesOf({ screen: 'staff.user', at: '#/staff/users/new', title: 'Convidar alguém da equipe' }),
  {
    screen: 'staff.user',
    state: 'some of the lots',
    at: '#/staff/users/new',
    title: 'Convidar alguém da equipe',
    // Leaving would ask, so the page is not used again.
    before: async () => undefined,
    act: async ({ page }) => {
      await page.getByLabel('Todos os estacionamentos').uncheck()
      return page.getByLabel('Garagem Centro')
    },
  },
  ...statesOf({ screen: 'staff.levels', at: '#/staff/levels', title: 'O que cada nível pode' }),
  ...statesOf({ screen: 'staff.settings', at: '#/staff/settings', title: 'Configurações' }),
  {
    screen: 'staff.settings',
    state: 'a colour that is hard to read, and a sum that cannot be',
    at: '#/staff/settings?section=reservations',
    title: 'Configurações',
    // Leaving would ask, so the page is not used again.
    before: async () => undefined,
    act: async ({ page }) => {
      await page.getByLabel('Valor retido (R$)').fill('60,00')
      await page.getByRole('link', { name: 'Cores' }).click()
      await page.getByRole('textbox', { name: 'Cor das ações' }).fill('#FFD400')
      await button(page, 'Salvar').click()
      return page.getByText('Contraste de 1,4:1 com o cartão branco', { exact: false })
    },
  },
  ...statesOf({
    screen: 'staff.settings',
    at: '#/staff/settings?section=logo',
    title: 'Configurações',
  }).map((view) => ({ ...view, state: 'the logo' })),
  ...statesOf({ screen: 'staff.audit', at: '#/staff/audit', title: 'Auditoria' }),
]

/** Screens of the head of staff, who may do everything. */
export const adminViews: readonly View[] = [...money, ...tillViews, ...partnerViews, ...yard, ...register]

/** Screens of a supervisor that differ: without actions, or not allowed. */
export const supervisorViews: readonly View[] = [
  {
    screen: 'staff.dashboard',
    state: 'with fewer areas',
    at: '#/staff/',
    title: 'Painel',
  },
  {
    screen: 'staff.tariff',
    state: 'to look at',
    at: '#/staff/lots/3/tariff?version=1',
    title: 'Tarifa',
    act: async ({ page }) => page.getByText('No máximo por 24 h'),
  },
  {
    screen: 'staff.settings',
    state: 'not for a supervisor',
    at: '#/staff/settings',
    title: /./,
    act: async ({ page }) => page.getByText(refused),
  },
  ...(
    [
      ['Mais', 'Áreas', 'the areas, in a sheet'],
      ['Dinheiro', 'Dinheiro', 'the areas of money, in a sheet'],
    ] as const
  ).map(([tapped, name, state]): View => ({
    screen: 'staff.dashboard',
    state,
    at: '#/staff/',
    title: 'Painel',
    before: ({ page }) => page.setViewportSize({ width: 360, height: 740 }),
    act: async ({ page }) => {
      const bar = page.getByRole('navigation', { name: 'Áreas da administração' })
      await bar.getByRole('button', { name: tapped }).click()
      return page.getByRole('dialog', { name })
    },
  })),
]

/** Screens of staff before the second factor. */
export const halfSignedInViews: readonly View[] = [
  ...statesOf(
    { screen: 'staff.secondFactor', at: '#/staff/secondFactor', title: 'Código de acesso' },
    {
      'a wrong code': async ({ page }) => {
        await page.getByLabel('Código de 6 dígitos').fill('000000')
        await button(page, 'Continuar').click()
        return page.getByText('Código incorreto ou já usado. Espere o próximo e tente de novo.')
      },
    },
  ),
]
