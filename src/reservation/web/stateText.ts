import { momentText, whenText } from '#kit/web/time/instants.ts'
import type { WireReserve } from '../shown.ts'

const texts = {
  held: 'Aguardando pagamento',
  surplus_due: 'Falta pagar a diferença',
  exit_confirmed: 'Saída autorizada',
  exited: 'Concluída',
  cancelled: 'Cancelada',
  no_show: 'O veículo não chegou a tempo',
  released: 'Não foi paga a tempo',
} as const

export function stateText({ state, arrive_until, entered_at }: WireReserve, zone: string): string {
  if (state === 'preauthorised') return `Reservada, chegada até ${momentText(arrive_until, zone)}`
  if (state !== 'entered') return texts[state]
  return entered_at === null ? 'No estacionamento' : `Entrou ${whenText(entered_at, zone)}`
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
