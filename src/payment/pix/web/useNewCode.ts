import { useState } from 'react'
import { CallFailure, failureText } from '#kit/web/call/failure.ts'
import { whileLoading } from '#kit/web/notice/loading.ts'
import { notify } from '#kit/web/notice/notify.ts'
import { go, replaceWith } from '#kit/web/route/routes.ts'
import type { WireTransaction } from '../../contract.ts'
import { leftOfPayment } from '../../wayForward.ts'
import { keepPayment } from '../../web/latestPayment.ts'
import type { SubjectOf } from '../../web/subject.ts'
import type { WatchedPayment } from '../../web/usePayment.ts'
import { openElsewhere } from './openElsewhere.ts'

export type NewCode = {
  /** That the amount is another one now; '' while it is not. */
  news: string
  make: (payment: WireTransaction) => Promise<void>
}

const shortlyMs = 8_000

/**
 * A new code, for the amount that the button says or none: where the price has changed since, it is shown first, and the
 * button is pressed again.
 */
export function useNewCode(watched: Pick<WatchedPayment, 'show' | 'reload'>, subjectOf: SubjectOf): NewCode {
  const [news, setNews] = useState('')
  const make = async (payment: WireTransaction): Promise<void> => {
    const { ticket_code: ticket } = payment
    try {
      const fresh =
        (await whileLoading(subjectOf(payment).reprice?.(payment) ?? Promise.resolve(payment))) ?? payment
      if (fresh.value !== payment.value) {
        setNews(`O valor agora é R$ ${fresh.valueHuman}. Nada foi cobrado ainda.`)
        return watched.show(fresh, null)
      }
      setNews('')
      const { transaction } = await whileLoading(openElsewhere(fresh))
      if (transaction.ws_token === payment.ws_token) return watched.show(transaction)
      // So many codes were made for the old one, or it has expired: the ticket has another payment now.
      keepPayment(transaction)
      replaceWith('payment.pix', { params: { token: transaction.ws_token } })
    } catch (failure) {
      if (!(failure instanceof CallFailure)) throw failure
      notify(failureText(failure), 'danger', shortlyMs)
      if (failure.code === 'payer_missing') return go('ticket.account', { query: { ticket, method: 'pix' } })
      if (failure.status === 0 || failure.status >= 500) return watched.reload()
      if (failure.code === 'payment_in_flight' || failure.code === 'too_many_attempts')
        return watched.show(payment, failure.message, leftOfPayment(failure.code))
      // What is to be paid now, and whether anything is, the value screen says.
      replaceWith('ticket.value', { query: { ticket } })
    }
  }
  return { news, make }
}
