import { disputed, givenBackOutside, openDispute, untilTold } from './acquirerSite.ts'
import { newPhone } from '../browser.ts'
import { at } from '#test/support/client.ts'
import { callAs, paidTicket, signedInCustomer } from '../customer.ts'
import { reservedSpace } from '../reservation/reservedSpace.ts'
import { parkedCar } from '../street.ts'
import { button, once, type Scene, statesOf, type View } from './view.ts'

/** What a customer paid for and reserved, on a phone of their own. */
const done = once(async ({ browser }: Scene) => {
  const phone = await newPhone(browser)
  await signedInCustomer(phone)
  const [paid, reserved] = [await paidTicket(phone), await reservedSpace(phone)]
  await phone.close()
  return { paid, reserved }
})
/** A payment of its own, which its cardholder disputes. */
const disputedSale = once(async ({ browser }: Scene) => {
  const phone = await newPhone(browser)
  await signedInCustomer(phone)
  await disputed((await paidTicket(phone)).token)
  await phone.close()
})
const dispute = {
  at: async (scene: Scene) => {
    await disputedSale(scene)
    return '#/staff/disputes'
  },
  from: 'Contestações de banco',
}
/** A payment whose driver objects to it. */
const contested = once(async ({ browser, context }: Scene) => {
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
    },
  ),
  ...statesOf(
    {
      screen: 'staff.transaction',
      at: async (scene) => `#/staff/transactions/${(await done(scene)).paid.token}`,
      title: 'Transação',
    },
    {
      'a refund of too much': async ({ page }) => {
        await button(page, 'Devolver').click()
        const dialog = page.getByRole('dialog', { name: 'Devolver pagamento' })
        await dialog.getByLabel('Valor a devolver').fill('99')
        await dialog.getByRole('button', { name: 'DEVOLVER' }).click()
        return dialog.getByText('Digite um valor de R$ 0,01 a R$ 7,00.')
      },
      'given back in part': async ({ page }) => {
        await button(page, 'Devolver').click()
        const dialog = page.getByRole('dialog', { name: 'Devolver pagamento' })
        await dialog.getByLabel('Valor a devolver').fill('2,50')
        await dialog.getByLabel('Motivo').fill('Cobrança indevida')
        await dialog.getByRole('button', { name: 'DEVOLVER' }).click()
        await dialog.waitFor({ state: 'hidden' })
        return page.getByText('Devolvida em parte')
      },
      'told of money that went back elsewhere': async (scene) => {
        await givenBackOutside((await done(scene)).paid.token)
        await untilTold(scene.page)
        return button(scene.page, 'Encerrar o caso')
      },
    },
  ),
  ...statesOf({
    screen: 'staff.transactions',
    at: '#/staff/transactions',
    title: 'Transações',
  }),
  ...statesOf({ screen: 'staff.closings', at: '#/staff/closings', title: 'Fechamentos' }),
  ...statesOf({ screen: 'staff.closing', at: '#/staff/closings/preview?lot_id=1', title: 'Fechamento' }),
  ...statesOf(
    { screen: 'staff.adjustment', at: '#/staff/closings/adjust', title: 'Corrigir um dia fechado' },
    {
      'without a car park, with what the paper will show': async ({ page }) => {
        await page.getByLabel('Dia que está errado').fill('25/11/2026')
        await page.getByLabel('Valor do ajuste').fill('-3')
        await page.getByLabel('Motivo').fill('Troco errado')
        await button(page, 'REGISTRAR AJUSTE').click()
        await page.getByText('Escolha um estacionamento.').waitFor()
        return page.getByText(/^No papel: 25\/11\/2026: -R\$ 3,00\. Troco errado \(.+\)$/)
      },
    },
  ),
  ...statesOf({ screen: 'staff.disputes', at: '#/staff/disputes', title: 'Contestações de banco' }),
  {
    ...dispute,
    screen: 'staff.dispute',
    state: 'open',
    title: 'Contestação',
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
    { screen: 'staff.contest', at: contested, title: 'Reclamação' },
    {
      'declined in too few words': async ({ page }) => {
        await button(page, 'Recusar').click()
        const dialog = page.getByRole('dialog', { name: 'Recusar a reclamação?' })
        await dialog.getByLabel('Resposta ao cliente').fill('Não.')
        await dialog.getByRole('button', { name: 'RECUSAR' }).click()
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
    title: 'Extrato',
    act: async ({ page }) => {
      const text = 'Data;Valor;NSU;Código de autorização\n20/01/2020;12,50;4711;1001'
      const file = { name: 'visto.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
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
        await page.getByLabel('Entrada até').fill('01/01/2020')
        await page.keyboard.press('Enter')
        return page.getByText('Nada encontrado')
      },
    },
  ),
  ...statesOf(
    {
      screen: 'staff.ticket',
      at: async (scene) => `#/staff/tickets/${await due(scene)}`,
      title: 'Ticket',
    },
    {
      'to be waived, without a reason': async ({ page }) => {
        await button(page, 'Isentar R$ 7,00').click()
        const dialog = page.getByRole('dialog', { name: 'Isentar o pagamento' })
        await dialog.getByRole('button', { name: 'ISENTAR' }).click()
        return dialog.getByText('Campo obrigatório.')
      },
      waived: async ({ page }) => {
        await button(page, 'Isentar R$ 7,00').click()
        const dialog = page.getByRole('dialog', { name: 'Isentar o pagamento' })
        await dialog.getByLabel('Motivo').fill('Catraca com defeito')
        await dialog.getByRole('button', { name: 'ISENTAR' }).click()
        await dialog.waitFor({ state: 'hidden' })
        return page.getByRole('article').getByText('PAGO', { exact: true })
      },
    },
  ),
  {
    screen: 'staff.ticket',
    state: 'in place of a lost one, with its slip',
    at: async () => `#/staff/tickets/${await parkedCar(130)}`,
    title: 'Ticket',
    act: async ({ page }) => {
      await button(page, 'Ticket perdido').click()
      await page.getByRole('dialog').getByLabel('Motivo').fill('Perdeu o papel')
      await button(page, 'BLOQUEAR E EMITIR OUTRO').click()
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
      at: async (scene) => `#/staff/reservations/${(await done(scene)).reserved.token}`,
      title: 'Reserva',
    },
    {
      'to be cancelled': async ({ page }) => {
        await button(page, 'Cancelar reserva').click()
        return page.getByRole('dialog').getByText(/retidos|por inteiro/)
      },
      'let in by hand': async ({ page }) => {
        await button(page, 'Registrar entrada').click()
        await page.getByRole('alertdialog').getByRole('button', { name: 'Registrar' }).click()
        return page.getByRole('article').getByText('No pátio')
      },
    },
  ),
]

const register: View[] = [
  ...statesOf({ screen: 'staff.lots', at: '#/staff/lots', title: 'Estacionamentos' }),
  ...statesOf({ screen: 'staff.lot', at: '#/staff/lots/3', title: 'Estacionamento' }),
  ...statesOf(
    { screen: 'staff.tariff', at: '#/staff/lots/2/tariff', title: 'Tarifa' },
    {
      'a dearer one, as a table': async ({ page }) => {
        await page.getByLabel('Mais (R$)').fill('4')
        await page.getByText(/^Em vigor \(versão \d+\)/).waitFor()
        await page.getByText('Ver como tabela').click()
        return page.getByRole('table', { name: 'Preços conforme a permanência' })
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
      await button(page, 'SALVAR').click()
      return page.getByRole('alertdialog', { name: 'Chave do equipamento' })
    },
  },
  ...statesOf({ screen: 'staff.device', at: '#/staff/devices/1', title: 'Equipamento' }),
  ...statesOf({ screen: 'staff.users', at: '#/staff/users', title: 'Pessoas' }),
  {
    screen: 'staff.user',
    state: 'one of the staff',
    at: '#/staff/users?level=10',
    from: 'Pessoas',
    title: 'Pessoa',
    act: async ({ page }) => {
      await page.getByRole('link', { name: 'Sônia Leal' }).click()
      return page.getByRole('heading', { name: 'Sônia Leal' })
    },
  },
  ...statesOf(
    { screen: 'staff.user', at: '#/staff/users/new', title: 'Convidar alguém da equipe' },
    {
      'some of the lots': async ({ page }) => {
        await page.getByLabel('Todos os estacionamentos').uncheck()
        return page.getByLabel('Garagem Centro')
      },
    },
  ),
  ...statesOf({ screen: 'staff.levels', at: '#/staff/levels', title: 'O que cada nível pode' }),
  ...statesOf(
    { screen: 'staff.settings', at: '#/staff/settings', title: 'Configurações' },
    {
      'a colour that is hard to read, and a sum that cannot be': async ({ page }) => {
        await page.getByRole('textbox', { name: 'Cor das ações' }).fill('#FFD400')
        await page.getByLabel('Valor retido (R$)').fill('60,00')
        await button(page, 'SALVAR').click()
        return page.getByText('Não pode ser maior que o valor pré-autorizado.')
      },
    },
  ),
  ...statesOf({ screen: 'staff.audit', at: '#/staff/audit', title: 'Auditoria' }),
]

/** What the head of the staff sees, who may do everything. */
export const adminViews: readonly View[] = [...money, ...yard, ...register]

/** What a supervisor sees otherwise: nothing to change, and what is not for them. */
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
  {
    screen: 'staff.dashboard',
    state: 'the areas, in a sheet',
    at: '#/staff/',
    title: 'Painel',
    before: ({ page }) => page.setViewportSize({ width: 360, height: 740 }),
    act: async ({ page }) => {
      await page
        .getByRole('navigation', { name: 'Áreas da administração' })
        .getByRole('button', { name: 'Mais' })
        .click()
      return page.getByRole('dialog', { name: 'Áreas' })
    },
  },
]

/** What somebody of the staff sees before the second factor. */
export const halfSignedInViews: readonly View[] = [
  ...statesOf(
    { screen: 'staff.secondFactor', at: '#/staff/secondFactor', title: 'Código de acesso' },
    {
      'a wrong code': async ({ page }) => {
        await page.getByLabel('Código de 6 dígitos').fill('000000')
        await button(page, 'CONTINUAR').click()
        return page.getByText('Código incorreto ou já usado. Espere o próximo e tente de novo.')
      },
    },
  ),
]
