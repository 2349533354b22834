import { formatReais } from '#kit/money.ts'
import type { LotToday } from '../../today.ts'

type Hours = LotToday['hours']

/** Reais of each hour, at least 0. */
export function hourSums(hours: Hours): readonly { hour: number; value: number }[] {
  return hours.map(({ hour, portal, machine, till }) => ({
    hour,
    value: Math.max(0, portal + machine + till),
  }))
}

export function bestHour(hours: Hours): string {
  const sums = hourSums(hours)
  const top = Math.max(...sums.map(({ value }) => value), 0)
  const best = sums.find(({ value }) => value === top)
  return top === 0 || !best ? 'Nada recebido hoje' : `Melhor hora: ${best.hour}h, ${formatReais(top)}`
}
