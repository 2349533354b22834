import { lookUp } from '#kit/text/lookUp.ts'
import type { WireTransaction } from '#payment/contract.ts'
import type { WireReserve } from '../shown.ts'

/** What the screen of a reservation's payment says of where it stands. */
export type Ending = {
  readonly page: string
  readonly title: string
  readonly text: string | null
  readonly tone: 'go' | 'warn' | 'sign'
  /** The large amount, and what it is; null while it is not settled what is charged. */
  readonly amount: { readonly label: string; readonly valueHuman: string } | null
}

type Of = Pick<WireTransaction, 'state' | 'valueHuman'>

/** What became of the money that was held. */
const outcomes: Readonly<Record<string, 'taken' | 'released' | 'returned'>> = {
  captured: 'taken',
  partly_refunded: 'taken',
  voided: 'released',
  cancelled: 'released',
  expired: 'released',
  refunding: 'returned',
  refunded: 'returned',
}

/** A reservation's view: each state its own, and an amount that its text does not contradict. */
export function endingOf(payment: Of, { state, hold, retained }: Omit<WireReserve, 'lot'>): Ending {
  const held = { label: 'Valor pré-autorizado', valueHuman: hold.valueHuman }
  const outcome = lookUp(outcomes, payment.state) ?? null
  const charged = chargedOf(payment, outcome, 'Valor cobrado')
  switch (state) {
    case 'preauthorised':
      return {
        page: 'Pagamento concluído',
        title: 'Vaga reservada com sucesso!',
        text: 'O valor está apenas pré-autorizado no seu cartão.',
        tone: 'go',
        amount: held,
      }
    case 'exit_confirmed':
      return {
        page: 'Saída autorizada',
        title: 'Saída autorizada!',
        text: usedText(payment, outcome),
        tone: 'go',
        amount: charged,
      }
    case 'exited':
      return {
        page: 'Sua reserva',
        title: 'Boa viagem! Esta reserva foi concluída.',
        text: usedText(payment, outcome),
        tone: 'go',
        amount: charged,
      }
    case 'cancelled':
    case 'no_show':
    case 'released':
      return {
        page: 'Sua reserva',
        title: endedTitles[state],
        text: keptText(payment, outcome, retained),
        tone: state === 'cancelled' ? 'sign' : 'warn',
        amount: chargedOf(payment, outcome, 'Valor retido'),
      }
    case 'surplus_due':
      return {
        page: 'Sua reserva',
        title: 'Falta pagar a diferença',
        text: 'O valor passou do que foi pré-autorizado. Pague a diferença no menu para liberar a saída.',
        tone: 'warn',
        amount: held,
      }
    case 'held':
    case 'entered':
      return {
        page: 'Sua reserva',
        title: 'Veículo no estacionamento',
        text: 'Quando for sair, autorize a saída no menu.',
        tone: 'sign',
        amount: held,
      }
  }
}

const endedTitles = {
  cancelled: 'Reserva cancelada',
  no_show: 'O veículo não chegou a tempo',
  released: 'A vaga foi liberada',
} as const

type Outcome = 'taken' | 'released' | 'returned' | null

function chargedOf({ valueHuman }: Of, outcome: Outcome, label: string): Ending['amount'] {
  if (outcome === null) return null
  if (outcome === 'returned') return { label: 'Valor devolvido', valueHuman }
  return outcome === 'taken' ? { label, valueHuman } : { label: 'Valor cobrado', valueHuman: '0,00' }
}

const returnedText = 'O valor cobrado foi devolvido ao seu cartão.'

function usedText({ valueHuman }: Of, outcome: Outcome): string {
  switch (outcome) {
    case 'taken':
      return `R$ ${valueHuman} foi cobrado do cartão e o resto foi liberado.`
    case 'returned':
      return returnedText
    case 'released':
      return 'Nada foi cobrado: o valor pré-autorizado foi liberado.'
    case null:
      return 'O tempo usado é cobrado do valor pré-autorizado, e o resto é liberado.'
  }
}

function keptText({ valueHuman }: Of, outcome: Outcome, retained: WireReserve['retained']): string {
  switch (outcome) {
    case 'taken':
      return `R$ ${valueHuman} foi retido, como informado antes do pagamento. O resto foi liberado no seu cartão.`
    case 'returned':
      return returnedText
    case 'released':
      return 'Nada foi cobrado: o valor pré-autorizado foi liberado no seu cartão.'
    case null:
      return retained.value > 0
        ? `R$ ${retained.valueHuman} são retidos, como informado antes do pagamento. O resto é liberado no seu cartão.`
        : 'O valor pré-autorizado é liberado no seu cartão.'
  }
}
