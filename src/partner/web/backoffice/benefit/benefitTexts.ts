import { durationText } from '#kit/clock.ts'
import { formatReais } from '#kit/money.ts'
import type { BenefitKind } from '../../../benefit.ts'

export const kindTexts: Readonly<Record<BenefitKind, string>> = {
  minutes: 'Tempo de permanência',
  amount: 'Valor fixo',
  percent: 'Porcentagem',
  all: 'Tudo o que é devido',
}

/** The label of a benefit's value; null for a kind without one. */
export const valueLabels: Readonly<Record<BenefitKind, string | null>> = {
  minutes: 'Minutos',
  amount: 'Valor (R$)',
  percent: 'Desconto (%)',
  all: null,
}

type Values = { kind: BenefitKind; value: number | null; max: number | null }

/** 'as primeiras 2 h', '50 %, até R$ 20,00' */
export function benefitText({ kind, value, max }: Values): string {
  const most = max === null ? '' : `, até ${formatReais(max)}`
  if (kind === 'all' || value === null) return `tudo o que é devido${most}`
  if (kind === 'minutes') return `o que custam os primeiros ${durationText(value)}`
  return kind === 'amount' ? formatReais(value) : `${value} %${most}`
}
