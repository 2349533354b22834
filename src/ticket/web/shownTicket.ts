import { isPaid } from '#payment/paymentState.ts'
import type { SubjectOf } from '#payment/web/subject.ts'
import { call } from '#kit/web/call/call.ts'
import { waitForPerson } from '#session/web/person.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { methodRow } from '#payment/method/method.ts'
import { createTransaction } from '../contract.ts'
import { lookUp } from './lookUp.ts'

export const howToPay = 'Como você quer pagar? O valor é cobrado de uma só vez.'

export const shownTicket: SubjectOf = ({ state }) => ({
  question: howToPay,
  cancelText:
    'Nada será cobrado. O ticket continua em aberto e o número dele fica aqui; o que mais você digitou será apagado.',
  keepsTicket: true,
  isDone: isPaid(state),
  reprice,
  refused: 'otherPlace',
  exhausted: {
    title: 'As tentativas deste pagamento acabaram',
    text: 'Nada foi cobrado e o ticket continua em aberto.',
    way: 'otherPlace',
  },
  ended: null,
  card: null,
  money: () => null,
})

/** Throws a `CallFailure` if nothing is due. */
async function reprice(payment: WireTransaction): Promise<WireTransaction> {
  const { ticket } = await lookUp(payment.ticket_code)
  const { data } = await call(createTransaction, {
    body: {
      ticket_code: ticket.code,
      ticket_value: ticket.value,
      payment_type: methodRow(payment.payment_type).wire,
      pm_person_paymethod_id: null,
      person: await waitForPerson(),
    },
  })
  return data
}
