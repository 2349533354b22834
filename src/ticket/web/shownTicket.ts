import { isPaid } from '#payment/paymentState.ts'
import type { SubjectOf } from '#payment/web/subject.ts'
import { reprice } from './type/reprice.ts'

export const howToPay = 'Como você quer pagar? O valor é cobrado de uma só vez.'

export const shownTicket: SubjectOf = ({ state }) => ({
  question: howToPay,
  cancelText:
    'Nada será cobrado. O ticket continua em aberto e o número dele fica aqui; o que mais você digitou será apagado.',
  keepsTicket: true,
  isDone: isPaid(state),
  reprice,
  refused: 'elsewhere',
  exhausted: {
    title: 'As tentativas deste pagamento acabaram',
    text: 'Nada foi cobrado e o ticket continua em aberto.',
    left: 'elsewhere',
  },
  ended: null,
  card: null,
  money: () => null,
})
