import { lookUp } from '#kit/text/lookUp.ts'
import type { WireTransaction } from '#payment/contract.ts'
import { owedTexts } from '../owed.ts'
import type { WireReserve } from '../shown.ts'

export type Ending = {
  readonly page: string
  readonly title: string
  readonly text: string | null
  readonly tone: 'go' | 'warn' | 'sign'
  /** Null until the charge is settled. */
  readonly amount: { readonly label: string; readonly valueHuman: string } | null
}

type Of = Pick<WireTransaction, 'state' | 'valueHuman'>

const outcomes: Readonly<Record<string, 'taken' | 'released' | 'returned'>> = {
  captured: 'taken',
  partly_refunded: 'taken',
  voided: 'released',
  cancelled: 'released',
  expired: 'released',
  refunding: 'returned',
  refunded: 'returned',
}

type State = WireReserve['state']

const titles: Readonly<Record<State, string>> = {
  held: 'Vaga reservada, aguardando pagamento',
  preauthorised: 'Vaga reservada com sucesso!',
  entered: 'Veículo no estacionamento',
  surplus_due: 'Falta pagar a diferença',
  exit_confirmed: 'Saída autorizada!',
  exited: 'Boa viagem! Esta reserva foi concluída.',
  cancelled: 'Reserva cancelada',
  no_show: 'O veículo não chegou a tempo',
  released: 'A vaga foi liberada',
}

const pages: Readonly<Partial<Record<State, string>>> = {
  preauthorised: 'Pagamento concluído',
  exit_confirmed: 'Saída autorizada',
}

const calm: readonly State[] = ['preauthorised', 'exit_confirmed', 'exited']
const troubled: readonly State[] = ['surplus_due', 'no_show', 'released']

export function paymentOutcomeOf(payment: Of, reserve: Omit<WireReserve, 'lot'>): Ending {
  const { state } = reserve
  const outcome = lookUp(outcomes, payment.state) ?? null
  return {
    page: pages[state] ?? 'Sua reserva',
    title: titles[state],
    tone: calm.includes(state) ? 'go' : troubled.includes(state) ? 'warn' : 'sign',
    ...moneyOf(payment, reserve, outcome),
  }
}

function moneyOf(
  payment: Of,
  { state, hold, retained, owed }: Pick<WireReserve, 'state' | 'hold' | 'retained' | 'owed'>,
  outcome: Outcome,
): Pick<Ending, 'text' | 'amount'> {
  switch (state) {
    case 'exit_confirmed':
    case 'exited':
      return { text: usedText(payment, outcome), amount: chargedOf(payment, outcome, 'Valor cobrado') }
    case 'cancelled':
    case 'no_show':
    case 'released':
      return {
        text: keptText(payment, outcome, retained),
        amount: chargedOf(payment, outcome, 'Valor retido'),
      }
    case 'surplus_due':
      return {
        text: `${owed ?? owedTexts.above} Pague a diferença no menu para liberar a saída.`,
        amount: chargedOf(payment, outcome, 'Valor cobrado') ?? preauthorisedAmount(hold),
      }
    case 'held':
    case 'preauthorised':
    case 'entered':
      return { text: standingTexts[state], amount: preauthorisedAmount(hold) }
  }
}

function preauthorisedAmount({ valueHuman }: WireReserve['hold']): Ending['amount'] {
  return { label: 'Valor pré-autorizado', valueHuman }
}

const standingTexts = {
  held: 'Pague até o prazo indicado para garantir a vaga.',
  preauthorised: 'O valor está apenas pré-autorizado no seu cartão.',
  entered: 'Quando for sair, autorize a saída no menu.',
} as const

type Outcome = 'taken' | 'released' | 'returned' | null

function chargedOf({ valueHuman }: Of, outcome: Outcome, label: string): Ending['amount'] {
  if (outcome === null) return null
  if (outcome === 'returned') return { label: 'Valor devolvido', valueHuman }
  return outcome === 'taken' ? { label, valueHuman } : { label: 'Valor cobrado', valueHuman: '0,00' }
}

const returnedText = 'O valor cobrado foi devolvido ao seu cartão.'

function usedText({ valueHuman }: Of, outcome: Outcome): string {
  if (outcome === 'taken') return `R$ ${valueHuman} foram cobrados do cartão e o resto foi liberado.`
  if (outcome === 'returned') return returnedText
  return outcome === 'released'
    ? 'Nada foi cobrado: o valor pré-autorizado foi liberado.'
    : 'O tempo usado é cobrado do valor pré-autorizado, e o resto é liberado.'
}

function keptText({ valueHuman }: Of, outcome: Outcome, retained: WireReserve['retained']): string {
  if (outcome === 'taken')
    return `R$ ${valueHuman} foram retidos, como informado antes do pagamento. O resto foi liberado no seu cartão.`
  if (outcome === 'returned') return returnedText
  if (outcome === 'released') return 'Nada foi cobrado: o valor pré-autorizado foi liberado no seu cartão.'
  return retained.value > 0
    ? `R$ ${retained.valueHuman} são retidos, como informado antes do pagamento. O resto é liberado no seu cartão.`
    : 'O valor pré-autorizado é liberado no seu cartão.'
}
