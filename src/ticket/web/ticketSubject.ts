import { isPaid } from '#payment/paymentState.ts'
import type { SubjectOf } from '#payment/web/subjectDisplay.ts'
import { call } from '#kit/web/call/call.ts'
import { waitForUserId } from '#session/web/lastKnownUser.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { methodRow } from '#payment/method/method.ts'
import { createTransaction } from '../contract.ts'
import { fetchTicket } from './fetchTicket.ts'

export const howToPayText = 'Como você quer pagar? O valor é cobrado de uma só vez.'

export const ticketSubject: SubjectOf = ({ state }) => ({
  question: howToPayText,
  cancelText:
    'Nada será cobrado. O ticket continua em aberto e o número dele fica aqui; o que mais você digitou será apagado.',
  keepsTicket: true,
  isDone: isPaid(state),
  reprice,
  wayAfterRefusal: 'otherPlace',
  exhausted: {
    title: 'As tentativas deste pagamento acabaram',
    text: 'Nada foi cobrado e o ticket continua em aberto.',
    way: 'otherPlace',
  },
  endedNotice: null,
  card: null,
  renderPriceDetails: () => null,
})

/** Throws a `CallFailure` if nothing is due. */
async function reprice(payment: WireTransaction): Promise<WireTransaction> {
  const { ticket } = await fetchTicket(payment.ticket_code)
  const { data } = await call(createTransaction, {
    body: {
      ticket_code: ticket.code,
      ticket_value: ticket.value,
      payment_type: methodRow(payment.payment_type).wire,
      pm_person_paymethod_id: null,
      person: await waitForUserId(),
    },
  })
  return data
}
