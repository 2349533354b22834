import { formatDay } from '#kit/calendar.ts'
import { humanMoney } from '#kit/money.ts'

/** 12.5 -> 'R$ 12,50'; -3 -> '-R$ 3,00'. */
export function reaisText(reais: number): string {
  const cents = Math.round(reais * 100)
  return `${cents < 0 ? '-' : ''}R$ ${humanMoney(Math.abs(cents))}`
}

/** As on the printed closing: '26/11/2026: -R$ 3,00. Troco errado (Bruno Teles)'. */
export function adjustmentText(row: { of_day: string; value: number; reason: string; who: string }): string {
  return `${formatDay(row.of_day)}: ${reaisText(row.value)}. ${row.reason} (${row.who})`
}
