import { groupCode } from '#checkout/groupCode.ts'
import { notify } from '#kit/web/notice/notify.ts'
import type { PayOutcome, WireTransaction } from '../../contract.ts'
import { isConfirming } from '../../web/doubt.ts'

export type Brought = Pick<PayOutcome, 'ok' | 'authUrl' | 'reason'> & {
  state: WireTransaction['state'] | 'unanswered'
}

const tellMs = 15_000

export function newsOf({ ok, authUrl, reason, state }: Brought, ticketCode: string): string {
  const payment = `pagamento do ticket ${groupCode(ticketCode)}`
  if (ok) return `O ${payment} foi recebido com sucesso!`
  if (authUrl !== null) return `O banco quer que você confirme o ${payment}. Volte à tela de pagamento.`
  if (state === 'unanswered' || isConfirming(state))
    return `Estamos confirmando o ${payment} com o banco. Não pague de novo.`
  return [`O ${payment} não foi concluído.`, reason].filter(Boolean).join(' ')
}

export function tellElsewhere(brought: Brought, ticketCode: string): void {
  notify(newsOf(brought, ticketCode), brought.ok ? 'success' : 'danger', tellMs)
}
