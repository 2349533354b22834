import type { ClosingLine } from './document.ts'
import type { ClosingSection } from './sections.ts'

export const totalTexts = [
  ['gross', 'Bruto'],
  ['refunded', 'Devolvido'],
  ['net', 'Líquido'],
  ['machine', 'Máquinas'],
  ['till', 'Balcão'],
  ['late', 'Atrasados'],
  ['adjusted', 'Ajustes'],
  ['total', 'Total'],
] as const

/** The sums that are printed and mailed: the counter's only where the lot had a till once. */
export function shownTotals(hasTill: boolean): readonly (typeof totalTexts)[number][] {
  return totalTexts.filter(([name]) => hasTill || name !== 'till')
}

export type ClosingTotals = ReturnType<typeof sumTotals>

/** Centavos. `feeEstimate` is null where no fees are set; `payments` counts captures. */
export function sumTotals(lines: readonly ClosingLine[], feeEstimate: number | null) {
  const of = (section: ClosingSection) => lines.filter((line) => line.section === section)
  const cents = (section: ClosingSection) => of(section).reduce((sum, line) => sum + line.amount_cents, 0)
  const [gross, refunded] = [cents('portal'), 0 - cents('refund')]
  const [machine, till] = [cents('machine'), cents('till')]
  const [late, adjusted] = [cents('late'), cents('adjustment')]
  const net = gross - refunded
  return {
    gross,
    refunded,
    net,
    machine,
    till,
    late,
    adjusted,
    total: net + machine + till + late + adjusted,
    waived: cents('waiver'),
    validated: cents('validation'),
    feeEstimate,
    payments: of('portal').reduce((sum, line) => sum + line.count, 0),
  }
}
