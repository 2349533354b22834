import { formatTicketCode } from '#checkout/formatTicketCode.ts'
import { notify } from '#kit/web/notice/notify.ts'
import type { PayOutcome, WireTransaction } from '../../contract.ts'
import { isConfirming } from '../../web/unconfirmedPay.ts'

export type PayResult = Pick<PayOutcome, 'ok' | 'authUrl' | 'reason'> & {
  state: WireTransaction['state'] | 'unanswered'
}

const shownMs = 15_000

export function payResultText({ ok, authUrl, reason, state }: PayResult, ticketCode: string): string {
  const payment = `pagamento do ticket ${formatTicketCode(ticketCode)}`
  if (ok) return `O ${payment} foi recebido com sucesso!`
  if (authUrl !== null) return `O banco quer que você confirme o ${payment}. Volte à tela de pagamento.`
  if (state === 'unanswered' || isConfirming(state))
    return `Estamos confirmando o ${payment} com o banco. Não pague de novo.`
  return [`O ${payment} não foi concluído.`, reason].filter(Boolean).join(' ')
}

export function notifyPayResult(result: PayResult, ticketCode: string): void {
  notify(payResultText(result, ticketCode), result.ok ? 'success' : 'danger', shownMs)
}
