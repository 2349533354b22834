import { momentText, whenText } from '#kit/web/time/instants.ts'
import type { WireReserve } from '../shown.ts'

export function stateText({ state, arrive_until, entered_at }: WireReserve, zone: string): string {
  switch (state) {
    case 'held':
      return 'Aguardando pagamento'
    case 'preauthorised':
      return `Reservada, chegada até ${momentText(arrive_until, zone)}`
    case 'entered':
      return entered_at === null ? 'No estacionamento' : `Entrou ${whenText(entered_at, zone)}`
    case 'surplus_due':
      return 'Falta pagar a diferença'
    case 'exit_confirmed':
      return 'Saída autorizada'
    case 'exited':
      return 'Concluída'
    case 'cancelled':
      return 'Cancelada'
    case 'no_show':
      return 'O veículo não chegou a tempo'
    case 'released':
      return 'Não foi paga a tempo'
  }
}

export function isLive({ state }: WireReserve): boolean {
  return !['exited', 'cancelled', 'no_show', 'released'].includes(state)
}

const nearness: readonly WireReserve['state'][] = ['entered', 'surplus_due', 'exit_confirmed', 'held']

/** Inside first, then to be paid, then to come. */
export function byNearness(one: WithReserve, other: WithReserve): number {
  return rank(one) - rank(other)
}

type WithReserve = { reserve?: WireReserve | null }

function rank({ reserve }: WithReserve): number {
  const at = reserve ? nearness.indexOf(reserve.state) : -1
  return at < 0 ? nearness.length : at
}
