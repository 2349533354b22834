import { humanMoney } from '#kit/money.ts'

/** 1234.5 -> 'R$ 1.234,50', in one line. */
export function money(reais: number): string {
  return `R$\u00a0${humanMoney(Math.round(reais * 100))}`
}
