import { parkedCar } from '../demo.ts'
import { addShop, screenCode } from './shop.ts'
import { button, heading, once, type Setup, statesOf, type View } from '../views/view.ts'

const shopOf = once(({ context }: Setup) => addShop(context, 'Livraria Sol'))

/** Partners at the desk, for the head of staff. */
export const partnerViews: readonly View[] = [
  ...statesOf({
    screen: 'staff.partners',
    at: async (setup) => {
      await shopOf(setup)
      return '#/staff/partners'
    },
    title: 'Parceiros',
  }),
  ...statesOf(
    {
      screen: 'staff.partner',
      at: async (setup) => `#/staff/partners/${await shopOf(setup)}`,
      title: 'Livraria Sol',
    },
    {
      'what a driver pays': async ({ page }) => {
        await page.getByText('Quanto o motorista paga em Garagem Centro').first().click()
        return page.getByRole('table', { name: 'Quanto o motorista paga com 2 h' })
      },
      'a person invited': async ({ page }) => {
        await page.getByLabel('E-mail de quem valida').fill('loja@exemplo.com.br')
        await button(page, 'Dar acesso').click()
        return page.getByText(/^Convite enviado em/)
      },
    },
  ),
  {
    screen: 'staff.partner',
    state: 'a wrong benefit',
    at: async (setup) => `#/staff/partners/${await shopOf(setup)}`,
    title: 'Livraria Sol',
    // Leaving what was typed asks: the page is not used again.
    before: async () => {},
    act: async ({ page }) => {
      await button(page, 'Acrescentar benefício').click()
      await button(page, 'Salvar').click()
      return page.getByText('Campo obrigatório.')
    },
  },
  ...statesOf(
    {
      screen: 'staff.partnerCodes',
      at: async (setup) => `#/staff/partners/${await shopOf(setup)}/codes`,
      title: 'Códigos de convênio',
    },
    {
      'to be printed': async ({ page }) => {
        await page.getByLabel('Benefício').selectOption('2 h')
        await page.getByLabel('Valem até').fill('31/12/2030')
        await button(page, 'Criar códigos').click()
        return page.getByText('Para um ticket, até 31/12/2030')
      },
    },
  ),
  ...statesOf({
    screen: 'staff.partnerStatement',
    at: async (setup) => `#/staff/partners/${await shopOf(setup)}/statement`,
    title: 'Extrato do parceiro',
  }),
]

/** What a shop's person sees. */
export const shopViews: readonly View[] = [
  ...statesOf(
    { screen: 'partner', at: '#/convenio', title: 'Livraria Sol' },
    {
      'an unfinished number': async ({ page }) => {
        await page.getByLabel('Número do ticket').fill('12345')
        await button(page, 'Validar 2 h').click()
        return page.getByText('O número do ticket deve ter 13 dígitos.')
      },
      'a ticket that was validated': async ({ page }) => {
        await page.getByLabel('Número do ticket').fill(await parkedCar(130))
        await button(page, 'Validar 2 h').click()
        return heading(page, 'Ticket validado: 2 h')
      },
      'to be undone': async ({ page }) => {
        await button(page, /^Desfazer \d{4}/)
          .first()
          .click()
        return page.getByRole('dialog').getByLabel('Motivo')
      },
      'a code for a customer': async ({ page }) => {
        await button(page, 'Mostrar código ao cliente').click()
        await page.getByRole('dialog').getByRole('button', { name: '2 h' }).click()
        return page.getByRole('img', { name: /^QR code/ })
      },
    },
  ),
  ...statesOf(
    {
      screen: 'partner.code',
      at: async ({ context }) => `#/convenio/${await screenCode(context)}`,
      title: 'Usar convênio',
    },
    {
      'no ticket of that number': async ({ page }) => {
        await page.getByLabel('Número do ticket').fill('0000000000000')
        await button(page, 'USAR CONVÊNIO').click()
        return page.getByText(/^Ticket não encontrado/)
      },
    },
  ),
  {
    screen: 'partner.code',
    state: 'without a code',
    at: '#/convenio/codigo',
    title: 'Usar convênio',
    act: async ({ page }) => {
      await button(page, 'USAR CONVÊNIO').click()
      return page.getByText('Campo obrigatório.')
    },
  },
]
