import type { Page } from 'playwright-core'
import { at } from '#test/support/client.ts'
import { cardBody } from '#test/support/flow.ts'
import { callAs, openedPayment, paidTicket } from '../customer.ts'
import { staffBrowser } from '../staff.ts'
import { parkedCar } from '../demo.ts'
import { pixViews } from './pix.ts'
import { button, heading, once, type Setup, statesOf, type View } from './view.ts'

const saved = once(({ context }) => paidTicket(context, { save: true }))
const due = once(() => parkedCar(130))
const required = (page: Page) => page.getByText('Campo obrigatório.')
const save = (page: Page) => button(page, 'SALVAR').click()

/** Screens of a new customer. */
export const newcomerViews: readonly View[] = [
  { screen: 'home', state: 'leads to the menu', at: '#/home', title: 'Olá, Ana!' },
  ...statesOf(
    { screen: 'user.menu', at: '#/user/menu', title: 'Olá, Ana!' },
    {
      'the free spaces': async ({ page }) => {
        await button(page, 'Ver vagas').click()
        return heading(page, 'Garagem Centro')
      },
    },
  ),
  ...statesOf({ screen: 'user.editmenu', at: '#/user/editmenu', title: 'Meus dados' }),
  ...statesOf(
    { screen: 'user.edit', at: '#/user/edit', title: 'Alterar minha conta' },
    {
      'more about it, and wrong fields': async ({ page }) => {
        await page.getByText('Informações adicionais').click()
        await page.getByText('Criado em').waitFor()
        await page.getByLabel('E-mail').fill('ana@')
        await page.getByLabel('CPF').fill('11111111111')
        await save(page)
        return page.getByText('Digite um CPF válido.')
      },
    },
  ),
  ...statesOf({ screen: 'user.person.edit', at: '#/user/person/edit', title: 'Alterar meu endereço' }),
  ...statesOf({ screen: 'user.personPayMethod.edit', at: '#/user/personPayMethod', title: 'Meus cartões' }),
  ...statesOf({ screen: 'user.vehicles', at: '#/user/vehicles', title: 'Meus veículos' }),
  ...statesOf({ screen: 'user.payments', at: '#/user/payments', title: 'Meus pagamentos' }),
  {
    screen: 'user.receipt',
    state: 'of nobody',
    at: '#/user/payments/0000000000000000',
    title: 'Recibo',
    act: async ({ page }) => heading(page, 'Recibo não encontrado'),
  },
  ...statesOf(
    { screen: 'user.myData', at: '#/user/myData', title: 'Privacidade e meus dados' },
    {
      'the account to be erased': async ({ page }) => {
        await button(page, 'Excluir minha conta').click()
        const dialog = page.getByRole('dialog', { name: 'Excluir minha conta' })
        await dialog.getByLabel('Sua senha').fill('errada')
        await dialog.getByLabel('Digite EXCLUIR para confirmar').fill('excluir')
        await dialog.getByRole('button', { name: 'Excluir minha conta' }).click()
        return dialog.getByText(/Senha.*incorreta/)
      },
    },
  ),
  ...statesOf({
    screen: 'ticket.paymentType',
    at: async (setup) => `#/ticket/paymentType?ticket=${await due(setup)}`,
    title: 'Forma de pagamento',
  }),
  {
    screen: 'payment.creditDebitCard',
    state: 'nothing filled in',
    at: async (setup) => `#/ticket/paymentType?ticket=${await due(setup)}`,
    from: 'Forma de pagamento',
    title: /./,
    act: async ({ page }) => {
      await button(page, /^CARTÃO DE CRÉDITO$/).click()
      await page.getByText('Salvar cartão para futuros pagamentos.').click()
      await button(page, /^PAGAR/).click()
      return required(page)
    },
  },
  {
    screen: 'payment.creditDebitCard',
    state: 'to be cancelled',
    at: async (setup) => `#/ticket/paymentType?ticket=${await due(setup)}`,
    from: 'Forma de pagamento',
    title: /./,
    act: async ({ page }) => {
      await button(page, /^CARTÃO DE CRÉDITO$/).click()
      await button(page, 'Cancelar').click()
      return page.getByRole('alertdialog')
    },
  },
  ...statesOf({ screen: 'reserve.add', at: '#/reserve/add', title: 'Reservar uma vaga' }),
  {
    screen: 'partner',
    state: 'not for customers',
    at: '#/convenio',
    title: 'Convênio',
    act: async ({ page }) => heading(page, 'Esta conta não é de uma loja conveniada'),
  },
  {
    screen: 'staff.dashboard',
    state: 'not for customers',
    at: '#/staff/',
    title: /./,
    act: async ({ page }) => page.getByText('Você não tem permissão para esta ação.'),
  },
]

