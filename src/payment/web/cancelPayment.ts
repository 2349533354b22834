import * as z from 'zod/mini'
import { call } from '#kit/web/call/call.ts'
import { unauthorizedCount } from '#kit/web/call/sessionSignals.ts'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { confirm } from '#kit/web/dialog/confirm.tsx'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import { waitForSessionOrNull } from '#session/web/waitForSession.ts'
import { cancelPayment as contract, transaction, type WireTransaction } from '../contract.ts'
import { recordLatestPayment } from './latestPayment.ts'
import type { SubjectDisplay } from './subjectDisplay.ts'

/** Confirms, cancels and leaves, to the receipt if paid. Answers a payment still in flight, else null. */
export async function cancelPayment(
  { ws_token: token, ticket_code }: Pick<WireTransaction, 'ws_token' | 'ticket_code'>,
  { cancelText: text, keepsTicket }: Pick<SubjectDisplay, 'cancelText' | 'keepsTicket'>,
): Promise<WireTransaction | null> {
  const sure = await confirm('Cancelar este pagamento?', {
    text: (await waitForSessionOrNull())?.user ? `${text} Você sairá da sua conta.` : text,
    yes: 'Cancelar pagamento',
    no: 'Continuar pagando',
    danger: true,
  })
  if (!sure) return null
  try {
    await whileLoading(call(contract, { params: { token } }))
    go('logout', { query: { ticket: keepsTicket ? ticket_code : undefined } })
    return null
  } catch (failure) {
    if (!(failure instanceof CallFailure)) throw failure
    return showCancelRefusal(token, failure)
  }
}

function showCancelRefusal(token: string, failure: CallFailure): WireTransaction | null {
  if (failure.code === 'not_found') unauthorizedCount.set((times) => times + 1)
  else notify(failureText(failure), 'danger')
  const fresh = z.safeParse(transaction, failure.data)
  if (!fresh.success) return null
  recordLatestPayment(fresh.data)
  if (failure.code === 'already_paid') replaceWith('payment.done', { params: { token } })
  return fresh.data
}
