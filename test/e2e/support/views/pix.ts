import { callAs, openedPayment } from '../customer.ts'
import { parkedCar } from '../demo.ts'
import { button, type View } from './view.ts'

/** Screens of a payment by Pix. */
export const pixViews: readonly View[] = [
  {
    screen: 'payment.pix',
    state: 'with its code',
    at: async ({ context }) => {
      const token = await openedPayment(context, await parkedCar(130), 3)
      await callAs(context, `/api/pm_transaction/${token}/pay`, { data: { method: 'pix' } })
      return `#/payment/${token}/pix`
    },
    title: 'Pague com Pix',
    act: async ({ page }) => {
      await button(page, 'Copiar código Pix').click()
      await page.getByText('Ver o código completo').click()
      return page.getByAltText(/QR code do Pix/)
    },
  },
  {
    screen: 'payment.pix',
    state: 'before its code',
    at: async ({ context }) => `#/payment/${await openedPayment(context, await parkedCar(130), 3)}/pix`,
    title: 'Pague com Pix',
    act: async ({ page }) => button(page, /GERAR CÓDIGO PIX/),
  },
]

/** A payer by Pix without an account. */
export const pixPayerView: View = {
  screen: 'ticket.account',
  state: 'for a Pix, nothing filled in',
  at: async () => `#/ticket/account?ticket=${await parkedCar(130)}&method=pix`,
  title: 'Preencha seus dados',
  act: async ({ page }) => {
    await button(page, 'CONCORDAR E IR PARA PAGAMENTO').click()
    return page.getByText('Campo obrigatório.').first()
  },
}
