import { lookUp } from '#kit/text/lookUp.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { surplusReasons } from '../surplusReason.ts'
import type { WireReserve } from '../wireReserve.ts'

export type PaymentOutcome = {
  readonly page: string
  readonly title: string
  readonly text: string | null
  readonly tone: 'go' | 'warn' | 'sign'
  /** Null until the charge is settled. */
  readonly amount: { readonly label: string; readonly valueHuman: string } | null
}

type OutcomePayment = Pick<WireTransaction, 'state' | 'valueHuman'>

type ChargeOutcome = 'taken' | 'released' | 'returned' | null

const chargeOutcomes: Readonly<Record<string, ChargeOutcome>> = {
  captured: 'taken',
  partly_refunded: 'taken',
  voided: 'released',
  cancelled: 'released',
  expired: 'released',
  refunding: 'returned',
  refunded: 'returned',
}

type OutcomeTitle = Pick<PaymentOutcome, 'title' | 'tone'> & { readonly page?: string }

const outcomeTitles: Readonly<Record<WireReserve['state'], OutcomeTitle>> = {
  held: { tone: 'sign', title: 'Vaga reservada, aguardando pagamento' },
  preauthorised: { tone: 'go', title: 'Vaga reservada com sucesso!', page: 'Pagamento concluído' },
  entered: { tone: 'sign', title: 'Veículo no estacionamento' },
  surplus_due: { tone: 'warn', title: 'Falta pagar a diferença' },
  exit_confirmed: { tone: 'go', title: 'Saída autorizada!', page: 'Saída autorizada' },
  exited: { tone: 'go', title: 'Boa viagem! Esta reserva foi concluída.' },
  cancelled: { tone: 'sign', title: 'Reserva cancelada' },
  no_show: { tone: 'warn', title: 'O veículo não chegou a tempo' },
  released: { tone: 'warn', title: 'A vaga foi liberada' },
}

export function paymentOutcomeOf(payment: OutcomePayment, reserve: Omit<WireReserve, 'lot'>): PaymentOutcome {
  const outcome = lookUp(chargeOutcomes, payment.state) ?? null
  return { page: 'Sua reserva', ...outcomeTitles[reserve.state], ...textAndAmount(payment, reserve, outcome) }
}

function textAndAmount(
  payment: OutcomePayment,
  { state, hold, retained, owed }: Pick<WireReserve, 'state' | 'hold' | 'retained' | 'owed'>,
  outcome: ChargeOutcome,
): Pick<PaymentOutcome, 'text' | 'amount'> {
  switch (state) {
    case 'exit_confirmed':
    case 'exited':
      return { text: usedText(payment, outcome), amount: chargedAmount(payment, outcome, 'Valor cobrado') }
    case 'cancelled':
    case 'no_show':
    case 'released':
      return {
        text: retainedOutcomeText(payment.valueHuman, outcome, retained),
        amount: chargedAmount(payment, outcome, 'Valor retido'),
      }
    case 'surplus_due':
      return {
        text: `${owed ?? surplusReasons.above} Pague a diferença no menu para liberar a saída.`,
        amount: chargedAmount(payment, outcome, 'Valor cobrado') ?? preauthorisedAmount(hold),
      }
    case 'held':
    case 'preauthorised':
    case 'entered':
      return { text: openStateTexts[state], amount: preauthorisedAmount(hold) }
  }
}

function preauthorisedAmount({ valueHuman }: WireReserve['hold']): Amount {
  return { label: 'Valor pré-autorizado', valueHuman }
}

const openStateTexts = {
  held: 'Pague até o prazo indicado para garantir a vaga.',
  preauthorised: 'O valor está apenas pré-autorizado no seu cartão.',
  entered: 'Quando for sair, autorize a saída no menu.',
} as const

type Amount = PaymentOutcome['amount']

function chargedAmount({ valueHuman }: OutcomePayment, outcome: ChargeOutcome, label: string): Amount {
  if (outcome === null) return null
  if (outcome === 'returned') return { label: 'Valor devolvido', valueHuman }
  return outcome === 'taken' ? { label, valueHuman } : { label: 'Valor cobrado', valueHuman: '0,00' }
}

const returnedText = 'O valor cobrado foi devolvido ao seu cartão.'

function usedText({ valueHuman }: OutcomePayment, outcome: ChargeOutcome): string {
  if (outcome === 'taken') return `R$ ${valueHuman} foram cobrados do cartão e o resto foi liberado.`
  if (outcome === 'returned') return returnedText
  return outcome === 'released'
    ? 'Nada foi cobrado: o valor pré-autorizado foi liberado.'
    : 'O tempo usado é cobrado do valor pré-autorizado, e o resto é liberado.'
}

function retainedOutcomeText(charged: string, outcome: ChargeOutcome, retained: WireReserve['retained']) {
  if (outcome === 'taken')
    return `R$ ${charged} foram retidos, como informado antes do pagamento. O resto foi liberado no seu cartão.`
  if (outcome === 'returned') return returnedText
  if (outcome === 'released') return 'Nada foi cobrado: o valor pré-autorizado foi liberado no seu cartão.'
  return retained.value > 0
    ? `R$ ${retained.valueHuman} são retidos, como informado antes do pagamento. O resto é liberado no seu cartão.`
    : 'O valor pré-autorizado é liberado no seu cartão.'
}
