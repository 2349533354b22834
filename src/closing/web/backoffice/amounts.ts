import { humanMoney } from '#kit/money.ts'

/** 12.5 -> 'R$ 12,50'; -3 -> '-R$ 3,00'. */
export function reaisText(reais: number): string {
  const cents = Math.round(reais * 100)
  return `${cents < 0 ? '-' : ''}R$ ${humanMoney(Math.abs(cents))}`
}
