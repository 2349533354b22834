import { useState } from 'react'
import { CallFailure, failureText } from '#kit/web/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import type { WireTransaction } from '../../contract.ts'
import { wayForwardAfter } from '../../method/wayForward.ts'
import { continueAsGuest, hasLoginEnded } from '../../web/continueAsGuest.ts'
import { recordLatestPayment } from '../../web/latestPayment.ts'
import type { SubjectOf } from '../../web/subjectDisplay.ts'
import type { PolledPayment } from '../../web/usePayment.ts'
import { startPix } from './startPix.ts'

export type NewPixCode = {
  priceChangeText: string
  create: (payment: WireTransaction) => Promise<void>
}

const notifyMs = 8_000

export function useNewPixCode(polled: Pick<PolledPayment, 'show' | 'reload'>, subjectOf: SubjectOf) {
  const [priceChangeText, setPriceChangeText] = useState('')
  const create = async (payment: WireTransaction): Promise<void> => {
    const { ticket_code: ticket } = payment
    try {
      const fresh =
        (await whileLoading(subjectOf(payment).reprice?.(payment) ?? Promise.resolve(payment))) ?? payment
      if (fresh.value !== payment.value) {
        setPriceChangeText(`O valor agora é R$ ${fresh.valueHuman}. Nada foi cobrado ainda.`)
        return polled.show(fresh, null)
      }
      setPriceChangeText('')
      const { transaction } = await whileLoading(startPix(fresh))
      if (transaction.ws_token === payment.ws_token) return polled.show(transaction)
      recordLatestPayment(transaction)
      replaceWith('payment.pix', { params: { token: transaction.ws_token } })
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      if (hasLoginEnded(failure)) return continueAsGuest(payment)
      notify(failureText(failure), 'danger', notifyMs)
      if (failure.code === 'session_changed') return polled.show(payment)
      if (failure.code === 'payer_missing') return go('ticket.account', { query: { ticket, method: 'pix' } })
      if (failure.status === 0 || failure.status >= 500) return polled.reload()
      if (failure.code === 'payment_in_flight' || failure.code === 'too_many_attempts')
        return polled.show(payment, failure.message, wayForwardAfter(failure.code))
      replaceWith('ticket.value', { query: { ticket } })
    }
  }
  return { priceChangeText, create }
}