const moneyScreens: View[] = [
  ...statesOf(
    {
      screen: 'user.personPayMethod.edit',
      at: async (setup) => {
        await saved(setup)
        return '#/user/personPayMethod'
      },
      title: 'Meus cartões',
    },
    {
      'one to be deleted': async ({ page }) => {
        await button(page, /^Deletar Cartão Visa/).click()
        return page.getByRole('alertdialog')
      },
    },
  ),
  ...statesOf(
    { screen: 'user.payments', at: '#/user/payments', title: 'Meus pagamentos' },
    {
      'nothing found': async ({ page }) => {
        await page.getByLabel('Número do ticket').fill('0000000000000')
        await page.keyboard.press('Enter')
        return heading(page, 'Nenhum pagamento encontrado')
      },
    },
  ),
  {
    screen: 'user.payments',
    state: 'a page after the last',
    at: '#/user/payments?page=99',
    title: 'Meus pagamentos',
  },
  ...statesOf(
    {
      screen: 'user.receipt',
      at: async (setup) => `#/user/payments/${(await saved(setup)).token}`,
      title: 'Recibo',
    },
    {
      'mailed again': async ({ page }) => {
        await button(page, 'ENVIAR POR E-MAIL').click()
        return page.getByText('O recibo foi enviado para o seu e-mail.')
      },
      'mailed too often': async ({ page }) => {
        for (let sent = 1; sent < 5; sent += 1) {
          const answered = page.waitForResponse((reply) => reply.url().endsWith('/receipt'))
          await button(page, 'ENVIAR POR E-MAIL').click()
          await answered
        }
        await button(page, 'ENVIAR POR E-MAIL').click()
        return page.getByText(/Tente novamente em \d+ minutos?\./)
      },
    },
  ),
  ...statesOf(
    { screen: 'user.myData', at: '#/user/myData', title: 'Privacidade e meus dados' },
    {
      'a consent to be revoked': async ({ page }) => {
        await button(page, /^Revogar: /).click()
        return page.getByRole('alertdialog', { name: 'Revogar este consentimento?' })
      },
    },
  ),
  {
    screen: 'ticket.paymentType',
    state: 'with a saved card',
    at: async (setup) => `#/ticket/paymentType?ticket=${await due(setup)}`,
    title: 'Forma de pagamento',
    act: async ({ page }) => button(page, /^Visa/),
  },
  {
    screen: 'payment.savedCard',
    state: 'a wrong CVV',
    at: async (setup) => `#/ticket/paymentType?ticket=${await due(setup)}`,
    title: /./,
    act: async ({ page }) => {
      await button(page, /^Visa/).click()
      await page.getByText('final 0010 · Crédito').waitFor()
      await page.getByLabel('CVV').fill('12')
      await button(page, /^PAGAR/).click()
      return page.getByText('O CVV tem 3 ou 4 dígitos.')
    },
  },
  {
    screen: 'payment.done',
    state: 'a ticket paid',
    at: async (setup) => `#/payment/${(await saved(setup)).token}/done`,
    title: /./,
    act: async ({ page }) => page.getByText('Pagamento recebido com sucesso!'),
  },
  {
    screen: 'payment.contest',
    state: 'without a reason',
    at: async (setup) => `#/payment/${(await saved(setup)).token}/contest`,
    title: 'Contestar pagamento',
    act: async ({ page }) => {
      await button(page, 'ENVIAR').click()
      return page.getByText('Escolha um motivo.')
    },
  },
  {
    screen: 'payment.contest',
    state: 'declined',
    at: declinedContest,
    title: 'Contestar pagamento',
    act: async ({ page }) => heading(page, 'Não concorda?'),
  },
  {
    screen: 'payment.creditDebitCard',
    state: 'refused',
    at: refusedPayment,
    title: /./,
    act: async ({ page }) => page.getByText(/não autorizado/i),
  },
]

/** The screen of a card that the bank refuses. */
async function refusedPayment({ context }: Setup): Promise<string> {
  const token = await openedPayment(context, await parkedCar(130))
  await callAs(context, `/api/pm_transaction/${token}/pay`, { data: cardBody('6505290000000012') })
  return `#/payment/${token}/creditDebitCard`
}

/** The screen of a contest that staff declined. */
async function declinedContest({ browser, context }: Setup): Promise<string> {
  const { token, code } = await paidTicket(context)
  await callAs(context, `/api/pm_transaction/${token}/contest`, { data: { reason: 'gate_closed' } })
  const desk = await staffBrowser(browser, 2)
  const list = await callAs(desk, `/api/staff/contests?q=${code}`)
  const data = { decision: 'declined', answer: 'Conferimos as imagens: a cancela abriu.' }
  await callAs(desk, `/api/staff/contests/${String(at(list, 'data.0.id'))}/answer`, { data })
  await desk.close()
  return `#/payment/${token}/contest`
}

/** Screens of a customer who has paid and saved a card. */
export const customerViews: readonly View[] = [...moneyScreens, ...pixViews]
